/** The laws of the catalogue, as what may be sought in a lane: a traffic that breaks one. */
import { isDenied } from '../sim/engine.ts';
import { NEVER, type Duration, type Instant, type Verdict } from '../sim/index.ts';
import type { LawName } from './claims.ts';
import { copyOf, isSameState, type Contender, type LaneState } from './contender.ts';
import { LATEST } from './instants.ts';
import { answerText, over, seconds, type Evidence, type Question } from './question.ts';
import { mostAroundLast, TrailingCount } from './trailingCount.ts';
import type { LaneHistory, Request, Trial } from './trial.ts';

interface Law {
  /** A sentence without its full stop. */
  readonly sentence: string;
  /** What would break it. */
  question(contender: Contender): Question;
}

const HOUR: Duration = 3_600_000_000;
/** Requests after a silence that are compared, at each of two instants. */
const MOST_AFTER_SILENCE = 64;
/** The largest cost that is compared with as many requests. */
const MOST_COST = 6;

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

function evidence(fact: string, sequel: readonly Request[] = []): Evidence {
  return { fact, sequel };
}

const lastOf = ({ lanes }: Trial): Verdict => (lanes[0] as LaneHistory).verdicts.at(-1) as Verdict;

export const laws: Readonly<Record<LawName, Law>> = {
  looking: {
    sentence: 'Looking changes nothing',
    question: (contender) =>
      asks(contender, 'is changed by looking', (trial, { key, at, cost }) => {
        const looked = trial.after(0);
        contender.look(looked, key, at, cost);
        if (isSameState(looked, trial.stateOf(0))) return null;
        return evidence(`${contender.name} has another state once somebody has looked at it`);
      }),
  },

  repeatable: {
    sentence: 'The same twice gives the same',
    question: (contender) =>
      asks(contender, 'answers otherwise from the same state', (trial, { key, at, cost }) => {
        const again = trial.before(0);
        const verdict = contender.decide(again, key, at, cost);
        const first = lastOf(trial);
        if (verdict === first && isSameState(again, trial.stateOf(0))) return null;
        return evidence(
          verdict === first
            ? `${contender.name} has another state after the same requests`
            : `${answerText(contender, first)}, and once more from the same state: ${answerText(contender, verdict)}`,
        );
      }),
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
    question: (contender) =>
      asks(
        contender,
        'is harmed by time that stands still or steps back',
        (trial, last) => harmOfTime(contender, trial, last),
        { anyOrder: true, costs: false },
      ),
  },

  keys: {
    sentence: 'Keys do not touch each other',
    question: (contender) =>
      asks(
        contender,
        'decides on one key by what another did',
        (trial, last) => {
          const alone = contender.init();
          let verdict: Verdict = 0;
          for (const { at, key, cost } of trial.requests)
            if (key === last.key) verdict = contender.decide(alone, key, at, cost);
          if (verdict === lastOf(trial)) return null;
          return evidence(
            `${answerText(contender, lastOf(trial))}; without the other key: ${answerText(contender, verdict)}`,
          );
        },
        { keys: 2 },
      ),
  },

  silence: {
    sentence: 'After a long silence all is as new',
    question: (contender) =>
      asks(contender, 'decides after a long silence otherwise than a new one', (trial, last) =>
        traceOfPast(contender, trial, last),
      ),
  },

  cost: {
    sentence: 'A cost of k is k requests at once',
    question: (contender) =>
      asks(contender, 'decides on a cost of k otherwise than on k requests at once', (trial, last) =>
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
        const permits = contender.delays ? mostAroundLast(requests, lane, length) : trailing.count(requests, lane, 1);
        if (permits > most)
          broken ??= evidence(
            `${contender.name} lets ${permits} take effect within ${seconds(length)}, and claims at most ${most}`,
          );
      }
      return broken;
    },
    { costs: false },
  );
}

/** What is wrong with the retry-after time of the last request, which was refused. */
function brokenPromise(contender: Contender, trial: Trial, { at, key, cost }: Request): Evidence | null {
  const state = trial.stateOf(0);
  const wait = contender.retryAfter(copyOf(contender, state), key, at, cost);
  const tryAt = (later: Duration) => {
    const again = { at: at + later, key, cost };
    const verdict = contender.decide(copyOf(contender, state), key, again.at, cost);
    return { again, verdict, isAdmitted: !isDenied(verdict) };
  };
  if (wait === NEVER) {
    const { T } = contender.policy;
    const early = [0, 1, T, 2 * T].map(tryAt).find(({ isAdmitted }) => isAdmitted);
    if (early === undefined) return null;
    return evidence(`${contender.name} promises that it never admits it, and admits it at ${seconds(early.again.at)}`, [
      early.again,
    ]);
  }
  if (!(Number.isInteger(wait) && wait >= 0)) return evidence(`${contender.name} promises a wait of ${wait} µs`);
  const promise = `${contender.name} promises ${seconds(at + wait)}`;
  if (wait > 0) {
    const early = tryAt(wait - 1);
    if (early.isAdmitted) return evidence(`${promise}, and admits it 1 µs earlier`, [early.again]);
  }
  const then = tryAt(wait);
  return then.isAdmitted ? null : evidence(`${promise}, and refuses it then`, [then.again]);
}

