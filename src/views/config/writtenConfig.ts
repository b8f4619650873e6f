/** A lane as the text of a product: its own, or the nearest that the product can say. */
import {
  CannotPrintError,
  configLaneOf,
  configProducts,
  configStackOf,
  nearestLane,
  printConfig,
  printStack,
  type PrintedConfig,
} from '../../configs/index.ts';
import type { Lane, Policy, Scenario } from '../../sim/index.ts';
import type { ConfigLimit } from '../../store/configEdits.ts';

export type WrittenConfig =
  | (PrintedConfig & {
      /** What the text says: several limits are a stack. */
      readonly limits: readonly [ConfigLimit, ...ConfigLimit[]];
      /** What of the lane it does not say, of a single limit; empty if it says all. */
      readonly differs: string;
    })
  | {
      /** Why the product cannot say it, in a sentence. */
      readonly refusal: string;
      /** What it can say, the nearest first. */
      readonly nearest: readonly Policy[];
    };

/** The system whose config the lane is, a limiter's id; null if it is none's. */
export function configuredProduct({ limiter, options, of }: Lane): string | null {
  const product = of === undefined ? limiter : (of[0]?.limiter ?? '');
  const info = configProducts.find(({ id }) => id === product);
  if (info === undefined) return null;
  if (of === undefined) return product;
  const keys = new Set(of.map(({ key }) => key));
  // One whose limit is for all says no stack of both.
  const saysKeys = !keys.has('all') || (info.sharesLimits && (keys.size === 1 || !info.isShared));
  const stacks = of.length === 1 || info.stack?.charge === options['charge'];
  return saysKeys && stacks && of.every(({ limiter: id }) => id === product) ? product : null;
}

/** @param policy the scenario's */
export function writeConfig(product: string, own: Lane, policy: Scenario['policy']): WrittenConfig {
  const scenario = { policy, lanes: [own] };
  try {
    const stack = configStackOf(scenario, 0);
    if (stack !== null) {
      const { lanes, ...printed } = printStack(product, stack);
      return { ...printed, limits: lanes as [ConfigLimit, ...ConfigLimit[]], differs: '' };
    }
    const lane = configLaneOf(scenario, 0);
    if (lane.limiter === product) return { ...printConfig(product, lane), limits: [lane], differs: '' };
    const nearest = nearestLane(product, lane);
    const { isShared = false } = configProducts.find(({ id }) => id === product) ?? {};
    const limit = { ...nearest.lane, ...(isShared && { key: 'all' as const }) };
    return { ...printConfig(product, nearest.lane), limits: [limit], differs: nearest.differs };
  } catch (error) {
    if (!(error instanceof CannotPrintError)) throw error;
    return { refusal: error.message, nearest: error.nearest };
  }
}
