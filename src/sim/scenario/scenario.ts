/**
 * The scenario format, version 1: a public contract. Parsing reports every problem; writing leaves defaults out. All times
 * are in seconds.
 */
import type { Policy } from '../limiters/limiter.ts';
import { microsFromSeconds, secondsFromMicros } from '../time.ts';
import {
  isSent,
  placeOf,
  recordingData,
  trafficEntrySchema,
  trafficKindOf,
  type TrafficEntry,
} from '../traffic/index.ts';
import { clusterSchema, DEFAULT_CLUSTER, type Cluster } from './cluster.ts';
import { checkWeights, MIN_SECONDS, UNASSIGNED_FROM } from './entryFields.ts';
import { goalSchema, MAX_GOALS, type Goal } from './goals.ts';
import { laneSchema, type Lane, type LaneOptions } from './lanes.ts';
import { jsonObject, type JsonObject } from './json.ts';
import { migrate } from './migrations.ts';
import { MAX_SECONDS, policySchema, type PolicyFields } from './policy.ts';
import { formatExactNumber, problemMessage, visibleText, type Problem, type Report } from './problem.ts';
import {
  withDefault,
  list,
  defaultedRecord,
  number,
  optional,
  record,
  text,
  integer,
  type Fields,
  type Schema,
} from './schema.ts';
import { assignStreams, minimalStreams } from './streamIds.ts';

export { problemMessage, type Problem } from './problem.ts';
export { policyProblem, type PolicyFields } from './policy.ts';
export { scalarOptions, type Lane, type LimiterSpec, type OptionValue } from './lanes.ts';
export type { TrafficEntry } from '../traffic/index.ts';

/** The newest version of the format, which is what a `Scenario` is. */
export const FORMAT_VERSION = 1;
export const MAX_LANES = 50;
export const MAX_SEED = 4_294_967_295;
const MAX_ENTRIES = 1_000;
/** Problems reported; a list of a million bad instants does not need a million sentences. */
const MAX_PROBLEMS = 100;

/** A parsed scenario: every constant default is filled in. */
export interface Scenario {
  readonly version: 1;
  readonly title: string;
  /** What to watch: plain text, with the small markup of the sentence under the policy. */
  readonly notes: string;
  /** The policy that the notes were written for; absent while it is the scenario's own. */
  readonly notesFor?: PolicyFields;
  readonly seed: number;
  /** Absent: see `durationOf`. */
  readonly duration?: number;
  /** Unix seconds at virtual time 0. */
  readonly epoch: number;
  readonly policy: PolicyFields;
  readonly traffic: readonly TrafficEntry[];
  readonly lanes: readonly Lane[];
  /** Absent: distributed schemes run on `DEFAULT_CLUSTER`. */
  readonly cluster?: Cluster;
  /** What a lane's run should keep to. */
  readonly goals: readonly Goal[];
  /** A lesson made from it, which `readLesson` reads: a run does not depend on it. */
  readonly lesson?: JsonObject;
}

export type ParseResult =
  | { readonly ok: true; readonly scenario: Scenario }
  | { readonly ok: false; readonly problems: readonly Problem[] };

const scenarioFields: Fields<Scenario> = {
  version: withDefault(versionSchema(), 1),
  title: withDefault(text(0, 200), ''),
  notes: withDefault(text(0, 100_000), ''),
  notesFor: optional(policySchema),
  seed: withDefault(integer(0, MAX_SEED), 1),
  duration: optional(number({ min: MIN_SECONDS, max: MAX_SECONDS, unit: 'seconds' })),
  // In whole microseconds it must stay exact in a double.
  epoch: withDefault(number({ min: 0, max: 9_000_000_000, unit: 'seconds' }), 0),
  policy: defaultedRecord(policySchema),
  traffic: withDefault(list(trafficEntrySchema, 'entries', 0, MAX_ENTRIES), []),
  lanes: withDefault(list(laneSchema, 'lanes', 0, MAX_LANES), []),
  cluster: optional(clusterSchema),
  goals: withDefault(list(goalSchema, 'goals', 0, MAX_GOALS), []),
  lesson: optional(jsonObject),
};

/** The names of a document's fields. */
export const SCENARIO_FIELDS: readonly string[] = Object.keys(scenarioFields);

