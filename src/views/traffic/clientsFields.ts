/** Clients: what they do, in a sentence, and changes that keep to what the format lets stand together. */
import { isSelfPaced, jobsPerSecond, MAX_JOBS, parseScenario, type EntryOfKind } from '../../sim/index.ts';
import { formatNumber } from '../format/numbers.ts';
import { formatDuration } from '../format/time.ts';

export type ClientsEntry = EntryOfKind<'clients'>;
export type RetryOptions = ClientsEntry['retry'];
export type StrategyName = RetryOptions['strategy'];

/** In the order in which they are offered. */
export const STRATEGIES = ['none', 'retry-poll', 'backoff', 'retry-after', 'careless', 'abuser'] as const;
export const JITTERS = ['none', 'full', 'equal', 'decorrelated'] as const;

/** Whether a refused job is tried again, so that tries can be counted. */
export function retriesRefused({ strategy }: RetryOptions): boolean {
  return strategy !== 'none' && strategy !== 'abuser';
}

/** What clients of that strategy do once they are refused, or whatever they are told. */
export function strategyText(retry: RetryOptions): string {
  switch (retry.strategy) {
    case 'none':
      return 'Each job is one request. A refused one is given up.';
    case 'retry-poll':
      return `A refused job is tried again every ${formatDuration(retry.every)} until it is admitted.`;
    case 'backoff':
      return backoffText(retry);
    case 'retry-after':
      return (
        'A refused job waits for as long as Retry-After says, whole seconds and at least 1, and is tried again. ' +
        'Without a Retry-After it is given up.'
      );
    case 'careless':
      return (
        `One request every ${formatDuration(retry.every)} until one is refused. That one comes back at the first instant at ` +
        'which it would be admitted, and so it goes on.'
      );
    case 'abuser':
      return `Requests come steadily at ${formatNumber(retry.a, 6)} × n/T of the lane, whatever the answers.`;
  }
}

function backoffText({ base, cap, factor, jitter }: Extract<RetryOptions, { strategy: 'backoff' }>): string {
  if (jitter === 'decorrelated') {
    return `After a denial it waits a random time from ${formatDuration(base)} to three times the wait before, at most ${formatDuration(cap)}.`;
  }
  const grows =
    factor === 1 ? 'the same after each' : `${formatNumber(factor, 6)} times as long after each further one`;
  const cappedText = `After the first denial the wait is ${formatDuration(base)}, ${grows}, at most ${formatDuration(cap)}`;
  return {
    none: `${cappedText}.`,
    full: `${cappedText}; a random part of that, from nothing to all, is waited.`,
    equal: `${cappedText}; half of that, and a random part of the other half, is waited.`,
  }[jitter];
}

/** With another strategy, as the format fills it in, and with a pace exactly where that needs one. */
export function withStrategy(entry: ClientsEntry, strategy: StrategyName): ClientsEntry {
  const retry = defaultRetry(strategy);
  const { rate, phases, ...rest } = entry;
  if (isSelfPaced(retry)) return { ...rest, arrivals: 'steady', retry };
  if (phases !== undefined) return { ...rest, phases, retry };
  return { ...rest, rate: rate ?? 1, retry };
}

/** The format's own defaults of a strategy. */
function defaultRetry(strategy: StrategyName): RetryOptions {
  const pace = strategy === 'careless' || strategy === 'abuser' ? {} : { rate: 1 };
  const parsed = parseScenario({ traffic: [{ kind: 'clients', retry: { strategy }, ...pace }] });
  const entry = parsed.ok ? parsed.scenario.traffic[0] : undefined;
  if (entry?.kind !== 'clients') throw new TypeError(`The format has no strategy ${strategy}.`);
  return entry.retry;
}

/** A rate turns into one phase of jobs, this many seconds long. */
const INITIAL_PHASE_SECONDS = 10;

/** A rate that is not nothing, jobs a second. */
const MIN_RATE = 0.000001;

/** At one rate, or in phases: about as fast as before. */
export function withPace(entry: ClientsEntry, pace: 'rate' | 'phases'): ClientsEntry {
  const { rate: _rate, phases: _phases, ...rest } = entry;
  const meanRate = Math.max(MIN_RATE, Number(jobsPerSecond(entry, 1).toPrecision(6)));
  if (pace === 'rate') return { ...rest, rate: meanRate };
  return {
    ...rest,
    phases: [{ jobs: Math.min(MAX_JOBS, Math.max(1, Math.round(meanRate * INITIAL_PHASE_SECONDS))), rate: meanRate }],
  };
}
