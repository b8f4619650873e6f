/** Edits of a scenario as pure functions from one to the next, independent of the store and the screen. */
import {
  catalogueEntryById,
  durationOf,
  isSent,
  MAX_SECONDS,
  MILLISECOND,
  parseScenario,
  resolvePolicy,
  secondsFromMicros,
  type CatalogueEntry,
  type Cluster,
  type Duration,
  type Edition,
  type Instant,
  type Lane,
  type OptionValue,
  type Scenario,
  type TrafficEntry,
} from '../sim/index.ts';
import { sentencePolicy, withSentencePolicy } from './sentence.ts';

export type PolicyPatch = {
  readonly n?: number;
  readonly T?: number;
  /** `null`: follows n. */
  readonly capacity?: number | null;
};

/** The policy with the patch applied; the notes go on speaking of the one that they were written for. */
export function withPolicy(scenario: Scenario, patch: PolicyPatch): Scenario {
  return withSentencePolicy({ ...scenario, policy: applyPatch(scenario.policy, patch) }, sentencePolicy(scenario));
}

/** The policy with the patch applied; fields patched with null are removed. */
function applyPatch<T extends object>(policy: T, patch: LanePolicyPatch): T {
  const merged = Object.entries({ ...policy, ...patch }).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(merged) as T;
}

/** A lane's own n, T and capacity; `null` inherits again. */
export type LanePolicyPatch = {
  readonly n?: number | null;
  readonly T?: number | null;
  readonly capacity?: number | null;
};

export function withLanePolicy(scenario: Scenario, lane: number, patch: LanePolicyPatch): Scenario {
  return withLane(scenario, lane, (old) => ({ ...old, policy: applyPatch(old.policy, patch) }));
}

/** Whether a lane's n, T or capacity is its own. A capacity that follows the lane's own n is its own too. */
function isOwnSetting({ policy, lanes }: Scenario, lane: number, setting: 'n' | 'T' | 'capacity'): boolean {
  const own = lanes[lane]?.policy ?? {};
  return own[setting] !== undefined || (setting === 'capacity' && policy.capacity === undefined && own.n !== undefined);
}

/** Sets a lane's n or capacity where the lane has it from: its own, or everyone's. Returns the same scenario for the same value. */
export function withSetting(scenario: Scenario, lane: number, setting: 'n' | 'capacity', value: number): Scenario {
  return resolvePolicy(scenario, lane)[setting] === value
    ? scenario
    : withSettings(scenario, lane, { [setting]: value });
}

/**
 * Sets a lane's n, T (seconds) and capacity where the lane has them from, its own or everyone's, and its numeric options.
 * @param values by field of the policy or id of an option
 */
export function withSettings(scenario: Scenario, lane: number, values: Readonly<Record<string, number>>): Scenario {
  const isPolicy = (id: string): id is 'n' | 'T' | 'capacity' => id === 'n' || id === 'T' || id === 'capacity';
  return Object.entries(values).reduce((before, [id, value]) => {
    if (!isPolicy(id)) return withLane(before, lane, (old) => withOption(old, id, value));
    return isOwnSetting(before, lane, id)
      ? withLanePolicy(before, lane, { [id]: value })
      : withPolicy(before, { [id]: value });
  }, scenario);
}

export function withLane(scenario: Scenario, lane: number, change: (old: Lane) => Lane): Scenario {
  const lanes = scenario.lanes.map((old, index) => (index === lane ? change(old) : old));
  // What changes nothing is no undo step.
  return lanes[lane] === scenario.lanes[lane] ? scenario : { ...scenario, lanes };
}

/** Sets the label; an empty one removes it, and the lane takes its limiter's name. */
export function withLabel(lane: Lane, label: string): Lane {
  if (label === (lane.label ?? '')) return lane;
  const relabelled = { ...lane, label };
  if (label === '') delete (relabelled as { label?: string }).label;
  return relabelled;
}

export function withLanes(scenario: Scenario, lanes: readonly Lane[]): Scenario {
  return { ...scenario, lanes };
}

/** All editions, the default one first. */
export function editionsOf({ editions }: CatalogueEntry): readonly [own: Edition, ...further: readonly Edition[]] {
  const own = editions.includes('corrected') ? 'corrected' : 'published';
  return [own, ...editions.filter((edition) => edition !== own)];
}

/**
 * A lane of that limiter with its default edition and options.
 * @param capacity that the options are to fit, where the limiter has some that stand for it; else they are the defaults
 */
export function newLane(limiter: string, capacity?: number): Lane {
  const parsed = parseScenario({ lanes: [{ limiter }] });
  const [lane] = parsed.ok ? parsed.scenario.lanes : [];
  if (lane === undefined) throw new RangeError(`There is no limiter ${limiter}.`);
  return capacity === undefined
    ? lane
    : { ...lane, options: { ...lane.options, ...optionsFitting(limiter, capacity) } };
}

