/** What is asked of a finished run: charts, the state at an instant, one decision explained, the next request. */
import {
  cloneState,
  DELAY,
  outcomeOf,
  type Explanation,
  type Fact,
  type Outcome,
  type Picture,
  type State,
  type Verdict,
} from '../limiters/limiter.ts';
import { disagreementsOf, instantsIn } from '../metrics/disagreements.ts';
import { densitiesIn, marksIn, overviewOf, requestsIn, trafficIn } from '../metrics/bins.ts';
import type { LaneLook, Look, Looked, Overview } from '../metrics/look.ts';
import type { Summary } from '../metrics/summary.ts';
import {
  admissionsOf,
  busiestKey,
  costOf,
  firstAtOrAfter,
  firstWhere,
  keyOf,
  type Admissions,
} from '../metrics/trace.ts';
import { windowCountAt, windowCountCurve } from '../metrics/windowCount.ts';
import { resolvePolicy, type Lane } from '../scenario/scenario.ts';
import { NEVER, type Duration, type Instant } from '../time.ts';
import { levelCurves } from './levelCurve.ts';
import { membersOf } from './members.ts';
import { planLane } from './plan.ts';
import { quotaAt, type Quota } from './quota.ts';
import { Replay } from './replay.ts';
import type { LaneRun, Run } from './simulate.ts';

/** What a lane is, for whoever draws it: the numbers that its charts' axes need. */
export interface LaneFrame {
  readonly limiter: string;
  readonly n: number;
  readonly T: Duration;
  readonly capacity: number;
  /** The level's unit, wall, own bound and lowest value. */
  readonly unit: readonly [one: string, many: string];
  readonly wall: 'floor' | 'ceiling';
  readonly full: number;
  readonly low: number;
  /** The second quantity's name, unit and own bound, where the limiter has one. */
  readonly second: {
    readonly name: string;
    readonly unit: readonly [one: string, many: string];
    readonly full: number | null;
  } | null;
  /** The length of its aligned windows, or null. */
  readonly windows: Duration | null;
  readonly canDelay: boolean;
  readonly summary: Summary;
}

/** One lane at one instant. */
export interface LaneMoment {
  readonly key: string;
  readonly level: number;
  readonly second: number | null;
  /** Permits admitted for that key in the trailing T. */
  readonly count: number;
  /** The last request decided by then, of any key: its position and instant; null before the first. */
  readonly last: { readonly request: number; readonly at: Instant; readonly verdict: Verdict } | null;
  readonly facts: readonly Fact[];
  readonly picture: Picture;
}

/** The state of one key at one instant. */
export type StateMoment = Pick<LaneMoment, 'key' | 'level' | 'second' | 'facts' | 'picture'>;

/** The state that a limiter in no lane would have, or why it cannot run, as a sentence that begins with its name. */
export type Audition = StateMoment | { readonly refused: string };

/** One decision of one lane, in one line. */
export interface Decision {
  readonly request: number;
  readonly at: Instant;
  readonly key: string;
  readonly cost: number;
  readonly outcome: Outcome;
  readonly reason: string;
  readonly wait: Duration;
}

/** One decision, explained. */
export interface Why extends Decision {
  readonly of: number;
  readonly explanation: Explanation;
  /** Positions of the key's earlier requests that the limiter counted, where it counts requests; rising. */
  readonly members: Uint32Array | null;
  readonly before: readonly Fact[];
  readonly after: readonly Fact[];
  readonly pictures: readonly [before: Picture, after: Picture];
  /** From the state after a denial; null for an admission, `NEVER` where no wait helps. */
  readonly retryAfter: Duration | null;
  /** How long it would then still be made to wait, once let in; 0 but for shapers. */
  readonly waitThen: Duration;
  /** What the same key, alone, could have when the answer comes: at once, or after the wait. */
  readonly quota: Quota;
  /** What every lane said of the same request, by lane. */
  readonly lanes: readonly Decision[];
}

/** A request of the run. */
export interface Found {
  readonly request: number;
  readonly at: Instant;
}

/** A request on which lanes disagree: which one, from 0, of how many. */
export interface Disagreement extends Found {
  readonly index: number;
  readonly of: number;
}

