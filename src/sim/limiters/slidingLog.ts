/**
 * Sliding window log.
 *
 * The limiter keeps the instant and the cost of every request it admitted and counts the permits of the last T: exact for
 * any span of T, at the price of up to n entries per key. A request is admitted if the log has room for it. An entry expires exactly T
 * after it was made (`boundary: open`, as in two of the sources, so [t, t + T) never holds more than n) or just after
 * that (`closed`, as in Fu's prose, so that [t, t + T] does not either).
 *
 * The edition published by Li records every request in the log, even denied ones, and its clock ticks in whole
 * milliseconds. A client that keeps trying keeps the log full and is never admitted again.
 *
 * Everything follows from one closed form: an entry is in the log at `now` while clock(now) < entry + lifetime.
 */
import { floorTo, MILLISECOND, NEVER, tickAfter, type Duration, type Instant } from '../time.ts';
import { formatNumber, formatSeconds, pluralize } from '../numberFormat.ts';
import { cloneState, explainTooLarge, type Edition, type Limiter } from './limiter.ts';
import { ALLOW, DENY, DENY_TOO_LARGE } from '../verdict.ts';
import { firstWhere } from '../search.ts';

/** Everything in which the editions differ. */
const EDITION_RULES: Record<Edition, { readonly clock: Duration; readonly recordsDenied: boolean }> = {
  corrected: { clock: 1, recordsDenied: false },
  published: { clock: MILLISECOND, recordsDenied: true },
};

export type SlidingLogParams = {
  readonly n: number;
  readonly T: Duration;
  /** How long an entry counts: T, or with a closed boundary one microsecond more, which turns `≤` into `<`. */
  readonly lifetime: Duration;
  readonly clock: Duration;
  readonly recordsDenied: boolean;
};

export type SlidingLogState = {
  /** A ring of instants, non-decreasing from `head`: one for each recorded request. */
  times: Float64Array<ArrayBuffer>;
  /**
   * By place in the ring, the permits of all entries ever recorded, up to and including that one; in one more place at the
   * end, those of the entries that were dropped. Empty while every cost was 1: then an entry is a permit.
   */
  totals: Float64Array<ArrayBuffer>;
  head: number;
  /** Number of entries. */
  size: number;
};

/** A ring begins with this capacity and doubles when full, so that a million idle keys stay small. */
const INITIAL_RING_SIZE = 4;

/** So many are looked at one by one. */
const FEW = 4;

/** The entry at `position` in the ring, 0 being the oldest. */
function entry(state: SlidingLogState, position: number): Instant {
  const index = state.head + position;
  return state.times[index < state.times.length ? index : index - state.times.length] as number;
}

/** When an entry expires: the first tick of the limiter's clock at which it no longer counts. */
function expiresAt(entered: Instant, params: SlidingLogParams): Instant {
  return tickAfter(entered + params.lifetime - 1, params.clock);
}

/** How many of the stored entries, the oldest ones, no longer count at `now`. */
function countExpired(state: SlidingLogState, params: SlidingLogParams, now: Instant): number {
  const edge = (params.clock === 1 ? now : floorTo(now, params.clock)) - params.lifetime;
  const { size } = state;
  // Mostly few: each decision drops them.
  for (let position = 0; position < FEW; position++)
    if (position >= size || entry(state, position) > edge) return position;
  return searchExpired(state, edge);
}

/** Apart, because a function with a closure keeps what that refers to on the heap, at every call. */
function searchExpired(state: SlidingLogState, edge: Instant): number {
  return firstWhere(state.size, (position) => entry(state, position) > edge, FEW);
}

/** Permits of the `count` oldest entries. */
function permitsOf(state: SlidingLogState, count: number): number {
  const { times, totals, head } = state;
  if (totals.length === 0 || count === 0) return count;
  const last = head + count - 1;
  return (totals[last < times.length ? last : last - times.length] as number) - (totals[times.length] as number);
}

/** Permits in the log at `now`. */
function sizeAt(state: SlidingLogState, params: SlidingLogParams, now: Instant): number {
  const expired = countExpired(state, params, now);
  return state.totals.length === 0 ? state.size - expired : permitsOf(state, state.size) - permitsOf(state, expired);
}

/** More marks than this cannot be distinguished on a strip. */
const MAX_LOG_MARKS = 1000;

/**
 * The instants of all permits that count at `now`; if there are more than a strip can show, only of entries a mark's width
 * apart.
 */
