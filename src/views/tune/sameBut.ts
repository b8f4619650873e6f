/** Whether what was worked out for a scenario still holds for another. */
import type { Scenario } from '../../sim/index.ts';

/** What the requests depend on. */
const TRAFFIC_FIELDS = ['traffic', 'seed', 'duration'] as const;
/** What an answer about a lane depends on besides it. An edit of something else leaves each of them as it is. */
const FIELDS = [...TRAFFIC_FIELDS, 'goals', 'cluster', 'epoch'] as const;

/** Whether both have the same requests. A script may depend on the policy. */
export function sameTraffic(before: Scenario, now: Scenario): boolean {
  return (
    TRAFFIC_FIELDS.every((field) => before[field] === now[field]) &&
    (before.policy === now.policy || !now.traffic.some(({ kind }) => kind === 'script'))
  );
}

/**
 * Whether two scenarios differ, for a lane, at most in these parameters, as where one was sought and is then tried beside its
 * answer, or where a map is over two of them.
 */
export function sameBut(before: Scenario, now: Scenario, lane: number, ...parameters: readonly string[]): boolean {
  return (
    FIELDS.every((field) => before[field] === now[field]) &&
    settingBut(before, lane, parameters) === settingBut(now, lane, parameters)
  );
}

function settingBut({ policy, lanes }: Scenario, lane: number, parameters: readonly string[]): string {
  const { limiter, edition, options, policy: own, of } = lanes[lane] ?? {};
  const parts = [policy, own, options].map((part) =>
    Object.entries(part ?? {}).filter(([id]) => !parameters.includes(id)),
  );
  return JSON.stringify([limiter, edition, of, ...parts.map((part) => part.sort(([a], [b]) => (a < b ? -1 : 1)))]);
}
