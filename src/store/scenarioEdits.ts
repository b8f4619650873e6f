/** Edits of a scenario as plain functions from one to the next. Nothing here knows of the store or the screen. */
import {
  durationOf,
  MAX_SECONDS,
  MILLISECOND,
  parseScenario,
  secondsFromMicros,
  type CatalogueEntry,
  type Duration,
  type Edition,
  type Instant,
  type Lane,
  type Scenario,
  type TrafficEntry,
} from '../sim/index.ts';

export type PolicyPatch = {
  readonly n?: number;
  readonly T?: number;
  /** `null`: follows n. */
  readonly capacity?: number | null;
};

export function withPolicy(scenario: Scenario, patch: PolicyPatch): Scenario {
  return { ...scenario, policy: applyPatch(scenario.policy, patch) };
}

/** The policy with what the patch names replaced, and what it names as null left out. */
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

export function withLane(scenario: Scenario, lane: number, change: (old: Lane) => Lane): Scenario {
  return {
    ...scenario,
    lanes: scenario.lanes.map((old, index) => (index === lane ? change(old) : old)),
  };
}

/** An empty label is none: the lane is called as its limiter. */
export function withLabel(lane: Lane, label: string): Lane {
  const relabelled = { ...lane, label };
  if (label === '') delete (relabelled as { label?: string }).label;
  return relabelled;
}

export function withLanes(scenario: Scenario, lanes: readonly Lane[]): Scenario {
  return { ...scenario, lanes };
}

/** All of its editions, the one that a new lane has first. */
export function editionsOf({ editions }: CatalogueEntry): readonly [own: Edition, ...further: readonly Edition[]] {
  const own = editions.includes('corrected') ? 'corrected' : 'published';
  return [own, ...editions.filter((edition) => edition !== own)];
}

/** A lane of that limiter with its default edition and options. */
export function newLane(limiter: string): Lane {
  const parsed = parseScenario({ lanes: [{ limiter }] });
  const [lane] = parsed.ok ? parsed.scenario.lanes : [];
  if (lane === undefined) throw new RangeError(`There is no limiter ${limiter}.`);
  return lane;
}

/** The value of an option; only some may be left out. */
export type OptionValue = Lane['options'][string];

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

/** A steady phase at the limit's own rate, for whom the first phase sends. Seconds. */
export function newPhase(scenario: Scenario, from: number, to: number): TrafficEntry {
  const { n, T } = scenario.policy;
  return {
    kind: 'steady',
    from,
    to: Math.max(to, from + 0.1),
    rate: Math.max(0.000001, Math.round((n / T) * 1e6) / 1e6),
    key: firstKey(scenario),
    cost: 1,
    stream: unusedStream(scenario),
  };
}

/** The smallest stream number that no entry uses: kept by the entry when it moves. */
function unusedStream(scenario: Scenario): number {
  const used = new Set(scenario.traffic.map((entry) => entry.stream));
  let stream = 0;
  while (used.has(stream)) stream++;
  return stream;
}

/** Where a request that is sent by hand lands: on the millisecond, so that links stay short, unless a finer one is meant. */
export function snapToUnit(at: Instant, unit: Duration = MILLISECOND): Instant {
  return Math.round(at / unit) * unit;
}

/**
 * `count` requests sent by hand at `at`, rounded to the millisecond. At the very end of the run they make it longer by T.
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

/**
 * Requests by hand at these instants, in this order. They go to the one entry with `clicks`, made last when missing. The
 * run stays as long as it is, also where its length followed the traffic.
 */
export function withClicks(scenario: Scenario, at: readonly Instant[], key = firstKey(scenario)): Scenario {
  const sent = at.map(secondsFromMicros);
  const duration = durationOf(scenario);
  const index = scenario.traffic.findIndex((entry) => entry.kind === 'times' && entry.clicks);
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

/** What is new sends for whom the first phase sends, so that its requests count against the same limit. */
function firstKey({ traffic }: Scenario): string {
  const key = traffic[0]?.key;
  return typeof key === 'string' ? key : (key?.[0] ?? 'a');
}

/** The keys of an entry's requests, one by one. */
function keyPerRequest({ key, at }: { readonly key: string | readonly string[]; readonly at: readonly number[] }) {
  return typeof key === 'string' ? at.map(() => key) : key;
}

/** With nothing to repeat, a permit each. */
function extendCosts(costs: readonly number[], count: number): readonly number[] {
  return [...costs, ...Array.from({ length: count }, () => costs.at(-1) ?? 1)];
}