function optionsFitting(limiter: string, capacity: number): Readonly<Record<string, number>> {
  const knobs = catalogueEntryById(limiter)?.knobs ?? [];
  return Object.fromEntries(
    knobs.flatMap((knob) =>
      knob.kind === 'number' && knob.fitting !== undefined ? [[knob.id, knob.fitting(capacity)]] : [],
    ),
  );
}

/** @param value null leaves it out, where that means something */
export function withOption({ options, ...rest }: Lane, id: string, value: OptionValue | null): Lane {
  const { [id]: _, ...others } = options;
  return { ...rest, options: value === null ? others : { ...options, [id]: value } };
}

export function moveItem<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), list[from] as T, ...rest.slice(to)];
}

export function withTraffic(scenario: Scenario, traffic: readonly TrafficEntry[]): Scenario {
  return { ...scenario, traffic };
}

/** The smallest stream number that no entry uses: kept by the entry when it moves. */
export function unusedStream(scenario: Scenario): number {
  const used = new Set(scenario.traffic.map((entry) => entry.stream));
  let stream = 0;
  while (used.has(stream)) stream++;
  return stream;
}

/** The instant of a manually sent request: rounded to the millisecond, which keeps links short, unless `unit` is finer. */
export function snapToUnit(at: Instant, unit: Duration = MILLISECOND): Instant {
  return Math.round(at / unit) * unit;
}

/**
 * Adds `count` requests at `at`, rounded to the millisecond. At or after the end of the run, they extend it by T.
 */
export function withSentRequests(scenario: Scenario, at: Instant, count: number, key?: string): Scenario {
  const instant = snapToUnit(at);
  const sent = withClicks(
    scenario,
    Array.from({ length: count }, () => instant),
    key,
  );
  const second = secondsFromMicros(instant);
  if (second < durationOf(scenario)) return sent;
  return { ...sent, duration: Math.min(MAX_SECONDS, second + scenario.policy.T) };
}

/** The index of the entry with the requests sent by hand; −1 without any. */
export function clicksIn({ traffic }: Scenario): number {
  return traffic.findIndex(isSent);
}

/**
 * Adds requests at these instants, in this order, to the entry with `clicks`, which is appended if missing. The run keeps
 * its length, even if that followed from the traffic.
 */
export function withClicks(scenario: Scenario, at: readonly Instant[], key = firstKey(scenario)): Scenario {
  const sent = at.map(secondsFromMicros);
  const duration = durationOf(scenario);
  const index = clicksIn(scenario);
  const clicks = scenario.traffic[index];
  if (clicks === undefined || clicks.kind !== 'times') {
    const made: TrafficEntry = {
      kind: 'times',
      at: sent,
      key,
      cost: 1,
      clicks: true,
      stream: unusedStream(scenario),
    };
    return { ...scenario, duration, traffic: [...scenario.traffic, made] };
  }
  const extended = {
    ...clicks,
    at: [...clicks.at, ...sent],
    // An entry may give each of its requests a key and a cost of its own: a new one's cost repeats the last.
    ...(clicks.key === key || clicks.keys !== undefined
      ? {}
      : { key: [...keyPerRequest(clicks), ...sent.map(() => key)] }),
    ...(Array.isArray(clicks.cost) ? { cost: extendCosts(clicks.cost, sent.length) } : {}),
  } as TrafficEntry;
  return {
    ...scenario,
    duration,
    traffic: scenario.traffic.map((entry, i) => (i === index ? extended : entry)),
  };
}

/** The first phase's key, used for new requests so that they count against the same limit. */
export function firstKey({ traffic }: Scenario): string {
  const key = traffic[0]?.key;
  return typeof key === 'string' ? key : (key?.[0] ?? 'a');
}

/** The keys of an entry's requests, one by one. */
function keyPerRequest({ key, at }: { readonly key: string | readonly string[]; readonly at: readonly number[] }) {
  return typeof key === 'string' ? at.map(() => key) : key;
}

/** Repeats the last cost; 1 permit each if there is none. */
function extendCosts(costs: readonly number[], count: number): readonly number[] {
  return [...costs, ...Array.from({ length: count }, () => costs.at(-1) ?? 1)];
}

/** The nodes without what happens to them: faults and delayed messages belong to the traffic that they were made for. */
export function withoutEvents(cluster: Cluster | undefined): Pick<Scenario, 'cluster'> {
  return cluster === undefined ? {} : { cluster: { ...cluster, faults: [], moves: [] } };
}