function harmOfTime(contender: Contender, trial: Trial, { at, key, cost }: Request): Evidence | null {
  const verdict = lastOf(trial);
  const state = trial.after(0);
  if (contender.plan.algorithm.reasons[verdict] === undefined) return evidence(`${contender.name} answers ${verdict}`);
  if (hasNaN(state)) return evidence(`${contender.name} no longer has a number in its state`);
  const level = contender.level(state, key, at);
  if (!Number.isFinite(level)) return evidence(`${contender.name} has a level of ${level}`);
  const wait = contender.retryAfter(state, key, at, cost);
  if (!(wait >= 0)) return evidence(`${contender.name} promises a wait of ${wait} µs`);
  // Time that steps back counts as standing still at the latest instant: so much may be admitted in that span, and no more.
  const { verdicts, effects } = trial.lanes[0] as LaneHistory;
  const from = Math.min(...trial.requests.map((request) => request.at));
  let [latest, end, permits] = [from, from, 0];
  for (const [index, request] of trial.requests.entries()) {
    latest = Math.max(latest, request.at);
    if (isDenied(verdicts[index] as Verdict)) continue;
    end = Math.max(end, latest + (effects[index] as Instant) - request.at);
    permits += request.cost;
  }
  const span = Math.max(latest, end) - from + 1;
  const most = contender.bound(span);
  if (permits <= most) return null;
  return evidence(`${contender.name} admits ${permits} in ${seconds(span)} of its clock, and claims at most ${most}`);
}

function hasNaN(state: LaneState): boolean {
  return state.some((one) =>
    Object.values(one ?? {}).some((value) =>
      typeof value === 'number' ? Number.isNaN(value) : value.some(Number.isNaN),
    ),
  );
}

/** How long nothing has to come until all is as new: a bucket has filled, windows have ended, blocks are over. */
function longSilence({ policy: { n, T, capacity } }: Contender): Duration {
  return (Math.ceil(capacity / n) + 10) * T + HOUR;
}

/** The first request after a long silence that is decided otherwise than by a lane that begins then. */
function traceOfPast(contender: Contender, trial: Trial, last: Request): Evidence | null {
  const { n, T, capacity } = contender.policy;
  const [old, fresh] = [trial.after(0), contender.init()];
  const begin = last.at + longSilence(contender);
  const sequel: Request[] = [];
  const count = Math.min(MOST_AFTER_SILENCE, n + capacity + 1);
  for (const at of [begin, begin + Math.ceil(T / n)]) {
    if (at > LATEST) return null;
    for (let i = 0; i < count; i++) {
      const request: Request = { at, key: last.key, cost: 1 };
      sequel.push(request);
      const verdicts = [old, fresh].map((state) => contender.decide(state, last.key, at, 1)) as [Verdict, Verdict];
      const waits = [old, fresh].map((state, index) => (verdicts[index] === 1 ? contender.waitOf(state, last.key) : 0));
      if (verdicts[0] !== verdicts[1] || waits[0] !== waits[1])
        return evidence(
          `after ${seconds(longSilence(contender))} of silence, ${answerText(contender, verdicts[0])}; a new one: ${answerText(contender, verdicts[1])}`,
          sequel,
        );
      if (isDenied(verdicts[0])) break;
    }
  }
  return null;
}

/** A cost for which one more request is decided otherwise than as many requests of cost 1. */
function costApart(contender: Contender, trial: Trial, { at, key }: Request): Evidence | null {
  const state = trial.stateOf(0);
  for (let cost = 2; cost <= Math.min(MOST_COST, contender.maxCost); cost++) {
    const [one, many] = [copyOf(contender, state), copyOf(contender, state)];
    const whole = contender.decide(one, key, at, cost);
    const singles = Array.from({ length: cost }, () => contender.decide(many, key, at, 1));
    const refused = singles.filter(isDenied).length;
    if (isDenied(whole) === refused > 0) continue;
    const fact = `${answerText(contender, whole)}, which costs ${cost}; of ${cost} requests at once it refuses ${refused}`;
    return evidence(fact, [{ at, key, cost }]);
  }
  return null;
}

/** Why a law cannot be tried in a run of at most 30 days; null if it can. */
export function untried(law: LawName, contender: Contender): string | null {
  if (law !== 'silence' || longSilence(contender) <= LATEST / 2) return null;
  return `a silence of ${seconds(longSilence(contender))} is longer than a run may be`;
}

/** An instant by which a lane must be able to count for all laws. */
export function reachOf(T: Duration, n: number, capacity: number): Instant {
  return Math.min(LATEST, 16 * T) + (Math.ceil(capacity / n) + 12) * T + HOUR;
}
