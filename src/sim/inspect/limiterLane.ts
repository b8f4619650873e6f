/** A lane in which one limiter decides: what is asked of it is found by running one key again. */
import { cloneState, DELAY, outcomeOf, type State } from '../limiters/limiter.ts';
import { costOf, keyOf } from '../metrics/trace.ts';
import { NEVER, type Duration, type Instant } from '../time.ts';
import type { LaneSession, StateMoment } from './laneSession.ts';
import type { LimiterRun } from '../run/laneRun.ts';
import { levelCurves } from './levelCurve.ts';
import { membersOf } from './members.ts';
import { quotaAt } from './quota.ts';
import type { Replay } from './replay.ts';

/** @param replayOf a key that is run again; kept by who hands it in */
export function limiterLane(lane: LimiterRun, replayOf: (key: number) => Replay): LaneSession {
  const { arrivals, verdicts, waits } = lane;
  const { limiter, params } = lane.plan;
  return {
    levels: (key, from, to, columns) => levelCurves(replayOf(key), from, to, columns),
    state: (key, last, at) => stateOf(replayOf(key), key, last, at),
    // oxlint-disable-next-line require-yield -- a lane of several processes takes its time, this one does not
    *why(request) {
      const at = arrivals.at[request] as number;
      const cost = costOf(arrivals, request);
      const denied = outcomeOf(verdicts[request] as number) === 'deny';
      const replay = replayOf(keyOf(arrivals, request));
      const state = replay.stateAfter(replay.through(request) - 1);
      const explanation = limiter.explain(state, params, at, cost);
      const before = limiter.facts(state, params, at);
      const pictureBefore = limiter.picture(state, params, at);
      limiter.decide(state, params, at, cost);
      const retryAfter = denied ? limiter.retryAfter(state, params, at, cost) : null;
      return {
        explanation,
        members: membersOf(lane, replay, request, explanation),
        before,
        after: limiter.facts(state, params, at),
        pictures: [pictureBefore, limiter.picture(state, params, at)],
        retryAfter,
        waitThen: retryAfter === null || retryAfter === NEVER ? 0 : waitAt(lane, state, at + retryAfter, cost),
        // An answer that is held back speaks of the moment at which it comes.
        quota: quotaAt(limiter, params, state, at + (waits === null ? 0 : (waits[request] as number))),
        sequence: null,
      };
    },
  };
}

/** The state of a key of a limiter, in a lane or only tried out. */
export function stateOf(replay: Replay, key: number, last: number, at: Instant): StateMoment {
  const { arrivals, plan } = replay.lane;
  const { limiter, params } = plan;
  const state = replay.stateAfter(replay.through(last));
  return {
    key: arrivals.keys[key] ?? '',
    level: limiter.level(state, params, at),
    second: limiter.second?.level(state, params, at) ?? null,
    facts: limiter.facts(state, params, at),
    picture: limiter.picture(state, params, at),
  };
}

/** How long a request at `at`, if it is let in, is made to wait. */
function waitAt({ plan: { limiter, params } }: LimiterRun, state: State, at: Instant, cost: number): Duration {
  const copy = cloneState(state);
  return limiter.decide(copy, params, at, cost) === DELAY ? (copy['wait'] as number) : 0;
}
