/**
 * Detects races. A request wins a race when it reads a key and writes it, another request writes the same key in between,
 * and the atomic version of the same lane denies the request on the same arrivals: so the race admitted one too many.
 */
import type { LaneTrace } from '../metrics/trace.ts';
import { isDenied } from '../verdict.ts';
import { maxDecisionsPerLane } from '../run/budget.ts';
import { planLane, type SchemePlan } from '../run/lanePlan.ts';
import type { SchemeRun } from '../run/laneRun.ts';
import type { Plan } from '../run/plan.ts';
import { observeLane, decideEventDrivenLane } from '../run/simulate.ts';
import { atomicVariantOf, withAtomicVariant } from '../scenario/atomicVariant.ts';
import type { Lane } from '../scenario/scenario.ts';
import { mapSlices } from '../slices.ts';
import { NEVER, type Instant } from '../time.ts';
import { counterpart } from './pairing.ts';
import type { Race, SequenceMessage } from './sequence.ts';
import { SequenceRecorder } from './sequenceRecorder.ts';

type ReadWritePair = Pick<Race, 'read' | 'write'>;

export class RaceFinder {
  readonly #plan: Plan;
  readonly #laneRun: SchemeRun;
  /** The run of the atomic version, computed on first use; null if there is none. */
  #atomicRun: LaneTrace | null | undefined;

  constructor(plan: Plan, lane: SchemeRun) {
    this.#plan = plan;
    this.#laneRun = lane;
  }

  /** @param messages of the request, and of others that the store executed meanwhile */
  *find(
    request: number,
    { decision, request: inFlight, answerPath }: SequenceRecorder,
    messages: readonly SequenceMessage[],
  ): Generator<undefined, Race | null> {
    const pairs = candidatesIn(messages, request);
    const [first] = pairs;
    const admitted = decision !== null && !isDenied(decision.verdict) && answerPath === 'decided';
    if (!admitted || inFlight === null || first === undefined) return null;
    if (!(yield* this.#isDeniedByAtomic(request))) return null;
    const alone = yield* this.#findSoleCause(inFlight.row, inFlight.at, pairs);
    return alone === null ? { ...first, isSoleCause: false } : { ...alone, isSoleCause: true };
  }

  *#isDeniedByAtomic(request: number): Generator<undefined, boolean> {
    if (this.#atomicRun === undefined) this.#atomicRun = yield* runAtomic(this.#plan, this.#laneRun);
    return this.#atomicRun !== null && isDeniedIn(this.#atomicRun, this.#plan, this.#laneRun, request);
  }

  /** The first pair whose removal alone makes the lane deny the request; null if no single one is enough. */
  *#findSoleCause(
    row: number,
    at: Instant,
    pairs: readonly ReadWritePair[],
  ): Generator<undefined, ReadWritePair | null> {
    const plan = this.#plan;
    const { plan: lanePlan, checkpoints } = this.#laneRun;
    const checkpoint = checkpoints?.before(row) ?? null;
    function* deniesWithout(index: number): Generator<undefined, boolean> {
      const recorder = new SequenceRecorder(row, at, NEVER);
      yield* observeLane(plan, withReadAfterWrite(lanePlan, pairs[index] as ReadWritePair), recorder, checkpoint);
      // A denial after a timeout does not count; one by an inner layer does.
      const { answerPath, decision } = recorder;
      const wasDecided = answerPath === 'decided' || answerPath === 'in-vain';
      return wasDecided && decision !== null && isDenied(decision.verdict);
    }
    let low = 0;
    let high = pairs.length - 1;
    // The later the read, the more writes it has seen: the first such pair is found by bisection.
    if (!(yield* deniesWithout(high))) return null;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (yield* deniesWithout(middle)) high = middle;
      else low = middle + 1;
    }
    return pairs[high] as ReadWritePair;
  }
}

/** The atomic version of a lane on the same traffic; null if there is none. */
export function* runAtomic(plan: Plan, laneRun: SchemeRun): Generator<undefined, LaneTrace | null> {
  const { plan: lanePlan } = laneRun;
  const scenarioLane = plan.scenario.lanes[lanePlan.laneIndex] as Lane;
  const atomic = atomicVariantOf(scenarioLane, lanePlan.algorithm);
  if (atomic === null) return null;
  const atomicLane = withAtomicVariant(scenarioLane, atomic);
  // The shared ideal is one process, of a system too.
  const { cluster: _, ...inOneProcess } = plan.scenario;
  const scenario = 'limiter' in atomic ? inOneProcess : plan.scenario;
  const planned = planLane(scenario, atomicLane, lanePlan.policy, plan, lanePlan.laneIndex);
  if (typeof planned === 'string') return null;
  // Manual delays refer to messages of the original program.
  const withoutMoves = planned.kind === 'scheme' ? { ...planned, cluster: { ...planned.cluster, moves: [] } } : planned;
  const slices = decideEventDrivenLane(plan, withoutMoves, maxDecisionsPerLane(plan));
  const { trace } = yield* mapSlices(slices, () => undefined);
  return trace;
}

/** Whether a lane's atomic version denies the same request. */
export function isDeniedIn(atomic: LaneTrace, plan: Plan, laneRun: SchemeRun, request: number): boolean {
  // In an open loop, a request has the same position in every lane.
  const same = plan.isClosedLoop ? counterpart(laneRun, request, atomic) : request;
  return same !== null && isDenied(atomic.verdicts[same] as number);
}

/** The lane with the pair's read postponed until just after the write, and otherwise unchanged. */
function withReadAfterWrite(plan: SchemePlan, { read, write }: ReadWritePair): SchemePlan {
  const { request, command } = write;
  const after = { request, command, executedAt: write.executedAt as Instant };
  return { ...plan, postponedMessage: { request: read.request, command: read.command, after } };
}

/**
 * Pairs that may have admitted the request: a read of the request, and a write to the same key by another request between
 * that read and the request's own write. Ordered by the execution of the other request's writes.
 */
function candidatesIn(messages: readonly SequenceMessage[], request: number): readonly ReadWritePair[] {
  const executed = messages
    .filter(({ executionOrder }) => executionOrder > 0)
    .sort((a, b) => a.executionOrder - b.executionOrder);
  const own = executed.filter((message) => message.request === request);
  const found: ReadWritePair[] = [];
  for (const write of executed) {
    if (write.request === request) continue;
    for (const { key } of write.keyAccesses.filter(({ writes }) => writes)) {
      const read = own.find(
        ({ executionOrder: order, keyAccesses }) =>
          order < write.executionOrder && keyAccesses.some((one) => one.key === key && one.reads),
      );
      const ownWrite = own.find(
        ({ executionOrder: order, keyAccesses }) =>
          order > write.executionOrder && keyAccesses.some((one) => one.key === key && one.writes),
      );
      if (read === undefined || ownWrite === undefined) continue;
      found.push({ read, write });
      break;
    }
  }
  return found;
}
