/** A lane as the text of a product: its own, or the nearest that the product can say. */
import { CannotPrintError, configProducts, nearestLane, printConfig, type PrintedConfig } from '../../configs/index.ts';
import type { Lane, Policy } from '../../sim/index.ts';
import type { ConfigLimit } from '../../store/configEdits.ts';

export type WrittenConfig =
  | (PrintedConfig & {
      /** What the text says. */
      readonly limit: ConfigLimit;
      /** What of the lane it does not say; empty if it says all. */
      readonly differs: string;
    })
  | {
      /** Why the product cannot say it, in a sentence. */
      readonly refusal: string;
      /** What it can say, the nearest first. */
      readonly nearest: readonly Policy[];
    };

/** Whether a lane is of a system that has a config. */
export function isConfigured(lane: Lane): boolean {
  return configProducts.some(({ id }) => id === lane.limiter);
}

/** @param policy the lane's, with what it inherits */
export function writeConfig(product: string, { limiter, options: own }: Lane, policy: Policy): WrittenConfig {
  // Limiters within schemes are no option of a product's.
  const options = Object.fromEntries(
    Object.entries(own).filter((entry): entry is [string, string | number] => typeof entry[1] !== 'object'),
  );
  try {
    if (limiter === product)
      return { ...printConfig(product, { policy, options }), limit: { limiter, policy, options }, differs: '' };
    const { lane, differs } = nearestLane(product, { limiter, policy, options });
    return { ...printConfig(product, lane), limit: lane, differs };
  } catch (error) {
    if (!(error instanceof CannotPrintError)) throw error;
    return { refusal: error.message, nearest: error.nearest };
  }
}
