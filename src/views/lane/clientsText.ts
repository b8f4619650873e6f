/** Results of a lane's clients in full: figures, phases, and an abuser compared with the rule. */
import {
  admittedBeforeDenial,
  fluidAdmittedBeforeDenial,
  SECOND,
  type AbuserResult,
  type JobStats,
  type Duration,
  type JobPhaseResult,
} from '../../sim/index.ts';
import { formatCount, pluralize, formatNumber } from '../format/numbers.ts';
import { formatDerivedTime, formatInstantExact, formatSeconds } from '../format/time.ts';

/** `First tries`, `20`; a dash for a missing figure. */
export type StatRow = readonly [name: string, text: string];

export function jobStatRows({
  started,
  retries,
  succeeded,
  timeToSuccess,
  givenUp,
  waiting,
  timedOut,
}: JobStats): readonly StatRow[] {
  const timeText = (share: 'median' | 'p99' | 'max'): string =>
    timeToSuccess === null ? '–' : formatDerivedTime(timeToSuccess[share]);
  return [
    ['First tries', formatCount(started)],
    ['Retries', formatCount(retries)],
    ['Done', formatCount(succeeded)],
    ['Time to success p50', timeText('median')],
    ['Time to success p99', timeText('p99')],
    ['Time to success max', timeText('max')],
    ['Given up', formatCount(givenUp)],
    ['Still waiting', formatCount(waiting)],
    ['Timed out', formatCount(timedOut)],
  ];
}

/**
 * `20 retries within 0.1 s, from 10.000 s`; null if no two were that close.
 * @param T the lane's own window; a herd is counted within a hundredth of it
 */
export function herdText({ herd }: JobStats, T: Duration): string | null {
  if (herd === null || herd.retries < 2) return null;
  const within = formatSeconds(T / 100 / SECOND);
  return `${pluralize(herd.retries, 'retry', 'retries')} within ${within}, from ${formatInstantExact(herd.from)}`;
}

/** A phase's instants and rate, or a text in their place. */
export interface JobPhaseText {
  readonly jobs: string;
  /** Null if it never starts. */
  readonly from: string | null;
  /** Null if it is not over. */
  readonly over: { readonly to: string; readonly rate: string } | null;
}

export function jobPhaseText({ jobs, from, to, rate }: JobPhaseResult): JobPhaseText {
  return {
    jobs: formatCount(jobs),
    from: from === null ? null : formatInstantExact(from),
    over: to === null || rate === null ? null : { to: formatInstantExact(to), rate: formatNumber(rate) },
  };
}

/** What a bucket of capacity q admits from an abuser before the first denial, by the rule and as a fluid. */
export interface AbuserPrediction {
  readonly q: number;
  readonly exact: number;
  readonly fluid: number;
}

/** Null if there is no bucket, or if it is never emptied, at a rate of at most n/T. */
export function abuserPrediction({ bucketCapacity, a }: AbuserResult): AbuserPrediction | null {
  return bucketCapacity === null || a <= 1
    ? null
    : {
        q: bucketCapacity,
        exact: admittedBeforeDenial(bucketCapacity, a),
        fluid: fluidAdmittedBeforeDenial(bucketCapacity, a),
      };
}

/**
 * `It requests 2 × n/T, and 19 requests are admitted before the first denial, as the rule predicts for a bucket of 10.
 * The fluid approximation gives 20.`
 */
export function abuserText(abuse: AbuserResult): string {
  const { a, admitted, denied } = abuse;
  const requests = pluralize(admitted, 'request is', 'requests are');
  const prefix = `It requests ${formatNumber(a, 6)} × n/T, and`;
  if (!denied) return `${prefix} is never denied: ${requests} admitted.`;
  const measured = `${prefix} ${requests} admitted before the first denial`;
  const rule = abuserPrediction(abuse);
  if (rule === null) return `${measured}.`;
  const comparison = rule.exact === admitted ? 'as the rule predicts' : `the rule predicts ${formatCount(rule.exact)}`;
  return `${measured}, ${comparison} for a bucket of ${formatCount(rule.q)}. The fluid approximation gives ${formatNumber(rule.fluid)}.`;
}
