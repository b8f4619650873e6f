/** Clients: what they do, in a sentence, and changes that keep to what the format lets stand together. */
import { parseScenario, type Traffic } from '../../sim/index.ts';
import { number } from '../format/numbers.ts';
import { duration } from '../format/time.ts';

export type Clients = Extract<Traffic, { kind: 'clients' }>;
export type Retry = Clients['retry'];
export type StrategyName = Retry['strategy'];

/** In the order in which they are offered. */
export const STRATEGIES = ['none', 'retry-poll', 'backoff', 'retry-after', 'careless', 'abuser'] as const;
export const JITTERS = ['none', 'full', 'equal', 'decorrelated'] as const;

/** Whether it says itself how fast requests come, so that there is neither a rate nor phases. */
export function setsOwnPace({ strategy }: Retry): boolean {
  return strategy === 'careless' || strategy === 'abuser';
}

/** Whether a refused job is tried again, so that tries can be counted. */
export function triesAgain({ strategy }: Retry): boolean {
  return strategy !== 'none' && strategy !== 'abuser';
}

/** What clients of that strategy do once they are refused, or whatever they are told. */
export function strategyWords(retry: Retry): string {
  switch (retry.strategy) {
    case 'none':
      return 'Each job is one request. A refused one is given up.';
    case 'retry-poll':
      return `A refused job is tried again every ${duration(retry.every)} until it is admitted.`;
    case 'backoff':
      return backoffWords(retry);
    case 'retry-after':
      return (
        'A refused job waits for as long as Retry-After says, whole seconds and at least 1, and is tried again. ' +
        'Without a Retry-After it is given up.'
      );
    case 'careless':
      return (
        `One request every ${duration(retry.every)} until one is refused. That one comes back at the first instant at ` +
        'which it would be admitted, and so it goes on.'
      );
    case 'abuser':
      return `Requests come steadily at ${number(retry.a, 6)} × n/T of the lane, whatever the answers.`;
  }
}

function backoffWords({ base, cap, factor, jitter }: Extract<Retry, { strategy: 'backoff' }>): string {
  if (jitter === 'decorrelated') {
    return `After a denial it waits a random time from ${duration(base)} to three times the wait before, at most ${duration(cap)}.`;
  }
  const grows = factor === 1 ? 'the same after each' : `${number(factor, 6)} times as long after each further one`;
  const most = `After the first denial the wait is ${duration(base)}, ${grows}, at most ${duration(cap)}`;
  return {
    none: `${most}.`,
    full: `${most}; a random part of that, from nothing to all, is waited.`,
    equal: `${most}; half of that, and a random part of the other half, is waited.`,
  }[jitter];
}

/** Jobs a second of each, on average; `limit` is n/T of the run. */
export function jobsPerSecond({ rate, phases, retry }: Clients, limit: number): number {
  if (retry.strategy === 'careless') return 1 / retry.every;
  if (retry.strategy === 'abuser') return retry.a * limit;
  if (phases === undefined) return rate ?? limit;
  const jobs = phases.reduce((sum, phase) => sum + phase.jobs, 0);
  const seconds = phases.reduce((sum, phase) => sum + phase.jobs / phase.rate, 0);
  return jobs / seconds;
}

/** With another strategy, as the format fills it in, and with a pace exactly where that needs one. */
export function withStrategy(entry: Clients, strategy: StrategyName): Clients {
  const retry = standard(strategy);
  const { rate, phases, ...rest } = entry;
  if (setsOwnPace(retry)) return { ...rest, arrivals: 'steady', retry };
  if (phases !== undefined) return { ...rest, phases, retry };
  return { ...rest, rate: rate ?? 1, retry };
}

/** The format's own defaults of a strategy. */
function standard(strategy: StrategyName): Retry {
  const pace = strategy === 'careless' || strategy === 'abuser' ? {} : { rate: 1 };
  const parsed = parseScenario({ traffic: [{ kind: 'clients', retry: { strategy }, ...pace }] });
  const entry = parsed.ok ? parsed.scenario.traffic[0] : undefined;
  if (entry?.kind !== 'clients') throw new TypeError(`The format has no strategy ${strategy}.`);
  return entry.retry;
}

/** How long the one phase of jobs is that a rate turns into, seconds. */
const FIRST_PHASE = 10;

/** At one rate, or in phases: about as fast as before. */
export function withPace(entry: Clients, pace: 'rate' | 'phases'): Clients {
  const { rate: _rate, phases: _phases, ...rest } = entry;
  const mean = Math.max(0.000001, Number(jobsPerSecond(entry, 1).toPrecision(6)));
  if (pace === 'rate') return { ...rest, rate: mean };
  return { ...rest, phases: [{ jobs: Math.min(1_000_000, Math.max(1, Math.round(mean * FIRST_PHASE))), rate: mean }] };
}
