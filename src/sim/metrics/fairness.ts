/** Compares the shares of keys, and requests labelled good with those labelled bad. */
import type { Instant } from '../time.ts';
import { binning, densitiesIn } from './bins.ts';
import type { Densities } from './chartData.ts';
import { BAD, GOOD, requestLabelsOf, type Label } from './requestLabels.ts';
import type { LaneTrace } from './trace.ts';
import { type Arrivals, costAt, keyIndexOf } from '../arrivals.ts';
import { firstWhere } from '../search.ts';
import { DELAY, isDenied } from '../verdict.ts';

/** Requests by outcome: requests = admitted + denied. */
export interface RequestCounts {
  readonly requests: number;
  /** Includes the delayed. */
  readonly admitted: number;
  readonly delayed: number;
  readonly denied: number;
}

/** Figures of a whole lane. */
export interface LaneFairness {
  /** Number of keys with at least one request. */
  readonly keys: number;
  /**
   * Jain's index over these keys, (Σx)² / (k·Σx²), where x is the permits admitted for a key, regardless of its demand: 1 for
   * equal shares, 1/k if one key has everything (Jain, Chiu and Hawe, DEC-TR-301, 1984). Null with fewer than two keys or
   * if nothing was admitted.
   */
  readonly jain: number | null;
  /** Null if no entry of the traffic has a label. */
  readonly byLabel: { readonly [L in Label]: RequestCounts } | null;
}

/** One key: counts over the whole run, densities over the queried range. */
export interface KeyShare extends RequestCounts {
  readonly key: string;
  /** Permits admitted. */
  readonly permits: number;
  readonly densities: Densities;
}

/** Queries the keys of one lane in [from, to), in `columns` pixel columns; at most `maxKeys` keys individually. */
export interface FairnessQuery {
  readonly lane: number;
  readonly from: Instant;
  readonly to: Instant;
  readonly columns: number;
  readonly maxKeys: number;
}

export interface Fairness {
  readonly lanes: readonly LaneFairness[];
  /** The busiest keys, by number of requests; ties in the order of the lane's keys. */
  readonly keys: readonly KeyShare[];
  /** All other keys together, and their number; null if there are none. */
  readonly others: (Omit<KeyShare, 'key'> & { readonly keys: number }) | null;
}

type Slices<T> = Generator<undefined, T>;

/** Requests or keys processed between two yields: a millisecond or two. */
const STEPS_PER_SLICE = 1 << 17;

/**
 * Answers fairness queries about finished lanes, in short slices. Results that do not depend on the range are cached: the
 * figures of every lane, and the busiest keys of the lane that was queried last.
 *
 * @param labels by entry of the traffic
 */
export function openFairness(
  lanes: readonly LaneTrace[],
  labels: readonly (Label | undefined)[],
): (query: FairnessQuery) => Slices<Fairness> {
  const laneFairness: LaneFairness[] = [];
  let cached: { readonly cacheKey: string; readonly busiest: BusiestKeys } | null = null;
  return function* ({ lane: laneIndex, from, to, columns, maxKeys }) {
    for (const [index, lane] of lanes.entries()) laneFairness[index] ??= yield* fairnessOfLane(lane, labels);
    const lane = lanes[laneIndex];
    if (lane === undefined) return { lanes: laneFairness, keys: [], others: null };
    const name = `${laneIndex}/${maxKeys}`;
    if (cached?.cacheKey !== name) {
      cached = {
        cacheKey: name,
        busiest: yield* busiestSharesOf(lane, maxKeys, (laneFairness[laneIndex] as LaneFairness).keys),
      };
    }
    const { shares, others } = cached.busiest;
    const keys: KeyShare[] = [];
    for (const { share, requests } of shares) {
      keys.push({ ...share, densities: subsetDensities(lane, requests, from, to, columns) });
      yield;
    }
    const strips = keys.map(({ densities }) => densities);
    return {
      lanes: laneFairness,
      keys,
      others: others && { ...others, densities: subtractDensities(densitiesIn(lane, from, to, columns), strips) },
    };
  };
}

