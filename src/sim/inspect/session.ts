/** What is asked of a finished run: charts, the state at an instant, one decision explained, the next request. */
import type { Verdict } from '../limiters/limiter.ts';
import { instantsIn } from '../metrics/disagreements.ts';
import { densitiesIn, marksIn, overviewOf, requestsIn, retriesIn, trafficIn } from '../metrics/bins.ts';
import type { Fairness, FairnessLook } from '../metrics/fairness.ts';
import type { LaneLook, Look, Looked, Overview } from '../metrics/look.ts';
import type { Summary } from '../metrics/summary.ts';
import { admissionsOf, busiestKey, firstAtOrAfter, firstWhere, type Admissions } from '../metrics/trace.ts';
import { windowCountAt, windowCountCurve } from '../metrics/windowCount.ts';
import { resolvePolicy, type Lane } from '../scenario/scenario.ts';
import type { Duration, Instant } from '../time.ts';
import { number } from '../words.ts';
import { abusesOf, type Abuse } from './abuse.ts';
import type { ClosedRun, Stop } from '../run/closedLoop.ts';
import { decisionsOf, type Decision, type DecisionOf } from './decisions.ts';
import { endingOf } from './ending.ts';
import { clusterFiguresOf, isIdeal, type ClusterFigures } from './clusterFigures.ts';
import { gaugeOf, planLane, type LanePlan } from '../run/lanePlan.ts';
import { type LaneSession, type Reason, type StateMoment } from './laneSession.ts';
import { isScheme, type LimiterRun } from '../run/laneRun.ts';
import { limiterLane, stateOf } from './limiterLane.ts';
import type { Plan } from '../run/plan.ts';
import { Replay, type Replayed } from './replay.ts';
import { schemeLane } from './schemeLane.ts';
import { ScriptFailure } from '../run/scriptActor.ts';
import { counterpart, differencesOf, firstTriesAt, nextTryOf } from './pairing.ts';
import { answeringLane, type Run } from '../run/simulate.ts';
import type { LaneRun } from '../run/laneRun.ts';
import { told } from '../slices.ts';
import { fairnessOf } from './fairness.ts';

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
  /** How clients in phases fared, by entry. */
  readonly phases: ClosedRun['phases'];
  /** How it ended, where clients left work undone or the run was cut short. */
  readonly ending: string | null;
  /** How long it withstood the abusers of its traffic, by entry. */
  readonly abuses: readonly Abuse[];
  /** What several processes made of it; null where one decides. */
  readonly cluster: ClusterFigures | null;
  /** One process in a scenario of several nodes: it runs as if all shared it, and asking took no time. */
  readonly ideal: boolean;
}

/** One lane at one instant. */
export interface LaneMoment extends StateMoment {
  /** Permits admitted for that key in the trailing T. */
  readonly count: number;
  /** The last request decided by then, of any key; null before the first. */
  readonly last: LastDecision | null;
}

/** A decision's position in its lane, its instant and verdict, and its node, from 0: null where none took it. */
export type LastDecision = Pick<Decision, 'request' | 'at' | 'node'> & { readonly verdict: Verdict };

/** The state that a limiter in no lane would have, or why it cannot run, as a sentence that begins with its name. */
export type Audition = StateMoment | { readonly refused: string };

/** A request of a lane. Where no clients answer back, requests are the same in every lane. */
export interface Selected {
  readonly lane: number;
  readonly request: number;
}

