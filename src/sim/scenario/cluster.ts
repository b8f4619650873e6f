/** The cluster: nodes, their links to the store, their clocks, and faults. All times are in seconds. */
import type { ClockSkew } from '../cluster/clock.ts';
import { COMMANDS } from '../cluster/command.ts';
import type { Fault } from '../cluster/faults.ts';
import type { Latency } from '../cluster/networkLink.ts';
import type { Routing } from '../cluster/routing.ts';
import { checkWeights, time, weights } from './entryFields.ts';
import { MAX_SECONDS } from './policy.ts';
import { formatExactNumber, type Problem, type Report } from './problem.ts';
import {
  oneOf,
  withDefault,
  withExpected,
  isObject,
  list,
  defaultedRecord,
  number,
  optional,
  union,
  record,
  required,
  taggedUnion,
  integer,
  type Schema,
} from './schema.ts';

export type { ClockSkew } from '../cluster/clock.ts';
export type { Fault } from '../cluster/faults.ts';
export type { Latency } from '../cluster/networkLink.ts';
export type { Routing } from '../cluster/routing.ts';

/** Whether a fault lasts. A node that dies after a command does so once. */
export function isIntervalFault(fault: Fault): fault is Extract<Fault, { readonly until?: number }> {
  return ['node-down', 'store-down', 'store-slow', 'link-down'].includes(fault.kind);
}

/** A manually delayed message: a command, by its number, of a lane's request (all from 0); `delay` in seconds. */
export interface MessageMove {
  readonly lane: number;
  readonly request: number;
  readonly command: number;
  readonly delay: number;
}

export interface Cluster {
  readonly nodes: number;
  readonly routing: Routing;
  readonly latency: Latency;
  /** How long the store is busy with one command while others wait, in seconds. */
  readonly service: number;
  /** One per node; empty: all nodes have `latency`. */
  readonly links: readonly Latency[];
  readonly skew: readonly ClockSkew[];
  readonly faults: readonly Fault[];
  readonly moves: readonly MessageMove[];
}

/** Of a run, those that are added during it included. */
export const MAX_NODES = 100;
const MAX_FAULTS = 1_000;
const MAX_MOVES = 100_000;

type OfKind<U extends { readonly kind: string }, K extends U['kind']> = Extract<U, { readonly kind: K }>;
type LatencyOf<K extends Latency['kind']> = OfKind<Latency, K>;
type FaultOf<K extends Fault['kind']> = OfKind<Fault, K>;

/** The same schema, which says why for numbers out of bounds on one side. @param may what it may be, in such a case */
function withReasonBeyond(
  schema: Schema<number>,
  isBeyond: (value: number) => boolean,
  reason: string,
  may = schema.expected,
): Schema<number> {
  return {
    ...schema,
    parse: (value, path, report) =>
      schema.parse(value, path, (problem) =>
        report(typeof value === 'number' && isBeyond(value) ? { ...problem, expected: may, reason } : problem),
      ),
  };
}

const nodeCount = withReasonBeyond(
  integer(1, MAX_NODES),
  (nodes) => nodes > MAX_NODES,
  'every node has a clock, a link and a row of its own',
  `at most ${MAX_NODES}`,
);
const delay = withReasonBeyond(
  number({ min: 0, max: 3_600, unit: 'seconds' }),
  (seconds) => seconds < 0,
  'no message arrives before it is sent',
);
const drift = withReasonBeyond(
  number({ min: -0.9, max: 9 }),
  (rate) => rate < -0.9,
  'at −1 the clock would stand still, and below that it would run backwards',
);
const mean = withDefault(delay, 0.001);
const signedSeconds = number({ min: -MAX_SECONDS, max: MAX_SECONDS, unit: 'seconds' });
/** Any possible node number; `checkCluster` checks that the node exists. */
const node = required(integer(0, MAX_NODES - 1));
const at = required(time);
const until = optional(time);

const latencySchema: Schema<Latency> = taggedUnion<Latency>(
  'kind',
  {
    fixed: record<LatencyOf<'fixed'>>({ kind: withDefault(oneOf(['fixed']), 'fixed'), mean }),
    uniform: record<LatencyOf<'uniform'>>(
      { kind: required(oneOf(['uniform'])), from: withDefault(delay, 0), to: required(delay) },
      ({ from, to }, path, report) => {
        if (from !== undefined && to !== undefined && to < from)
          report({
            path: `${path}.to`,
            actual: formatExactNumber(to),
            expected: `a number of seconds from ${formatExactNumber(from)}, its from, to 3,600`,
          });
      },
    ),
    exponential: record<LatencyOf<'exponential'>>({ kind: required(oneOf(['exponential'])), mean }),
  },
  'fixed',
);

function faultKind<const K extends string>(kind: K) {
  return required(oneOf([kind]));
}

function checkUntil(value: { readonly at?: number; readonly until?: number }, path: string, report: Report): void {
  if (value.at === undefined || value.until === undefined || value.until >= value.at) return;
  report({
    path: `${path}.until`,
    actual: formatExactNumber(value.until),
    expected: `a number of seconds from ${formatExactNumber(value.at)}, where it begins, to ${formatExactNumber(MAX_SECONDS)}`,
  });
}

