/** A lane in which one limiter decides: what is asked of it is found by running one key again. */
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

/** @param bytesPerReplay what the states that are kept of one key may take */
export function openLimiterLane(laneRun: LimiterRun, bytesPerReplay: number): LaneSession {
  const { arrivals, verdicts, waits } = laneRun;
  const { scheme, params } = laneRun.plan;
  const replayOf = cachedByKey((key) => new Replay(laneRun, key, bytesPerReplay));
  return {
    admissions: cachedByKey((key) => admissionsOf(laneRun, key)),
    levelCurves: (key, from, to, columns) => levelCurves(replayOf(key), from, to, columns),
    snapshot: (key, last, at) => keySnapshotOf(replayOf(key), key, last, at),
    // oxlint-disable-next-line require-yield -- a lane of several processes takes its time, this one does not
    *why(request) {
      const at = arrivals.at[request] as number;
      const cost = costAt(arrivals, request);
      const denied = isDenied(verdicts[request] as number);
      const replay = replayOf(keyAt(arrivals, request));
      const state = replay.stateAfter(replay.countThrough(request) - 1);
      const explanation = scheme.explain(state, params, at, cost);
      const before = scheme.readouts(state, params, at);
      const pictureBefore = scheme.picture(state, params, at);
      scheme.decide(state, params, at, cost);
      const retryAfter = denied ? scheme.retryAfter(state, params, at, cost) : null;
      return {
        explanation,
        countedRequests: countedRequestsOf(laneRun, replay, request, explanation),
        before,
        after: scheme.readouts(state, params, at),
        pictures: [pictureBefore, scheme.picture(state, params, at)],
        retryAfter,
        delayAfterRetry:
          retryAfter === null || retryAfter === NEVER ? 0 : delayAt(laneRun, state, at + retryAfter, cost),
        // An answer that is held back speaks of the moment at which it comes.
        quota: quotaAt(scheme, params, state, at + (waits === null ? 0 : (waits[request] as number))),
        sequence: null,
      };
    },
  };
}

/** The state of a key of a limiter, in a lane or only tried out. */
export function keySnapshotOf(replay: Replay, key: number, last: number, at: Instant): KeySnapshot {
  const { arrivals, plan } = replay.lane;
  const { scheme, params } = plan;
  const state = replay.stateAfter(replay.countThrough(last));
  return {
    key: arrivals.keys[key] ?? '',
    level: scheme.level(state, params, at),
    second: scheme.secondaryGauge?.level(state, params, at) ?? null,
    facts: scheme.readouts(state, params, at),
    picture: scheme.picture(state, params, at),
  };
}

/** How long a request at `at`, if it is let in, is made to wait. */
function delayAt({ plan: { scheme, params } }: LimiterRun, state: KeyState, at: Instant, cost: number): Duration {
  const copy = cloneState(state);
  return scheme.decide(copy, params, at, cost) === DELAY ? (copy['wait'] as number) : 0;
}
