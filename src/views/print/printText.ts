/** The sentences of the printed sheet. */
import { capitalized, SECOND, type Instant, type Lane, type LaneCounts, type LaneInfo } from '../../sim/index.ts';
import type { DisplayMode } from '../charts/markStack.ts';
import type { TimeRange } from '../charts/viewport.ts';
import { formatCount, pluralize } from '../format/numbers.ts';
import { formatDuration, formatInstantExact, formatSeconds } from '../format/time.ts';
import { jobsParts, keyJobsLines } from '../text/jobsText.ts';
import { unnamedLimiter } from '../text/laneText.ts';
import { changedOptionsText } from '../text/optionText.ts';
import { excessSentence, peakFigures } from '../text/peakText.ts';

/**
 * `Admitted 24 of 32 requests, of which 3 were delayed; denied 8. At most 20 in any 10 s, where the limit is 10.
 * More than n, by design: the rule allows up to 20.`
 * @param retrying whether clients try again: then the jobs come first, and what a herd of retries did to them
 */
export function figuresText(laneInfo: LaneInfo, retrying: boolean): string {
  const { summary, n, T } = laneInfo;
  const { requests, peak } = summary;
  const most = formatCount(peak?.permits ?? 0);
  return [
    retrying ? clientsSentence(laneInfo) : '',
    decidedText(summary, ` of ${pluralize(requests, 'request')}`),
    `At most ${most} in any ${formatDuration(T / SECOND)}, where the limit is ${formatCount(n)}.`,
    excessSentence(peakFigures(laneInfo)),
    laneInfo.ending,
  ]
    .filter(Boolean)
    .join(' ');
}

/** `60 of 80 jobs done, 4.25 tries each, p50 13 s, p99 31 s, herd of 20.`; the same by key, where a few are told apart. */
function clientsSentence(laneInfo: LaneInfo): string {
  return `${[jobsParts(laneInfo).join(', '), ...keyJobsLines(laneInfo)].join('; ')}.`;
}

/** `Admitted 10; denied 3. These are up to the playhead; the figures of the whole run are hidden with the future.` */
export function shownFiguresText(counts: LaneCounts | null, retrying: boolean): string {
  if (counts === null) return 'The figures of the whole run are hidden with the future.';
  return (
    `${retrying ? jobsText(counts.jobs) : ''}${decidedText(counts, '')} ` +
    'These are up to the playhead; the figures of the whole run are hidden with the future.'
  );
}

function jobsText(jobs: LaneCounts['jobs']): string {
  return jobs === null ? '' : `${formatCount(jobs.done)} of ${pluralize(jobs.started, 'job')} done. `;
}

function decidedText(
  { admitted, delayed, denied }: Pick<LaneCounts, 'admitted' | 'delayed' | 'denied'>,
  ofAll: string,
): string {
  const waited = delayed === 0 ? '' : `, of which ${formatCount(delayed)} ${delayed === 1 ? 'was' : 'were'} delayed`;
  return `Admitted ${formatCount(admitted)}${ofAll}${waited}; denied ${formatCount(denied)}.`;
}

const LEGENDS: Readonly<Record<DisplayMode, string>> = {
  marks: 'A dot is a request that was admitted, a ring one that was delayed, a cross one that was denied.',
  densities:
    'Bars count requests: above the line those that were admitted, hollow where they were delayed; below it, hatched, those that were denied.',
};

interface Sight {
  readonly range: TimeRange;
  readonly mode: DisplayMode;
  /** What lies beyond this instant is hidden; infinity where nothing is. */
  readonly until: Instant;
}

/** A whole run may end a microsecond after its last request, and what was zoomed to anywhere: a thousandth of it is enough. */
function rangeText({ from, to }: TimeRange): string {
  const step = 10 ** Math.max(0, Math.floor(Math.log10((to - from) / 1_000)));
  const text = (at: Instant): string => formatSeconds((Math.round(at / step) * step) / SECOND);
  return `From ${text(from)} to ${text(to)}.`;
}

/** `From 0 s to 20 s. A dot is a request that was admitted, … What comes after the playhead, at 5.000 s, is hidden.` */
export function sightText({ range, mode, until }: Sight): string {
  const hidden = until < Infinity ? ` What comes after the playhead, at ${formatInstantExact(until)}, is hidden.` : '';
  return `${rangeText(range)} ${LEGENDS[mode]}${hidden}`;
}

/** What tells a lane from another with the same limit; empty where its name says all. */
export function laneSettingsText(lane: Lane): string {
  const limiter = unnamedLimiter(lane);
  return capitalized([...(limiter === null ? [] : [limiter]), ...changedOptionsText(lane)].join(', '));
}
