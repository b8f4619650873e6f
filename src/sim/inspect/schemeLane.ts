/** A distributed lane: levels are those that nodes observed, and a decision is explained by repeating the run. */
import { type Readout } from '../limiters/limiter.ts';
import { isDenied } from '../verdict.ts';
import { admissionsOf, NO_NODE } from '../metrics/trace.ts';
import { costAt, keyAt, keyIndexOf } from '../arrivals.ts';
import { nodeName } from '../numberFormat.ts';
import { manualDelaysOf } from '../run/lanePlan.ts';
import { ClusterCheckpoints, type Checkpoint } from '../run/clusterCheckpoints.ts';
import type { SchemeRun } from '../run/laneRun.ts';
import type { Plan } from '../run/plan.ts';
import { observeLane } from '../run/simulate.ts';
import { atomicVariantOf } from '../scenario/atomicVariant.ts';
import { nodeCountOf } from '../scenario/cluster.ts';
import type { Lane } from '../scenario/scenario.ts';
import type { Instant } from '../time.ts';
import { cachedByKey, type LaneSession, type WhyDetails } from './laneSession.ts';
import { ObservedLevels } from './observedLevels.ts';
import { RaceFinder } from './race.ts';
import { explanationOf } from './schemeExplanation.ts';
import type { Race, Sequence, SequenceMessage } from './sequence.ts';
import { SequenceRecorder } from './sequenceRecorder.ts';

export function openSchemeLane(plan: Plan, laneRun: SchemeRun): LaneSession {
  const { arrivals, cluster, verdicts } = laneRun;
  const { params, policy, algorithm: scheme, laneIndex } = laneRun.plan;
  const scenarioLane = plan.scenario.lanes[laneIndex] as Lane;
  const levelsOf = cachedByKey((key) => new ObservedLevels(laneRun, key));
  const raceFinder = new RaceFinder(plan, laneRun);
  const manualDelays = manualDelaysOf(laneRun.plan);

  function* sequenceOf(
    request: number,
    recorder: SequenceRecorder,
    before: Checkpoint | null,
  ): Generator<undefined, Sequence> {
    const messages = recorder.messages(
      arrivals.keys[keyAt(arrivals, request)] ?? '',
      (message) => manualDelays.get(`${message.request.row}/${message.index}`) ?? 0,
    );
    const race = yield* raceFinder.find(request, recorder, messages, before);
    const node = cluster.node[request] as number;
    const [from, to] = [arrivals.at[request] as number, answeredAt(laneRun, request)];
    const isMeanwhile = (at: Instant | null): boolean => at !== null && at >= from && at <= to;
    const meanwhile = messages.filter(
      (message) => message.request === request || message === race?.write || isMeanwhile(message.executedAt),
    );
    const shown = shownMessages(meanwhile, request, (from + to) / 2, race);
    return {
      request,
      node: node === NO_NODE ? null : node,
      nodeDied: recorder.answerPath === 'died',
      from,
      to,
      messages: shown,
      omittedCount: meanwhile.length - shown.length,
      race,
      unitsText: scheme.unitsText?.(params) ?? '',
      // A system's own shared ideal is no lane that a scenario with a cluster could have.
      hasAtomicVersion: scheme.story === undefined && atomicVariantOf(scenarioLane, scheme) !== null,
    };
  }

  return {
    admissions: cachedByKey((key) => admissionsOf(laneRun, key)),

    *levelCurves(key, from, to, columns) {
      return { level: yield* levelsOf(key).curve(from, to, columns), secondaryLevel: null };
    },

    // oxlint-disable-next-line require-yield -- as `why` of a single process
    *fullSpans() {
      return null;
    },

    snapshot(key, _last, at) {
      const counts = admittedByNode(laneRun, key, at);
      return {
        key: arrivals.keys[key] ?? '',
        level: levelsOf(key).levelAt(at),
        storedAt: levelsOf(key).storedAt(at),
        second: null,
        facts: nodeFacts(counts, policy.n),
        picture: { kind: 'nodes', counts, n: policy.n },
      };
    },

    *why(request): Generator<undefined, WhyDetails> {
      const key = keyAt(arrivals, request);
      const to = answeredAt(laneRun, request);
      const recorder = new SequenceRecorder(request, arrivals.at[request] as number, to, scheme.valueFormat?.(params));
      const checkpoint = laneRun.checkpoints?.before(request) ?? null;
      const close = new ClusterCheckpoints();
      yield* observeLane(plan, laneRun.plan, recorder, checkpoint, close);
      const sequence = yield* sequenceOf(request, recorder, close.before(request) ?? checkpoint);
      const ownMessages = sequence.messages.filter((message) => message.request === request);
      const retryAfter = cluster.retryAfter[request] as number;
      const denied = isDenied(verdicts[request] as number);
      return {
        explanation: explanationOf(laneRun, request, recorder),
        countedRequests: null,
        before: keyValueFacts(ownMessages, 'before'),
        after: keyValueFacts(ownMessages, 'after'),
        pictures: [
          { kind: 'nodes', counts: admittedByNode(laneRun, key, to - 1), n: policy.n },
          { kind: 'nodes', counts: admittedByNode(laneRun, key, to), n: policy.n },
        ],
        retryAfter: denied && !Number.isNaN(retryAfter) ? retryAfter : null,
        delayAfterRetry: 0,
        quota: null,
        sequence,
      };
    },
  };
}

