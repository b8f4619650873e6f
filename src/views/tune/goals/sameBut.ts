/** Whether what was found for a lane still holds. */
import type { Scenario } from '../../../sim/index.ts';

/** What an answer depends on besides the lane. An edit of something else leaves each of them as it is. */
const FIELDS = ['goals', 'traffic', 'cluster', 'seed', 'duration', 'epoch'] as const;

/**
 * Whether two scenarios differ, for a lane, at most in one parameter: the one that was sought, which is set to the answer and
 * may then be tried beside it.
 */
export function sameBut(before: Scenario, now: Scenario, lane: number, parameter: string): boolean {
  return (
    FIELDS.every((field) => before[field] === now[field]) &&
    settingBut(before, lane, parameter) === settingBut(now, lane, parameter)
  );
}

function settingBut({ policy, lanes }: Scenario, lane: number, parameter: string): string {
  const { limiter, edition, options, policy: own } = lanes[lane] ?? {};
  const parts = [policy, own, options].map((part) => Object.entries(part ?? {}).filter(([id]) => id !== parameter));
  return JSON.stringify([limiter, edition, ...parts.map((part) => part.sort(([a], [b]) => (a < b ? -1 : 1)))]);
}