const scenarioSchema: Schema<Scenario> = record<Scenario>(scenarioFields, checkScenario);

function versionSchema(): Schema<1> {
  const one = integer(FORMAT_VERSION, FORMAT_VERSION);
  return {
    expected: '1',
    parse: (value, path, report) =>
      one.parse(value, path, (problem) => report({ ...problem, expected: '1' })) as 1 | undefined,
    serialize: (value) => value,
  };
}

/** Checks across the scenario: at most one entry for clicks, moves only in existing lanes, one weight per node. */
function checkScenario({ traffic, lanes, cluster }: Partial<Scenario>, _path: string, report: Report): void {
  const clicks = (traffic ?? []).flatMap((entry, index) => (isSent(entry) ? [index] : []));
  for (const index of clicks.slice(1))
    report({
      path: `traffic[${index}].clicks`,
      actual: 'true',
      expected: `false: traffic[${clicks[0]}] already takes the clicks`,
    });
  if (lanes === undefined) return;
  cluster?.moves.forEach(({ lane }, index) => {
    if (lane < lanes.length) return;
    const may =
      lanes.length === 0
        ? 'left out with its move: there are no lanes'
        : `a whole number from 0 to ${lanes.length - 1}`;
    report({ path: `cluster.moves[${index}].lane`, actual: formatExactNumber(lane), expected: may });
  });
  const nodes = (cluster ?? DEFAULT_CLUSTER).nodes;
  lanes.forEach(({ options }, index) => checkNodeWeights(options, nodes, `lanes[${index}].options`, report));
}

/** A scheme, and one nested in it, needs one weight per node. */
function checkNodeWeights(options: LaneOptions, nodes: number, path: string, report: Report): void {
  for (const [id, value] of Object.entries(options)) {
    if (typeof value !== 'object') continue;
    if ('limiter' in value) checkNodeWeights(value.options, nodes, `${path}.${id}.options`, report);
    else checkWeights(value, nodes, 'the nodes', `${path}.${id}`, report);
  }
}

/** Parses a JSON value as a scenario, or lists its problems (at most 100). Never throws. */
export function parseScenario(value: unknown): ParseResult {
  const problems: Problem[] = [];
  const migrated = migrate(value);
  if (!migrated.ok) return { ok: false, problems: [migrated.problem] };
  const read = scenarioSchema.parse(migrated.document, '', (problem) => {
    if (problems.length < MAX_PROBLEMS) problems.push(problem);
  });
  if (read === undefined) return { ok: false, problems };
  const streams = assignStreams(read.traffic.map(({ stream }) => stream));
  return { ok: true, scenario: { ...read, traffic: withPlaces(withStreams(read.traffic, streams), read.epoch) } };
}

/**
 * The scenario of a document that is known to be valid.
 * @throws {TypeError} with its problems as sentences
 */
export function scenarioOf(document: unknown): Scenario {
  const parsed = parseScenario(document);
  if (!parsed.ok) throw new TypeError(parsed.problems.map(problemMessage).join(' '));
  return parsed.scenario;
}

/** Parses the text of a file as a scenario. Never throws. */
export function parseScenarioText(content: string): ParseResult {
  const parsed = parseJson(content);
  return parsed.ok ? parseScenario(parsed.value) : parsed;
}

export type JsonResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Parses text as JSON. Never throws. */
export function parseJson(content: string): JsonResult {
  try {
    // Some Windows editors begin a file with a byte order mark.
    return { ok: true, value: JSON.parse(content.replace(/^\uFEFF/, '')) };
  } catch (error) {
    const reason = error instanceof Error ? ` (${visibleText(error.message.slice(0, 200))})` : '';
    const message = `This is not JSON${reason}.`;
    return { ok: false, problems: [{ path: '', actual: 'not JSON', expected: 'a JSON document', message }] };
  }
}

/** The document with defaults left out and fields in a fixed order; `parseScenario` turns it back into an equal scenario. */
export function minimalDocument(scenario: Scenario): Record<string, unknown> {
  const streams = minimalStreams(scenario.traffic.map(({ stream }) => stream));
  const traffic = withoutPlaces(withStreams(scenario.traffic, streams), scenario.epoch);
  return scenarioSchema.serialize({ ...scenario, traffic }) as Record<string, unknown>;
}

