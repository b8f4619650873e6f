/** Clients: the explicit list of retry strategies, and the pacer of an entry's jobs. */
import { abuser, abuserPacer } from './abuser.ts';
import { backoff } from './backoff.ts';
import { careless, carelessPacer } from './careless.ts';
import type { ClientsEntry, JobPacer, PacerContext, RetryStrategy } from './client.ts';
import { none } from './none.ts';
import { phasesPacer } from './phases.ts';
import { retryAfterStrategy } from './retryAfter.ts';
import { retryPoll } from './retryPoll.ts';

export { admittedBeforeDenial, fluidAdmittedBeforeDenial } from './abuser.ts';
export type { ClientsEntry, JobPacer, JobPhaseResult, RetryStrategy, RetryDelay } from './client.ts';

const strategies: readonly RetryStrategy[] = [none, retryPoll, backoff, retryAfterStrategy, careless, abuser];

const byName = new Map(strategies.map((strategy) => [strategy.name, strategy]));

export function retryStrategyFor({ retry }: ClientsEntry): RetryStrategy {
  return byName.get(retry.strategy) as RetryStrategy;
}

/** The pacer of an entry; null with a `rate`, because those jobs are generated in advance. */
export function createPacer(
  { rate, phases, count, arrivals, retry }: ClientsEntry,
  setting: PacerContext,
): JobPacer | null {
  if (phases !== undefined) return phasesPacer(phases, count, arrivals, setting);
  if (retry.strategy === 'careless') return carelessPacer(retry, setting);
  if (retry.strategy === 'abuser') return abuserPacer(retry, setting);
  if (rate === undefined) throw new TypeError('clients without a rate, phases or a self-paced strategy');
  return null;
}
