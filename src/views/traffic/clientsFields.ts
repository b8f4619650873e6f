/** Clients: their strategy in a sentence, and changes that keep the entry valid. */
import { isSelfPaced, jobsPerSecond, MAX_JOBS, scenarioOf, type EntryOfKind } from '../../sim/index.ts';
import { formatNumber, pluralize } from '../format/numbers.ts';
import { formatDuration } from '../format/time.ts';

export type ClientsEntry = EntryOfKind<'clients'>;
export type RetryOptions = ClientsEntry['retry'];
export type StrategyName = RetryOptions['strategy'];

/** In display order. */
export const STRATEGIES = ['none', 'retry-poll', 'backoff', 'retry-after', 'careless', 'abuser'] as const;
export const JITTERS = ['none', 'full', 'equal', 'decorrelated'] as const;

/** Whether a denied job is retried, so that tries can be limited. */
export function retriesRefused({ strategy }: RetryOptions): boolean {
  return strategy !== 'none' && strategy !== 'abuser';
}

/** Describes what clients do after a denial, or regardless of the answer. */
export function strategyText({ retry, maxTries }: Pick<ClientsEntry, 'retry' | 'maxTries'>): string {
  const text = retryText(retry);
  if (maxTries === undefined || !retriesRefused(retry)) return text;
  return `${text} A job is given up after ${pluralize(maxTries, 'try', 'tries')}.`;
}

function retryText(retry: RetryOptions): string {
  switch (retry.strategy) {
    case 'none':
      return 'Each job is one request. A denied job is given up.';
    case 'retry-poll':
      return `A denied job is retried every ${formatDuration(retry.every)} until it is admitted.`;
    case 'backoff':
      return backoffText(retry);
    case 'retry-after':
      return (
        'A denied job is retried after Retry-After, in whole seconds and at least 1. ' +
        'Without Retry-After it is given up.'
      );
    case 'careless':
      return (
        `One request every ${formatDuration(retry.every)} until one is denied. That request is retried at the first instant at ` +
        'which it would be admitted, and then the cycle repeats.'
      );
    case 'abuser':
      return (
        `Requests arrive steadily at ${formatNumber(retry.a, 6)} × n/T of the lane, whatever the answers are. ` +
        'Where nodes decide, each comes after the answer to the one before.'
      );
  }
}

function backoffText({ base, cap, factor, jitter }: Extract<RetryOptions, { strategy: 'backoff' }>): string {
  if (jitter === 'decorrelated') {
    return `After a denial it waits a random time from ${formatDuration(base)} to three times the wait before, at most ${formatDuration(cap)}.`;
  }
  const grows =
    factor === 1
      ? 'the same after each further denial'
      : `${formatNumber(factor, 6)} times as long after each further denial`;
  const cappedText = `After the first denial the wait is ${formatDuration(base)}, ${grows}, at most ${formatDuration(cap)}`;
  return {
    none: `${cappedText}.`,
    full: `${cappedText}; the client waits a random part of that, from none to all of it.`,
    equal: `${cappedText}; the client waits half of that plus a random part of the other half.`,
  }[jitter];
}

/** Changes the strategy, with the format's defaults, and adds or removes the pace as it requires. */
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
  const { traffic } = scenarioOf({ traffic: [{ kind: 'clients', retry: { strategy }, ...pace }] });
  return (traffic[0] as EntryOfKind<'clients'>).retry;
}

/** A rate turns into one phase of jobs, this many seconds long. */
const INITIAL_PHASE_SECONDS = 10;

/** Minimum positive rate, jobs per second. */
const MIN_RATE = 0.000001;

/** Changes between a constant rate and phases, keeping the average rate roughly. */
export function withPace(entry: ClientsEntry, pace: 'rate' | 'phases'): ClientsEntry {
  const { rate: _rate, phases: _phases, ...rest } = entry;
  const meanRate = Math.max(MIN_RATE, Number(jobsPerSecond(entry, 1).toPrecision(6)));
  if (pace === 'rate') return { ...rest, rate: meanRate };
  return {
    ...rest,
    phases: [{ jobs: Math.min(MAX_JOBS, Math.max(1, Math.round(meanRate * INITIAL_PHASE_SECONDS))), rate: meanRate }],
  };
}
