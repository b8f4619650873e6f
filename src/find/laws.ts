/** The laws of the catalogue, as what may be sought in a lane: a traffic that breaks one. */
import { isDenied } from '../sim/engine.ts';
import { formatNumber, type Duration, type Instant } from '../sim/index.ts';
import { AloneByKey } from './aloneByKey.ts';
import type { LawName } from './claims.ts';
import type { Contender } from './contender.ts';
import { LATEST } from './instants.ts';
import {
  brokenPromise,
  costApart,
  evidence,
  growthAfterSilence,
  harmOfTime,
  lastOf,
  traceOfPast,
} from './lawChecks.ts';
import { answerText, over, seconds, type Evidence, type Question } from './question.ts';
import { mostAroundLast, StillClock, TrailingCount } from './trailingCount.ts';
import type { LaneHistory, Request, Trial } from './trial.ts';

interface Law {
  /** A sentence without its full stop. */
  readonly sentence: string;
  /** What would break it. */
  question(contender: Contender): Question;
}

/** A question about one lane, whose traffics have one key and any costs, in order of time. */
function asks(
  contender: Contender,
  sought: string,
  shows: (trial: Trial, last: Request) => Evidence | null,
  more: Partial<Question> = {},
): Question {
  return {
    contenders: [contender],
    sought: `${contender.name} ${sought}`,
    windows: [],
    keys: 1,
    anyOrder: false,
    costs: true,
    shows: (trial) => shows(trial, trial.requests.at(-1) as Request),
    ...more,
  };
}

export const laws: Readonly<Record<LawName, Law>> = {
  looking: {
    sentence: 'Looking changes nothing',
    question: (contender) =>
      asks(contender, 'is changed by looking', (trial, { key, at, cost }) => {
        const looked = trial.after(0);
        contender.look(looked, key, at, cost);
        if (contender.isSame(looked, trial.stateOf(0))) return null;
        return evidence(`${contender.name} has a different state after being looked at`);
      }),
  },

  repeatable: {
    sentence: 'The same request on the same state gives the same answer',
    question: (contender) =>
      asks(
        contender,
        'answers differently from the same state',
        (trial, { key, at, cost }) => {
          const again = trial.before(0);
          const verdict = contender.decide(again, key, at, cost);
          const first = lastOf(trial);
          if (verdict === first && contender.isSame(again, trial.stateOf(0))) return null;
          return evidence(
            verdict === first
              ? `${contender.name} has another state after the same requests`
              : `${answerText(contender, first)}, and once more from the same state: ${answerText(contender, verdict)}`,
          );
        },
        { needsStates: true },
      ),
  },

  limit: {
    sentence: 'Never more than n in any T',
    question: (contender) => ({ ...over(contender, contender.policy), costs: false }),
  },

  bound: {
    sentence: 'Never more than it claims in any span',
    question: staysWithinBound,
  },

  'retry-after': {
    sentence: 'Refused until the promised instant, and admitted then',
    question: (contender) =>
      asks(contender, 'breaks its retry-after time', (trial, last) => {
        if (!isDenied(lastOf(trial))) return null;
        return brokenPromise(contender, trial, last);
      }),
  },

  time: {
    sentence: 'Time that stands still or steps back does no harm',
    question(contender) {
      const clock = new StillClock();
      return asks(
        contender,
        'is harmed by time that stands still or steps back',
        (trial, last) => harmOfTime(contender, trial, last, clock),
        { anyOrder: true, costs: false },
      );
    },
  },

  keys: {
    sentence: 'Keys do not affect each other',
    question(contender) {
      const alone = new AloneByKey(contender);
      return asks(
        contender,
        'lets one key affect another',
        (trial) => {
          const verdict = alone.verdict(trial.requests);
          if (verdict === lastOf(trial)) return null;
          return evidence(
            `${answerText(contender, lastOf(trial))}; without the other key: ${answerText(contender, verdict)}`,
          );
        },
        { keys: 2 },
      );
    },
  },

  silence: {
    sentence: 'After a long silence it behaves like a new one',
    question: (contender) =>
      asks(contender, 'decides differently after a long silence than a new one does', (trial, last) =>
        traceOfPast(contender, trial, last),
      ),
  },

  memory: {
    sentence: 'Its state does not grow without bound',
    question: (contender) =>
      asks(
        contender,
        'keeps accumulating state',
        (trial, last) => growthAfterSilence(contender, trial, last),
        // What a cost above 1 adds, such as a log of costs, is kept for good, but only once.
        { costs: false },
      ),
  },

  cost: {
    sentence: 'A cost of k is k requests at once',
    question: (contender) =>
      asks(contender, 'decides a cost of k differently from k requests at once', (trial, last) =>
        costApart(contender, trial, last),
      ),
  },
};

function staysWithinBound(contender: Contender): Question {
  const { n, T } = contender.policy;
  const lengths = [...new Set([1, 2, Math.ceil(T / n), T - 1, T, T + 1, 2 * T])].filter((length) => length > 0);
  const spans = lengths.map((length) => ({
    length,
    most: contender.bound(length),
    trailing: new TrailingCount(length),
  }));
  return asks(
    contender,
    'lets more through than it claims',
    ({ requests, lanes }) => {
      const lane = lanes[0] as LaneHistory;
      let broken: Evidence | null = null;
      for (const { length, most, trailing } of spans) {
        const permits = contender.delays ? mostAroundLast(requests, lane, length) : trailing.count(requests, lane);
        if (permits > most)
          broken ??= evidence(
            `${contender.name} lets ${formatNumber(permits)} take effect within ${seconds(length)}, and claims at most ${formatNumber(most)}`,
          );
      }
      return broken;
    },
    { costs: false },
  );
}

/** Why a law cannot be tried in a run of at most 30 days; null if it can. */
export function untried(law: LawName, contender: Contender): string | null {
  if ((law !== 'silence' && law !== 'memory') || contender.silence <= LATEST / 2) return null;
  return `it needs a silence of ${seconds(contender.silence)}, too long for a run of 30 days`;
}

/** An instant by which a lane must be able to count for all laws. @param silence after which all is as new */
export function reachOf(T: Duration, silence: Duration): Instant {
  return Math.min(LATEST, 16 * T) + silence + 2 * T;
}
