/** Random traffics: crowds and pauses, each from its own seed, so that any of them can be tried by whoever is free. */
import { isDenied, nextBelow } from '../sim/engine.ts';
import { makeStream, NEVER, nextFloat, type RandomStream, type Instant } from '../sim/index.ts';
import type { Contender } from './contender.ts';
import type { Question } from './question.ts';
import { Trial, type Request } from './trial.ts';

/** Which traffics: those from a seed, by number. */
export interface RandomTries {
  readonly seed: number;
  readonly from: number;
  readonly to: number;
  /** From that number on they have costs above 1 too, if the question is about such. */
  readonly costsFrom: number;
  /** No request comes later. */
  readonly latest: Instant;
}

const MOST_CROWDS = 7;
/** Of one try there may be thousands. */
const REQUESTS_PER_SLICE = 4_000;
/** The largest crowd, for lanes that never refuse or have a huge n. */
const MOST_IN_CROWD = 2_000;

/** The first of these tries that shows what is sought; yields the number of tries since the last pause. */
export function* searchRandom(
  question: Question,
  { seed, from, to, costsFrom, latest }: RandomTries,
): Generator<number, { readonly number: number; readonly traffic: readonly Request[] } | null> {
  const trial = new Trial(question.contenders, question.needsStates === true);
  let [sincePause, requests] = [0, 0];
  for (let number = from; number < to; number++) {
    trial.clear();
    if (playRandom(question, trial, makeStream(seed, 0, number), number >= costsFrom, latest))
      return { number, traffic: [...trial.requests] };
    sincePause++;
    requests += trial.requests.length;
    if (requests >= REQUESTS_PER_SLICE) {
      yield sincePause;
      sincePause = requests = 0;
    }
  }
  yield sincePause;
  return null;
}

/** Whether it was shown, by the last request of the trial. */
function playRandom(
  question: Question,
  trial: Trial,
  random: RandomStream,
  withCosts: boolean,
  latest: Instant,
): boolean {
  const { contenders, keys, anyOrder } = question;
  const policy = { ...(pick(random, contenders) as Contender).policy, ...pick(random, [{}, ...question.windows]) };
  const most = Math.min(...contenders.map(({ maxCost }) => maxCost), 2 * (policy.n + policy.capacity));
  const hasCosts = withCosts && question.costs && most > 1;
  const crowds = 1 + nextBelow(random, MOST_CROWDS);
  let now = pick(random, [0, 0, nextBelow(random, 3), Math.floor(nextFloat(random) * 2 * policy.T)]) as number;
  for (let crowd = 0; crowd < crowds && now <= latest; crowd++) {
    const full = Math.min(MOST_IN_CROWD, policy.n + policy.capacity);
    const size = pick(random, [1, 1, 1 + nextBelow(random, policy.n), policy.n, full]) as number;
    const untilRefused = nextBelow(random, 2) === 0;
    const key = keys === 1 ? 0 : nextBelow(random, keys);
    for (let i = 0; i < Math.min(size, MOST_IN_CROWD); i++) {
      const cost =
        hasCosts && nextBelow(random, 3) > 0 ? (pick(random, [2, most, 1 + nextBelow(random, most)]) as number) : 1;
      trial.push({ at: now, key, cost: Math.min(cost, most) });
      if (question.shows(trial) !== null) return true;
      if (untilRefused && trial.lanes.some(({ verdicts }) => isDenied(verdicts.at(-1) as number))) break;
    }
    const pause = drawPause(random, question, trial, policy, now);
    const back = anyOrder && nextBelow(random, 3) === 0;
    now = back ? Math.max(0, now - pause) : now + pause;
  }
  return false;
}

function drawPause(
  random: RandomStream,
  { contenders }: Question,
  trial: Trial,
  { n, T }: { readonly n: number; readonly T: number },
  now: Instant,
): number {
  const lane = nextBelow(random, contenders.length);
  const contender = contenders[lane] as Contender;
  const { key } = trial.requests.at(-1) as Request;
  const around = (length: number) => Math.max(0, Math.round(length) + nextBelow(random, 3) - 1);
  switch (nextBelow(random, 8)) {
    case 0:
      return nextBelow(random, 3);
    case 1:
      return around(((1 + nextBelow(random, n)) * T) / n);
    case 2:
      return around((Math.floor(now / T) + 1) * T - now);
    case 3:
      return around(T);
    case 4: {
      const step = contender.nextBreakpoint(trial.stateOf(lane), key, now);
      return step === NEVER ? T : Math.min(2 * T, around(step - now));
    }
    case 5:
      return Math.min(2 * T, around(Math.min(2 * T, contender.retryAfter(trial.stateOf(lane), key, now, 1))));
    case 6:
      // A part of the time for one permit: fractions are what rounding loses.
      return Math.floor((nextFloat(random) * T) / n);
    default:
      return Math.floor(nextFloat(random) * T);
  }
}

function pick<T>(random: RandomStream, choices: readonly T[]): T | undefined {
  return choices[nextBelow(random, choices.length)];
}
