/** Clients: the strategies, a list that someone wrote, and what sets the pace of an entry's jobs. */
import { abuser, abuserPace } from './abuser.ts';
import { backoff } from './backoff.ts';
import { careless, carelessPace } from './careless.ts';
import type { Clients, Pace, PaceSetting, Strategy } from './client.ts';
import { none } from './none.ts';
import { phasesPace } from './phases.ts';
import { retryAfter } from './retryAfter.ts';
import { retryPoll } from './retryPoll.ts';

export { admittedAtFirst, fluidAdmitted } from './abuser.ts';
export type { Clients, Pace, PhaseRun, Strategy, Wait } from './client.ts';

const strategies: readonly Strategy[] = [none, retryPoll, backoff, retryAfter, careless, abuser];

const byName = new Map(strategies.map((strategy) => [strategy.name, strategy]));

export function strategyOf({ retry }: Clients): Strategy {
  return byName.get(retry.strategy) as Strategy;
}

/** What says when jobs come; null with a `rate`, whose jobs are generated beforehand. */
export function paceOf({ rate, phases, count, arrivals, retry }: Clients, setting: PaceSetting): Pace | null {
  if (phases !== undefined) return phasesPace(phases, count, arrivals, setting);
  if (retry.strategy === 'careless') return carelessPace(retry, setting);
  if (retry.strategy === 'abuser') return abuserPace(retry, setting);
  if (rate === undefined) throw new TypeError('clients without a rate, phases or a pace of their own');
  return null;
}