/** @param labels by entry of the traffic */
export function* fairnessOfLane(trace: LaneTrace, labels: readonly (Label | undefined)[]): Slices<LaneFairness> {
  return { ...(yield* jainIndexOf(trace)), byLabel: yield* countsByLabel(trace, labels) };
}

function* jainIndexOf(trace: LaneTrace): Slices<Pick<LaneFairness, 'keys' | 'jain'>> {
  const { arrivals, verdicts } = trace;
  if (arrivals.key === null) return { keys: Math.min(1, arrivals.count), jain: null };
  const { start, order } = keyIndexOf(arrivals);
  let keys = 0;
  let sum = 0;
  let squares = 0;
  for (let key = 0; key < arrivals.keys.length; key++) {
    const first = start[key] as number;
    const end = start[key + 1] as number;
    let permits = 0;
    for (let i = first; i < end; i++) {
      if (i % STEPS_PER_SLICE === 0) yield;
      const request = order[i] as number;
      permits += Number(!isDenied(verdicts[request] as number)) * costAt(arrivals, request);
    }
    keys += Number(end > first);
    sum += permits;
    squares += permits * permits;
  }
  // With very many permits, rounding may put equal shares above 1.
  return { keys, jain: keys < 2 || sum === 0 ? null : Math.min(1, (sum * sum) / (keys * squares)) };
}

const LABEL_CODES = { good: GOOD, bad: BAD } as const;

function* countsByLabel(
  { arrivals, verdicts }: LaneTrace,
  labels: readonly (Label | undefined)[],
): Slices<LaneFairness['byLabel']> {
  const codes = requestLabelsOf(arrivals, labels);
  if (codes === null) return null;
  yield;
  // Three counts per label, by verdict; all denials count alike, whatever the reason. Without branches: a mix of verdicts predicts badly.
  const counts = new Float64Array(9);
  for (let i = 0; i < arrivals.count; i++) {
    if (i % STEPS_PER_SLICE === 0) yield;
    counts[3 * (codes[i] as number) + Math.min(2, verdicts[i] as number)]!++;
  }
  const countsOf = (label: Label): RequestCounts => {
    const [atOnce = 0, delayed = 0, denied = 0] = counts.subarray(3 * LABEL_CODES[label]);
    return { requests: atOnce + delayed + denied, admitted: atOnce + delayed, delayed, denied };
  };
  return { good: countsOf('good'), bad: countsOf('bad') };
}

/** The part of the answer that does not depend on the range. */
interface BusiestKeys {
  readonly shares: readonly { readonly share: Omit<KeyShare, 'densities'>; readonly requests: RequestSubset }[];
  readonly others: Omit<NonNullable<Fairness['others']>, 'densities'> | null;
}

function* busiestSharesOf(trace: LaneTrace, maxKeys: number, keyCount: number): Slices<BusiestKeys> {
  const { arrivals } = trace;
  const shares: BusiestKeys['shares'][number][] = [];
  const remaining = yield* tallyRequests(trace, { order: null, first: 0, end: arrivals.count });
  for (const key of yield* busiestKeys(arrivals, maxKeys)) {
    const requests = requestsOfKey(arrivals, key);
    const answers = yield* tallyRequests(trace, requests);
    shares.push({ share: { key: arrivals.keys[key] ?? '', ...answers }, requests });
    for (const figure of COUNT_FIELDS) remaining[figure] -= answers[figure];
  }
  const keys = keyCount - shares.length;
  return { shares, others: keys === 0 ? null : { keys, ...remaining } };
}

