/**
 * Detects races. A request wins a race when it and another could not have come one after the other, and the atomic version
 * of the same lane denies it on the same arrivals: so the race admitted one too many. They could not if the request reads a
 * key that the other then writes, and writes it itself after that; or before that, but after the other has read it. In the
 * second case the other is the one that has read too early, so the request wins only if the atomic version admits the other.
 */
import type { LaneTrace } from '../metrics/trace.ts';
import { isDenied } from '../verdict.ts';
import { maxDecisionsPerLane } from '../run/budget.ts';
import type { Checkpoint } from '../run/clusterCheckpoints.ts';
import type { InFlightRequest } from '../run/inFlight.ts';
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

type ReadWritePair = Pick<Race, 'read' | 'write' | 'wroteFirst'>;

export class RaceFinder {
  readonly #plan: Plan;
  readonly #laneRun: SchemeRun;
  /** The run of the atomic version, computed on first use; null if there is none. */
  #atomicRun: LaneTrace | null | undefined;

  constructor(plan: Plan, lane: SchemeRun) {
    this.#plan = plan;
    this.#laneRun = lane;
  }

  /**
   * @param messages of the request, and of others that the store executed meanwhile
   * @param before a checkpoint before the request arrived; null for the start
   */
  *find(
    request: number,
    { decision, request: inFlight, answerPath }: SequenceRecorder,
    messages: readonly SequenceMessage[],
    before: Checkpoint | null,
  ): Generator<undefined, Race | null> {
    const candidates = candidatesIn(messages, request);
    const admitted = decision !== null && !isDenied(decision.verdict) && answerPath === 'decided';
    if (!admitted || inFlight === null || candidates.length === 0) return null;
    if ((yield* this.#atomicDenies(request)) !== true) return null;
    const pairs: ReadWritePair[] = [];
    for (const pair of candidates)
      if (!pair.wroteFirst || (yield* this.#atomicDenies(pair.write.request)) === false) pairs.push(pair);
    const [first] = pairs;
    if (first === undefined) return null;
    const alone = yield* this.#findSoleCause(inFlight, pairs, before);
    const pair = alone ?? first;
    const hasOthers = pairs.some(({ write }) => write.request !== pair.write.request);
    return { ...pair, isSoleCause: alone !== null, hasOthers };
  }

  *#atomicDenies(request: number): Generator<undefined, boolean | null> {
    if (this.#atomicRun === undefined) this.#atomicRun = yield* runAtomic(this.#plan, this.#laneRun);
    return this.#atomicRun === null ? null : isDeniedIn(this.#atomicRun, this.#plan, this.#laneRun, request);
  }

  /** The first pair whose removal alone makes the lane deny the request; null if no single one is enough. */
  *#findSoleCause(
    { row, at }: InFlightRequest,
    pairs: readonly ReadWritePair[],
    before: Checkpoint | null,
  ): Generator<undefined, ReadWritePair | null> {
    const plan = this.#plan;
    const { plan: lanePlan } = this.#laneRun;
    function* deniesWithout(index: number): Generator<undefined, boolean> {
      const recorder = new SequenceRecorder(row, at, NEVER);
      yield* observeLane(plan, withReadAfterWrite(lanePlan, pairs[index] as ReadWritePair), recorder, before);
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
  // Manual delays refer to messages of the original program. Without any the plan keeps the hidden class that the run's code knows.
  const hasMoves = planned.kind === 'scheme' && planned.cluster.moves.length > 0;
  const withoutMoves = hasMoves ? { ...planned, cluster: { ...planned.cluster, moves: [] } } : planned;
  const slices = decideEventDrivenLane(plan, withoutMoves, maxDecisionsPerLane(plan));
  const { trace } = yield* mapSlices(slices, () => undefined);
  return trace;
}

/** Whether a lane's atomic version denies the same request; null if it does not have it. */
export function isDeniedIn(atomic: LaneTrace, plan: Plan, laneRun: SchemeRun, request: number): boolean | null {
  // In an open loop, a request has the same position in every lane.
  const same = plan.isClosedLoop ? counterpart(laneRun, request, atomic) : request;
  return same === null ? null : isDenied(atomic.verdicts[same] as number);
}

/** The lane with the pair's read postponed until just after the write, and otherwise unchanged. */
function withReadAfterWrite(plan: SchemePlan, { read, write }: ReadWritePair): SchemePlan {
  const { request, command } = write;
  const after = { request, command, executedAt: write.executedAt as Instant };
  return { ...plan, postponedMessage: { request: read.request, command: read.command, after } };
}

/** Pairs that may have admitted the request, in the order in which the store executed the other requests' writes. */
function candidatesIn(messages: readonly SequenceMessage[], request: number): readonly ReadWritePair[] {
  const executed = messages
    .filter(({ executionOrder }) => executionOrder > 0)
    .sort((a, b) => a.executionOrder - b.executionOrder);
  const byRequest = new Map<number, SequenceMessage[]>();
  for (const message of executed) {
    const known = byRequest.get(message.request);
    if (known === undefined) byRequest.set(message.request, [message]);
    else known.push(message);
  }
  const messagesOf = (one: number): readonly SequenceMessage[] => byRequest.get(one) ?? [];
  return executed.flatMap((write) => {
    if (write.request === request) return [];
    const pairs = keysOverwrittenBy(write).map((key) =>
      pairOf(key, write, messagesOf(request), messagesOf(write.request)),
    );
    return pairs.find((pair) => pair !== null) ?? [];
  });
}

function keysOverwrittenBy({ keyAccesses }: SequenceMessage): readonly string[] {
  return keyAccesses.filter(({ overwrites }) => overwrites).map(({ key }) => key);
}

/** @param own the request's messages, as they were executed; `others` those of the request that writes */
function pairOf(
  key: string,
  write: SequenceMessage,
  own: readonly SequenceMessage[],
  others: readonly SequenceMessage[],
): ReadWritePair | null {
  const order = write.executionOrder;
  const otherReadAt = readBefore(write, key, others)?.executionOrder ?? (isCut(others) ? 0 : Infinity);
  const pairs = own.flatMap((ownWrite) => {
    if (!keysOverwrittenBy(ownWrite).includes(key)) return [];
    const read = readBefore(ownWrite, key, own);
    const wroteFirst = ownWrite.executionOrder < order;
    const crosses = read !== undefined && read.executionOrder < order;
    return crosses && (!wroteFirst || otherReadAt < ownWrite.executionOrder) ? [{ read, write, wroteFirst }] : [];
  });
  return pairs.find(({ wroteFirst }) => !wroteFirst) ?? pairs[0] ?? null;
}

/** What a write is based on: the last read before it. What was read before a further try counts no more. */
function readBefore(
  write: SequenceMessage,
  key: string,
  messages: readonly SequenceMessage[],
): SequenceMessage | undefined {
  let last: SequenceMessage | undefined;
  for (const message of messages) {
    if (message.executionOrder >= write.executionOrder) break;
    if (message.keyAccesses.some((one) => one.key === key && one.reads)) last = message;
  }
  return last;
}

/** Whether a request had sent something when the repeated run began: it then read the key before all that is known. */
function isCut([first]: readonly SequenceMessage[]): boolean {
  return first !== undefined && first.command > 0;
}