/** Maximum number of messages of other requests shown: those nearest in time. */
const MAX_OTHER_MESSAGES = 60;

/** The request's messages and those nearest to an instant, with the write of the race, however far away it is. */
function shownMessages(
  messages: readonly SequenceMessage[],
  request: number,
  middle: Instant,
  race: Race | null,
): readonly SequenceMessage[] {
  const distance = (message: SequenceMessage): number =>
    message === race?.write ? -1 : Math.abs((message.executedAt as Instant) - middle);
  const near = messages
    .filter((message) => message.request !== request)
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, MAX_OTHER_MESSAGES);
  const kept = new Set(near);
  return messages.filter((message) => message.request === request || kept.has(message));
}

function answeredAt({ arrivals, cluster }: SchemeRun, request: number): Instant {
  return (arrivals.at[request] as number) + (cluster.latency[request] as number);
}

/** The permits of a key that each node admitted within (at − T, at]. */
function admittedByNode(
  { arrivals, cluster, plan, verdicts, waits }: SchemeRun,
  key: number,
  at: Instant,
): Float64Array {
  const counts = new Float64Array(nodeCountOf(plan.cluster));
  const { start, order } = keyIndexOf(arrivals);
  for (const row of order.subarray(start[key] ?? 0, start[key + 1] ?? 0)) {
    const arrivedAt = arrivals.at[row] as number;
    if (arrivedAt > at) break;
    const admittedAt = arrivedAt + (waits?.[row] ?? 0);
    if (isDenied(verdicts[row] as number) || admittedAt > at || admittedAt <= at - plan.policy.T) continue;
    const node = cluster.node[row] as number;
    if (node !== NO_NODE) counts[node] = (counts[node] as number) + costAt(arrivals, row);
  }
  return counts;
}

function nodeFacts(counts: Float64Array, n: number): readonly Readout[] {
  const all = counts.reduce((sum, count) => sum + count, 0);
  return [
    ['admitted in the last T', `${all} of ${n}`],
    ...[...counts].map((count, node): Readout => [`by ${nodeName(node)}`, `${count}`]),
  ];
}

/** The values of the store's keys that a request's messages accessed, before the first access or after the last. */
function keyValueFacts(messages: Sequence['messages'], when: 'before' | 'after'): readonly Readout[] {
  const known = new Map<string, string>();
  for (const access of messages.flatMap((message) => message.keyAccesses)) {
    if (when === 'after' || !known.has(access.key)) known.set(access.key, access[when]);
  }
  return [...known];
}
