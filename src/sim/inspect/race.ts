/**
 * What let one too many in: a read of the request, and a write by another to the same key that came before its own. It is
 * looked for where the version without the race, on the same arrivals, refuses the request.
 */
import { limiterById } from '../limiters/index.ts';
import { defaultsOf, type Limiter } from '../limiters/limiter.ts';
import { isDenied } from '../verdict.ts';
import type { Lane } from '../scenario/scenario.ts';
import { NEVER, type Instant } from '../time.ts';
import { planLane, type SchemePlan } from '../run/lanePlan.ts';
import type { SchemeRun } from '../run/laneRun.ts';
import type { Plan } from '../run/plan.ts';
import { counterpart } from './pairing.ts';
import { SequenceRecorder, type Race } from './sequence.ts';
import { runEventDrivenLane, observeLane } from '../run/simulate.ts';
import type { LaneRun } from '../run/laneRun.ts';
import { mapSlices } from '../slices.ts';

type ReadWritePair = Pick<Race, 'read' | 'write'>;

export class RaceFinder {
  readonly #plan: Plan;
  readonly #laneRun: SchemeRun;
  /** The run of the version without the race, made when first needed; null where there is none. */
  #atomicRun: LaneRun | null | undefined;

  constructor(plan: Plan, lane: SchemeRun) {
    this.#plan = plan;
    this.#laneRun = lane;
  }

  /** @param pairs in the order in which the store ran the writes */
  *find(
    request: number,
    { decision, request: inFlight, answerPath }: SequenceRecorder,
    pairs: readonly ReadWritePair[],
  ): Generator<undefined, Race | null> {
    const [first] = pairs;
    const admitted = decision !== null && !isDenied(decision.verdict) && answerPath === 'decided';
    if (!admitted || inFlight === null || first === undefined) return null;
    if (!(yield* this.#atomicRefuses(request))) return null;
    const alone = yield* this.#findSoleCause(inFlight.row, inFlight.at, pairs);
    return alone === null ? { ...first, isSoleCause: false } : { ...alone, isSoleCause: true };
  }

  *#atomicRefuses(request: number): Generator<undefined, boolean> {
    if (this.#atomicRun === undefined) this.#atomicRun = yield* this.#runAtomic();
    const run = this.#atomicRun;
    if (run === null) return false;
    // Without clients that answer back, requests are the same by position.
    const same = this.#plan.isClosedLoop ? counterpart(this.#laneRun, request, run) : request;
    return same !== null && isDenied(run.verdicts[same] as number);
  }

  *#runAtomic(): Generator<undefined, LaneRun | null> {
    const { plan: lanePlan } = this.#laneRun;
    const scenarioLane = this.#plan.scenario.lanes[lanePlan.laneIndex] as Lane;
    const atomic = lanePlan.scheme.atomicVariant(lanePlan.options);
    if (atomic === null) return null;
    const atomicLane: Lane =
      'limiter' in atomic
        ? {
            limiter: atomic.limiter,
            edition: 'corrected',
            policy: scenarioLane.policy,
            options: defaultsOf((limiterById(atomic.limiter) as Limiter).knobs),
          }
        : { ...scenarioLane, options: { ...scenarioLane.options, ...atomic.options } };
    const planned = planLane(this.#plan.scenario, atomicLane, lanePlan.policy, this.#plan, lanePlan.laneIndex);
    if (typeof planned === 'string') return null;
    // Messages moved by hand are those of another program.
    const withoutMoves =
      planned.kind === 'scheme' ? { ...planned, cluster: { ...planned.cluster, moves: [] } } : planned;
    return yield* mapSlices(
      runEventDrivenLane(this.#plan, withoutMoves, this.#laneRun.arrivals.count + 1),
      () => undefined,
    );
  }

  /** The first pair without which alone the request is refused; null where no single one is enough. */
  *#findSoleCause(
    row: number,
    at: Instant,
    pairs: readonly ReadWritePair[],
  ): Generator<undefined, ReadWritePair | null> {
    const { plan: lanePlan } = this.#laneRun;
    const whole = this.#plan;
    function* refuses(place: number): Generator<undefined, boolean> {
      const recorder = new SequenceRecorder(row, at, NEVER);
      yield* observeLane(whole, withReadAfterWrite(lanePlan, pairs[place] as ReadWritePair), recorder);
      // A node that gave up waiting was not refused.
      return recorder.answerPath === 'decided' && recorder.decision !== null && isDenied(recorder.decision.verdict);
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
    return pairs[high] as ReadWritePair;
  }
}

/** The lane with the pair's read made later, until just after the write, and all else as it was. */
function withReadAfterWrite(plan: SchemePlan, { read, write }: ReadWritePair): SchemePlan {
  return {
    ...plan,
    postponedMessage: { request: read.request, command: read.command, notBefore: (write.executedAt as Instant) + 1 },
  };
}