/** One decision, explained. */
export interface Why extends Decision, Reason {
  readonly of: number;
  /** The next try of the same job; null where none comes. */
  readonly nextTry: Found | null;
  /** What every lane said of the same request, or of its job, by lane; null where it never came to that. */
  readonly lanes: readonly (Decision | null)[];
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
  /** Who got how much, likewise in slices. */
  fairness(look: FairnessLook): Generator<undefined, Fairness>;
  /** The state at `at`: right after request `through` when given (of several at one instant), else after all by then. */
  moment(at: Instant, through: Selected | null, key: string | null): readonly LaneMoment[];
  /** The state that a lane would have at `at` if it were in the scenario, in slices: its clients may have much to ask. */
  audition(lane: Lane, at: Instant, through: Selected | null, key: string | null): Generator<undefined, Audition>;
  /** What each lane said of the last request up to `at`; empty before the first. */
  verdicts(at: Instant): readonly Verdict[];
  /** Requests [from, to) of a lane, for lists. */
  decisions(lane: number, from: number, to: number): readonly Decision[];
  /** In slices: where several processes decide, the lane is run again for its messages. */
  why(lane: number, request: number): Generator<undefined, Why>;
  /** The lane's request before or after a selected one, else the nearest to `at` on that side; null at the ends. */
  step(lane: number, at: Instant, selected: Selected | null, by: 1 | -1): Found | null;
  /** The same request, or the same try of its job, in another lane; null where it never came to that. */
  same(selected: Selected, lane: number): Found | null;
  /**
   * The next request of the lane, likewise, on which the compared lanes decide differently; after the last comes the first.
   * @param lane one of those compared
   */
  disagreement(
    compared: readonly number[],
    lane: number,
    at: Instant,
    selected: Selected | null,
    by: 1 | -1,
  ): Disagreement | null;
}

/** Replays and admissions are kept for as many keys as are looked at by turns: one or two, not a million. */
const KEYS_KEPT = 2;
/** What the states kept by all replays may take. */
const CHECKPOINT_BYTES = 128 * 1024 * 1024;