function logMarks(state: SlidingLogState, params: SlidingLogParams, now: Instant): Float64Array {
  const oldest = countExpired(state, params, now);
  const size = permitsOf(state, state.size) - permitsOf(state, oldest);
  const ticks: Instant[] = [];
  if (size <= MAX_LOG_MARKS) {
    for (let position = oldest; position < state.size; position++) {
      const cost = permitsOf(state, position + 1) - permitsOf(state, position);
      for (let permit = 0; permit < cost; permit++) ticks.push(entry(state, position));
    }
    return Float64Array.from(ticks);
  }
  const newest = entry(state, state.size - 1);
  const spacing = (newest - entry(state, oldest)) / (MAX_LOG_MARKS - 2);
  for (let position = oldest; position < state.size - 1; position = firstEntryAfter(state, position, spacing)) {
    ticks.push(entry(state, position));
  }
  ticks.push(newest);
  return Float64Array.from(ticks);
}

/** The first entry that is at least `spacing` after the one at `position`; the newest if none is. */
function firstEntryAfter(state: SlidingLogState, position: number, spacing: Duration): number {
  const instant = entry(state, position) + spacing;
  return firstWhere(state.size - 1, (later) => entry(state, later) >= instant, position + 1);
}

/** Makes room for another entry and moves the oldest to the front. Besides `countCosts`, the only step that allocates. */
function grow(state: SlidingLogState, params: SlidingLogParams): void {
  const length = 2 * state.times.length;
  const larger = params.recordsDenied ? length : Math.min(length, params.n);
  const { times, totals, head, size } = state;
  state.times = unrolled(times, head, size, new Float64Array(larger));
  if (totals.length > 0) {
    const dropped = totals[times.length] as number;
    state.totals = unrolled(totals.subarray(0, times.length), head, size, new Float64Array(larger + 1));
    state.totals[larger] = dropped;
  }
  state.head = 0;
}

/** Copies the entries of a ring to the front of `into`. */
function unrolled(
  ring: Float64Array,
  head: number,
  size: number,
  into: Float64Array<ArrayBuffer>,
): Float64Array<ArrayBuffer> {
  const tail = ring.subarray(head, head + size);
  into.set(tail);
  into.set(ring.subarray(0, size - tail.length), tail.length);
  return into;
}

/** Begins to count costs, at the first that is not 1. */
function countCosts(state: SlidingLogState): void {
  const { times, head, size } = state;
  state.totals = new Float64Array(times.length + 1);
  for (let position = 0; position < size; position++) state.totals[(head + position) % times.length] = position + 1;
}

function dropExpired(state: SlidingLogState, edge: Instant): void {
  const { times, totals } = state;
  let { head, size } = state;
  while (size > 0 && (times[head] as number) <= edge) {
    if (totals.length > 0) totals[times.length] = totals[head] as number;
    head = head + 1 < times.length ? head + 1 : 0;
    size--;
  }
  state.head = head;
  state.size = size;
}

function record(state: SlidingLogState, params: SlidingLogParams, clock: Instant, cost: number): void {
  // A clock that steps back is treated as standing still: the entries stay in order, and none expires early.
  const entered = state.size === 0 ? clock : Math.max(clock, entry(state, state.size - 1));
  if (cost !== 1 && state.totals.length === 0) countCosts(state);
  if (state.size === state.times.length) grow(state, params);
  const { times, totals } = state;
  const index = state.head + state.size;
  const place = index < times.length ? index : index - times.length;
  times[place] = entered;
  if (totals.length > 0) totals[place] = permitsOf(state, state.size) + (totals[times.length] as number) + cost;
  state.size++;
}

