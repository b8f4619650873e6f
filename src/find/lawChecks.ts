/** Whether the last request of a traffic breaks a law, for the laws that take more than a comparison. */
import { isDenied } from '../sim/engine.ts';
import { formatNumber, NEVER, type Duration, type Verdict } from '../sim/index.ts';
import { copyOf, type Contender } from './contender.ts';
import { LATEST } from './instants.ts';
import { answerText, seconds, type Evidence } from './question.ts';
import type { StillClock } from './trailingCount.ts';
import type { LaneHistory, Request, Trial } from './trial.ts';

/** Requests after a silence that are compared, at each of two instants. */
const MOST_AFTER_SILENCE = 64;
/** The largest cost that is compared with as many requests. */
const MOST_COST = 6;

export function evidence(fact: string, sequel: readonly Request[] = []): Evidence {
  return { fact, sequel };
}

export const lastOf = ({ lanes }: Trial): Verdict => (lanes[0] as LaneHistory).verdicts.at(-1) as Verdict;

/** What is wrong with the retry-after time of the last request, which was refused. */
export function brokenPromise(contender: Contender, trial: Trial, { at, key, cost }: Request): Evidence | null {
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

export function harmOfTime(
  contender: Contender,
  trial: Trial,
  { at, key, cost }: Request,
  clock: StillClock,
): Evidence | null {
  const verdict = lastOf(trial);
  const state = trial.after(0);
  if (contender.plan.algorithm.reasons[verdict] === undefined) return evidence(`${contender.name} answers ${verdict}`);
  if (contender.hasNaN(state)) return evidence(`${contender.name} no longer has a number in its state`);
  const level = contender.level(state, key, at);
  if (!Number.isFinite(level)) return evidence(`${contender.name} has a level of ${level}`);
  const wait = contender.retryAfter(state, key, at, cost);
  if (!(wait >= 0)) return evidence(`${contender.name} promises a wait of ${wait} µs`);
  // Time that steps back counts as standing still at the latest instant: so much may be admitted in that span, and no more.
  const { span, permits } = clock.count(trial.requests, trial.lanes[0] as LaneHistory);
  const most = contender.bound(span);
  if (permits <= most) return null;
  return evidence(
    `${contender.name} admits ${formatNumber(permits)} in ${seconds(span)} of its clock, and claims at most ${formatNumber(most)}`,
  );
}

/** The first request after a long silence that is decided otherwise than by a lane that begins then. */
export function traceOfPast(contender: Contender, trial: Trial, last: Request): Evidence | null {
  const { n, T, capacity } = contender.policy;
  const [old, fresh] = [trial.after(0), contender.init()];
  const begin = last.at + contender.silence;
  const sequel: Request[] = [];
  const count = Math.min(MOST_AFTER_SILENCE, n + capacity + 1);
  for (const at of [begin, begin + Math.ceil(T / n)]) {
    if (at > LATEST) return null;
    for (let i = 0; i < count; i++) {
      const request: Request = { at, key: last.key, cost: 1 };
      sequel.push(request);
      const verdicts = [old, fresh].map((state) => contender.decide(state, last.key, at, 1)) as [Verdict, Verdict];
      const waits = [old, fresh].map((state, index) => contender.waitOf(state, last.key, verdicts[index] as Verdict));
      if (verdicts[0] !== verdicts[1] || waits[0] !== waits[1])
        return evidence(
          `After ${seconds(contender.silence)} of silence, ${answerText(contender, verdicts[0])}; a new one: ${answerText(contender, verdicts[1])}`,
          sequel,
        );
      if (isDenied(verdicts[0])) break;
    }
  }
  return null;
}

/**
 * Whether the first request after a long silence makes a lane keep more than it did before, and than one that begins then:
 * since all that counted is over by then, it grows with every such request.
 */
export function growthAfterSilence(contender: Contender, trial: Trial, last: Request): Evidence | null {
  const next: Request = { at: last.at + contender.silence, key: last.key, cost: 1 };
  if (next.at > LATEST) return null;
  const [old, fresh] = [trial.after(0), contender.init()];
  const { count: before, unit } = contender.kept(old, last.at);
  for (const state of [old, fresh]) contender.decide(state, next.key, next.at, 1);
  const [kept, asNew] = [old, fresh].map((state) => contender.kept(state, next.at).count) as [number, number];
  if (kept <= Math.max(before, asNew)) return null;
  const fact = `After ${seconds(contender.silence)} of silence, ${contender.name} keeps ${formatNumber(kept)} ${unit}; before, ${formatNumber(before)}; a new one, ${formatNumber(asNew)}`;
  return evidence(fact, [next]);
}

/** A cost for which one more request is decided otherwise than as many requests of cost 1. */
export function costApart(contender: Contender, trial: Trial, { at, key }: Request): Evidence | null {
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