export function openSession(run: Run): Session {
  const { arrivals, end } = run.plan;
  /** When work comes. Where each lane has its own: as the first one sees it. */
  const asked = firstTriesAt(run.lanes[0]?.arrivals ?? arrivals);
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
  const sessions = run.lanes.map((lane, index): LaneSession => {
    if (isScheme(lane)) return schemeLane(run.plan, lane);
    const single = lane as LimiterRun;
    return limiterLane(single, (key) => remembered(replays, index, key, () => new Replay(single, key, budget)));
  });
  const admittedBy = (index: number, key: number): Admissions =>
    remembered(admissions, index, key, () => admissionsOf(run.lanes[index] as LaneRun, key));

  function* laneLook(
    lane: LaneRun,
    index: number,
    { from, to, columns, key: wanted }: Look,
  ): Generator<undefined, LaneLook> {
    const key = lookedUpKey(lane, wanted);
    const session = sessions[index] as LaneSession;
    const [first, last] = requestsIn(lane.arrivals.at, from, to);
    return {
      key: lane.arrivals.keys[key] ?? '',
      ...(yield* session.levels(key, from, to, columns)),
      count: windowCountCurve(admittedBy(index, key), lane.plan.policy.T, from, to, columns),
      marks: marksIn(lane, from, to),
      densities: densitiesIn(lane, from, to, columns),
      retries: retriesIn(lane, from, to, columns),
      inRange: last - first,
    };
  }

  /** The limiter that was tried last, since it is asked about again for every move of the playhead. */
  let auditioned: { readonly name: string; readonly key: number; readonly replay: Replay | string } | null = null;

  let known: { readonly lanes: string; readonly requests: Uint32Array } | null = null;
  /** Positions in the first of these lanes. Kept for those that were compared last: every look asks again. */
  const differing = (lanes: readonly number[]): Uint32Array => {
    const name = lanes.join();
    if (known?.lanes !== name) {
      const traces = lanes.flatMap((lane) => run.lanes[lane] ?? []);
      known = { lanes: name, requests: differencesOf(traces) };
    }
    return known.requests;
  };
  /** When requests of a lane come; without lanes, those that any would get. */
  const instants = (lane: number): Float64Array => run.lanes[lane]?.arrivals.at ?? arrivals.at;
  const samePlace = ({ lane, request }: Selected, other: number): number | null =>
    lane === other ? request : counterpart(run.lanes[lane] as LaneRun, request, run.lanes[other] as LaneRun);
  /** The last request that has been decided by `at`; of several at that very instant, the selected one. */
  const lastBy = (lane: number, at: Instant, through: Selected | null): number => {
    const same = through === null ? null : samePlace(through, lane);
    if (same !== null && instants(lane)[same] === at) return same;
    return firstAtOrAfter(instants(lane), at + 1) - 1;
  };

  /** What stands at the playhead has been seen; but nothing has at the very start. */
  const nextAfter = (lane: number, at: Instant): number => firstAtOrAfter(instants(lane), at === 0 ? 0 : at + 1);

  const decisions = run.lanes.map((lane) => decisionsOf(run.plan, lane));
  const decision = (lane: number, request: number): Decision => (decisions[lane] as DecisionOf)(request);
  const lastDecision = (lane: number, last: number): LastDecision => {
    const { request, at, node } = decision(lane, last);
    return { request, at, node, verdict: run.lanes[lane]?.verdicts[last] as number };
  };
  const found = ({ arrivals: { at } }: LaneRun, request: number | null): Found | null =>
    request === null ? null : { request, at: at[request] as number };

  return {
    run,
    frames: run.lanes.map((lane, index) => frameOf(run.plan, lane, index)),
    overview: (bins) => overviewOf(asked, run.lanes, end, bins),
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
        traffic: trafficIn(asked, from, to, trackColumns),
        disagreements: {
          count: requests.length,
          at: instantsIn(requests, instants(compared[0] ?? 0), from, to, columns),
        },
      };
    },

    fairness: fairnessOf(run),

    moment: (at, through, wanted) =>
      run.lanes.map((lane, index) => {
        const key = lookedUpKey(lane, wanted);
        const last = lastBy(index, at, through);
        return {
          ...(sessions[index] as LaneSession).state(key, last, at),
          count: windowCountAt(admittedBy(index, key), lane.plan.policy.T, at),
          last: last < 0 ? null : lastDecision(index, last),
        };
      }),

    *audition(lane, at, through, wanted) {
      const name = JSON.stringify([lane, wanted]);
      if (auditioned?.name !== name) {
        const replayed = yield* tried(run.plan, lane);
        const own = typeof replayed === 'string' ? { arrivals } : replayed;
        const key = lookedUpKey(own, wanted);
        auditioned = { name, key, replay: typeof replayed === 'string' ? replayed : new Replay(replayed, key, budget) };
      }
      const { key, replay } = auditioned;
      if (typeof replay === 'string') return { refused: replay };
      // Of several requests at one instant, that on which the selected one's lane stands, where both see the same.
      const shared = through !== null && replay.lane.arrivals === run.lanes[through.lane]?.arrivals;
      const last = shared ? through.request : firstAtOrAfter(replay.lane.arrivals.at, at + 1) - 1;
      return stateOf(replay, key, last, at);
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
      return Array.from({ length }, (_, i) => decision(index, first + i));
    },

    *why(index, request) {
      const lane = run.lanes[index] as LaneRun;
      return {
        ...decision(index, request),
        ...(yield* (sessions[index] as LaneSession).why(request)),
        of: lane.arrivals.count,
        nextTry: found(lane, nextTryOf(lane.arrivals, request)),
        lanes: run.lanes.map((_, place) => {
          const same = samePlace({ lane: index, request }, place);
          return same === null ? null : decision(place, same);
        }),
      };
    },

    step(lane, at, selected, by) {
      const at0 = instants(lane);
      const here = selected === null ? null : samePlace(selected, lane);
      const request = here !== null ? here + by : by > 0 ? nextAfter(lane, at) : firstAtOrAfter(at0, at + 1) - 1;
      return request < 0 || request >= at0.length ? null : { request, at: at0[request] as number };
    },

    same(selected, lane) {
      return found(run.lanes[lane] as LaneRun, samePlace(selected, lane));
    },

    disagreement(compared, lane, at, selected, by) {
      const requests = differing(compared);
      const first = compared[0] ?? 0;
      const of = requests.length;
      if (of === 0) return null;
      const place = selected === null ? null : samePlace(selected, first);
      const next = place === null ? nextAfter(first, at) : place + 1;
      const before = place ?? firstAtOrAfter(instants(first), at + 1);
      const here = by > 0 ? next : before;
      const passed = firstWhere(of, (index) => (requests[index] as number) >= here);
      const index = (passed + (by > 0 ? 0 : of - 1)) % of;
      // Lanes differ only on what all of them came to.
      const request = samePlace({ lane: first, request: requests[index] as number }, lane) as number;
      return { request, at: instants(lane)[request] as number, index, of };
    },
  };
}