export interface Session {
  readonly run: Run;
  readonly frames: readonly LaneFrame[];
  overview(bins: number): Overview;
  /** In slices of a few milliseconds, so that it can be left for a newer one. */
  look(look: Look): Generator<undefined, Looked>;
  /** The state at `at`: right after request `through` when given (of several at one instant), else after all by then. */
  moment(at: Instant, through: number | null, key: string | null): readonly LaneMoment[];
  /** The state that a lane would have at `at` if it were in the scenario. */
  audition(lane: Lane, at: Instant, through: number | null, key: string | null): Audition;
  /** What each lane said of the last request up to `at`; empty before the first. */
  verdicts(at: Instant): readonly Verdict[];
  /** Requests [from, to) of a lane, for lists. */
  decisions(lane: number, from: number, to: number): readonly Decision[];
  why(lane: number, request: number): Why;
  /** The request before or after a selected one, else the nearest to `at` on that side; null at the ends. */
  step(at: Instant, selected: number | null, by: 1 | -1): Found | null;
  /** The next request, likewise, on which the compared lanes decide differently; after the last comes the first. */
  disagreement(compared: readonly number[], at: Instant, selected: number | null, by: 1 | -1): Disagreement | null;
}

/** Replays and admissions are kept for as many keys as are looked at by turns: one or two, not a million. */
const KEYS_KEPT = 2;
/** What the states kept by all replays may take. */
const CHECKPOINT_BYTES = 128 * 1024 * 1024;

