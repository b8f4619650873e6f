/** Who got how much: keys against one another, and requests labelled good against those labelled bad. */
import type { Instant } from '../time.ts';
import { binning, densitiesIn } from './bins.ts';
import type { Densities } from './look.ts';
import { costOf, firstWhere, keyIndex, type Arrivals, type LaneTrace } from './trace.ts';

/** What an entry of the traffic says of its requests. */
export type Label = 'good' | 'bad';

/** Requests by their answers: requests = admitted + denied. */
export interface Answers {
  readonly requests: number;
  /** Includes the delayed. */
  readonly admitted: number;
  readonly delayed: number;
  readonly denied: number;
}

/** One lane as a whole. */
export interface Standing {
  /** How many keys asked. */
  readonly keys: number;
  /**
   * Jain's index over these keys, (Σx)² / (k·Σx²) with x the permits admitted for a key, whatever it asked for: 1 for equal
   * shares, 1/k where one key has all (Jain, Chiu and Hawe, DEC-TR-301, 1984). Null with fewer than two keys, and where
   * nothing was admitted: there are no shares then.
   */
  readonly jain: number | null;
  /** Null where no entry of the traffic has a label. */
  readonly labelled: { readonly [L in Label]: Answers } | null;
}

/** One key, over the whole run; its strip over the range that was asked for. */
export interface KeyShare extends Answers {
  readonly key: string;
  /** Permits admitted. */
  readonly permits: number;
  readonly strip: Densities;
}

/** What is asked: the keys of one lane in [from, to), in so many pixel columns; no more than `most` keys by name. */
export interface FairnessLook {
  readonly lane: number;
  readonly from: Instant;
  readonly to: Instant;
  readonly columns: number;
  readonly most: number;
}

export interface Fairness {
  readonly lanes: readonly Standing[];
  /** The busiest keys, by requests, and equals in the order of the lane's keys. */
  readonly keys: readonly KeyShare[];
  /** All other keys together, and how many they are; null when there is none. */
  readonly others: (Omit<KeyShare, 'key'> & { readonly keys: number }) | null;
}

type Slices<T> = Generator<undefined, T>;

/** Requests, or keys, between two chances to leave off: a millisecond or two. */
const SLICE = 1 << 17;

/**
 * What can be asked of finished lanes, in slices of a few milliseconds. What does not depend on the range is kept: the
 * standing of every lane, and the busiest keys of the lane that was asked about last.
 *
 * @param labels by entry of the traffic
 */
export function openFairness(
  lanes: readonly LaneTrace[],
  labels: readonly (Label | undefined)[],
): (look: FairnessLook) => Slices<Fairness> {
  const standings: Standing[] = [];
  let known: { readonly name: string; readonly busiest: Busiest } | null = null;
  return function* ({ lane: place, from, to, columns, most }) {
    for (const [index, lane] of lanes.entries()) standings[index] ??= yield* standingOf(lane, labels);
    const lane = lanes[place];
    if (lane === undefined) return { lanes: standings, keys: [], others: null };
    const name = `${place}/${most}`;
    if (known?.name !== name) {
      known = { name, busiest: yield* busiestOf(lane, most, (standings[place] as Standing).keys) };
    }
    const { shares, others } = known.busiest;
    const keys: KeyShare[] = [];
    for (const { share, requests } of shares) {
      keys.push({ ...share, strip: stripOf(lane, requests, from, to, columns) });
      yield;
    }
    const strips = keys.map(({ strip }) => strip);
    return {
      lanes: standings,
      keys,
      others: others && { ...others, strip: without(densitiesIn(lane, from, to, columns), strips) },
    };
  };
}

/** @param labels by entry of the traffic */
export function* standingOf(trace: LaneTrace, labels: readonly (Label | undefined)[]): Slices<Standing> {
  return { ...(yield* evennessOf(trace)), labelled: yield* labelledOf(trace, labels) };
}

function* evennessOf(trace: LaneTrace): Slices<Pick<Standing, 'keys' | 'jain'>> {
  const { arrivals, verdicts } = trace;
  if (arrivals.key === null) return { keys: Math.min(1, arrivals.count), jain: null };
  const { start, order } = keyIndex(arrivals);
  let keys = 0;
  let sum = 0;
  let squares = 0;
  for (let key = 0; key < arrivals.keys.length; key++) {
    const first = start[key] as number;
    const end = start[key + 1] as number;
    let permits = 0;
    for (let i = first; i < end; i++) {
      if (i % SLICE === 0) yield;
      const request = order[i] as number;
      permits += Number((verdicts[request] as number) <= 1) * costOf(arrivals, request);
    }
    keys += Number(end > first);
    sum += permits;
    squares += permits * permits;
  }
  // Rounding may lift equal shares of very many permits above 1.
  return { keys, jain: keys < 2 || sum === 0 ? null : Math.min(1, (sum * sum) / (keys * squares)) };
}

const CODES = { good: 1, bad: 2 } as const;

function* labelledOf(
  { arrivals, verdicts }: LaneTrace,
  labels: readonly (Label | undefined)[],
): Slices<Standing['labelled']> {
  if (labels.every((label) => label === undefined)) return null;
  const codes = Uint8Array.from(labels, (label) => (label === undefined ? 0 : CODES[label]));
  // By label and verdict, in threes; whatever the reason, a refusal is one. Without a branch: nobody can guess these.
  const counts = new Float64Array(9);
  for (let i = 0; i < arrivals.count; i++) {
    if (i % SLICE === 0) yield;
    const code = codes[arrivals.entry[i] as number] as number;
    counts[3 * code + Math.min(2, verdicts[i] as number)]!++;
  }
  const answers = (label: Label): Answers => {
    const [atOnce = 0, delayed = 0, denied = 0] = counts.subarray(3 * CODES[label]);
    return { requests: atOnce + delayed + denied, admitted: atOnce + delayed, delayed, denied };
  };
  return { good: answers('good'), bad: answers('bad') };
}

