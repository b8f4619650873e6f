/** The sentence under the policy: what to watch, and at the end what came of it. */
import type { LaneInfo } from '../../sim/index.ts';
import type { Result } from '../../store/state.ts';
import { formatCount } from '../format/numbers.ts';

/** Beyond this many lanes a list of figures is no sentence any more; the lanes themselves say it. */
const MAX_LISTED = 5;

/** `24, 15 and 23 of the same 32 requests got in. Press Space to send one yourself, or drag n.` */
export function closingText({
  laneInfos,
  openLoopRequests,
  isClosedLoop,
}: Pick<Result, 'laneInfos' | 'openLoopRequests' | 'isClosedLoop'>): string | null {
  if (laneInfos.length < 2 || laneInfos.length > MAX_LISTED) return null;
  const what = isClosedLoop ? jobsDoneText(laneInfos) : admittedText(laneInfos, openLoopRequests);
  return what === null ? null : `${what} Press Space to send one yourself, or drag n.`;
}

function admittedText(frames: readonly LaneInfo[], requests: number): string | null {
  if (requests === 0) return null;
  return `${joinWithAnd(frames.map(({ summary }) => formatCount(summary.admitted)))} of the same ${formatCount(requests)} requests got in.`;
}

/** Each lane has requests of its own there; jobs are what lanes have in common, though not all of them come to each. */
function jobsDoneText(frames: readonly LaneInfo[]): string | null {
  const jobStats = frames.flatMap(({ summary }) => summary.jobStats ?? []);
  const begun = jobStats.map((work) => work.started);
  const maxJobs = Math.max(0, ...begun);
  if (maxJobs === 0) return null;
  if (begun.every((jobs) => jobs === maxJobs)) {
    return `${joinWithAnd(jobStats.map(({ succeeded }) => formatCount(succeeded)))} of the same ${formatCount(maxJobs)} jobs were done.`;
  }
  return `${joinWithAnd(jobStats.map((work) => `${formatCount(work.succeeded)} of ${formatCount(work.started)}`))} jobs were done.`;
}

/** `24, 15 and 23` */
function joinWithAnd(figures: readonly string[]): string {
  return `${figures.slice(0, -1).join(', ')} and ${figures.at(-1)}`;
}
