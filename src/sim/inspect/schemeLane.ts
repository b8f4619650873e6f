/** A lane of several processes: its levels are what nodes found, and one decision is explained by running the lane again. */
import { StoreError, type CommandName } from '../cluster/command.ts';
import { DENY_TOO_LARGE, explainTooLarge, outcomeOf, type Explanation, type Fact } from '../limiters/limiter.ts';
import { CurveBuilder } from '../metrics/downsample.ts';
import { costOf, firstAtOrAfter, keyIndex, NO_NODE, WAYS, type Way } from '../metrics/trace.ts';
import type { Instant } from '../time.ts';
import { nodeName, seconds } from '../words.ts';
import { gaugeOf, movesOf, type SchemePlan } from '../run/lanePlan.ts';
import type { LaneSession, Reason } from './laneSession.ts';
import type { SchemeRun } from '../run/laneRun.ts';
import type { Plan } from '../run/plan.ts';
import { Crossings } from './race.ts';
import { candidates, Recorder, type Sequence } from './sequence.ts';
import { watchLane } from '../run/simulate.ts';

export function schemeLane(plan: Plan, lane: SchemeRun): LaneSession {
  const { arrivals, cluster, verdicts } = lane;
  const { params, policy, limiter } = lane.plan;
  const nodes = nodesOf(lane);
  const kept = new Map<number, Findings>();
  const crossings = new Crossings(plan, lane);
  const moves = movesOf(lane.plan);

  const findingsOf = (key: number): Findings => {
    let known = kept.get(key);
    if (known === undefined) {
      kept.clear();
      kept.set(key, (known = findings(lane, key)));
    }
    return known;
  };
  /** What stands before anybody has found anything. */
  const gauge = gaugeOf(lane.plan);
  const untouched = gauge.wall === 'floor' ? gauge.full(params) : 0;

  /** Permits of that key that each node let in within (at − T, at]. */
  const lately = (key: number, at: Instant): Float64Array => {
    const counts = new Float64Array(nodes);
    const { start, order } = keyIndex(arrivals);
    for (let place = start[key] ?? 0; place < (start[key + 1] ?? 0); place++) {
      const row = order[place] as number;
      if ((arrivals.at[row] as number) > at) break;
      const effect = (arrivals.at[row] as number) + (lane.waits?.[row] ?? 0);
      if ((verdicts[row] as number) > 1 || effect > at || effect <= at - policy.T) continue;
      const node = cluster.node[row] as number;
      if (node !== NO_NODE) counts[node] = (counts[node] as number) + costOf(arrivals, row);
    }
    return counts;
  };

  return {
    *levels(key, from, to, columns) {
      const builder = new CurveBuilder(from, to, columns);
      const { at, level } = findingsOf(key);
      let next = firstAtOrAfter(at, from + 1);
      let value = next === 0 ? untouched : (level[next - 1] as number);
      builder.push(from, value);
      for (; next < at.length && (at[next] as number) <= to; next++) {
        const instant = at[next] as number;
        if (instant - 1 > from) builder.push(instant - 1, value);
        value = level[next] as number;
        builder.push(instant, value);
        if (next % 32_768 === 0) yield;
      }
      builder.push(to, value);
      return { level: builder.finish(), second: null };
    },

    state(key, _last, at) {
      const { at: instants, level } = findingsOf(key);
      const place = firstAtOrAfter(instants, at + 1);
      const counts = lately(key, at);
      return {
        key: arrivals.keys[key] ?? '',
        level: place === 0 ? null : (level[place - 1] as number),
        second: null,
        facts: factsOf(counts, policy.n),
        picture: { kind: 'nodes', counts, n: policy.n },
      };
    },

    *why(request): Generator<undefined, Reason> {
      const from = arrivals.at[request] as number;
      const to = from + (cluster.latency[request] as number);
      const recorder = new Recorder(request, from, to, limiter.inWords?.(params));
      yield* watchLane(plan, lane.plan, recorder);
      const key = arrivals.key === null ? 0 : (arrivals.key[request] as number);
      const name = arrivals.keys[key] ?? '';
      const { shown, left } = recorder.messages(name, ({ task, index }) => moves.get(`${task.row}/${index}`) ?? 0);
      const node = cluster.node[request] as number;
      const sequence: Sequence = {
        request,
        node: node === NO_NODE ? null : node,
        died: recorder.way === 'died',
        from,
        to,
        messages: shown,
        left,
        crossing: yield* crossings.of(request, recorder, candidates(shown, request)),
        atomic: limiter.atomic(lane.plan.options) !== null,
      };
      const own = shown.filter((message) => message.request === request);
      const retryAfter = cluster.retryAfter[request] as number;
      return {
        explanation: explanationOf(lane, request, recorder),
        members: null,
        before: keptBy(own, 'before'),
        after: keptBy(own, 'after'),
        pictures: [
          { kind: 'nodes', counts: lately(key, to - 1), n: policy.n },
          { kind: 'nodes', counts: lately(key, to), n: policy.n },
        ],
        retryAfter: outcomeOf(verdicts[request] as number) === 'deny' && !Number.isNaN(retryAfter) ? retryAfter : null,
        waitThen: 0,
        quota: null,
        sequence,
      };
    },
  };
}