/** What is known of some keys of a lane, whatever the range. */
interface Busiest {
  readonly shares: readonly { readonly share: Omit<KeyShare, 'strip'>; readonly requests: Requests }[];
  readonly others: Omit<NonNullable<Fairness['others']>, 'strip'> | null;
}

function* busiestOf(trace: LaneTrace, most: number, asked: number): Slices<Busiest> {
  const { arrivals } = trace;
  const shares: Busiest['shares'][number][] = [];
  const rest = yield* answersOf(trace, { order: null, first: 0, end: arrivals.count });
  for (const key of yield* busiestKeys(arrivals, most)) {
    const requests = requestsOf(arrivals, key);
    const answers = yield* answersOf(trace, requests);
    shares.push({ share: { key: arrivals.keys[key] ?? '', ...answers }, requests });
    for (const figure of FIGURES) rest[figure] -= answers[figure];
  }
  const keys = asked - shares.length;
  return { shares, others: keys === 0 ? null : { keys, ...rest } };
}

function* busiestKeys(arrivals: Arrivals, most: number): Slices<readonly number[]> {
  if (arrivals.key === null) return arrivals.count === 0 || most === 0 ? [] : [0];
  const { start } = keyIndex(arrivals);
  const requestsOfKey = (key: number): number => (start[key + 1] as number) - (start[key] as number);
  const chosen: number[] = [];
  // Of very many keys nearly every one is passed over for having no more than the last of the chosen.
  let least = most === 0 ? Infinity : 0;
  for (let key = 0; key < arrivals.keys.length; key++) {
    if (key % SLICE === 0) yield;
    const own = requestsOfKey(key);
    if (own <= least) continue;
    chosen.splice(
      firstWhere(chosen.length, (place) => requestsOfKey(chosen[place] as number) < own),
      0,
      key,
    );
    if (chosen.length > most) chosen.pop();
    if (chosen.length === most) least = requestsOfKey(chosen[most - 1] as number);
  }
  return chosen;
}

/** Some requests of a lane: those at `order[first]` to `order[end − 1]`, or, without an order, at `first` to `end − 1`. */
interface Requests {
  readonly order: Uint32Array | null;
  readonly first: number;
  readonly end: number;
}

function requestsOf(arrivals: Arrivals, key: number): Requests {
  if (arrivals.key === null) return { order: null, first: 0, end: arrivals.count };
  const { start, order } = keyIndex(arrivals);
  return { order, first: start[key] as number, end: start[key + 1] as number };
}

function requestAt({ order }: Requests, place: number): number {
  return order === null ? place : (order[place] as number);
}

const FIGURES = ['requests', 'admitted', 'delayed', 'denied', 'permits'] as const;

function* answersOf(
  { arrivals, verdicts }: LaneTrace,
  some: Requests,
): Slices<Record<(typeof FIGURES)[number], number>> {
  const requests = some.end - some.first;
  let [admitted, delayed, permits] = [0, 0, 0];
  for (let place = some.first; place < some.end; place++) {
    if (place % SLICE === 0) yield;
    const request = requestAt(some, place);
    const verdict = verdicts[request] as number;
    const lets = Number(verdict <= 1);
    admitted += lets;
    delayed += Number(verdict === 1);
    permits += lets * costOf(arrivals, request);
  }
  return { requests, admitted, delayed, denied: requests - admitted, permits };
}

/** As `densitiesIn` counts all requests, bin by bin. */
function stripOf(
  { arrivals, verdicts }: LaneTrace,
  some: Requests,
  from: Instant,
  to: Instant,
  columns: number,
): Densities {
  const { bins, span } = binning(from, to, columns);
  const strip = {
    from,
    span,
    admitted: new Uint32Array(bins),
    delayed: new Uint32Array(bins),
    denied: new Uint32Array(bins),
  };
  const firstFrom = (place: number, instant: Instant): number =>
    place + firstWhere(some.end - place, (on) => (arrivals.at[requestAt(some, place + on)] as number) >= instant);
  let place = firstFrom(some.first, from);
  for (let bin = 0; bin < bins; bin++) {
    const end = firstFrom(place, bin === bins - 1 ? to : from + (bin + 1) * span);
    // Without a branch, which nobody can guess.
    let [delayed, denied] = [0, 0];
    for (let each = place; each < end; each++) {
      const verdict = verdicts[requestAt(some, each)] as number;
      delayed += Number(verdict === 1);
      denied += Number(verdict > 1);
    }
    strip.admitted[bin] = end - place - delayed - denied;
    strip.delayed[bin] = delayed;
    strip.denied[bin] = denied;
    place = end;
  }
  return strip;
}

/** What is left of all requests without those in strips of the same bins. */
function without(all: Densities, strips: readonly Densities[]): Densities {
  for (const strip of strips) {
    for (const outcome of ['admitted', 'delayed', 'denied'] as const) {
      for (let bin = 0; bin < all.admitted.length; bin++) all[outcome][bin]! -= strip[outcome][bin] as number;
    }
  }
  return all;
}
