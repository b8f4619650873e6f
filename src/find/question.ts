/** What can be sought: the last request of a traffic shows it, or does not. */
import { isDenied } from '../sim/engine.ts';
import { formatNumber, formatTime, outcomeOf, secondsFromMicros, type Duration, type Verdict } from '../sim/index.ts';
import type { Contender } from './contender.ts';
import { mostAroundLast, TrailingCount } from './trailingCount.ts';
import type { LaneHistory, Request, Trial } from './trial.ts';

/** What was seen at the end of a traffic. */
export interface Evidence {
  /** Requests that follow the traffic to show it, such as the retry at the promised instant. */
  readonly sequel: readonly Request[];
  /** What the lanes did, in a sentence without its full stop. */
  readonly fact: string;
}

export interface Question {
  readonly contenders: readonly Contender[];
  /** Spans whose multiples and edges matter beside the lanes' own. */
  readonly windows: readonly { readonly n: number; readonly T: Duration }[];
  /** How many keys its traffics have. */
  readonly keys: number;
  /** Whether its traffics may step back in time. */
  readonly anyOrder: boolean;
  /** Whether its random traffics have costs above 1. */
  readonly costs: boolean;
  /** Whether it looks at states before the last request. */
  readonly needsStates?: true;
  /** What is sought, as the end of a sentence: `Fixed window and Sliding log differ`. */
  readonly sought: string;
  /** What the last request of this traffic shows; null if nothing. Asked after every request, of one trial at a time. */
  shows(trial: Trial): Evidence | null;
}

/** "n in T": n permits in that many microseconds. */
export interface Allowance {
  readonly n: number;
  readonly T: Duration;
}

const PLAIN = { keys: 1, anyOrder: false, costs: true } as const;

/** One lane admits at once, delays or refuses what the other does not. */
export function differ(one: Contender, other: Contender): Question {
  return {
    ...PLAIN,
    // With one key, a limit for all keys is as any other.
    keys: one.keysShare || other.keysShare ? 2 : 1,
    sought: `${one.name} and ${other.name} differ`,
    contenders: [one, other],
    windows: [],
    shows({ lanes: [left, right] }) {
      const verdicts = [left?.verdicts.at(-1) as Verdict, right?.verdicts.at(-1) as Verdict] as const;
      if (outcomeOf(verdicts[0]) === outcomeOf(verdicts[1])) return null;
      const [first, second] = [answerText(one, verdicts[0]), answerText(other, verdicts[1])];
      return { sequel: [], fact: `${first}; ${second}` };
    },
  };
}

/** A lane lets more than `n` permits take effect within some [t, t + T). */
export function over(contender: Contender, { n, T }: Allowance): Question {
  const trailing = new TrailingCount(T);
  return {
    ...PLAIN,
    sought: `${contender.name} lets more than ${formatNumber(n)} through in ${seconds(T)}`,
    contenders: [contender],
    windows: [{ n, T }],
    shows({ requests, lanes }) {
      const lane = lanes[0] as LaneHistory;
      const most = contender.delays ? mostAroundLast(requests, lane, T) : trailing.count(requests, lane);
      if (most <= n) return null;
      return {
        sequel: [],
        fact: `${contender.name} lets ${formatNumber(most)} take effect within less than ${seconds(T)}`,
      };
    },
  };
}

/** A lane refuses although it, with what was admitted in the last T, would make no more than n. */
export function refuses(contender: Contender, { n, T }: Allowance): Question {
  const trailing = new TrailingCount(T);
  return {
    ...PLAIN,
    sought: `${contender.name} refuses although fewer than ${formatNumber(n)} were admitted in the last ${seconds(T)}`,
    contenders: [contender],
    windows: [{ n, T }],
    shows({ requests, lanes }) {
      const lane = lanes[0] as LaneHistory;
      const admitted = trailing.count(requests, lane);
      const verdict = lane.verdicts.at(-1) as Verdict;
      if (!isDenied(verdict) || admitted + (requests.at(-1) as Request).cost > n) return null;
      return {
        sequel: [],
        fact: `${answerText(contender, verdict)}, although ${countText(admitted)} in the last ${seconds(T)}`,
      };
    },
  };
}

/** A lane admits although, with what was admitted in the last T, that makes more than n. */
export function admits(contender: Contender, { n, T }: Allowance): Question {
  const trailing = new TrailingCount(T);
  return {
    ...PLAIN,
    sought: `${contender.name} admits although ${formatNumber(n)} were admitted in the last ${seconds(T)}`,
    contenders: [contender],
    windows: [{ n, T }],
    shows({ requests, lanes }) {
      const lane = lanes[0] as LaneHistory;
      const permits = trailing.count(requests, lane);
      const verdict = lane.verdicts.at(-1) as Verdict;
      if (isDenied(verdict) || permits <= n) return null;
      const before = permits - (requests.at(-1) as Request).cost;
      return {
        sequel: [],
        fact: `${answerText(contender, verdict)}, although ${countText(before)} in the last ${seconds(T)}`,
      };
    },
  };
}

const VERBS = { allow: 'admits', delay: 'delays', deny: 'refuses' } as const;

/** `Sliding log refuses the last (the log is full)`. */
export function answerText({ name, plan }: Contender, verdict: Verdict): string {
  const reason = plan.algorithm.reasons[verdict];
  return `${name} ${VERBS[outcomeOf(verdict)]} the last${reason === undefined || reason === '' ? '' : ` (${reason})`}`;
}

function countText(permits: number): string {
  return `it had admitted ${permits === 0 ? 'none' : formatNumber(permits)}`;
}

/** `60 s`, exact to the microsecond. */
export function seconds(micros: Duration): string {
  return formatTime(secondsFromMicros(micros));
}