/** The document for a file: like the minimal one, with the requests of the recordings that this thread holds. */
export function completeDocument(scenario: Scenario): Record<string, unknown> {
  const document = minimalDocument(scenario);
  if (!Array.isArray(document['traffic'])) return document;
  const traffic = (document['traffic'] as readonly Record<string, unknown>[]).map((entry) => {
    const data = entry['kind'] === 'recording' ? recordingData(entry['digest'] as string) : null;
    if (data === null) return entry;
    const { count: _, digest: __, length: ___, ...rest } = entry;
    return { ...rest, data };
  });
  return { ...document, traffic };
}

/** The digests of the recordings that a scenario names. */
export function recordingsOf({ traffic }: Pick<Scenario, 'traffic'>): readonly string[] {
  return traffic.flatMap((entry) => (entry.kind === 'recording' ? [entry.digest] : []));
}

/** Recordings without a place of their own begin where their time is in the run. */
function withPlaces(traffic: readonly TrafficEntry[], epoch: number): readonly TrafficEntry[] {
  return traffic.map((entry) =>
    entry.kind === 'recording' && entry.from === UNASSIGNED_FROM ? { ...entry, from: placeOf(entry, epoch) } : entry,
  );
}

function withoutPlaces(traffic: readonly TrafficEntry[], epoch: number): readonly TrafficEntry[] {
  return traffic.map((entry) =>
    entry.kind === 'recording' && entry.from === placeOf(entry, epoch) ? { ...entry, from: UNASSIGNED_FROM } : entry,
  );
}

function withStreams(traffic: readonly TrafficEntry[], streams: readonly number[]): readonly TrafficEntry[] {
  return traffic.map((entry, index) => ({ ...entry, stream: streams[index] as number }));
}

/** A scenario of defaults only: 10 permits per 60 s, no traffic, no lanes. */
export function emptyScenario(): Scenario {
  return scenarioOf({});
}

/** A lane's policy, T in whole microseconds: each of the three is inherited separately; capacity defaults to the lane's n. */
export function resolvePolicy({ policy, lanes }: Pick<Scenario, 'policy' | 'lanes'>, laneIndex: number): Policy {
  const own = lanes[laneIndex]?.policy ?? {};
  const n = own.n ?? policy.n;
  return { n, T: microsFromSeconds(own.T ?? policy.T), capacity: own.capacity ?? policy.capacity ?? n };
}

/** The same for a limit of a stack: what its own policy leaves open is the lane's, or else the scenario's. */
export function resolveStackedPolicy(
  { policy }: Pick<Scenario, 'policy'>,
  stack: Pick<Lane, 'policy'>,
  limit: Pick<Lane, 'policy'>,
): Policy {
  return resolvePolicy({ policy: { ...policy, ...stack.policy, ...limit.policy }, lanes: [] }, 0);
}

/**
 * The length of the run, in seconds: as given; else the last explicit request (`times`, `burst`) + T; else the latest
 * `to` of an entry + T; else T. At most 30 days.
 */
export function durationOf({ duration, policy, traffic }: Pick<Scenario, 'duration' | 'policy' | 'traffic'>): number {
  if (duration !== undefined) return duration;
  const last = latest(traffic, lastExplicitInstant) ?? latest(traffic, entryEnd) ?? 0;
  // Added in microseconds: 9.95 + 0.1 is not 10.05 in a double.
  return Math.min(secondsFromMicros(microsFromSeconds(last) + microsFromSeconds(policy.T)), MAX_SECONDS);
}

/** The instant of the last explicit request (`times`, `burst`), in seconds; undefined if there is none. */
export function lastExplicitRequest({ traffic }: Pick<Scenario, 'traffic'>): number | undefined {
  return latest(traffic, lastExplicitInstant);
}

function latest(
  traffic: readonly TrafficEntry[],
  instantOf: (entry: TrafficEntry) => number | undefined,
): number | undefined {
  let result: number | undefined;
  for (const entry of traffic) {
    const time = instantOf(entry);
    if (time !== undefined && (result === undefined || time > result)) result = time;
  }
  return result;
}

function lastExplicitInstant(entry: TrafficEntry): number | undefined {
  return trafficKindOf(entry).track.lastNamedInstant(entry);
}

function entryEnd(entry: TrafficEntry): number | undefined {
  return 'to' in entry ? entry.to : undefined;
}
