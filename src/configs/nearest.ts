/** The policies nearest to one that a product cannot say. */
import { limiterById, MAX_PERMITS, MILLISECOND, type Duration, type Policy } from '../sim/index.ts';
import { CannotPrintError, type ConfigLane, type ConfigProduct, type TimeGrid } from './product.ts';
import { refusal } from './refusal.ts';

const NEAREST = 2;

/** At most two, the nearest first; none where the options are at fault. */
export function nearestPolicies(product: ConfigProduct, lane: ConfigLane): readonly Policy[] {
  const { policy } = lane;
  const candidates = product.nearest?.(lane) ?? onGrid(product, policy);
  return candidates.filter((one) => canPrint(product, { ...lane, policy: one })).slice(0, NEAREST);
}

export function canPrint(product: ConfigProduct, lane: ConfigLane): boolean {
  if (refusal(product.id, lane.policy, lane.options) !== null) return false;
  try {
    product.print(lane);
    return true;
  } catch (error) {
    if (error instanceof CannotPrintError) return false;
    throw error;
  }
}

/** With the same rate as nearly as whole numbers allow. A bucket keeps its rate first, a window its length. */
function onGrid({ id, timeGrid }: ConfigProduct, policy: Policy): readonly Policy[] {
  const { n, T } = policy;
  const times = timeGrid === undefined ? [T] : timesOf(timeGrid, T);
  const candidates = times.flatMap((time) => {
    const exact = (n * time) / T;
    const counts = new Set([Math.floor(exact), Math.ceil(exact)].map((count) => clamp(count, 1, MAX_PERMITS)));
    return [...counts].map((count) => ({ ...policy, n: count, T: time }));
  });
  const rateError = (one: Policy) => Math.abs(Math.log((one.n * T) / (one.T * n)));
  const timeError = (one: Policy) => Math.abs(Math.log(one.T / T));
  const [first, second] = limiterById(id)?.usesCapacity === true ? [rateError, timeError] : [timeError, rateError];
  return candidates.sort((a, b) => first(a) - first(b) || second(a) - second(b));
}

/** A capacity that follows n goes on following it. */
function timesOf(grid: TimeGrid, T: Duration): readonly Duration[] {
  if ('spans' in grid) return grid.spans;
  const { unit, least = unit, most = Infinity } = grid;
  const whole = (time: Duration) => clamp(time, Math.max(least, MILLISECOND), most);
  return [...new Set([whole(Math.floor(T / unit) * unit), whole(Math.ceil(T / unit) * unit)])];
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
