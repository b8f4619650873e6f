/**
 * Edits of the traffic by drawing, as pure functions from one scenario to the next; instants and durations in
 * microseconds.
 *
 * The result is always a valid scenario; nothing within the run is moved out of it; and a run whose length follows the
 * traffic gets no shorter, since that would cut off other phases. An edit that changes nothing returns the scenario itself.
 */
import {
  durationOf,
  microsFromSeconds,
  MILLISECOND,
  isCostDistribution,
  MAX_RATE,
  MAX_SECONDS,
  shiftSeconds,
  trafficKindOf,
  type Duration,
  type EntryOfKind,
  type Instant,
  type Scenario,
  type TimeSpan,
  type TrafficEntry,
} from '../sim/index.ts';

type TimesEntry = EntryOfKind<'times'>;

/** A set of traffic items: whole phases, and single requests of phases of kind `times`. Indexes count from 0. */
export interface TrafficItems {
  readonly phases: readonly number[];
  /** By phase, the indexes in its list of instants. */
  readonly requests: ReadonlyMap<number, ReadonlySet<number>>;
}

/** A rate below this counts as none; one request a month is above it. Requests per second. */
const MIN_RATE = 0.000_000_1;
/** An open-ended phase keeps at least this length within the run. */
const MIN_LENGTH: Duration = MILLISECOND;

/** The span of a phase in a run that ends at `end`; null if it makes no requests. */
export function phaseSpan(entry: TrafficEntry, end: Instant): TimeSpan | null {
  return trafficKindOf(entry).track.span(entry, end);
}

export function runEnd(scenario: Scenario): Instant {
  return microsFromSeconds(durationOf(scenario));
}

/** The scenario with another traffic, its run no shorter than before. */
function withTrafficNotShorter(scenario: Scenario, traffic: readonly TrafficEntry[]): Scenario {
  const next = { ...scenario, traffic };
  const duration = durationOf(scenario);
  return durationOf(next) < duration ? { ...next, duration } : next;
}

function withPhase(scenario: Scenario, phase: number, entry: TrafficEntry): Scenario {
  return entry === scenario.traffic[phase]
    ? scenario
    : withTrafficNotShorter(scenario, scenario.traffic.with(phase, entry));
}

/** Moves all items by the same time, limited so that none leaves the run. */
export function withItemsMoved(scenario: Scenario, { phases, requests }: TrafficItems, by: Duration): Scenario {
  const end = runEnd(scenario);
  const whole = new Set(phases);
  let [back, forth] = [Infinity, Infinity];
  for (const [phase, entry] of scenario.traffic.entries()) {
    const extent = whole.has(phase) ? confinedSpan(entry, end) : spanOfSome(entry, requests.get(phase));
    if (extent === null) continue;
    back = Math.min(back, extent.from);
    forth = Math.min(forth, Math.max(0, end - extent.to));
  }
  // Infinity: nothing here can be moved.
  const shift = back === Infinity ? 0 : Math.max(-back, Math.min(forth, by));
  if (shift === 0) return scenario;
  return withTrafficNotShorter(
    scenario,
    scenario.traffic.map((entry, phase) =>
      whole.has(phase) ? shiftEntry(entry, shift) : shiftRequests(entry, requests.get(phase), shift),
    ),
  );
}

/** The part of a phase that must stay in the run when it is moved. */
function confinedSpan(entry: TrafficEntry, end: Instant): TimeSpan | null {
  if (trafficKindOf(entry).track.moved === null) return null;
  const extent = phaseSpan(entry, end);
  return extent !== null && isOpenEnded(entry) ? { ...extent, to: extent.from + MIN_LENGTH } : extent;
}

function spanOfSome(entry: TrafficEntry, places: ReadonlySet<number> | undefined): TimeSpan | null {
  if (entry.kind !== 'times' || places === undefined || places.size === 0) return null;
  let [from, to] = [Infinity, 0];
  for (const place of places) {
    const at = entry.at[place] as number;
    from = Math.min(from, at);
    to = Math.max(to, at);
  }
  return { from: microsFromSeconds(from), to: microsFromSeconds(to) };
}

function shiftRequests(entry: TrafficEntry, places: ReadonlySet<number> | undefined, by: Duration): TrafficEntry {
  if (entry.kind !== 'times' || places === undefined || places.size === 0) return entry;
  const at = [...entry.at];
  for (const place of places) at[place] = shiftSeconds(at[place] as number, by);
  return { ...entry, at };
}

function isOpenEnded(entry: TrafficEntry): boolean {
  return 'from' in entry && entry.kind !== 'recording' && entry.to === undefined;
}

function shiftEntry(entry: TrafficEntry, by: Duration): TrafficEntry {
  return trafficKindOf(entry).track.moved?.(entry, by) ?? entry;
}

/** Whether a phase has ends that can be moved: instants and scripts have none. */
export function isStretchable(entry: TrafficEntry): boolean {
  return trafficKindOf(entry).track.ends !== null;
}

/** The longest spread that the format takes. */
const LONGEST: Duration = microsFromSeconds(MAX_SECONDS);

/**
 * Moves the start or end of a phase; for a burst this changes its spread. An open-ended phase stays open-ended until its
 * end is moved.
 * @param minLength the shortest length allowed, unless its kind may begin and end at the same instant
 */