/** How many nodes there ever were. */
export function nodesOf({ plan: { cluster } }: { readonly plan: Pick<SchemePlan, 'cluster'> }): number {
  return cluster.nodes + cluster.faults.filter(({ kind }) => kind === 'node-added').length;
}

/** What nodes found of one key, by the instant of their answers. */
interface Findings {
  readonly at: Float64Array;
  readonly level: Float64Array;
}

function findings({ arrivals, cluster }: SchemeRun, key: number): Findings {
  const { start, order } = keyIndex(arrivals);
  const rows = order.slice(start[key] ?? 0, start[key + 1] ?? 0).filter((row) => !Number.isNaN(cluster.level[row]));
  const answered = (row: number): Instant => (arrivals.at[row] as number) + (cluster.latency[row] as number);
  rows.sort((a, b) => answered(a) - answered(b) || a - b);
  return {
    at: Float64Array.from(rows, answered),
    level: Float64Array.from(rows, (row) => cluster.level[row] as number),
  };
}

function factsOf(counts: Float64Array, n: number): readonly Fact[] {
  const all = counts.reduce((sum, count) => sum + count, 0);
  return [
    ['let in within the last T', `${all} of ${n}`],
    ...[...counts].map((count, node): Fact => [`by ${nodeName(node)}`, `${count}`]),
  ];
}

/** What the keys that a request's own messages touched held before the first of them, or after the last. */
function keptBy(messages: Sequence['messages'], when: 'before' | 'after'): readonly Fact[] {
  const known = new Map<string, string>();
  for (const touched of messages.flatMap((message) => message.touched)) {
    if (when === 'after' || !known.has(touched.key)) known.set(touched.key, touched[when]);
  }
  return [...known];
}

function explanationOf({ plan, arrivals, verdicts, cluster }: SchemeRun, request: number, seen: Recorder): Explanation {
  const { limiter, params } = plan;
  const verdict = verdicts[request] as number;
  const code = limiter.code(params);
  const way = WAYS[cluster.way[request] as number] as Way;
  if (verdict === DENY_TOO_LARGE && way === 'decided')
    return explainTooLarge(
      costOf(arrivals, request),
      limiter.usesCapacity ? 'capacity' : 'n',
      limiter.most(params),
      code,
    );
  const { ruling, task } = seen;
  if (ruling === null || task === null || (way !== 'decided' && way !== 'in-vain')) {
    const sentence = wayInWords(way, plan, seen.error);
    return { verdict, sentence, rule: '', numbers: '', holds: false, code, lit: litOf(code, seen.names, null) };
  }
  const own = ruling.explanation ?? seen.explanation;
  if (own !== null) return own;
  const lit = litOf(code, seen.names, outcomeOf(verdict) === 'deny' ? 'deny' : 'allow');
  return { ...limiter.explain(ruling, task.context, params), verdict, code, lit };
}

/**
 * The lines of pseudo-code that name the commands sent, in their order, and the one with the outcome.
 * @param outcome null where the program came to none
 */
function litOf(code: readonly string[], sent: readonly CommandName[], outcome: 'allow' | 'deny' | null): number[] {
  const lit = new Set<number>();
  let last = -1;
  const light = (word: string): void => {
    const named = (line: string): boolean => new RegExp(`\\b${word}\\b`).test(line);
    const later = code.findIndex((line, place) => place > last && named(line));
    // A loop goes back to a line above; several commands may stand in one line.
    const place = last >= 0 && named(code[last] as string) ? last : later >= 0 ? later : code.findIndex(named);
    if (place < 0) return;
    lit.add(place);
    last = place;
  };
  for (const name of sent) light(name);
  if (outcome !== null) light(outcome);
  return [...lit].sort((a, b) => a - b);
}

function wayInWords(way: Way, { timeout }: SchemePlan, error: Error | null): string {
  const why =
    error instanceof StoreError
      ? `The store answers with an error: ${error.message}.`
      : `No answer came within ${seconds(timeout)} (${error?.message ?? 'none was awaited'}).`;
  return {
    decided: '',
    'in-vain': '',
    died: 'The node died before it had an answer.',
    'no-node': 'No node takes requests: each is down, removed, or has a weight of 0.',
    refused: `${why} Without one, this lane denies.`,
    'let-through': `${why} Without one, this lane admits.`,
    'by-itself': `${why} Without one, the node decides by itself, on its share of the limit.`,
  }[way];
}
