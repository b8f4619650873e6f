/** The figures of goals, as text. */
import type { Figures, Goal } from '../../../sim/index.ts';
import { isIdentifiable } from '../../../tune/identifiable.ts';
import { NOT_IDENTIFIABLE } from '../../text/stampsText.ts';
import { formatDuration } from '../../format/time.ts';
import { formatCount } from '../../format/numbers.ts';
import { goalSentence, measureText, meets, rangeText } from '../../../tune/goals.ts';
import type { LaneGoals, Measured, SeekResult } from '../../../tune/index.ts';

/** `2.7 %`, or `1 % to 4 %` where the readings of a log differ; `…, not identifiable` where its stamps cannot tell. */
export function goalFigureText(
  { measure, value }: Pick<Goal, 'measure' | 'value'>,
  { figures, unidentifiable }: Pick<LaneGoals, 'figures' | 'unidentifiable'>,
): string {
  const range = figures[measure] ?? null;
  const note = range !== null && unidentifiable.includes(measure) ? NOT_IDENTIFIABLE : '';
  return `${rangeText(measure, range, value)}${note}`;
}

/** What was sought. */
export interface Sought {
  readonly end: 'least' | 'greatest';
  readonly parameter: string;
  /** A value of the parameter, `14` or `10 s`. */
  readonly text: (value: number) => string;
  readonly goals: readonly Goal[];
  /** The lane's window, in seconds. */
  readonly T: number;
  /** The shortest time that its answers depend on with a value of the parameter, in seconds. */
  readonly timeAt: (value: number) => number;
  /** The coarsest stamps of the traffic's logs, in seconds. */
  readonly resolution: number;
  /** `n from 1 to 1,000`, or `31 round values of T from 1 s to 10 min`. */
  readonly range: string;
}

/**
 * `The least n that meets every goal is 14. 13 fails: at most 1 % of clients are ever refused (2.7 %). 11 settings were tried.`
 */
export function foundText(sought: Sought, result: SeekResult): string {
  const { end, parameter, text, range } = sought;
  const tried = `${formatCount(result.tried)} of ${range} ${result.tried === 1 ? 'was' : 'were'} tried`;
  const caution = result.exact ? `${tried}, and no other can be better.` : `${tried}: another may be better.`;
  if (result.value === null) {
    const nearest =
      result.nearest === null
        ? 'The limiter can run none of them.'
        : `The nearest, ${text(result.nearest.value)}, fails: ${failedText(sought, result.nearest.at)}.`;
    return `None of ${range} meets every goal. ${nearest}`;
  }
  const time = sought.timeAt(result.value);
  const unknown = isIdentifiable(time, sought.resolution)
    ? ''
    : `A window or burst of ${formatDuration(time)} is not identifiable from this log.`;
  if (isEndless(end, result))
    return [`All of ${range} meet every goal, including the largest that was tried, ${text(result.value)}.`, unknown]
      .filter(Boolean)
      .join(' ');
  const found = `The ${end} ${parameter} that meets every goal is ${text(result.value)}.`;
  return [found, beforeText(sought, result.before), unknown || caution].filter(Boolean).join(' ');
}

/** Whether the greatest that was found is only the end of the range, which was our choice. */
export function isEndless(end: Sought['end'], result: SeekResult): boolean {
  return end === 'greatest' && result.value !== null && result.before === null;
}

function beforeText(sought: Sought, before: { readonly value: number; readonly measured: Measured } | null): string {
  if (before === null) return 'It is the end of the range.';
  const value = sought.text(before.value);
  if ('error' in before.measured) return `${value} cannot run: ${before.measured.error}`;
  return `${value} fails: ${failedText(sought, before.measured)}.`;
}

/** `at most 1 % of clients are ever refused (2.7 %)`, of each goal that some reading fails. */
function failedText({ goals, T }: Sought, readings: readonly Figures[]): string {
  return goals
    .flatMap((goal) => {
      const failing = readings.find((figures) => !meets(goal, figures));
      if (failing === undefined) return [];
      const sentence = goalSentence(goal, T);
      // A sentence that begins with `p99` keeps its letter.
      return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)} (${measureText(goal.measure, failing[goal.measure] ?? null, goal.value)})`;
    })
    .join('; ');
}