export function openSession(run: Run): Session {
  const { arrivals, end } = run.plan;
  const mostKept = KEYS_KEPT * run.lanes.length;
  /** One is for the limiter that is auditioned. */
  const budget = CHECKPOINT_BYTES / (mostKept + 1);
  const replays = new Map<string, Replay>();
  const admissions = new Map<string, Admissions>();

  const lookedUpKey = (lane: Pick<LaneRun, 'arrivals'>, key: string | null): number => {
    const index = key === null ? -1 : lane.arrivals.keys.indexOf(key);
    return index < 0 ? busiestKey(lane.arrivals) : index;
  };
  const remembered = <T>(kept: Map<string, T>, index: number, key: number, make: () => T): T => {
    const name = `${index}/${key}`;
    let known = kept.get(name);
    if (known === undefined) {
      if (kept.size >= mostKept) kept.clear();
      known = make();
      kept.set(name, known);
    }
    return known;
  };
  const replayOf = (index: number, key: number): Replay =>
    remembered(replays, index, key, () => new Replay(run.lanes[index] as LaneRun, key, budget));
  const admittedBy = (index: number, key: number): Admissions =>
    remembered(admissions, index, key, () => admissionsOf(run.lanes[index] as LaneRun, key));

  function* laneLook(
    lane: LaneRun,
    index: number,
    { from, to, columns, key: wanted }: Look,
  ): Generator<undefined, LaneLook> {
    const key = lookedUpKey(lane, wanted);
    const [first, last] = requestsIn(lane.arrivals, from, to);
    return {
      key: lane.arrivals.keys[key] ?? '',
      ...(yield* levelCurves(replayOf(index, key), from, to, columns)),
      count: windowCountCurve(admittedBy(index, key), lane.plan.policy.T, from, to, columns),
      marks: marksIn(lane, from, to),
      densities: densitiesIn(lane, from, to, columns),
      inRange: last - first,
    };
  }

  const stateAt = (replay: Replay, key: number, last: number, at: Instant): StateMoment => {
    const { arrivals: own, plan: lane } = replay.lane;
    const { limiter, params } = lane;
    const state = replay.stateAfter(replay.through(last));
    return {
      key: own.keys[key] ?? '',
      level: limiter.level(state, params, at),
      second: limiter.second?.level(state, params, at) ?? null,
      facts: limiter.facts(state, params, at),
      picture: limiter.picture(state, params, at),
    };
  };
  /** The limiter that was tried last, since it is asked about again for every move of the playhead. */
  let auditioned: { readonly name: string; readonly key: number; readonly replay: Replay | string } | null = null;

  let known: { readonly lanes: string; readonly requests: Uint32Array } | null = null;
  /** Kept for the lanes that were compared last: every look asks again. */
  const differing = (lanes: readonly number[]): Uint32Array => {
    const name = lanes.join();
    if (known?.lanes !== name) {
      const traces = lanes.flatMap((lane) => run.lanes[lane] ?? []);
      known = { lanes: name, requests: disagreementsOf(traces) };
    }
    return known.requests;
  };

  /** What stands at the playhead has been seen; but nothing has at the very start. */
  const nextAfter = (at: Instant): number => firstAtOrAfter(arrivals.at, at === 0 ? 0 : at + 1, arrivals.count);

  const decision = (lane: LaneRun, request: number): Decision => {
    const verdict = lane.verdicts[request] as number;
    return {
      request,
      at: lane.arrivals.at[request] as number,
      key: lane.arrivals.keys[keyOf(lane.arrivals, request)] ?? '',
      cost: costOf(lane.arrivals, request),
      outcome: outcomeOf(verdict),
      reason: lane.plan.limiter.reasons[verdict] ?? '',
      wait: lane.waits === null ? 0 : (lane.waits[request] as number),
    };
  };

  return {
    run,
    frames: run.lanes.map(frameOf),
    overview: (bins) => overviewOf(arrivals, run.lanes, end, bins),
    *look(look) {
      const { from, to, columns, trackColumns, compared } = look;
      const lanes: LaneLook[] = [];
      for (const [index, lane] of run.lanes.entries()) {
        lanes.push(yield* laneLook(lane, index, look));
        yield;
      }
      const requests = differing(compared);
      return {
        from,
        to,
        lanes,
        traffic: trafficIn(arrivals, from, to, trackColumns),
        disagreements: { count: requests.length, at: instantsIn(requests, arrivals.at, from, to, columns) },
      };
    },

    moment: (at, through, wanted) =>
      run.lanes.map((lane, index) => {
        const key = lookedUpKey(lane, wanted);
        const last = through ?? firstAtOrAfter(lane.arrivals.at, at + 1, lane.arrivals.count) - 1;
        return {
          ...stateAt(replayOf(index, key), key, last, at),
          count: windowCountAt(admittedBy(index, key), lane.plan.policy.T, at),
          last:
            last < 0
              ? null
              : { request: last, at: lane.arrivals.at[last] as number, verdict: lane.verdicts[last] as number },
        };
      }),

    audition(lane, at, through, wanted) {
      const name = JSON.stringify([lane, wanted]);
      if (auditioned?.name !== name) {
        const { scenario } = run.plan;
        const policy = resolvePolicy({ policy: scenario.policy, lanes: [lane] }, 0);
        const planned = planLane(scenario, lane, policy, run.plan);
        const key = lookedUpKey({ arrivals }, wanted);
        auditioned = {
          name,
          key,
          replay: typeof planned === 'string' ? planned : new Replay({ arrivals, plan: planned }, key, budget),
        };
      }
      const { key, replay } = auditioned;
      if (typeof replay === 'string') return { refused: replay };
      const last = through ?? firstAtOrAfter(arrivals.at, at + 1, arrivals.count) - 1;
      return stateAt(replay, key, last, at);
    },

    verdicts: (at) =>
      run.lanes.flatMap(({ arrivals: own, verdicts }) => {
        const last = firstAtOrAfter(own.at, at + 1, own.count) - 1;
        return last < 0 ? [] : [verdicts[last] as number];
      }),

    decisions(index, from, to) {
      const lane = run.lanes[index] as LaneRun;
      const first = Math.max(0, from);
      const length = Math.max(0, Math.min(to, lane.arrivals.count) - first);
      return Array.from({ length }, (_, i) => decision(lane, first + i));
    },

    why(index, request) {
      const lane = run.lanes[index] as LaneRun;
      const { limiter, params } = lane.plan;
      const replay = replayOf(index, keyOf(lane.arrivals, request));
      const one = decision(lane, request);
      const state = replay.stateAfter(replay.through(request) - 1);
      const explanation = limiter.explain(state, params, one.at, one.cost);
      const before = limiter.facts(state, params, one.at);
      const pictureBefore = limiter.picture(state, params, one.at);
      limiter.decide(state, params, one.at, one.cost);
      const retryAfter = one.outcome === 'deny' ? limiter.retryAfter(state, params, one.at, one.cost) : null;
      return {
        ...one,
        of: lane.arrivals.count,
        explanation,
        members: membersOf(lane, replay, request, explanation),
        before,
        after: limiter.facts(state, params, one.at),
        pictures: [pictureBefore, limiter.picture(state, params, one.at)],
        retryAfter,
        waitThen: retryAfter === null || retryAfter === NEVER ? 0 : waitAt(lane, state, one.at + retryAfter, one.cost),
        // An answer that is held back speaks of the moment at which it comes.
        quota: quotaAt(limiter, params, state, one.at + one.wait),
        lanes: run.lanes.map((other) => decision(other, request)),
      };
    },

    step(at, selected, by) {
      const request =
        selected !== null
          ? selected + by
          : by > 0
            ? nextAfter(at)
            : firstAtOrAfter(arrivals.at, at + 1, arrivals.count) - 1;
      return request < 0 || request >= arrivals.count ? null : { request, at: arrivals.at[request] as number };
    },

    disagreement(compared, at, selected, by) {
      const requests = differing(compared);
      const next = selected === null ? nextAfter(at) : selected + 1;
      const before = selected ?? firstAtOrAfter(arrivals.at, at + 1, arrivals.count);
      const of = requests.length;
      if (of === 0) return null;
      const here = by > 0 ? next : before;
      const passed = firstWhere(of, (index) => (requests[index] as number) >= here);
      const index = (passed + (by > 0 ? 0 : of - 1)) % of;
      const request = requests[index] as number;
      return { request, at: arrivals.at[request] as number, index, of };
    },
  };
}

