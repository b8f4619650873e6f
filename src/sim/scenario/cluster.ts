/** The cluster: nodes, the way to the store, their clocks, and what goes wrong. All times are seconds. */
import type { Skew } from '../cluster/clock.ts';
import { COMMANDS } from '../cluster/command.ts';
import type { Fault } from '../cluster/faults.ts';
import type { Latency } from '../cluster/link.ts';
import type { Routing } from '../cluster/routing.ts';
import { matches, time, weights } from './entry.ts';
import { LONGEST } from './policy.ts';
import { figure, type Problem, type Report } from './problem.ts';
import {
  choice,
  defaulted,
  inWords,
  isObject,
  list,
  nested,
  number,
  optional,
  picked,
  record,
  required,
  tagged,
  whole,
  type Shape,
} from './shape.ts';

export type { Skew } from '../cluster/clock.ts';
export { COMMANDS } from '../cluster/command.ts';
export type { Fault } from '../cluster/faults.ts';
export type { Latency } from '../cluster/link.ts';
export type { Routing } from '../cluster/routing.ts';

/** A message made later by hand: of that lane's request, the command by number (from 0), by `delay` seconds. */
export interface Move {
  readonly lane: number;
  readonly request: number;
  readonly command: number;
  readonly delay: number;
}

export interface Cluster {
  readonly nodes: number;
  readonly routing: Routing;
  readonly latency: Latency;
  /** For how long the store is at work on one command, during which others wait; seconds. */
  readonly service: number;
  /** One for each node; empty: all have `latency`. */
  readonly links: readonly Latency[];
  readonly skew: readonly Skew[];
  readonly faults: readonly Fault[];
  readonly moves: readonly Move[];
}

const MOST_NODES = 100;
const MOST_FAULTS = 1_000;
const MOST_MOVES = 100_000;

type Kinded<U extends { readonly kind: string }, K extends U['kind']> = Extract<U, { readonly kind: K }>;
type LatencyOf<K extends Latency['kind']> = Kinded<Latency, K>;
type FaultOf<K extends Fault['kind']> = Kinded<Fault, K>;

/** The same shape, which says why where a number is out of its bounds on one side. */
function because(shape: Shape<number>, isBeyond: (value: number) => boolean, may: string): Shape<number> {
  return {
    ...shape,
    read: (value, path, report) =>
      shape.read(value, path, (problem) =>
        report(typeof value === 'number' && isBeyond(value) ? { ...problem, may } : problem),
      ),
  };
}

const nodeCount = because(
  whole(1, MOST_NODES),
  (nodes) => nodes > MOST_NODES,
  `at most ${MOST_NODES}: every node has a clock, a link and a row of its own`,
);
const anyDelay = number({ min: 0, max: 3_600, unit: 'seconds' });
const delay = because(anyDelay, (seconds) => seconds < 0, `${anyDelay.may}: no message arrives before it is sent`);
const anyDrift = number({ min: -0.9, max: 9 });
const drift = because(
  anyDrift,
  (rate) => rate < -0.9,
  `${anyDrift.may}: at −1 the clock would stand still, and below that it would run backwards`,
);
const mean = defaulted(delay, 0.001);
const signed = number({ min: -LONGEST, max: LONGEST, unit: 'seconds' });
/** Any node that there may ever be; whether there is one, the whole cluster says. */
const node = required(whole(0, MOST_NODES - 1));
const at = required(time);
const until = optional(time);

const latencyShape: Shape<Latency> = tagged<Latency>(
  'kind',
  {
    fixed: record<LatencyOf<'fixed'>>({ kind: defaulted(choice(['fixed']), 'fixed'), mean }),
    uniform: record<LatencyOf<'uniform'>>(
      { kind: required(choice(['uniform'])), from: defaulted(delay, 0), to: required(delay) },
      ({ from, to }, path, report) => {
        if (from !== undefined && to !== undefined && to < from)
          report({
            path: `${path}.to`,
            was: figure(to),
            may: `a number of seconds from ${figure(from)}, its from, to 3,600`,
          });
      },
    ),
    exponential: record<LatencyOf<'exponential'>>({ kind: required(choice(['exponential'])), mean }),
  },
  'fixed',
);

function fault<const K extends string>(kind: K) {
  return required(choice([kind]));
}

function lasting(value: { readonly at?: number; readonly until?: number }, path: string, report: Report): void {
  if (value.at === undefined || value.until === undefined || value.until >= value.at) return;
  report({
    path: `${path}.until`,
    was: figure(value.until),
    may: `a number of seconds from ${figure(value.at)}, its at, to ${figure(LONGEST)}`,
  });
}