export function withPhaseEnd(
  scenario: Scenario,
  phase: number,
  side: 'from' | 'to',
  at: Instant,
  minLength: Duration,
): Scenario {
  const entry = scenario.traffic[phase];
  const ends = entry === undefined ? null : trafficKindOf(entry).track.ends;
  if (entry === undefined || ends === null) return scenario;
  const end = runEnd(scenario);
  const extent = phaseSpan(entry, end) as TimeSpan;
  const remaining = ends.mayMeet ? 0 : Math.min(minLength, extent.to - extent.from);
  const [from, to] =
    side === 'from'
      ? [Math.max(0, extent.to - LONGEST, Math.min(at, extent.to - remaining)), extent.to]
      : [extent.from, Math.max(extent.from + remaining, Math.min(at, Math.max(end, extent.to)))];
  if (from === extent.from && to === extent.to) return scenario;
  return withPhase(scenario, phase, ends.put(entry, side, { from, to }));
}

/** A phase's rates, in requests per second: one figure; for a ramp the first and the last; none if it states none. */
export function phaseRates(
  entry: TrafficEntry,
): readonly [] | readonly [number] | readonly [first: number, last: number] {
  return trafficKindOf(entry).rates.of(entry);
}

/** Whether a phase has a rate that can be set; explicit instants have none. */
export function hasSettableRate(entry: TrafficEntry): boolean {
  return trafficKindOf(entry).rates.set !== null && phaseRates(entry).length > 0;
}

/**
 * Sets a phase's rate, rounded to two significant digits; for a burst this sets its count.
 * @param which of its rates: 1 is the last of a ramp
 */
export function withPhaseRate(scenario: Scenario, phase: number, which: 0 | 1, rate: number): Scenario {
  const entry = scenario.traffic[phase];
  if (entry === undefined || !hasSettableRate(entry)) return scenario;
  const next = withRate(entry, which, roundToTwoDigits(rate < MIN_RATE ? 0 : Math.min(MAX_RATE, rate)));
  const [before, after] = [phaseRates(entry), phaseRates(next)];
  return before.every((one, index) => one === after[index]) ? scenario : withPhase(scenario, phase, next);
}

function roundToTwoDigits(value: number): number {
  return Number(value.toPrecision(2));
}

/** Returns the phase itself if the format does not allow the rate: 0 is valid only as one of two. */
function withRate(entry: TrafficEntry, which: 0 | 1, rate: number): TrafficEntry {
  const isNone = rate === 0 && phaseRates(entry).length === 1;
  return (isNone ? null : trafficKindOf(entry).rates.set?.(entry, which, rate)) ?? entry;
}

/** Removes the items. A phase that loses its last request is removed too. */
export function withoutItems(scenario: Scenario, { phases, requests }: TrafficItems): Scenario {
  const whole = new Set(phases);
  const traffic = scenario.traffic.flatMap((entry, phase): readonly TrafficEntry[] => {
    if (whole.has(phase)) return [];
    const places = requests.get(phase);
    if (entry.kind !== 'times' || places === undefined || places.size === 0) return [entry];
    const rest = withoutRequests(entry, places);
    return rest.at.length === 0 ? [] : [rest];
  });
  const same = traffic.length === scenario.traffic.length && traffic.every((one, i) => one === scenario.traffic[i]);
  return same ? scenario : withTrafficNotShorter(scenario, traffic);
}

function withoutRequests(entry: TimesEntry, places: ReadonlySet<number>): TimesEntry {
  const remains = (_: unknown, place: number): boolean => !places.has(place);
  const { at, key, cost } = entry;
  return {
    ...entry,
    at: at.filter(remains),
    key: typeof key === 'string' ? key : key.filter(remains),
    cost: typeof cost === 'number' || isCostDistribution(cost) ? cost : cost.filter(remains),
  };
}

/** The items within [from, to]: phases entirely inside, and single requests of kind `times`. */
export function itemsWithin(scenario: Scenario, from: Instant, to: Instant): TrafficItems {
  const end = runEnd(scenario);
  const phases: number[] = [];
  const requests = new Map<number, ReadonlySet<number>>();
  for (const [phase, entry] of scenario.traffic.entries()) {
    const extent = phaseSpan(entry, end);
    if (extent === null || extent.to < from || extent.from > to) continue;
    if (entry.kind === 'times') {
      const places = new Set<number>();
      entry.at.forEach((at, place) => {
        const instant = microsFromSeconds(at);
        if (instant >= from && instant <= to) places.add(place);
      });
      if (places.size > 0) requests.set(phase, places);
    } else if (extent.from >= from && extent.to <= to) phases.push(phase);
  }
  return { phases, requests };
}

/** How many single requests these are. */
export function requestCountOf({ requests }: TrafficItems): number {
  return [...requests.values()].reduce((sum, { size }) => sum + size, 0);
}

/** `12 requests and 1 phase` */
export function trafficItemsText(items: TrafficItems): string {
  const counted = (count: number, one: string) =>
    count === 0 ? [] : [`${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`];
  return [...counted(requestCountOf(items), 'request'), ...counted(items.phases.length, 'phase')].join(' and ');
}
