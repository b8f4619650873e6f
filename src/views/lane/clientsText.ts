/** What a lane's clients did, in full: figures, phases, and how an abuser fared against the rule. */
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
import { formatInstantExact, formatSeconds } from '../format/time.ts';

/** `First tries`, `20`; a dash for what there is none of. */
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
    timeToSuccess === null ? '–' : formatInstantExact(timeToSuccess[share]);
  return [
    ['First tries', formatCount(started)],
    ['Retries', formatCount(retries)],
    ['Done', formatCount(succeeded)],
    ['Time to success, median', timeText('median')],
    ['Time to success, 99 %', timeText('p99')],
    ['Time to success, longest', timeText('max')],
    ['Given up', formatCount(givenUp)],
    ['Still waiting', formatCount(waiting)],
    ['Timed out', formatCount(timedOut)],
  ];
}

/**
 * `20 retries within 0.1 s, from 10.000 s`; null where no two came so close.
 * @param T the lane's own window, of which a herd takes a hundredth
 */
export function herdText({ herd }: JobStats, T: Duration): string | null {
  if (herd === null || herd.retries < 2) return null;
  const within = formatSeconds(T / 100 / SECOND);
  return `${pluralize(herd.retries, 'retry', 'retries')} within ${within}, from ${formatInstantExact(herd.from)}`;
}

/** A phase's instants and rate, or what there is to say in their place. */
export interface JobPhaseText {
  readonly jobs: string;
  /** Null where it never starts. */
  readonly from: string | null;
  /** Null while it is not over. */
  readonly over: { readonly to: string; readonly rate: string } | null;
}

export function jobPhaseText({ jobs, from, to, rate }: JobPhaseResult): JobPhaseText {
  return {
    jobs: formatCount(jobs),
    from: from === null ? null : formatInstantExact(from),
    over: to === null || rate === null ? null : { to: formatInstantExact(to), rate: formatNumber(rate) },
  };
}

/** What a bucket of capacity q admits of an abuser before it refuses the first, by rule and as a fluid. */
export interface AbuserPrediction {
  readonly q: number;
  readonly exact: number;
  readonly fluid: number;
}

/** Null where there is no bucket, and where one is never emptied: of no more than n/T. */
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
 * `It asks for 2 × n/T, and 19 requests are admitted before the first is refused, as the rule says of a bucket of 10. Were
 * requests a fluid, it would be 20.`
 */
export function abuserText(abuse: AbuserResult): string {
  const { a, admitted, denied } = abuse;
  const requests = pluralize(admitted, 'request is', 'requests are');
  const prefix = `It asks for ${formatNumber(a, 6)} × n/T, and`;
  if (!denied) return `${prefix} is never refused: ${requests} admitted.`;
  const measured = `${prefix} ${requests} admitted before the first is refused`;
  const rule = abuserPrediction(abuse);
  if (rule === null) return `${measured}.`;
  const comparison = rule.exact === admitted ? 'as the rule says' : `the rule says ${formatCount(rule.exact)}`;
  return `${measured}, ${comparison} of a bucket of ${formatCount(rule.q)}. Were requests a fluid, it would be ${formatNumber(rule.fluid)}.`;
}
