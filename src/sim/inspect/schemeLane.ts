/** A lane of several processes: its levels are what nodes found, and one decision is explained by running the lane again. */
import { StoreError, type CommandName } from '../cluster/command.ts';
import { explainTooLarge, type Explanation, type Readout } from '../limiters/limiter.ts';
import { DENY_TOO_LARGE, isDenied } from '../verdict.ts';
import { CurveBuilder } from '../metrics/downsample.ts';
import { NO_NODE, ANSWER_PATHS, type AnswerPath } from '../metrics/trace.ts';
import { costAt, keyIndexOf } from '../arrivals.ts';
import { firstAtOrAfter } from '../search.ts';
import type { Instant } from '../time.ts';
import { nodeName, formatSeconds } from '../numberFormat.ts';
import { gaugeOf, manualDelaysOf, type SchemePlan } from '../run/lanePlan.ts';
import type { LaneSession, WhyDetails } from './laneSession.ts';
import type { SchemeRun } from '../run/laneRun.ts';
import type { Plan } from '../run/plan.ts';
import { RaceFinder } from './race.ts';
import { raceCandidates, SequenceRecorder, type Sequence } from './sequence.ts';
import { observeLane } from '../run/simulate.ts';

export function openSchemeLane(plan: Plan, laneRun: SchemeRun): LaneSession {
  const { arrivals, cluster, verdicts } = laneRun;
  const { params, policy, scheme } = laneRun.plan;
  const nodeCount = nodeCountOf(laneRun);
  const observedLevelsByKey = new Map<number, ObservedLevels>();
  const raceFinder = new RaceFinder(plan, laneRun);
  const manualDelays = manualDelaysOf(laneRun.plan);

  const observedLevelsOf = (key: number): ObservedLevels => {
    let known = observedLevelsByKey.get(key);
    if (known === undefined) {
      observedLevelsByKey.clear();
      observedLevelsByKey.set(key, (known = collectObservedLevels(laneRun, key)));
    }
    return known;
  };
  /** What stands before anybody has found anything. */
  const gauge = gaugeOf(laneRun.plan);
  const initialLevel = gauge.denySide === 'floor' ? gauge.full(params) : 0;

  /** Permits of that key that each node let in within (at − T, at]. */
  const admittedByNode = (key: number, at: Instant): Float64Array => {
    const counts = new Float64Array(nodeCount);
    const { start, order } = keyIndexOf(arrivals);
    for (let place = start[key] ?? 0; place < (start[key + 1] ?? 0); place++) {
      const row = order[place] as number;
      if ((arrivals.at[row] as number) > at) break;
      const effect = (arrivals.at[row] as number) + (laneRun.waits?.[row] ?? 0);
      if (isDenied(verdicts[row] as number) || effect > at || effect <= at - policy.T) continue;
      const node = cluster.node[row] as number;
      if (node !== NO_NODE) counts[node] = (counts[node] as number) + costAt(arrivals, row);
    }
    return counts;
  };

  return {
    *levelCurves(key, from, to, columns) {
      const builder = new CurveBuilder(from, to, columns);
      const { at, level } = observedLevelsOf(key);
      let next = firstAtOrAfter(at, from + 1);
      let value = next === 0 ? initialLevel : (level[next - 1] as number);
      builder.push(from, value);
      for (; next < at.length && (at[next] as number) <= to; next++) {
        const instant = at[next] as number;
        if (instant - 1 > from) builder.push(instant - 1, value);
        value = level[next] as number;
        builder.push(instant, value);
        if (next % 32_768 === 0) yield;
      }
      builder.push(to, value);
      return { level: builder.finish(), secondaryLevel: null };
    },

    snapshot(key, _last, at) {
      const { at: instants, level } = observedLevelsOf(key);
      const place = firstAtOrAfter(instants, at + 1);
      const counts = admittedByNode(key, at);
      return {
        key: arrivals.keys[key] ?? '',
        level: place === 0 ? null : (level[place - 1] as number),
        second: null,
        facts: nodeFacts(counts, policy.n),
        picture: { kind: 'nodes', counts, n: policy.n },
      };
    },

    *why(request): Generator<undefined, WhyDetails> {
      const from = arrivals.at[request] as number;
      const to = from + (cluster.latency[request] as number);
      const recorder = new SequenceRecorder(request, from, to, scheme.valueFormat?.(params));
      yield* observeLane(plan, laneRun.plan, recorder);
      const key = arrivals.key === null ? 0 : (arrivals.key[request] as number);
      const name = arrivals.keys[key] ?? '';
      const { shown, omittedCount } = recorder.messages(
        name,
        ({ request: task, index }) => manualDelays.get(`${task.row}/${index}`) ?? 0,
      );
      const node = cluster.node[request] as number;
      const sequence: Sequence = {
        request,
        node: node === NO_NODE ? null : node,
        nodeDied: recorder.answerPath === 'died',
        from,
        to,
        messages: shown,
        omittedCount,
        race: yield* raceFinder.find(request, recorder, raceCandidates(shown, request)),
        hasAtomicVersion: scheme.atomicVariant(laneRun.plan.options) !== null,
      };
      const ownMessages = shown.filter((message) => message.request === request);
      const retryAfter = cluster.retryAfter[request] as number;
      return {
        explanation: explanationOf(laneRun, request, recorder),
        countedRequests: null,
        before: keyValueFacts(ownMessages, 'before'),
        after: keyValueFacts(ownMessages, 'after'),
        pictures: [
          { kind: 'nodes', counts: admittedByNode(key, to - 1), n: policy.n },
          { kind: 'nodes', counts: admittedByNode(key, to), n: policy.n },
        ],
        retryAfter: isDenied(verdicts[request] as number) && !Number.isNaN(retryAfter) ? retryAfter : null,
        delayAfterRetry: 0,
        quota: null,
        sequence,
      };
    },
  };
}

