/** Lanes whose code decides, but fails in what is shown of a run: in a level, or a wait to try again. */
import { hasUserCode, isOwnCodeError } from '../run/lanePlan.ts';
import { failedLane, type FailedLane } from '../run/plan.ts';
import { withoutEnded, type Run } from '../run/runLanes.ts';

/**
 * The run without them: they end as those do that fail while they decide.
 * @param show asks a run of one lane all that is to be shown; only lanes with code are tried
 */
export function withoutUnshowable({ plan, lanes }: Run, show: (alone: Run) => void): Run {
  const ended = lanes.flatMap((lane): FailedLane[] => {
    const { laneIndex } = lane.plan;
    const own = plan.scenario.lanes[laneIndex]!;
    if (!hasUserCode(own)) return [];
    try {
      show({ plan, lanes: [lane] });
      return [];
    } catch (error) {
      if (!isOwnCodeError(error)) throw error;
      return [failedLane(own, laneIndex, error)];
    }
  });
  if (ended.length === 0) return { plan, lanes };
  const isEnded = (index: number): boolean => ended.some(({ laneIndex }) => laneIndex === index);
  return { plan: withoutEnded(plan, ended), lanes: lanes.filter((lane) => !isEnded(lane.plan.laneIndex)) };
}
