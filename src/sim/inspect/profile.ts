/**
 * What a limiter is like, measured: bytes kept for a key, the most that it lets through within T as claimed and as found
 * by trying traffics, and a task by which to time a decision. The comparison table is made of these.
 */
import {
  bytesOf,
  cloneState,
  defaultsOf,
  DELAY,
  outcomeOf,
  type Edition,
  type Limiter,
  type Params,
  type State,
} from '../limiters/limiter.ts';
import { below, makeStream, nextFloat, type RandomStream } from '../random.ts';
import { unitArrivals } from '../metrics/trace.ts';
import { DAY, NEVER, SECOND, type Instant } from '../time.ts';
import { decideSlice, emptyTrace } from '../run/simulate.ts';

export interface Survey {
  /** Bytes of numbers and arrays kept for one busy key at n = 100 per minute. */
  readonly bytes: number;
  /** Permits that it claims to let into effect within any T at most, at n = 10 per 10 s; `Infinity` where it claims nothing. */
  readonly claimed: number;
  /** The most that any of the tried traffics got through. */
  readonly found: number;
  /** How many traffics were tried. */
  readonly tried: number;
}

/** Small enough to be searched well, and the size that the first scenario has. */
const SEARCHED = { n: 10, T: 10 * SECOND, capacity: 10 };
/** The size that state is measured at. */
const MEASURED = { n: 100, T: 60 * SECOND, capacity: 100 };
const TRAFFICS = 10_000;
const SEED = 2_021;

export function survey(limiter: Limiter, edition: Edition): Survey {
  const params = prepared(limiter, edition, SEARCHED);
  return {
    bytes: bytesWhenBusy(limiter, edition),
    claimed: limiter.bound(params, SEARCHED.T),
    found: worstFound(limiter, params),
    tried: TRAFFICS,
  };
}

function prepared(limiter: Limiter, edition: Edition, policy: typeof SEARCHED): Params {
  const options = defaultsOf(limiter.knobs);
  return limiter.prepare({ policy, options, edition, epoch: 0, horizon: 30 * DAY });
}

/** The most that a key takes in ten minutes of requests at twice the rate, after a crowd. */
function bytesWhenBusy(limiter: Limiter, edition: Edition): number {
  const params = prepared(limiter, edition, MEASURED);
  const state = limiter.init(params);
  let most = bytesOf(state);
  const every = MEASURED.T / MEASURED.n / 2;
  for (let i = 0; i < 20 * MEASURED.n; i++) {
    limiter.decide(state, params, Math.max(0, i - MEASURED.n) * every, 1);
    most = Math.max(most, bytesOf(state));
  }
  return most;
}

/**
 * Tries traffics of crowds and pauses: a crowd asks until it is refused, or stops short of it by chance; a pause is none,
 * some multiple of T/n, to an edge of T, to where the limiter's own level turns, or to the moment that a denial promised.
 */
function worstFound(limiter: Limiter, params: Params): number {
  const random = makeStream(SEED, 0, 0);
  const { n, T, capacity } = SEARCHED;
  const crowd = 2 * (n + capacity);
  let worst = 0;
  for (let traffic = 0; traffic < TRAFFICS; traffic++) {
    const state = limiter.init(params);
    const effects: Instant[] = [];
    const steps = 2 + below(random, 5);
    let now = below(random, 2) === 0 ? 0 : Math.floor(nextFloat(random) * 2 * T);
    for (let step = 0; step < steps; step++) {
      const asks = below(random, 3) === 0 ? below(random, n) : crowd;
      for (let i = 0; i < asks; i++) {
        const verdict = limiter.decide(state, params, now, 1);
        if (outcomeOf(verdict) === 'deny') break;
        effects.push(now + (verdict === DELAY ? (state['wait'] as number) : 0));
      }
      now += pause(random, limiter, state, params, now);
    }
    // Whoever tries without end gets what drips in.
    for (let i = 0; i < 2 * n; i++) {
      const verdict = limiter.decide(state, params, now, 1);
      if (outcomeOf(verdict) === 'deny') {
        const wait = limiter.retryAfter(state, params, now, 1);
        if (wait >= T) break;
        now += Math.max(1, wait);
      } else effects.push(now + (verdict === DELAY ? (state['wait'] as number) : 0));
    }
    worst = Math.max(worst, mostWithin(effects, T));
  }
  return worst;
}

function pause(random: RandomStream, limiter: Limiter, state: State, params: Params, now: Instant): number {
  const { n, T } = SEARCHED;
  switch (below(random, 7)) {
    case 0:
      return below(random, 3);
    case 1:
      return Math.round(((1 + below(random, n)) * T) / n) + below(random, 3) - 1;
    case 2:
      return Math.max(0, (Math.floor(now / T) + 1) * T - now - below(random, 2));
    case 3:
      return T + below(random, 3) - 1;
    case 4: {
      const step = limiter.nextStep(state, params, now);
      return step === NEVER ? T : Math.min(2 * T, Math.max(0, step - now - below(random, 2)));
    }
    case 5:
      return Math.min(2 * T, limiter.retryAfter(cloneState(state), params, now, 1));
    default:
      return Math.floor(nextFloat(random) * T);
  }
}

/** The most instants within any [t, t + length). */
function mostWithin(instants: Instant[], length: number): number {
  instants.sort((a, b) => a - b);
  let most = 0;
  let first = 0;
  for (let last = 0; last < instants.length; last++) {
    while ((instants[first] as Instant) <= (instants[last] as Instant) - length) first++;
    most = Math.max(most, last + 1 - first);
  }
  return most;
}

/** Decisions in one go of the task. */
export const TASK_DECISIONS = 50_000;

/** A task of `TASK_DECISIONS` decisions on requests at twice the rate of n = 100 per minute: whoever has a clock times it. */
export function decisionTask(limiter: Limiter, edition: Edition): () => void {
  const params = prepared(limiter, edition, MEASURED);
  const every = MEASURED.T / MEASURED.n / 2;
  const at = Float64Array.from({ length: TASK_DECISIONS }, (_, i) => i * every);
  const trace = emptyTrace(unitArrivals(at), limiter);
  return () => decideSlice(limiter, params, [undefined], trace, 0, TASK_DECISIONS);
}
