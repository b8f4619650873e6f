/** A single-process lane: queries are answered by replaying one key. */
import { cloneState, type KeyState } from '../limiters/limiter.ts';
import { DELAY, isDenied } from '../verdict.ts';
import { admissionsOf } from '../metrics/trace.ts';
import { costAt, keyAt } from '../arrivals.ts';
import { NEVER, type Duration, type Instant } from '../time.ts';
import { cachedByKey, type LaneSession, type KeySnapshot } from './laneSession.ts';
import type { LimiterRun } from '../run/laneRun.ts';
import { levelCurves } from './levelCurve.ts';
import { countedRequestsOf } from './countedRequests.ts';
import { quotaAt } from './quota.ts';
import { Replay } from './replay.ts';
import { fullSpansOf } from './shape.ts';

/** @param bytesPerReplay maximum size of the checkpoints of one key */
export function openLimiterLane(laneRun: LimiterRun, bytesPerReplay: number): LaneSession {
  const { arrivals, verdicts, waits } = laneRun;
  const { algorithm: limiter, params } = laneRun.plan;
  const replayOf = cachedByKey((key) => new Replay(laneRun, key, bytesPerReplay));
  return {
    admissions: cachedByKey((key) => admissionsOf(laneRun, key)),
    levelCurves: (key, from, to, columns) => levelCurves(replayOf(key), from, to, columns),
    // Where each answer is a program's, there are too many to ask for.
    fullSpans: (key, from, to) => (limiter.decideMany === undefined ? fullSpansOf(replayOf(key), from, to) : noSpans()),
    snapshot: (key, last, at) => keySnapshotOf(replayOf(key), key, last, at),
    // oxlint-disable-next-line require-yield -- distributed lanes answer in slices, this one at once
    *why(request) {
      const at = arrivals.at[request] as number;
      const cost = costAt(arrivals, request);
      const denied = isDenied(verdicts[request] as number);
      const replay = replayOf(keyAt(arrivals, request));
      const state = replay.stateAfter(replay.countThrough(request) - 1);
      const explanation = limiter.explain(state, params, at, cost);
      const before = limiter.readouts(state, params, at);
      const pictureBefore = limiter.picture(state, params, at);
      limiter.decide(state, params, at, cost);
      const retryAfter = denied ? limiter.retryAfter(state, params, at, cost) : null;
      return {
        explanation,
        countedRequests: countedRequestsOf(laneRun, replay, request, explanation),
        before,
        after: limiter.readouts(state, params, at),
        pictures: [pictureBefore, limiter.picture(state, params, at)],
        retryAfter,
        delayAfterRetry:
          retryAfter === null || retryAfter === NEVER ? 0 : delayAt(laneRun, state, at + retryAfter, cost),
        // A delayed answer reports the quota at the time when it is sent.
        quota: quotaAt(limiter, params, state, at + (waits === null ? 0 : (waits[request] as number))),
        sequence: null,
      };
    },
  };
}

// oxlint-disable-next-line require-yield -- others look for them in slices
function* noSpans(): Generator<undefined, null> {
  return null;
}

/** The state of a limiter's key, in a lane or in a preview. */
export function keySnapshotOf(replay: Replay, key: number, last: number, at: Instant): KeySnapshot {
  const { arrivals, plan } = replay.lane;
  const { algorithm: limiter, params } = plan;
  const state = replay.stateAfter(replay.countThrough(last));
  return {
    key: arrivals.keys[key] ?? '',
    level: limiter.level(state, params, at),
    storedAt: null,
    second: limiter.secondaryGauge?.level(state, params, at) ?? null,
    facts: limiter.readouts(state, params, at),
    picture: limiter.picture(state, params, at),
  };
}

/** How long a request at `at` would be delayed; 0 if it is denied. */
function delayAt(
  { plan: { algorithm: limiter, params } }: LimiterRun,
  state: KeyState,
  at: Instant,
  cost: number,
): Duration {
  const copy = cloneState(state);
  return limiter.decide(copy, params, at, cost) === DELAY ? (copy['wait'] as number) : 0;
}