function* busiestKeys(arrivals: Arrivals, maxKeys: number): Slices<readonly number[]> {
  if (arrivals.key === null) return arrivals.count === 0 || maxKeys === 0 ? [] : [0];
  const { start } = keyIndexOf(arrivals);
  const requestCountOf = (key: number): number => (start[key + 1] as number) - (start[key] as number);
  const chosen: number[] = [];
  // With very many keys this skips nearly all: those with no more requests than the last chosen key.
  let minRequests = maxKeys === 0 ? Infinity : 0;
  for (let key = 0; key < arrivals.keys.length; key++) {
    if (key % STEPS_PER_SLICE === 0) yield;
    const requestCount = requestCountOf(key);
    if (requestCount <= minRequests) continue;
    chosen.splice(
      firstWhere(chosen.length, (place) => requestCountOf(chosen[place] as number) < requestCount),
      0,
      key,
    );
    if (chosen.length > maxKeys) chosen.pop();
    if (chosen.length === maxKeys) minRequests = requestCountOf(chosen[maxKeys - 1] as number);
  }
  return chosen;
}

/** Some requests of a lane: `order[first]` to `order[end − 1]`, or, if `order` is null, `first` to `end − 1`. */
interface RequestSubset {
  readonly order: Uint32Array | null;
  readonly first: number;
  readonly end: number;
}

function requestsOfKey(arrivals: Arrivals, key: number): RequestSubset {
  if (arrivals.key === null) return { order: null, first: 0, end: arrivals.count };
  const { start, order } = keyIndexOf(arrivals);
  return { order, first: start[key] as number, end: start[key + 1] as number };
}

function requestAt({ order }: RequestSubset, index: number): number {
  return order === null ? index : (order[index] as number);
}

const COUNT_FIELDS = ['requests', 'admitted', 'delayed', 'denied', 'permits'] as const;

function* tallyRequests(
  { arrivals, verdicts }: LaneTrace,
  subset: RequestSubset,
): Slices<Record<(typeof COUNT_FIELDS)[number], number>> {
  const requests = subset.end - subset.first;
  let [admitted, delayed, permits] = [0, 0, 0];
  for (let index = subset.first; index < subset.end; index++) {
    if (index % STEPS_PER_SLICE === 0) yield;
    const request = requestAt(subset, index);
    const verdict = verdicts[request] as number;
    const admits = Number(!isDenied(verdict));
    admitted += admits;
    delayed += Number(verdict === DELAY);
    permits += admits * costAt(arrivals, request);
  }
  return { requests, admitted, delayed, denied: requests - admitted, permits };
}

/** Like `densitiesIn`, but for a subset of the requests. */
function subsetDensities(
  { arrivals, verdicts }: LaneTrace,
  subset: RequestSubset,
  from: Instant,
  to: Instant,
  columns: number,
): Densities {
  const bins = binning(from, to, columns);
  const densities = {
    from: bins.from,
    span: bins.span,
    admitted: new Uint32Array(bins.count),
    delayed: new Uint32Array(bins.count),
    denied: new Uint32Array(bins.count),
  };
  const firstFrom = (start: number, instant: Instant): number =>
    firstWhere(subset.end, (index) => (arrivals.at[requestAt(subset, index)] as number) >= instant, start);
  let index = firstFrom(subset.first, bins.from);
  for (let bin = 0; bin < bins.count; bin++) {
    const end = firstFrom(index, bins.from + (bin + 1) * bins.span);
    // Without branches: a mix of verdicts predicts badly.
    let [delayed, denied] = [0, 0];
    for (let each = index; each < end; each++) {
      const verdict = verdicts[requestAt(subset, each)] as number;
      delayed += Number(verdict === DELAY);
      denied += Number(isDenied(verdict));
    }
    densities.admitted[bin] = end - index - delayed - denied;
    densities.delayed[bin] = delayed;
    densities.denied[bin] = denied;
    index = end;
  }
  return densities;
}

/** Subtracts the strips from `all`, bin by bin, in place. All have the same bins. */
function subtractDensities(all: Densities, strips: readonly Densities[]): Densities {
  for (const strip of strips) {
    for (const outcome of ['admitted', 'delayed', 'denied'] as const) {
      for (let bin = 0; bin < all.admitted.length; bin++) all[outcome][bin]! -= strip[outcome][bin] as number;
    }
  }
  return all;
}
