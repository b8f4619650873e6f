/** Figures and words that keep within a lane's narrow head; among them what its clients did, in a line. */
import type { Attempts, LaneFrame } from '../../sim/index.ts';
import { count, number } from '../format/numbers.ts';
import type { GlyphName } from '../ui/Glyph.tsx';

export interface Figure {
  readonly name: string;
  readonly glyph: GlyphName | null;
  readonly value: string;
  /** Where there is no room for all digits. */
  readonly short?: string;
  /** In full, where the value is shortened. */
  readonly full?: string;
}

/** What a sign and the space beside it take, in digits. */
const SIGN = 3.4;
/** Digits in one line of the head, by its width. */
const ROOM = { wide: 30, medium: 25 };

/** Whether figures in one line are too long for a medium head, or for any; undefined where they fit. */
export function tightness(figures: readonly Figure[]): 'medium' | 'always' | undefined {
  const taken = figures.reduce((sum, { value }) => (value === '–' ? sum : sum + value.length + SIGN), 0);
  return taken > ROOM.wide ? 'always' : taken > ROOM.medium ? 'medium' : undefined;
}

/** `9,999`, then to two or three digits: `12k`, `143k`, `1.2M`. */
export function shortCount(value: number): string {
  if (value < 1e4) return count(value);
  const [size, letter] = value < 999_500 ? [1e3, 'k'] : [1e6, 'M'];
  return `${brief(value / size)}${letter}`;
}

function brief(value: number): string {
  return number(value, value < 9.95 ? 1 : 0);
}

export const NO_BREAK = '\u00a0';
/** It stays with what is before it. */
export const DOT = `${NO_BREAK}· `;

/** Longer ones are told in the next unit when they are so many of it; seconds and minutes stay for some longer. */
const UNITS = [
  { unit: 'd', size: 86_400e6, least: 2 * 86_400e6 },
  { unit: 'h', size: 3_600e6, least: 2 * 3_600e6 },
  { unit: 'min', size: 60e6, least: 600e6 },
  { unit: 's', size: 1e6, least: 999.5e3 },
  { unit: 'ms', size: 1e3, least: 0 },
] as const;

/** A time likewise: `0 s`, `0.4 ms`, `250 ms`, `1.2 s`, `98 s`, `25 min`, `3.5 h`. */
export function roughly(micros: number): string {
  if (micros === 0) return '0 s';
  const { unit, size } = UNITS.find(({ least }) => micros >= least) ?? UNITS[4];
  return `${brief(micros / size)} ${unit}`;
}

/** `60 of 600 jobs done, 1,350 retries`, `3 given up`, `half in 1.2 s, 99 % in 8.4 s`, `herd of 450`. */
export function workParts({ summary: { work }, ending }: Pick<LaneFrame, 'summary' | 'ending'>): readonly string[] {
  if (work === null) return [];
  const { begun, succeeded, retries, givenUp, waiting, herd } = work;
  const jobs = begun === 1 ? 'job' : 'jobs';
  const done = succeeded === begun ? '' : `${succeeded === 0 ? 'none' : shortCount(succeeded)} of `;
  const again = retries === 0 ? 'no retries' : `${shortCount(retries)} ${retries === 1 ? 'retry' : 'retries'}`;
  return [
    `${done}${shortCount(begun)} ${jobs} done, ${again}`,
    ...(givenUp === 0 ? [] : [`${shortCount(givenUp)} given up`]),
    // Else the sentence of the end says so.
    ...(waiting === 0 || ending !== null ? [] : [`${shortCount(waiting)} still ${waiting === 1 ? 'waits' : 'wait'}`]),
    ...timeWords(work),
    ...(herd === null || herd.retries < 2 ? [] : [`herd of ${shortCount(herd.retries)}`]),
  ];
}

/** What belongs together stays in one line. */
function timeWords({ timeToSuccess, begun, succeeded }: Attempts): readonly string[] {
  if (timeToSuccess === null) return [];
  const { median, p99, max } = timeToSuccess;
  if (max === 0) return ['no wait'];
  const within = (share: string, time: number): string => `${share} in ${roughly(time)}`.replaceAll(' ', NO_BREAK);
  // Of all only where all were done.
  if (median === max) return [within(succeeded === begun ? 'all' : 'each', max)];
  return [[within('half', median), within('99 %', p99)].join(', ')];
}