/** How long a request at `at`, if it is let in, is made to wait. */
function waitAt({ plan: { limiter, params } }: LaneRun, state: State, at: Instant, cost: number): Duration {
  const copy = cloneState(state);
  return limiter.decide(copy, params, at, cost) === DELAY ? (copy['wait'] as number) : 0;
}

function frameOf({ plan, summary }: LaneRun): LaneFrame {
  const { limiter, params, policy } = plan;
  return {
    limiter: limiter.id,
    n: policy.n,
    T: policy.T,
    capacity: policy.capacity,
    unit: limiter.gauge.unit,
    wall: limiter.gauge.wall,
    full: limiter.gauge.full(params),
    low: limiter.gauge.low(params),
    second:
      limiter.second === undefined
        ? null
        : { name: limiter.second.name, unit: limiter.second.unit, full: limiter.second.full(params) },
    windows: limiter.windows?.(params) ?? null,
    canDelay: limiter.outcomes.includes('delay'),
    summary,
  };
}

/** One row of a lane's output, in the order of decisions: with the level after it and the promise of a denial. */
export interface Row extends Decision {
  readonly level: number;
  readonly retryAfter: Duration | null;
}

/** All rows of a lane, by running it once more: a trace keeps neither levels nor promises. */
export function* rowsOf(lane: LaneRun): Generator<Row> {
  const { arrivals, verdicts, waits } = lane;
  const { limiter, params } = lane.plan;
  const states = arrivals.keys.map(() => limiter.init(params));
  for (let request = 0; request < arrivals.count; request++) {
    const key = keyOf(arrivals, request);
    const state = states[key] as (typeof states)[number];
    const at = arrivals.at[request] as number;
    const cost = costOf(arrivals, request);
    limiter.decide(state, params, at, cost);
    const verdict = verdicts[request] as number;
    const outcome = outcomeOf(verdict);
    const promised = outcome === 'deny' ? limiter.retryAfter(state, params, at, cost) : NEVER;
    yield {
      request,
      at,
      key: arrivals.keys[key] ?? '',
      cost,
      outcome,
      reason: limiter.reasons[verdict] ?? '',
      wait: waits === null ? 0 : (waits[request] as number),
      level: limiter.level(state, params, at),
      retryAfter: promised === NEVER ? null : promised,
    };
  }
}
