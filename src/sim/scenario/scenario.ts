/**
 * A scenario, format version 1: a public contract. Documents are read with reasons, and written with every default left
 * out. Seconds everywhere.
 */
import type { Policy } from '../limiters/limiter.ts';
import { microsFromSeconds } from '../time.ts';
import { clusterShape, DEFAULT_CLUSTER, type Cluster } from './cluster.ts';
import { matches } from './entry.ts';
import { laneShape, type Lane, type LaneOptions } from './lanes.ts';
import { migrate } from './migrations.ts';
import { LONGEST, policyShape, type PolicyFields } from './policy.ts';
import { figure, type Problem, type Report } from './problem.ts';
import { defaulted, list, nested, number, optional, record, text, whole, type Shape } from './shape.ts';
import { fillStreams, neededStreams } from './streams.ts';
import { trafficShape, type Traffic } from './traffic.ts';

export { sentence, type Problem } from './problem.ts';
export { policyProblem, type PolicyFields } from './policy.ts';
export { plainOptions, type Lane, type Limiting } from './lanes.ts';
export type { Traffic } from './traffic.ts';

/** The newest version of the format, which is what a `Scenario` is. */
export const VERSION = 1;
export const MOST_LANES = 50;
const MOST_ENTRIES = 1_000;
/** Problems that are told; a list of a million bad instants needs no million sentences. */
const MOST_PROBLEMS = 100;

/** A scenario as it is read: every default that is a constant is filled in. */
export interface Scenario {
  readonly version: 1;
  readonly title: string;
  readonly notes: string;
  readonly seed: number;
  /** Absent: see `durationOf`. */
  readonly duration?: number;
  /** Unix seconds at virtual time 0. */
  readonly epoch: number;
  readonly policy: PolicyFields;
  readonly traffic: readonly Traffic[];
  readonly lanes: readonly Lane[];
  /** Absent: schemes of several processes run on `DEFAULT_CLUSTER`. */
  readonly cluster?: Cluster;
}

export type Parsed =
  | { readonly ok: true; readonly scenario: Scenario }
  | { readonly ok: false; readonly problems: readonly Problem[] };

const shape: Shape<Scenario> = record<Scenario>(
  {
    version: defaulted(oneOnly(), 1),
    title: defaulted(text(0, 200), ''),
    notes: defaulted(text(0, 100_000), ''),
    seed: defaulted(whole(0, 4_294_967_295), 1),
    duration: optional(number({ min: 0.000001, max: LONGEST, unit: 'seconds' })),
    // In whole microseconds it must stay exact in a double.
    epoch: defaulted(number({ min: 0, max: 9_000_000_000, unit: 'seconds' }), 0),
    policy: nested(policyShape),
    traffic: defaulted(list(trafficShape, 'entries', 0, MOST_ENTRIES), []),
    lanes: defaulted(list(laneShape, 'lanes', 0, MOST_LANES), []),
    cluster: optional(clusterShape),
  },
  together,
);

function oneOnly(): Shape<1> {
  const one = whole(VERSION, VERSION);
  return {
    may: '1',
    read: (value, path, report) =>
      one.read(value, path, (problem) => report({ ...problem, may: '1' })) as 1 | undefined,
    write: (value) => value,
  };
}

/** What only the whole can tell: one entry for clicks, moves of lanes that there are, weights for the nodes. */
function together({ traffic, lanes, cluster }: Partial<Scenario>, _path: string, report: Report): void {
  const clicks = (traffic ?? []).flatMap((entry, index) => (entry.kind === 'times' && entry.clicks ? [index] : []));
  for (const index of clicks.slice(1))
    report({
      path: `traffic[${index}].clicks`,
      was: 'true',
      may: `false: traffic[${clicks[0]}] already takes the clicks`,
    });
  if (lanes === undefined) return;
  cluster?.moves.forEach(({ lane }, index) => {
    if (lane < lanes.length) return;
    const may =
      lanes.length === 0
        ? 'left out with its move: there are no lanes'
        : `a whole number from 0 to ${lanes.length - 1}`;
    report({ path: `cluster.moves[${index}].lane`, was: figure(lane), may });
  });
  const nodes = (cluster ?? DEFAULT_CLUSTER).nodes;
  lanes.forEach(({ options }, index) => weighed(options, nodes, `lanes[${index}].options`, report));
}

