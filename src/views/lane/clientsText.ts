/** What a lane's clients did, in full: figures, phases, and how an abuser fared against the rule. */
import {
  admittedAtFirst,
  fluidAdmitted,
  SECOND,
  type Abuse,
  type Attempts,
  type Duration,
  type PhaseRun,
} from '../../sim/index.ts';
import { count, counted, number } from '../format/numbers.ts';
import { inSeconds } from '../format/time.ts';
import { exact } from '../why/whyText.ts';

/** `First tries`, `20`; a dash for what there is none of. */
export type Figure = readonly [name: string, text: string];

export function attemptFigures({
  begun,
  retries,
  succeeded,
  timeToSuccess,
  givenUp,
  waiting,
  timedOut,
}: Attempts): readonly Figure[] {
  const time = (share: 'median' | 'p99' | 'max'): string =>
    timeToSuccess === null ? '–' : exact(timeToSuccess[share]);
  return [
    ['First tries', count(begun)],
    ['Retries', count(retries)],
    ['Done', count(succeeded)],
    ['Time to success, median', time('median')],
    ['Time to success, 99 %', time('p99')],
    ['Time to success, longest', time('max')],
    ['Given up', count(givenUp)],
    ['Still waiting', count(waiting)],
    ['Timed out', count(timedOut)],
  ];
}

/**
 * `20 retries within 0.1 s, from 10.000 s`; null where no two came so close.
 * @param T the lane's own window, of which a herd takes a hundredth
 */
export function herdWords({ herd }: Attempts, T: Duration): string | null {
  if (herd === null || herd.retries < 2) return null;
  const within = inSeconds(T / 100 / SECOND);
  return `${counted(herd.retries, 'retry', 'retries')} within ${within}, from ${exact(herd.from)}`;
}

/** A phase's instants and rate, or what there is to say in their place. */
export interface PhaseWords {
  readonly jobs: string;
  /** Null where it never starts. */
  readonly from: string | null;
  /** Null while it is not over. */
  readonly over: { readonly to: string; readonly rate: string } | null;
}

export function phaseWords({ jobs, from, to, rate }: PhaseRun): PhaseWords {
  return {
    jobs: count(jobs),
    from: from === null ? null : exact(from),
    over: to === null || rate === null ? null : { to: exact(to), rate: number(rate) },
  };
}

/** What a bucket of capacity q admits of an abuser before it refuses the first, by rule and as a fluid. */
export interface AbuseRule {
  readonly q: number;
  readonly exact: number;
  readonly fluid: number;
}

/** Null where there is no bucket, and where one is never emptied: of no more than n/T. */
export function ruleOf({ q, a }: Abuse): AbuseRule | null {
  return q === null || a <= 1 ? null : { q, exact: admittedAtFirst(q, a), fluid: fluidAdmitted(q, a) };
}

/**
 * `It asks for 2 × n/T, and 19 requests are admitted before the first is refused, as the rule says of a bucket of 10. Were
 * requests a fluid, it would be 20.`
 */
export function abuseWords(abuse: Abuse): string {
  const { a, admitted, refused } = abuse;
  const requests = counted(admitted, 'request is', 'requests are');
  const asks = `It asks for ${number(a, 6)} × n/T, and`;
  if (!refused) return `${asks} is never refused: ${requests} admitted.`;
  const measured = `${asks} ${requests} admitted before the first is refused`;
  const rule = ruleOf(abuse);
  if (rule === null) return `${measured}.`;
  const says = rule.exact === admitted ? 'as the rule says' : `the rule says ${count(rule.exact)}`;
  return `${measured}, ${says} of a bucket of ${count(rule.q)}. Were requests a fluid, it would be ${number(rule.fluid)}.`;
}
