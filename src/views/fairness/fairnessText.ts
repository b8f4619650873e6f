/** Shares in words: the index, what became of good and bad requests, and what a key's strip shows. */
import { SECOND, type Answers, type Densities, type Standing } from '../../sim/index.ts';
import { count, counted } from '../format/numbers.ts';
import { clock, inSeconds } from '../format/time.ts';

/** Three decimals, never rounded to an even share that it is not; a dash where there are no shares. */
export function jainText(jain: number | null): string {
  if (jain === null) return '–';
  return jain < 1 && jain > 0.9995 ? '0.999' : jain.toFixed(3);
}

/** From so many keys on, one having it all reads as 0.00. */
const VERY_MANY = 200;

/** What the figures of the index mean for so many keys. */
export function jainWords(keys: number): string {
  const least = keys < VERY_MANY ? jainText(1 / keys) : 'close to 0';
  return (
    `Jain’s index of what was admitted: 1 is an even share for all ${counted(keys, 'key')}, ` +
    `${least} is one key having it all.`
  );
}

/** `3 of 120`; a dash where there were none. */
export function ofText(some: number, all: number): string {
  return all === 0 ? '–' : `${count(some)} of ${count(all)}`;
}

/** What went wrong, of each label: the good that were refused, the bad that were let in. */
export function wrongs(labelled: NonNullable<Standing['labelled']>): readonly [good: string, bad: string] {
  const { good, bad } = labelled;
  return [ofText(good.denied, good.requests), ofText(bad.admitted, bad.requests)];
}

/** Whether there is anybody to compare: several keys in some lane, or labels. */
export function comparable(lanes: readonly Standing[]): boolean {
  return lanes.some(({ keys, labelled }) => keys > 1 || labelled !== null);
}

const sum = (counts: Uint32Array): number => counts.reduce((total, one) => total + one, 0);

/** `6 s to 24 s: 12 admitted, 4 denied, from about 9.100 s to 10.400 s.` */
export function stripWords({ from, span, admitted, delayed, denied }: Densities, canDelay: boolean): string {
  const range = `${inSeconds(from / SECOND)} to ${inSeconds((from + span * denied.length) / SECOND)}`;
  const [atOnce, later, not] = [admitted, delayed, denied].map(sum) as [number, number, number];
  if (atOnce + later + not === 0) return `${range}: no requests.`;
  const parts = [`${count(atOnce + later)} admitted`];
  if (canDelay) parts.push(`${count(later)} of them delayed`);
  if (not === 0) return `${range}: ${parts.join(', ')}, none denied.`;
  const at = (bin: number): string => clock(from + bin * span, span);
  const first = denied.findIndex((one) => one > 0);
  const last = denied.findLastIndex((one) => one > 0);
  const when = first === last ? `at about ${at(first + 0.5)}` : `from about ${at(first)} to ${at(last + 1)}`;
  return `${range}: ${parts.join(', ')}, ${count(not)} denied, ${when}.`;
}

/** `980 others`. */
export function othersWords(keys: number): string {
  return counted(keys, 'other');
}

/** Keys of one phase differ at their ends: those are kept in sight where a key is cut short. */
const END = 6;

export function partsOf(key: string): readonly [stem: string, end: string] {
  const stem = Math.max(0, key.length - END);
  return [key.slice(0, stem), key.slice(stem)];
}

/** The figures of a row, by name: admitted includes the delayed. */
export function figuresOf(
  answers: Answers,
  canDelay: boolean,
): readonly { readonly name: keyof Answers; readonly text: string }[] {
  const names = ['requests', 'admitted', ...(canDelay ? (['delayed'] as const) : []), 'denied'] as const;
  return names.map((name) => ({ name, text: count(answers[name]) }));
}