/** Weights of a scheme, and of one within it, are one for each node. */
function weighed(options: LaneOptions, nodes: number, path: string, report: Report): void {
  for (const [id, value] of Object.entries(options)) {
    if (typeof value !== 'object') continue;
    if ('limiter' in value) weighed(value.options, nodes, `${path}.${id}.options`, report);
    else matches(value, nodes, 'the nodes', `${path}.${id}`, report);
  }
}

/** A document, as JSON gives it, as a scenario; or all that is wrong with it (at most 100 problems). Never throws. */
export function parseScenario(value: unknown): Parsed {
  const problems: Problem[] = [];
  const migrated = migrate(value);
  if (!migrated.ok) return { ok: false, problems: [migrated.problem] };
  const read = shape.read(migrated.document, '', (problem) => {
    if (problems.length < MOST_PROBLEMS) problems.push(problem);
  });
  if (read === undefined) return { ok: false, problems };
  const streams = fillStreams(read.traffic.map(({ stream }) => stream));
  return { ok: true, scenario: { ...read, traffic: withStreams(read.traffic, streams) } };
}

/** The text of a file as a scenario. Never throws. */
export function parseScenarioText(content: string): Parsed {
  let value: unknown;
  try {
    // Editors of Windows begin a file with a byte order mark.
    value = JSON.parse(content.replace(/^\uFEFF/, ''));
  } catch (error) {
    const reason = error instanceof Error ? ` (${error.message})` : '';
    return {
      ok: false,
      problems: [{ path: '', was: 'not JSON', may: 'a JSON document', instead: `This is not JSON${reason}.` }],
    };
  }
  return parseScenario(value);
}

/** The document with every default left out and its fields in a fixed order; `parseScenario` gives the same scenario. */
export function minimal(scenario: Scenario): Record<string, unknown> {
  const streams = neededStreams(scenario.traffic.map(({ stream }) => stream));
  return shape.write({ ...scenario, traffic: withStreams(scenario.traffic, streams) }) as Record<string, unknown>;
}

function withStreams(traffic: readonly Traffic[], streams: readonly number[]): readonly Traffic[] {
  return traffic.map((entry, index) => ({ ...entry, stream: streams[index] as number }));
}

/** Nothing but defaults: 10 permits per 60 s, no traffic, no lanes. */
export function emptyScenario(): Scenario {
  const parsed = parseScenario({});
  if (!parsed.ok) throw new TypeError('An empty document is a scenario.');
  return parsed.scenario;
}

/** A lane's policy in whole microseconds: it inherits each of the three on its own; a capacity given nowhere is its n. */
export function resolvePolicy({ policy, lanes }: Pick<Scenario, 'policy' | 'lanes'>, laneIndex: number): Policy {
  const own = lanes[laneIndex]?.policy ?? {};
  const n = own.n ?? policy.n;
  return { n, T: microsFromSeconds(own.T ?? policy.T), capacity: own.capacity ?? policy.capacity ?? n };
}

/**
 * How long the run is, in seconds: as given; else the last explicit request (`times`, `burst`) + T; else, with none,
 * the latest `to` of an entry + T; else T. At most 30 days.
 */
export function durationOf({ duration, policy, traffic }: Pick<Scenario, 'duration' | 'policy' | 'traffic'>): number {
  if (duration !== undefined) return duration;
  const last = latest(traffic, lastRequest) ?? latest(traffic, end) ?? 0;
  // Added in microseconds: 9.95 + 0.1 is not 10.05 in a double.
  return Math.min((microsFromSeconds(last) + microsFromSeconds(policy.T)) / 1_000_000, LONGEST);
}

/** When the last explicit request (`times`, `burst`) comes, in seconds; undefined without any. */
export function lastRequestOf({ traffic }: Pick<Scenario, 'traffic'>): number | undefined {
  return latest(traffic, lastRequest);
}

function latest(traffic: readonly Traffic[], of: (entry: Traffic) => number | undefined): number | undefined {
  let result: number | undefined;
  for (const entry of traffic) {
    const time = of(entry);
    if (time !== undefined && (result === undefined || time > result)) result = time;
  }
  return result;
}

function lastRequest(entry: Traffic): number | undefined {
  if (entry.kind === 'burst') return entry.at + (entry.spread * (entry.count - 1)) / entry.count;
  if (entry.kind !== 'times' || entry.at.length === 0) return undefined;
  return entry.at.reduce((a, b) => Math.max(a, b));
}

function end(entry: Traffic): number | undefined {
  return 'to' in entry ? entry.to : undefined;
}