export const slidingLog: Limiter<SlidingLogParams, SlidingLogState> = {
  id: 'sliding-log',
  name: 'Sliding log',
  family: 'Logs and counters',
  summary: 'Remember the instant of every permit and count those of the last T.',
  rule:
    'Each permit is recorded with its instant and forgotten T later. A request is admitted when the number of ' +
    'recorded permits plus its cost is at most n. No span of T ever holds more than n.',
  sources: ['strategies', 'fu', 'li'],
  storedPerKey: 'up to n instants',
  knobs: [
    {
      kind: 'choice',
      id: 'boundary',
      label: 'Boundary',
      choices: ['open', 'closed'],
      default: 'open',
      help: 'Whether an entry exactly T old has expired (open) or still counts (closed).',
    },
  ],
  usesCapacity: false,
  editions: ['corrected', 'published'],
  errata: [
    {
      name: 'denials recorded',
      sentence:
        'Denied requests are recorded too, so a client that keeps trying keeps its own log full and is never ' +
        'admitted again; the log grows without bound.',
      breaks: [],
      preset: 'sliding-log-denials-recorded',
    },
    {
      name: 'whole milliseconds',
      sentence:
        'The clock is truncated to whole milliseconds, so a request late in one millisecond is forgotten early in ' +
        'another: two full quotas can pass within T less almost a millisecond.',
      breaks: [],
      preset: 'sliding-log-whole-milliseconds',
    },
  ],
  outcomes: ['allow', 'deny'],
  reasons: ['the log had room', '', 'the log is full', 'the cost is above n'],
  pacing: 'bursty',
  traits: { monotone: { clients: ['n'] }, boundsAnyCost: true },
  gauge: {
    unit: ['entry', 'entries'],
    denySide: 'ceiling',
    full: (params: SlidingLogParams) => params.n,
    boundBy: () => 'n',
    low: () => 0,
  },

  prepare: ({ policy: { n, T }, options, edition }) => ({
    n,
    T,
    lifetime: options['boundary'] === 'closed' ? T + 1 : T,
    ...EDITION_RULES[edition],
  }),

  maxCost: (params) => params.n,

  init: (params) => ({
    times: new Float64Array(Math.min(INITIAL_RING_SIZE, params.n)),
    totals: new Float64Array(),
    head: 0,
    size: 0,
  }),

  decide(state, params, now, cost) {
    if (cost > params.n) return DENY_TOO_LARGE;
    const clock = params.clock === 1 ? now : floorTo(now, params.clock);
    dropExpired(state, clock - params.lifetime);
    const fits = permitsOf(state, state.size) + cost <= params.n;
    if (fits || params.recordsDenied) record(state, params, clock, cost);
    return fits ? ALLOW : DENY;
  },

  level: (state, params, now) => sizeAt(state, params, now),

  nextBreakpoint(state, params, now) {
    const expired = countExpired(state, params, now);
    return expired < state.size ? expiresAt(entry(state, expired), params) : NEVER;
  },

  retryAfter(state, params, now, cost) {
    if (cost > params.n) return NEVER;
    // Permits that have to expire first. There are that many, since the cost alone fits.
    const excess = permitsOf(state, state.size) + cost - params.n;
    if (excess <= 0) return 0;
    const last = firstWhere(state.size, (position) => permitsOf(state, position + 1) >= excess);
    return Math.max(0, expiresAt(entry(state, last), params) - now);
  },

  explain(state, params, now, cost) {
    const { n, recordsDenied } = params;
    const code = codeOf(params);
    if (cost > n) return explainTooLarge(cost, 'n', n, code);
    const size = sizeAt(state, params, now);
    const holds = size + cost <= n;
    const after = cloneState(state);
    slidingLog.decide(after, params, now, cost);
    const clock = floorTo(now, params.clock);
    return {
      verdict: holds ? ALLOW : DENY,
      sentence:
        `The log holds ${pluralize(size, 'entry', 'entries')} of the last ${formatSeconds(params.T)}, and the request ` +
        (holds || recordsDenied ? `makes it ` : `would make it `) +
        `${formatNumber(size + cost)} of ${formatNumber(n)}.` +
        (holds
          ? ''
          : (recordsDenied ? ` It is recorded although it is denied.` : '') +
            ` Enough will have expired in ${formatSeconds(slidingLog.retryAfter(after, params, now, cost))}.`),
      // What also records denials has recorded the request by then.
      condition: recordsDenied ? 'size ≤ n' : 'size + cost ≤ n',
      evaluatedCondition: `${recordsDenied ? formatNumber(size + cost) : `${formatNumber(size)} + ${formatNumber(cost)}`} ≤ ${formatNumber(n)}`,
      holds,
      code,
      executedLines: recordsDenied ? (holds ? [1, 2, 3] : [1, 2, 4]) : holds ? [1, 2, 3, 4] : [1, 2, 5],
      // Those whose tick is no older than the lifetime.
      countedSpan: [tickAfter(clock - params.lifetime, params.clock), now + 1],
      ...(recordsDenied && { countsDenied: true as const }),
    };
  },

  readouts(state, params, now) {
    const size = sizeAt(state, params, now);
    const oldest = size === 0 ? 'none' : formatSeconds(entry(state, countExpired(state, params, now)));
    return [
      ['entries', formatNumber(size)],
      ['oldest', oldest],
    ];
  },

  picture(state, params, now) {
    const size = sizeAt(state, params, now);
    return { kind: 'log', size, times: logMarks(state, params, now), n: params.n, from: now - params.T, to: now };
  },

  /**
   * At most n are admitted within one lifetime, in ticks of the limiter's clock. Instants at most length − 1 apart read
   * at most 1 + ⌈(length − 1) / clock⌉ ticks in a row.
   */
  bound({ n, lifetime, clock }, length) {
    if (length <= 0) return 0;
    const ticks = 1 + Math.ceil((length - 1) / clock);
    return n * Math.ceil(ticks / Math.ceil(lifetime / clock));
  },
};

function codeOf({ lifetime, T, recordsDenied }: SlidingLogParams): readonly string[] {
  const boundary = lifetime > T ? '<' : '≤';
  return recordsDenied
    ? [
        'if cost > n: deny',
        `drop entries ${boundary} now − T`,
        'record now, cost times',
        'if size ≤ n: allow',
        'else deny',
      ]
    : [
        'if cost > n: deny',
        `drop entries ${boundary} now − T`,
        'if size + cost ≤ n',
        '  record now, cost times',
        '  allow',
        'else deny',
      ];
}