const faultShapes: { readonly [K in Fault['kind']]: Shape<FaultOf<K>> } = {
  'node-down': record<FaultOf<'node-down'>>({ kind: fault('node-down'), node, at, until }, lasting),
  'node-added': record<FaultOf<'node-added'>>({ kind: fault('node-added'), at }),
  'node-removed': record<FaultOf<'node-removed'>>({ kind: fault('node-removed'), node, at }),
  'crash-after': record<FaultOf<'crash-after'>>({
    kind: fault('crash-after'),
    node,
    command: required(choice(COMMANDS)),
    at: defaulted(time, 0),
  }),
  'store-down': record<FaultOf<'store-down'>>({ kind: fault('store-down'), at, until }, lasting),
  'store-slow': record<FaultOf<'store-slow'>>(
    { kind: fault('store-slow'), at, until, factor: required(number({ min: 1, max: 1_000_000 })) },
    lasting,
  ),
  'store-flush': record<FaultOf<'store-flush'>>({ kind: fault('store-flush'), at }),
  'link-down': record<FaultOf<'link-down'>>({ kind: fault('link-down'), node, at, until }, lasting),
};

const named = choice(['round-robin', 'random', 'sticky']);
const routingWords = `${named.may}, or an object with weights`;
const routing = picked<Routing>(routingWords, (value) =>
  isObject(value) ? record<{ readonly weights: readonly number[] }>({ weights: required(weights) }) : named,
);

const skewShape = record<Skew>({
  node,
  offset: defaulted(signed, 0),
  drift: defaulted(drift, 0),
  step: optional(record<{ readonly at: number; readonly by: number }>({ at, by: required(signed) })),
});

const moveShape = record<Move>({
  lane: required(whole(0, 49)),
  request: required(whole(0, 20_000_000)),
  command: required(whole(0, 1_000)),
  delay: required(time),
});

export const clusterShape: Shape<Cluster> = record<Cluster>(
  {
    nodes: defaulted(nodeCount, 3),
    routing: defaulted(routing, 'round-robin'),
    latency: nested(latencyShape),
    service: defaulted(number({ min: 0, max: 10, unit: 'seconds' }), 0),
    links: defaulted(
      inWords(list(latencyShape, 'latencies', 0, MOST_NODES), 'a list of latencies, one for each node'),
      [],
    ),
    skew: defaulted(list(skewShape, 'clocks, each with its node', 0, MOST_NODES), []),
    faults: defaulted(list(tagged<Fault>('kind', faultShapes), 'faults', 0, MOST_FAULTS), []),
    moves: defaulted(list(moveShape, 'moves', 0, MOST_MOVES), []),
  },
  together,
);

/** What a lane with a scheme runs on in a scenario without `cluster`: one node. */
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
 * Faults that begin when the run has ended. A scenario that has them is read all the same: a run that is made shorter by
 * hand must not take the scenario with it. It is not run.
 * @param duration of the run, seconds
 */
export function lateFaults({ faults }: Pick<Cluster, 'faults'>, duration: number): readonly Problem[] {
  return faults.flatMap(({ at: begins }, index) =>
    begins < duration
      ? []
      : [
          {
            path: `cluster.faults[${index}].at`,
            was: figure(begins),
            may: `a number of seconds from 0 on, below ${figure(duration)}, where the run ends`,
          },
        ],
  );
}

/** Lists for each node have that length, and only nodes that there are, or that are added, are named. */
function together(cluster: Partial<Cluster>, path: string, report: Report): void {
  const { nodes, routing: way, links = [], skew = [], faults } = cluster;
  if (nodes === undefined || faults === undefined) return;
  if (typeof way === 'object') matches(way.weights, nodes, 'the nodes', `${path}.routing.weights`, report);
  if (links.length > 0 && links.length !== nodes)
    report({
      path: `${path}.links`,
      was: `a list of ${figure(links.length)}`,
      may: `a list of ${figure(nodes)}, one for each of the nodes`,
    });
  const added = faults.flatMap((entry, index) => (entry.kind === 'node-added' ? [index] : []));
  const tooMany = added[MOST_NODES - nodes];
  if (tooMany !== undefined)
    report({
      path: `${path}.faults[${tooMany}].kind`,
      was: '"node-added"',
      may: `left out with its fault: there are ${MOST_NODES} nodes without it, which is the most`,
    });
  const last = Math.min(nodes + added.length, MOST_NODES) - 1;
  const may = last === 0 ? '0, the only node' : `a whole number from 0 to ${figure(last)}`;
  const known = (given: number, place: string) => {
    if (given > last) report({ path: `${path}.${place}.node`, was: figure(given), may });
  };
  faults.forEach((entry, index) => {
    if ('node' in entry) known(entry.node, `faults[${index}]`);
  });
  const seen = new Set<number>();
  skew.forEach((entry, index) => {
    known(entry.node, `skew[${index}]`);
    if (seen.has(entry.node))
      report({
        path: `${path}.skew[${index}].node`,
        was: `${figure(entry.node)} again`,
        may: 'a node whose clock is not given yet',
      });
    seen.add(entry.node);
  });
}

/** What is so of a limiter of one process in a scenario of several nodes. */
export const IDEAL_NOTE = 'One shared ideal: all nodes ask this one process, and asking takes no time.';
