/** Shares in words: Jain's index, outcomes of good and bad requests, and what a key's strip shows. */
import { SECOND, type RequestCounts, type Densities, type LaneFairness } from '../../sim/index.ts';
import type { TimeRange } from '../charts/viewport.ts';
import { formatCount, pluralize } from '../format/numbers.ts';
import { formatInstant, formatSeconds } from '../format/time.ts';

/** Three decimals, never rounded up to 1; a dash if there are no shares. */
export function jainText(jain: number | null): string {
  if (jain === null) return '–';
  return jain < 1 && jain > 0.9995 ? '0.999' : jain.toFixed(3);
}

/** From this many keys on, the minimum 1/keys is close to 0. */
const MANY_KEYS = 200;

/** Explains the index's range for a number of keys. */
export function jainExplanation(keys: number): string {
  const minText = keys < MANY_KEYS ? jainText(1 / keys) : 'close to 0';
  return (
    `Jain’s index of what was admitted: 1 means equal shares for all ${pluralize(keys, 'key')}, ` +
    `${minText} means one key gets everything.`
  );
}

/** `3 of 120`; a dash if there were none. */
export function ratioText(some: number, all: number): string {
  return all === 0 ? '–' : `${formatCount(some)} of ${formatCount(all)}`;
}

/** The errors per label: good requests denied, bad ones admitted. */
export function wrongDecisionTexts(
  labelled: NonNullable<LaneFairness['byLabel']>,
): readonly [good: string, bad: string] {
  const { good, bad } = labelled;
  return [ratioText(good.denied, good.requests), ratioText(bad.admitted, bad.requests)];
}

/** Whether there is anything to compare: several keys in some lane, or labels. */
export function isComparable(lanes: readonly (LaneFairness | null)[]): boolean {
  return lanes.some((lane) => lane !== null && (lane.keys > 1 || lane.byLabel !== null));
}

const sumOf = (counts: Uint32Array): number => counts.reduce((total, one) => total + one, 0);

/**
 * `6 s to 24 s: 12 admitted, 4 denied, from about 9.100 s to 10.400 s.`
 * @param shown the range that is drawn: bins reach beyond it at both ends
 */
export function keyStripText(
  { from, span, admitted, delayed, denied }: Densities,
  canDelay: boolean,
  shown: TimeRange,
): string {
  const range = `${formatSeconds(shown.from / SECOND)} to ${formatSeconds(shown.to / SECOND)}`;
  const [undelayed, delayedCount, deniedCount] = [admitted, delayed, denied].map(sumOf) as [number, number, number];
  if (undelayed + delayedCount + deniedCount === 0) return `${range}: no requests.`;
  const parts = [`${formatCount(undelayed + delayedCount)} admitted`];
  if (canDelay) parts.push(`${formatCount(delayedCount)} of them delayed`);
  if (deniedCount === 0) return `${range}: ${parts.join(', ')}, none denied.`;
  const at = (bin: number): string => formatInstant(Math.max(shown.from, Math.min(shown.to, from + bin * span)), span);
  const first = denied.findIndex((one) => one > 0);
  const last = denied.findLastIndex((one) => one > 0);
  const deniedSpan = first === last ? `at about ${at(first + 0.5)}` : `from about ${at(first)} to ${at(last + 1)}`;
  return `${range}: ${parts.join(', ')}, ${formatCount(deniedCount)} denied, ${deniedSpan}.`;
}

/** `980 others`. */
export function otherKeysText(keys: number): string {
  return pluralize(keys, 'other');
}

/** Splits off a key's end, where keys of one phase differ, so that truncation leaves it visible. */
const KEY_TAIL_LENGTH = 6;

export function splitKey(key: string): readonly [stem: string, end: string] {
  const stem = Math.max(0, key.length - KEY_TAIL_LENGTH);
  return [key.slice(0, stem), key.slice(stem)];
}

/** The figures of a row, by name; admitted includes delayed. */
export function keyRowCells(
  answers: RequestCounts,
  canDelay: boolean,
): readonly { readonly name: keyof RequestCounts; readonly text: string }[] {
  const names = ['requests', 'admitted', ...(canDelay ? (['delayed'] as const) : []), 'denied'] as const;
  return names.map((name) => ({ name, text: formatCount(answers[name]) }));
}
