import {
  joinWithAnd,
  resolvePolicy,
  resolveStackedPolicy,
  SECOND,
  type Policy,
  type Scenario,
} from '../../sim/index.ts';
import { formatLimitShort } from '../format/rates.ts';

/** `10 per 10 s`; of a stack each of its limits: `2 per second and 100 per minute for all keys`. */
export function laneLimitText(scenario: Pick<Scenario, 'policy' | 'lanes'>, index: number): string {
  const lane = scenario.lanes[index];
  const text = ({ n, T }: Pick<Policy, 'n' | 'T'>): string => formatLimitShort({ n, T: T / SECOND });
  if (lane?.of === undefined) return text(resolvePolicy(scenario, index));
  return joinWithAnd(
    lane.of.map((limit) => {
      const shared = limit.key === 'all' ? ' for all keys' : '';
      return `${text(resolveStackedPolicy(scenario, lane, limit))}${shared}`;
    }),
  );
}
