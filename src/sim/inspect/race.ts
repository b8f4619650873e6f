/**
 * What let one too many in: a read of the request, and a write by another to the same key that came before its own. It is
 * looked for where the version without the race, on the same arrivals, refuses the request.
 */
import { limiterById } from '../limiters/index.ts';
import { defaultsOf, outcomeOf, type Limiter } from '../limiters/limiter.ts';
import type { Lane } from '../scenario/scenario.ts';
import { NEVER, type Instant } from '../time.ts';
import { planLane, type SchemePlan } from '../run/lanePlan.ts';
import type { SchemeRun } from '../run/laneRun.ts';
import type { Plan } from '../run/plan.ts';
import { counterpart } from './pairing.ts';
import { Recorder, type Crossing } from './sequence.ts';
import { answeringLane, watchLane } from '../run/simulate.ts';
import type { LaneRun } from '../run/laneRun.ts';
import { told } from '../slices.ts';

type Pair = Pick<Crossing, 'read' | 'write'>;

export class Crossings {
  readonly #plan: Plan;
  readonly #lane: SchemeRun;
  /** The run of the version without the race, made when first needed; null where there is none. */
  #atomic: LaneRun | null | undefined;

  constructor(plan: Plan, lane: SchemeRun) {
    this.#plan = plan;
    this.#lane = lane;
  }

  /** @param pairs in the order in which the store ran the writes */
  *of(request: number, { ruling, task, way }: Recorder, pairs: readonly Pair[]): Generator<undefined, Crossing | null> {
    const [first] = pairs;
    const admitted = ruling !== null && outcomeOf(ruling.verdict) !== 'deny' && way === 'decided';
    if (!admitted || task === null || first === undefined) return null;
    if (!(yield* this.#atomicRefuses(request))) return null;
    const alone = yield* this.#alone(task.row, task.at, pairs);
    return alone === null ? { ...first, alone: false } : { ...alone, alone: true };
  }

  *#atomicRefuses(request: number): Generator<undefined, boolean> {
    if (this.#atomic === undefined) this.#atomic = yield* this.#runAtomic();
    const run = this.#atomic;
    if (run === null) return false;
    // Without clients that answer back, requests are the same by position.
    const same = this.#plan.answersBack ? counterpart(this.#lane, request, run) : request;
    return same !== null && outcomeOf(run.verdicts[same] as number) === 'deny';
  }

  *#runAtomic(): Generator<undefined, LaneRun | null> {
    const { plan: lane } = this.#lane;
    const written = this.#plan.scenario.lanes[lane.index] as Lane;
    const atomic = lane.limiter.atomic(lane.options);
    if (atomic === null) return null;
    const changed: Lane =
      'limiter' in atomic
        ? {
            limiter: atomic.limiter,
            edition: 'corrected',
            policy: written.policy,
            options: defaultsOf((limiterById(atomic.limiter) as Limiter).knobs),
          }
        : { ...written, options: { ...written.options, ...atomic.options } };
    const planned = planLane(this.#plan.scenario, changed, lane.policy, this.#plan, lane.index);
    if (typeof planned === 'string') return null;
    // Messages moved by hand are those of another program.
    const own = planned.kind === 'scheme' ? { ...planned, cluster: { ...planned.cluster, moves: [] } } : planned;
    return yield* told(answeringLane(this.#plan, own, this.#lane.arrivals.count + 1), () => undefined);
  }

  /** The first pair without which alone the request is refused; null where no single one is enough. */
  *#alone(row: number, at: Instant, pairs: readonly Pair[]): Generator<undefined, Pair | null> {
    const { plan: lane } = this.#lane;
    const whole = this.#plan;
    function* refuses(place: number): Generator<undefined, boolean> {
      const uncrossed = new Recorder(row, at, NEVER);
      yield* watchLane(whole, without(lane, pairs[place] as Pair), uncrossed);
      // A node that gave up waiting was not refused.
      return uncrossed.way === 'decided' && uncrossed.ruling !== null && outcomeOf(uncrossed.ruling.verdict) === 'deny';
    }
    let low = 0;
    let high = pairs.length - 1;
    // A read that comes later has seen more writes: so the first is found by halving.
    if (!(yield* refuses(high))) return null;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (yield* refuses(middle)) high = middle;
      else low = middle + 1;
    }
    return pairs[high] as Pair;
  }
}

/** The lane with the pair's read made later, until just after the write, and all else as it was. */
function without(plan: SchemePlan, { read, write }: Pair): SchemePlan {
  return { ...plan, apart: { request: read.request, command: read.command, notBefore: (write.ran as Instant) + 1 } };
}
