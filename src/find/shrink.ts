/**
 * Makes a traffic smaller as long as it still shows what was sought: fewest requests, then fewest keys, lowest costs, and
 * the roundest instants. Nothing is drawn at random, so the same traffic always becomes the same.
 */
import { OwnCodeError, SECOND, type Instant } from '../sim/index.ts';
import type { Evidence, Question } from './question.ts';
import { Trial, type Request } from './trial.ts';

/** A traffic, and what its last request shows. */
export interface Shown {
  readonly traffic: readonly Request[];
  readonly evidence: Evidence;
}

/** Plays a traffic up to the first request that shows it; null if none does, or the user's own code fails before. */
export function showing(question: Question, traffic: readonly Request[]): Shown | null {
  const trial = new Trial(question.contenders, question.needsStates === true);
  try {
    for (const request of traffic) {
      trial.push(request);
      const evidence = question.shows(trial);
      if (evidence !== null) return { traffic: [...trial.requests], evidence };
    }
  } catch (error) {
    // A traffic on which it fails shows nothing.
    if (!(error instanceof OwnCodeError)) throw error;
  }
  return null;
}

/** Yields after each step; the result is smaller, or what was given. @param instants that are tried in place of others */
export function* shrink(question: Question, shown: Shown, instants: readonly Instant[]): Generator<undefined, Shown> {
  let best = shown;
  for (;;) {
    const before = best;
    for (const smaller of [fewerRequests, fewerKeys, lowerCosts, rounderInstants]) {
      best = yield* smaller(question, best, instants);
    }
    if (best === before) return best;
  }
}

/** The other one, if it shows it and is smaller. */
function smallerOf(question: Question, best: Shown, traffic: readonly Request[]): Shown {
  if (!question.anyOrder && !isInOrder(traffic)) return best;
  const other = showing(question, traffic);
  return other !== null && isSmaller(sizeOf(other), sizeOf(best)) ? other : best;
}

function isInOrder(traffic: readonly Request[]): boolean {
  return traffic.every(({ at }, index) => index === 0 || (traffic[index - 1] as Request).at <= at);
}

/** Compared from left to right. */
function sizeOf({ traffic, evidence: { sequel } }: Shown): readonly number[] {
  const all = [...traffic, ...sequel];
  const instants = new Set(traffic.map(({ at }) => at));
  return [
    all.length,
    new Set(all.map(({ key }) => key)).size,
    sum(all.map(({ cost }) => cost)),
    sum([...instants].map(digitsOf)),
    sum(traffic.map(({ at }) => at)),
  ];
}

function isSmaller(one: readonly number[], other: readonly number[]): boolean {
  const place = one.findIndex((value, index) => value !== other[index]);
  return place >= 0 && (one[place] as number) < (other[place] as number);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The digits of an instant in seconds, and once more those after its point: 1 for 60 s, 14 for 59.999999 s, 7 for 1 µs. */
function digitsOf(at: Instant): number {
  if (at === 0) return 0;
  const significant = String(at).replace(/0+$/, '').length;
  const decimals = Math.max(0, significant - (String(at).length - MICRO_DIGITS));
  return significant + Math.min(MICRO_DIGITS, decimals);
}

/** Decimals of an instant in seconds. */
const MICRO_DIGITS = 6;

/** Halves first, then quarters, down to one request at a time. */
function* fewerRequests(question: Question, shown: Shown): Generator<undefined, Shown> {
  let best = shown;
  for (let size = best.traffic.length >> 1; size >= 1; size >>= 1) {
    for (let from = best.traffic.length - size; from >= 0; from -= size) {
      const { traffic } = best;
      best = smallerOf(question, best, [...traffic.slice(0, from), ...traffic.slice(from + size)]);
      yield;
    }
  }
  return best;
}

function* fewerKeys(question: Question, shown: Shown): Generator<undefined, Shown> {
  let best = shown;
  for (const key of new Set(shown.traffic.map((request) => request.key))) {
    best = smallerOf(
      question,
      best,
      best.traffic.map((request) => (request.key === key ? { ...request, key: 0 } : request)),
    );
    yield;
  }
  return best;
}

function* lowerCosts(question: Question, shown: Shown): Generator<undefined, Shown> {
  let best = shown;
  for (let index = 0; index < best.traffic.length; index++) {
    const { cost } = best.traffic[index] as Request;
    for (const lower of new Set([1, 2, cost >> 1, cost - 1])) {
      if (lower < 1 || lower >= cost || index >= best.traffic.length) continue;
      best = smallerOf(
        question,
        best,
        best.traffic.map((request, at) => (at === index ? { ...request, cost: lower } : request)),
      );
      yield;
    }
  }
  return best;
}

/** All requests of one instant move together, or some instant and all after it by as much. */
function* rounderInstants(question: Question, shown: Shown, instants: readonly Instant[]): Generator<undefined, Shown> {
  let best = shown;
  for (let place = 0; ; place++) {
    const own = [...new Set(best.traffic.map(({ at }) => at))];
    const moved = own[place];
    if (moved === undefined) return best;
    for (const to of new Set([...instants, ...own, ...roundedDown(moved)])) {
      if (to === moved) continue;
      const together = best.traffic.map((request) => (request.at === moved ? { ...request, at: to } : request));
      best = smallerOf(question, best, together);
      const later = best.traffic.map((request) =>
        request.at >= moved && to < moved ? { ...request, at: request.at - moved + to } : request,
      );
      best = smallerOf(question, best, later);
      yield;
      // Another traffic: its instants are looked at anew.
      if (!best.traffic.some(({ at }) => at === moved)) break;
    }
  }
}

/** With ever more digits, and from a digit on give or take a microsecond. */
function roundedDown(at: Instant): readonly Instant[] {
  const rounded: Instant[] = [];
  for (let unit = 1_000_000 * SECOND; unit >= 10; unit /= 10) {
    const down = Math.floor(at / unit) * unit;
    rounded.push(down, down + unit);
  }
  return rounded;
}