const faultSchemas: { readonly [K in Fault['kind']]: Schema<FaultOf<K>> } = {
  'node-down': record<FaultOf<'node-down'>>({ kind: faultKind('node-down'), node, at, until }, checkUntil),
  'node-added': record<FaultOf<'node-added'>>({ kind: faultKind('node-added'), at }),
  'node-removed': record<FaultOf<'node-removed'>>({ kind: faultKind('node-removed'), node, at }),
  'crash-after': record<FaultOf<'crash-after'>>({
    kind: faultKind('crash-after'),
    node,
    command: required(oneOf(COMMANDS)),
    at: withDefault(time, 0),
  }),
  'store-down': record<FaultOf<'store-down'>>({ kind: faultKind('store-down'), at, until }, checkUntil),
  'store-slow': record<FaultOf<'store-slow'>>(
    { kind: faultKind('store-slow'), at, until, factor: required(number({ min: 1, max: 1_000_000 })) },
    checkUntil,
  ),
  'store-flush': record<FaultOf<'store-flush'>>({ kind: faultKind('store-flush'), at }),
  'link-down': record<FaultOf<'link-down'>>({ kind: faultKind('link-down'), node, at, until }, checkUntil),
};

const routingName = oneOf(['round-robin', 'random', 'sticky']);
const routingExpected = `${routingName.expected}, or an object with weights`;
const routing = union<Routing>(routingExpected, (value) =>
  isObject(value) ? record<{ readonly weights: readonly number[] }>({ weights: required(weights) }) : routingName,
);

const skewSchema = record<ClockSkew>({
  node,
  offset: withDefault(signedSeconds, 0),
  drift: withDefault(drift, 0),
  step: optional(record<{ readonly at: number; readonly by: number }>({ at, by: required(signedSeconds) })),
});

const moveSchema = record<MessageMove>({
  lane: required(integer(0, 49)),
  request: required(integer(0, 20_000_000)),
  command: required(integer(0, 1_000)),
  delay: required(time),
});

export const clusterSchema: Schema<Cluster> = record<Cluster>(
  {
    nodes: withDefault(nodeCount, 3),
    routing: withDefault(routing, 'round-robin'),
    latency: defaultedRecord(latencySchema),
    service: withDefault(number({ min: 0, max: 10, unit: 'seconds' }), 0),
    links: withDefault(
      withExpected(list(latencySchema, 'latencies', 0, MAX_NODES), 'a list of latencies, one for each node'),
      [],
    ),
    skew: withDefault(list(skewSchema, 'clocks, each with its node', 0, MAX_NODES), []),
    faults: withDefault(list(taggedUnion<Fault>('kind', faultSchemas), 'faults', 0, MAX_FAULTS), []),
    moves: withDefault(list(moveSchema, 'moves', 0, MAX_MOVES), []),
  },
  checkCluster,
);

/** The cluster on which schemes run in a scenario without `cluster`: one node. */
export const DEFAULT_CLUSTER: Cluster = {
  nodes: 1,
  routing: 'round-robin',
  latency: { kind: 'fixed', mean: 0.001 },
  service: 0,
  links: [],
  skew: [],
  faults: [],
  moves: [],
};

/**
 * Faults that begin at or after the end of the run. The scenario remains readable, so that shortening a run does not make
 * it invalid, but it is refused when it is run.
 * @param duration of the run, in seconds
 */
export function lateFaults({ faults }: Pick<Cluster, 'faults'>, duration: number): readonly Problem[] {
  return faults.flatMap(({ at: start }, index) =>
    start < duration
      ? []
      : [
          {
            path: `cluster.faults[${index}].at`,
            actual: formatExactNumber(start),
            expected: `a number of seconds from 0 on, below ${formatExactNumber(duration)}, where the run ends`,
          },
        ],
  );
}

/** The number of nodes, including those added later. */
export function nodeCountOf({ nodes, faults }: Pick<Cluster, 'nodes' | 'faults'>): number {
  return nodes + faults.filter(({ kind }) => kind === 'node-added').length;
}

/** Per-node lists have one item per node, and only initial or added nodes are named. */
function checkCluster(cluster: Partial<Cluster>, path: string, report: Report): void {
  const { nodes, routing: routingValue, links = [], skew = [], faults } = cluster;
  if (nodes === undefined || faults === undefined) return;
  if (typeof routingValue === 'object')
    checkWeights(routingValue.weights, nodes, 'the nodes', `${path}.routing.weights`, report);
  if (links.length > 0 && links.length !== nodes)
    report({
      path: `${path}.links`,
      actual: `a list of ${formatExactNumber(links.length)}`,
      expected: `a list of ${formatExactNumber(nodes)}, one for each of the nodes`,
    });
  const added = faults.flatMap((entry, index) => (entry.kind === 'node-added' ? [index] : []));
  const tooMany = added[MAX_NODES - nodes];
  if (tooMany !== undefined)
    report({
      path: `${path}.faults[${tooMany}].kind`,
      actual: '"node-added"',
      expected: `left out with its fault: there are ${MAX_NODES} nodes without it, the maximum`,
    });
  const last = Math.min(nodes + added.length, MAX_NODES) - 1;
  const may = last === 0 ? '0, the only node' : `a whole number from 0 to ${formatExactNumber(last)}`;
  const checkNode = (given: number, place: string) => {
    if (given > last) report({ path: `${path}.${place}.node`, actual: formatExactNumber(given), expected: may });
  };
  faults.forEach((entry, index) => {
    if ('node' in entry) checkNode(entry.node, `faults[${index}]`);
  });
  const seen = new Set<number>();
  skew.forEach((entry, index) => {
    checkNode(entry.node, `skew[${index}]`);
    if (seen.has(entry.node))
      report({
        path: `${path}.skew[${index}].node`,
        actual: `${formatExactNumber(entry.node)} again`,
        expected: 'a node whose clock is not given yet',
      });
    seen.add(entry.node);
  });
}

/** The note on a single-process limiter in a scenario with several nodes. */
export const IDEAL_NOTE = 'One ideal instance: all nodes ask this one process, and asking takes no time.';
