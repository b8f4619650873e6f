/** What a lane's clients did, in a line that fits its narrow header. */
import type { JobStats, LaneInfo } from '../../sim/index.ts';
import { formatCountShort, formatDurationShort, NBSP } from '../format/short.ts';
import type { GlyphName } from '../ui/Glyph.tsx';

export interface LaneFigure {
  readonly id: 'admitted' | 'denied' | 'delayed' | 'peak';
  readonly name: string;
  readonly glyph: GlyphName | null;
  readonly value: string;
  /** Where there is no room for all digits. */
  readonly short?: string;
  /** In full, where the value is shortened. */
  readonly full?: string;
}

/** What a sign and the space beside it take, in digits. */
const GLYPH_DIGITS = 3.4;
/** Digits in one line of the head, by its width. */
const MAX_DIGITS = { wide: 30, medium: 25 };

/** Whether figures in one line are too long for a medium head, or for any; undefined where they fit. */
export function figuresOverflow(figures: readonly Pick<LaneFigure, 'value'>[]): 'medium' | 'always' | undefined {
  const taken = figures.reduce((sum, { value }) => (value === '–' ? sum : sum + value.length + GLYPH_DIGITS), 0);
  return taken > MAX_DIGITS.wide ? 'always' : taken > MAX_DIGITS.medium ? 'medium' : undefined;
}

/** `60 of 600 jobs done, 1,350 retries`, `3 given up`, `half in 1.2 s, 99 % in 8.4 s`, `herd of 450`. */
export function jobsParts({ summary: { jobStats }, ending }: Pick<LaneInfo, 'summary' | 'ending'>): readonly string[] {
  if (jobStats === null) return [];
  const { started, succeeded, retries, givenUp, waiting, herd } = jobStats;
  const jobs = started === 1 ? 'job' : 'jobs';
  const done = succeeded === started ? '' : `${succeeded === 0 ? 'none' : formatCountShort(succeeded)} of `;
  const again = retries === 0 ? 'no retries' : `${formatCountShort(retries)} ${retries === 1 ? 'retry' : 'retries'}`;
  return [
    `${done}${formatCountShort(started)} ${jobs} done, ${again}`,
    ...(givenUp === 0 ? [] : [`${formatCountShort(givenUp)} given up`]),
    // Else the sentence of the end says so.
    ...(waiting === 0 || ending !== null
      ? []
      : [`${formatCountShort(waiting)} still ${waiting === 1 ? 'waits' : 'wait'}`]),
    ...timeToSuccessParts(jobStats),
    ...(herd === null || herd.retries < 2 ? [] : [`herd of ${formatCountShort(herd.retries)}`]),
  ];
}

/** What belongs together stays in one line. */
function timeToSuccessParts({ timeToSuccess, started, succeeded }: JobStats): readonly string[] {
  if (timeToSuccess === null) return [];
  const { median, p99, max } = timeToSuccess;
  if (max === 0) return ['no wait'];
  const withinText = (share: string, time: number): string =>
    `${share} in ${formatDurationShort(time)}`.replaceAll(' ', NBSP);
  // Of all only where all were done.
  if (median === max) return [withinText(succeeded === started ? 'all' : 'each', max)];
  return [[withinText('half', median), withinText('99 %', p99)].join(', ')];
}
