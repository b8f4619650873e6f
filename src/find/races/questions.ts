/** What is sought in the runs of a lane on a cluster: too much let through, or too little. */
import { isDenied, type RecordedAnswer } from '../../sim/engine.ts';
import { formatNumber, type Instant, type Verdict } from '../../sim/index.ts';
import { seconds, type Allowance } from '../question.ts';
import type { RaceRun } from './raceRun.ts';

export interface RaceQuestion {
  readonly allowance: Allowance;
  /** `lets more than 3 through in 60 s`. */
  readonly sought: string;
  /** What a run shows, without the lane's name; null if nothing. */
  shows(run: RaceRun, reasons: readonly string[]): string | null;
}

/**
 * More than `n` come and take effect within some [t, t + T). Whether a limiter counts a request when it comes, when its command
 * is executed or when it is answered: it should have seen all of these in one T.
 */
export function overInRaces(allowance: Allowance): RaceQuestion {
  const { n, T } = allowance;
  return {
    allowance,
    sought: `lets more than ${formatNumber(n)} through in ${seconds(T)}`,
    shows({ at, answers }) {
      const countFrom = (from: Instant): number =>
        answers.filter(({ effect }, request) => (at[request] as Instant) >= from && effect < from + T).length;
      const most = Math.max(...at.map(countFrom));
      return most <= n ? null : `lets ${most} take effect within less than ${seconds(T)}`;
    },
  };
}

/**
 * A request is refused although, with all that took effect in the T before it came or was admitted before it was answered, it
 * would make no more than n. One that got no answer from its node was not refused by the rule.
 */
export function refusesInRaces(allowance: Allowance): RaceQuestion {
  const { n, T } = allowance;
  return {
    allowance,
    sought: `refuses although fewer than ${formatNumber(n)} were admitted in the last ${seconds(T)}`,
    shows({ at, answers }, reasons) {
      for (const [request, { verdict, answeredAt, isDecided }] of answers.entries()) {
        if (!isDecided || !isDenied(verdict)) continue;
        const cameAt = at[request] as number;
        const counted = ({ effect }: RecordedAnswer, other: number): boolean =>
          effect !== Infinity && effect > cameAt - T && (at[other] as number) <= answeredAt;
        const admitted = answers.filter(counted).length;
        if (admitted + 1 <= n)
          return `refuses request ${request + 1}${reasonText(reasons, verdict)}, although it admitted ${admitted === 0 ? 'none' : admitted} in the ${seconds(T)} before`;
      }
      return null;
    },
  };
}

function reasonText(reasons: readonly string[], verdict: Verdict): string {
  const reason = reasons[verdict] ?? '';
  return reason === '' ? '' : ` (${reason})`;
}