/** How many nodes there ever were. */
export function nodeCountOf({ plan: { cluster } }: { readonly plan: Pick<SchemePlan, 'cluster'> }): number {
  return cluster.nodes + cluster.faults.filter(({ kind }) => kind === 'node-added').length;
}

/** What nodes found of one key, by the instant of their answers. */
interface ObservedLevels {
  readonly at: Float64Array;
  readonly level: Float64Array;
}

function collectObservedLevels({ arrivals, cluster }: SchemeRun, key: number): ObservedLevels {
  const { start, order } = keyIndexOf(arrivals);
  const rows = order.slice(start[key] ?? 0, start[key + 1] ?? 0).filter((row) => !Number.isNaN(cluster.level[row]));
  const answered = (row: number): Instant => (arrivals.at[row] as number) + (cluster.latency[row] as number);
  rows.sort((a, b) => answered(a) - answered(b) || a - b);
  return {
    at: Float64Array.from(rows, answered),
    level: Float64Array.from(rows, (row) => cluster.level[row] as number),
  };
}

function nodeFacts(counts: Float64Array, n: number): readonly Readout[] {
  const all = counts.reduce((sum, count) => sum + count, 0);
  return [
    ['let in within the last T', `${all} of ${n}`],
    ...[...counts].map((count, node): Readout => [`by ${nodeName(node)}`, `${count}`]),
  ];
}

/** What the keys that a request's own messages touched held before the first of them, or after the last. */
function keyValueFacts(messages: Sequence['messages'], when: 'before' | 'after'): readonly Readout[] {
  const known = new Map<string, string>();
  for (const access of messages.flatMap((message) => message.keyAccesses)) {
    if (when === 'after' || !known.has(access.key)) known.set(access.key, access[when]);
  }
  return [...known];
}

function explanationOf(
  { plan, arrivals, verdicts, cluster }: SchemeRun,
  request: number,
  recorder: SequenceRecorder,
): Explanation {
  const { scheme, params } = plan;
  const verdict = verdicts[request] as number;
  const code = scheme.code(params);
  const answerPath = ANSWER_PATHS[cluster.answerPath[request] as number] as AnswerPath;
  if (verdict === DENY_TOO_LARGE && answerPath === 'decided')
    return explainTooLarge(
      costAt(arrivals, request),
      scheme.usesCapacity ? 'capacity' : 'n',
      scheme.maxCost(params),
      code,
    );
  const { decision, request: schemeRequest } = recorder;
  if (decision === null || schemeRequest === null || (answerPath !== 'decided' && answerPath !== 'in-vain')) {
    const sentence = answerPathSentence(answerPath, plan, recorder.error);
    return {
      verdict,
      sentence,
      condition: '',
      evaluatedCondition: '',
      holds: false,
      code,
      executedLines: executedLinesOf(code, recorder.commandNames, null),
    };
  }
  const own = decision.explanation ?? recorder.explanation;
  if (own !== null) return own;
  const executedLines = executedLinesOf(code, recorder.commandNames, isDenied(verdict) ? 'deny' : 'allow');
  return { ...scheme.explain(decision, schemeRequest.context, params), verdict, code, executedLines };
}

/**
 * The lines of pseudo-code that name the commands sent, in their order, and the one with the outcome.
 * @param outcome null where the program came to none
 */
function executedLinesOf(
  code: readonly string[],
  sent: readonly CommandName[],
  outcome: 'allow' | 'deny' | null,
): number[] {
  const executedLines = new Set<number>();
  let last = -1;
  const markExecuted = (word: string): void => {
    const named = (line: string): boolean => new RegExp(`\\b${word}\\b`).test(line);
    const later = code.findIndex((line, place) => place > last && named(line));
    // A loop goes back to a line above; several commands may stand in one line.
    const place = last >= 0 && named(code[last] as string) ? last : later >= 0 ? later : code.findIndex(named);
    if (place < 0) return;
    executedLines.add(place);
    last = place;
  };
  for (const name of sent) markExecuted(name);
  if (outcome !== null) markExecuted(outcome);
  return [...executedLines].sort((a, b) => a - b);
}

function answerPathSentence(answerPath: AnswerPath, { timeout }: SchemePlan, error: Error | null): string {
  const storeProblem =
    error instanceof StoreError
      ? `The store answers with an error: ${error.message}.`
      : `No answer came within ${formatSeconds(timeout)} (${error?.message ?? 'none was awaited'}).`;
  return {
    decided: '',
    'in-vain': '',
    died: 'The node died before it had an answer.',
    'no-node': 'No node takes requests: each is down, removed, or has a weight of 0.',
    refused: `${storeProblem} Without one, this lane denies.`,
    'let-through': `${storeProblem} Without one, this lane admits.`,
    'by-itself': `${storeProblem} Without one, the node decides by itself, on its share of the limit.`,
  }[answerPath];
}
