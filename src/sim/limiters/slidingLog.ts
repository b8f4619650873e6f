/**
 * Sliding window log.
 *
 * The limiter keeps the instant of every permit it granted and counts those of the last T: exact for any span of T, at
 * the price of up to n numbers per key. A request is admitted if the log has room for it. An entry expires exactly T
 * after it was made (`boundary: open`, as in two of the sources, so [t, t + T) never holds more than n) or just after
 * that (`closed`, as in Fu's prose, so that [t, t + T] does not either).
 *
 * The edition published by Li records every request in the log, even denied ones, and its clock ticks in whole
 * milliseconds. A client that keeps trying keeps the log full and is never admitted again.
 *
 * Everything follows from one closed form: an entry is in the log at `now` while clock(now) < entry + lifetime.
 */
import { floorTo, MILLISECOND, NEVER, tickAfter, type Duration, type Instant } from '../time.ts';
import { formatCount, formatNumber, formatSeconds } from '../numberFormat.ts';
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
  /** A ring of instants, non-decreasing from `head`: one for each permit. */
  times: Float64Array<ArrayBuffer>;
  head: number;
  size: number;
};

/** A ring begins with this capacity and doubles when full, so that a million idle keys stay small. */
const INITIAL_RING_SIZE = 4;

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
  const edge = floorTo(now, params.clock) - params.lifetime;
  // Usually none: a decision has just dropped them.
  if (state.size === 0 || entry(state, 0) > edge) return 0;
  return firstWhere(state.size, (position) => entry(state, position) > edge, 1);
}

function sizeAt(state: SlidingLogState, params: SlidingLogParams, now: Instant): number {
  return state.size - countExpired(state, params, now);
}

/** More marks than this cannot be distinguished on a strip. */
const MAX_LOG_MARKS = 1000;

/** A copy of the newest `size` entries; if there are more than a strip can show, only those a mark's width apart. */
function logMarks(state: SlidingLogState, size: number): Float64Array {
  const oldest = state.size - size;
  if (size <= MAX_LOG_MARKS) return Float64Array.from({ length: size }, (_, i) => entry(state, oldest + i));
  const newest = entry(state, state.size - 1);
  const spacing = (newest - entry(state, oldest)) / (MAX_LOG_MARKS - 2);
  const ticks: Instant[] = [];
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

/** Makes room for `needed` entries and moves the oldest to the front. The only step that allocates. */
function grow(state: SlidingLogState, params: SlidingLogParams, needed: number): void {
  let length = state.times.length;
  while (length < needed) length *= 2;
  const times = new Float64Array(params.recordsDenied ? length : Math.min(length, params.n));
  const tail = state.times.subarray(state.head, state.head + state.size);
  times.set(tail);
  times.set(state.times.subarray(0, state.size - tail.length), tail.length);
  state.times = times;
  state.head = 0;
}

function dropExpired(state: SlidingLogState, edge: Instant): void {
  const { times } = state;
  let { head, size } = state;
  while (size > 0 && (times[head] as number) <= edge) {
    head = head + 1 < times.length ? head + 1 : 0;
    size--;
  }
  state.head = head;
  state.size = size;
}

function recordEntries(state: SlidingLogState, params: SlidingLogParams, clock: Instant, cost: number): void {
  // A clock that steps back is treated as standing still: the entries stay in order, and none expires early.
  const entered = state.size === 0 ? clock : Math.max(clock, entry(state, state.size - 1));
  if (state.size + cost > state.times.length) grow(state, params, state.size + cost);
  const { times } = state;
  let index = state.head + state.size;
  if (index >= times.length) index -= times.length;
  for (let i = 0; i < cost; i++) {
    times[index] = entered;
    index = index + 1 < times.length ? index + 1 : 0;
  }
  state.size += cost;
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
  storesEachPermit: true,
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

  init: (params) => ({ times: new Float64Array(Math.min(INITIAL_RING_SIZE, params.n)), head: 0, size: 0 }),

  decide(state, params, now, cost) {
    if (cost > params.n) return DENY_TOO_LARGE;
    const clock = floorTo(now, params.clock);
    dropExpired(state, clock - params.lifetime);
    const fits = state.size + cost <= params.n;
    if (fits || params.recordsDenied) recordEntries(state, params, clock, cost);
    return fits ? ALLOW : DENY;
  },

  level: (state, params, now) => sizeAt(state, params, now),

  nextBreakpoint(state, params, now) {
    const expired = countExpired(state, params, now);
    return expired < state.size ? expiresAt(entry(state, expired), params) : NEVER;
  },

  retryAfter(state, params, now, cost) {
    if (cost > params.n) return NEVER;
    // Entries that have to expire first. There are that many, since the cost alone fits.
    const excess = state.size + cost - params.n;
    return excess <= 0 ? 0 : Math.max(0, expiresAt(entry(state, excess - 1), params) - now);
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
        `The log holds ${formatCount(size, 'entry', 'entries')} of the last ${formatSeconds(params.T)}, and the request ` +
        (holds ? `makes it ` : `would make it `) +
        `${formatNumber(size + cost)} of ${formatNumber(n)}.` +
        (holds
          ? ''
          : (recordsDenied ? ` It is recorded although it is denied.` : '') +
            ` Enough of them will have expired in ${formatSeconds(slidingLog.retryAfter(after, params, now, cost))}.`),
      condition: 'size + cost ≤ n',
      evaluatedCondition: `${formatNumber(size)} + ${formatNumber(cost)} ≤ ${formatNumber(n)}`,
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
    const oldest = size === 0 ? 'none' : formatSeconds(entry(state, state.size - size));
    return [
      ['entries', formatNumber(size)],
      ['oldest', oldest],
    ];
  },

  picture(state, params, now) {
    const size = sizeAt(state, params, now);
    return { kind: 'log', size, times: logMarks(state, size), n: params.n, from: now - params.T, to: now };
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
