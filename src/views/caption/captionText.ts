/** The sentence that replaces the caption once the run has been played through. */
import { joinWithAnd, type LaneInfo } from '../../sim/index.ts';
import type { Result } from '../../store/state.ts';
import { formatCount } from '../format/numbers.ts';
import type { LayoutWidth } from '../hooks/useLayout.ts';

/** With more lanes the list of figures would be too long for a sentence. */
const MAX_LISTED = 5;

/** `24, 15 and 23 of the same 32 requests were admitted. Press Space to send one yourself, or drag n.` */
export function closingText(
  {
    laneInfos: allLaneInfos,
    openLoopRequests,
    isClosedLoop,
  }: Pick<Result, 'laneInfos' | 'openLoopRequests' | 'isClosedLoop'>,
  width: LayoutWidth,
): string | null {
  const laneInfos = allLaneInfos.filter((laneInfo) => laneInfo !== null);
  if (laneInfos.length < 2 || laneInfos.length > MAX_LISTED) return null;
  const what = isClosedLoop ? jobsDoneText(laneInfos) : admittedText(laneInfos, openLoopRequests);
  if (what === null) return null;
  // A phone has no space bar, and n is behind a button there.
  return `${what} ${width === 'phone' ? 'Press Send to add one yourself, or change n.' : 'Press Space to send one yourself, or drag n.'}`;
}

function admittedText(laneInfos: readonly LaneInfo[], requests: number): string | null {
  if (requests < 2) return null;
  return `${joinWithAnd(laneInfos.map(({ summary }) => formatCount(summary.admitted)))} of the same ${formatCount(requests)} requests were admitted.`;
}

/** With clients that retry, each lane has its own requests; only jobs compare, and not every job starts in every lane. */
function jobsDoneText(laneInfos: readonly LaneInfo[]): string | null {
  const jobStats = laneInfos.flatMap(({ summary }) => summary.jobStats ?? []);
  const startedJobs = jobStats.map(({ started }) => started);
  const maxJobs = Math.max(0, ...startedJobs);
  if (maxJobs === 0) return null;
  if (startedJobs.every((jobs) => jobs === maxJobs)) {
    return `${joinWithAnd(jobStats.map(({ succeeded }) => formatCount(succeeded)))} of the same ${formatCount(maxJobs)} jobs were done.`;
  }
  return `${joinWithAnd(jobStats.map(({ succeeded, started }) => `${formatCount(succeeded)} of ${formatCount(started)}`))} jobs were done.`;
}
