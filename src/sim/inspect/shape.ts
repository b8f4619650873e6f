/**
 * The shape of a lane's charts in a range, for those who hear it: when the limiter was full, when its window count was
 * above n, and what became of the requests. From the decisions themselves, not from what a chart draws.
 */
import { windowCountAt, windowCountSteps } from '../metrics/windowCount.ts';
import { requestRangeIn } from '../metrics/bins.ts';
import type { Admissions } from '../metrics/trace.ts';
import type { LaneRun } from '../run/laneRun.ts';
import { NEVER, type Duration, type Instant } from '../time.ts';
import { DELAY, isDenied } from '../verdict.ts';
import type { LaneSession } from './laneSession.ts';
import { keyOrBusiest } from '../arrivals.ts';
import type { Replay } from './replay.ts';
import { SpanCollector, type Spans } from './spans.ts';

/** A lane in [from, to). */
export interface LaneShape {
  /** The key that `full`, `over` and `most` are about. */
  readonly key: string;
  /** Requests of all keys in range; the admitted include the delayed. */
  readonly admitted: number;
  readonly delayed: number;
  readonly denied: number;
  /** When a request for one permit would have been refused; null for a distributed lane, where no one place knows. */
  readonly full: Spans | null;
  /** When the window count was above n. */
  readonly over: Spans;
  /** The highest window count, and the first instant at which it was reached. */
  readonly most: { readonly count: number; readonly at: Instant };
}

/** Requests per slice: a few milliseconds. */
const SLICE = 1 << 14;

export function* laneShape(
  lane: LaneRun,
  session: LaneSession,
  wantedKey: string | null,
  from: Instant,
  to: Instant,
): Generator<undefined, LaneShape> {
  const { arrivals, plan } = lane;
  const key = keyOrBusiest(arrivals, wantedKey);
  return {
    key: arrivals.keys[key] ?? '',
    ...outcomesIn(lane, from, to),
    full: yield* session.fullSpans(key, from, to),
    ...windowCountShape(session.admissions(key), plan.policy, from, to),
  };
}

function outcomesIn({ arrivals, verdicts }: LaneRun, from: Instant, to: Instant) {
  const [first, end] = requestRangeIn(arrivals.at, from, to);
  let [denied, delayed] = [0, 0];
  for (let row = first; row < end; row++) {
    const verdict = verdicts[row] as number;
    if (isDenied(verdict)) denied++;
    else if (verdict === DELAY) delayed++;
  }
  return { admitted: end - first - denied, delayed, denied };
}

/**
 * When a limiter would have refused a request for one permit of that key: from a decision on, until the wait after which
 * it says that it would admit one, or until the next decision.
 */
export function* fullSpansOf(replay: Replay, from: Instant, to: Instant): Generator<undefined, Spans> {
  const { algorithm: limiter, params } = replay.lane.plan;
  const first = replay.countBefore(from);
  const end = replay.countBefore(to);
  const { state, decideNext } = replay.walkFrom(first);
  const spans = new SpanCollector();
  let now = from;
  for (let position = first; position <= end; position++) {
    const until = position < end ? replay.instantAt(position) : to;
    if (until > now) {
      const wait = limiter.retryAfter(state, params, now, 1);
      spans.add(now, wait === NEVER ? until : Math.min(until, now + wait));
      // One that comes just when the wait is over finds a permit, and may leave the limiter full again.
      if (now + wait === until) spans.split();
      now = until;
    }
    if (position < end) decideNext();
    if (position % SLICE === SLICE - 1) yield;
  }
  return spans.finish();
}

function windowCountShape(
  admissions: Admissions,
  { n, T }: { readonly n: number; readonly T: Duration },
  from: Instant,
  to: Instant,
): Pick<LaneShape, 'over' | 'most'> {
  const over = new SpanCollector();
  let now = from;
  let count = windowCountAt(admissions, T, from);
  let most = { count, at: from };
  const advanceTo = (instant: Instant): void => {
    if (count > n) over.add(now, instant);
    now = instant;
  };
  windowCountSteps(admissions, T, from, to, (instant, _before, after) => {
    advanceTo(instant);
    count = after;
    if (count > most.count) most = { count, at: instant };
  });
  advanceTo(to);
  return { over: over.finish(), most };
}