/** More decisions than this a limiter that is only tried out may not make. */
const MOST_TRIED = 2_000_000;

/** A lane that is not in the scenario on its traffic, or why it cannot run, as a sentence that begins with its name. */
function* tried(plan: Plan, lane: Lane): Generator<undefined, Replayed | string> {
  const { scenario, arrivals } = plan;
  const policy = resolvePolicy({ policy: scenario.policy, lanes: [lane] }, 0);
  const planned = planLane(scenario, lane, policy, plan, plan.lanes.length);
  if (typeof planned === 'string') return planned;
  if (planned.kind === 'scheme')
    return `${planned.limiter.name} is no limiter of one process: it has no state of its own.`;
  if (!plan.answersBack) return { arrivals, plan: planned };
  const { name } = planned.limiter;
  try {
    const made = yield* told(answeringLane(plan, planned, MOST_TRIED), () => undefined);
    const stopped = made.closed?.stopped ?? null;
    if (stopped === null) return { ...made, plan: planned };
    return `${name} ${triedTooLong(stopped)}. Add it as a lane to see how far it comes.`;
  } catch (error) {
    if (error instanceof ScriptFailure) return `${name}: ${error.message}`;
    throw error;
  }
}

function triedTooLong({ by, most }: Stop): string {
  return {
    decisions: `makes more than ${number(most)} decisions of this traffic`,
    permits: `keeps every permit, and this traffic asks for more than ${number(most)}`,
    steps: `has the scripts of this traffic take more than ${number(most)} steps`,
    stepsAtOnce: `has the scripts of this traffic take more than ${number(most)} steps at one instant`,
  }[by];
}

function frameOf(whole: Plan, lane: LaneRun, index: number): LaneFrame {
  const { plan, summary, closed } = lane;
  const { limiter, params, policy } = plan;
  const gauge = gaugeOf(plan);
  return {
    limiter: limiter.id,
    n: policy.n,
    T: policy.T,
    capacity: policy.capacity,
    unit: gauge.unit,
    wall: gauge.wall,
    full: gauge.full(params),
    low: gauge.low(params),
    ...ownOf(plan),
    canDelay: limiter.outcomes.includes('delay'),
    summary,
    phases: closed?.phases ?? [],
    ending: endingOf(whole, lane),
    abuses: abusesOf(whole, lane, index),
    cluster: isScheme(lane) ? clusterFiguresOf(lane) : null,
    ideal: isIdeal(plan, whole.scenario),
  };
}

/** What only a limiter of one process has. */
function ownOf(plan: LanePlan): Pick<LaneFrame, 'second' | 'windows'> {
  if (plan.kind === 'scheme') return { second: null, windows: null };
  const { limiter, params } = plan;
  const { second } = limiter;
  return {
    second: second === undefined ? null : { name: second.name, unit: second.unit, full: second.full(params) },
    windows: limiter.windows?.(params) ?? null,
  };
}
