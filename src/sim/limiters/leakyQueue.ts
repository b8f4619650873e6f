/**
 * Leaky bucket as a queue.
 *
 * Requests wait in a queue that is served at n/T, one permit every T/n: the first at once, every other T/n after the
 * one before it. A request is delayed until its turn, and refused if the queue already holds `capacity`. The output is
 * even, whatever the input. A request that leaves at once takes no place, so `capacity` + 1 are admitted at one
 * instant. (*Rate limiting strategies* says that a queue of five admits five.)
 *
 * A request that costs more takes a place for each of its permits and leaves, with all of them, when its first permit
 * does; the end of the queue moves back by its cost. A cost above `capacity` is always refused, even by an empty queue.
 *
 * The state keeps the end of the queue, `next`, and the departure of each waiting request. There are no gaps between
 * them, so everything follows from one closed form: waiting at `now` = (next − first departure after now) · n/T.
 */
import { divCeil, mulDivCeil } from '../math.ts';
import { exactProduct, rateInTicks, unitsFromTicks, type Rate } from '../ticks.ts';
import { NEVER, SECOND, type Duration, type Instant } from '../time.ts';
import { formatComparison, formatLength, formatNumber, formatSeconds, pluralize } from '../numberFormat.ts';
import { explainTooLarge, type Limiter } from './limiter.ts';
import { ALLOW, DELAY, DENY, DENY_TOO_LARGE } from '../verdict.ts';
import { firstWhere } from '../search.ts';

export type LeakyQueueParams = {
  readonly rate: Rate;
  /** Ticks in a microsecond, and in a second. */
  readonly ticksPerMicro: number;
  readonly ticksPerSecond: number;
  /** Ticks of T/n, the time between two departures. */
  readonly interval: number;
  /** How many permits may wait, and the same in ticks. */
  readonly capacity: number;
  readonly capacityTicks: number;
};

export type LeakyQueueState = {
  /** The end of the queue in ticks since virtual time 0: the last departure + its cost · T/n. */
  queueEnd: number;
  /**
   * A ring of departures in ticks, ascending from `head`: those of requests that had to wait; some may have left since.
   */
  departures: Float64Array<ArrayBuffer>;
  head: number;
  size: number;
  /** The wait of the last admitted request, microseconds. */
  wait: Duration;
};

/** A ring begins with this capacity and doubles when full, so that a million idle keys stay small. */
const INITIAL_RING_SIZE = 4;

/** So many are looked at one by one. */
const FEW = 4;

/** The departure at `position` in the ring, 0 being the first. */
function departure(state: LeakyQueueState, position: number): number {
  const index = state.head + position;
  return state.departures[index < state.departures.length ? index : index - state.departures.length] as number;
}

/** How many of the stored departures are at or before `ticks`: mostly few, because a decision drops them. */
function countDepartedBy(state: LeakyQueueState, ticks: number): number {
  const { size } = state;
  for (let position = 0; position < FEW; position++)
    if (position >= size || departure(state, position) > ticks) return position;
  return searchDeparted(state, ticks);
}

/** Apart, because a function with a closure keeps what that refers to on the heap, at every call. */
function searchDeparted(state: LeakyQueueState, ticks: number): number {
  return firstWhere(state.size, (position) => departure(state, position) > ticks, FEW);
}

/** Ticks from `now` to the end of the queue; 0 or less when a new request would leave at once. */
function queueTicksAt(state: LeakyQueueState, params: LeakyQueueParams, now: Instant): number {
  return state.queueEnd - now * params.ticksPerMicro;
}

/** The closed form: permits of the requests that leave after now. */
function waitingAt(state: LeakyQueueState, params: LeakyQueueParams, now: Instant): number {
  const left = countDepartedBy(state, now * params.ticksPerMicro);
  return left === state.size ? 0 : (state.queueEnd - departure(state, left)) / params.interval;
}

/** The wait until few enough are left that `cost` more fit: until the last request in the way has left. */
function waitFor(state: LeakyQueueState, params: LeakyQueueParams, now: Instant, cost: number): Duration {
  const blocking = countDepartedBy(state, state.queueEnd - (params.capacity - cost) * params.interval - 1);
  if (blocking === 0) return 0;
  return unitsFromTicks(departure(state, blocking - 1) - now * params.ticksPerMicro, params.rate);
}

/**
 * Doubles the ring, up to the number that can wait, and moves the first departure to the front. The only step that
 * allocates.
 */
function grow(state: LeakyQueueState, params: LeakyQueueParams): void {
  const departures = new Float64Array(Math.min(2 * state.departures.length, params.capacity));
  const tail = state.departures.subarray(state.head, state.head + state.size);
  departures.set(tail);
  departures.set(state.departures.subarray(0, state.size - tail.length), tail.length);
  state.departures = departures;
  state.head = 0;
}

/** Drops the departures up to `ticks`. */
function dropDeparted(state: LeakyQueueState, ticks: number): void {
  const { departures } = state;
  let { head, size } = state;
  while (size > 0 && (departures[head] as number) <= ticks) {
    head = head + 1 < departures.length ? head + 1 : 0;
    size--;
  }
  state.head = head;
  state.size = size;
}

/** Appends a departure at the current end of the queue. */
function enqueue(state: LeakyQueueState, params: LeakyQueueParams): void {
  if (state.size === state.departures.length) grow(state, params);
  const { departures } = state;
  const index = state.head + state.size;
  departures[index < departures.length ? index : index - departures.length] = state.queueEnd;
  state.size++;
}

const CODE = [
  'if cost > capacity: deny',
  'departure = max(now, next)',
  'waiting = permits of those whose departure > now',
  'if departure > now and waiting + cost > capacity: deny',
  'next = departure + cost · T/n',
  'allow after departure − now',
];

export const leakyQueue: Limiter<LeakyQueueParams, LeakyQueueState> = {
  id: 'leaky-queue',
  name: 'Leaky queue',
  family: 'Queues and pacing',
  summary: 'Requests wait in a queue that advances at an even pace; one that finds it full is refused.',
  rule:
    'One permit leaves every T/n, the first at once. A request waits for its turn, and is refused when as many as ' +
    'the capacity are already waiting. A request that leaves at once takes no place, so capacity + 1 are admitted ' +
    'at one instant.',
  sources: ['strategies', 'fu'],
  storedPerKey: 'departures of waiting requests',
  knobs: [],
  usesCapacity: true,
  editions: ['corrected'],
  errata: [],
  outcomes: ['allow', 'delay', 'deny'],
  reasons: ['the line was empty', 'it waits for its turn', 'the line is full', 'the cost is above the capacity'],
  pacing: 'smooth',
  traits: { monotone: { clients: ['n', 'capacity'] } },
  gauge: {
    unit: ['permit waiting', 'permits waiting'],
    denySide: 'ceiling',
    full: (params: LeakyQueueParams) => params.capacity,
    boundBy: () => 'capacity',
    low: () => 0,
  },

  prepare({ policy: { n, T, capacity }, horizon }) {
    const rate = rateInTicks(n, T);
    const longest = exactProduct(capacity + 1, rate.ticksPerPermit, 'A full line in ticks');
    // The queue ends at most `longest` ahead, and a retry-after time reaches at most as far beyond the run.
    const latest = horizon + 2 * divCeil(longest, rate.ticksPerUnit);
    exactProduct(latest, rate.ticksPerUnit, 'The latest departure in ticks');
    const interval = rate.ticksPerPermit;
    return {
      rate,
      ticksPerMicro: rate.ticksPerUnit,
      ticksPerSecond: rate.ticksPerUnit * SECOND,
      interval,
      capacity,
      capacityTicks: capacity * interval,
    };
  },

  maxCost: (params) => params.capacity,

  init: ({ capacity }) => ({
    queueEnd: 0,
    departures: new Float64Array(Math.min(INITIAL_RING_SIZE, capacity)),
    head: 0,
    size: 0,
    wait: 0,
  }),

  decide(state, params, now, cost) {
    if (cost > params.capacity) return DENY_TOO_LARGE;
    const ticks = now * params.ticksPerMicro;
    const queueTicks = state.queueEnd - ticks;
    const length = cost * params.interval;
    if (queueTicks <= 0) {
      state.queueEnd = ticks + length;
      // All that waited have left.
      state.size = 0;
      state.wait = 0;
      return ALLOW;
    }
    dropDeparted(state, ticks);
    const queuedTicks = state.size === 0 ? 0 : state.queueEnd - (state.departures[state.head] as number);
    if (queuedTicks + length > params.capacityTicks) return DENY;
    enqueue(state, params);
    state.queueEnd += length;
    state.wait = unitsFromTicks(queueTicks, params.rate);
    return DELAY;
  },

  level: waitingAt,

  nextBreakpoint(state, params, now) {
    const left = countDepartedBy(state, now * params.ticksPerMicro);
    if (left === state.size) return NEVER;
    return now + unitsFromTicks(departure(state, left) - now * params.ticksPerMicro, params.rate);
  },

  retryAfter(state, params, now, cost) {
    return cost > params.capacity ? NEVER : waitFor(state, params, now, cost);
  },

  explain(state, params, now, cost) {
    if (cost > params.capacity) return explainTooLarge(cost, 'capacity', params.capacity, CODE);
    const queueTicks = queueTicksAt(state, params, now);
    if (queueTicks <= 0) {
      const [next, clock] = formatComparison(state.queueEnd / params.ticksPerSecond, now / SECOND, queueTicks);
      return {
        verdict: ALLOW,
        sentence: 'The queue is empty, and the next permit is due: the request leaves at once.',
        condition: 'next ≤ now',
        evaluatedCondition: `${next} ≤ ${clock}`,
        holds: true,
        code: CODE,
        executedLines: [1, 2, 4, 5],
      };
    }
    const waiting = waitingAt(state, params, now);
    const holds = waiting + cost <= params.capacity;
    const capacityText = pluralize(params.capacity, 'place');
    return {
      verdict: holds ? DELAY : DENY,
      sentence:
        `The queue has ${formatNumber(waiting)} of ${capacityText} taken, and the request needs ${formatNumber(cost)}: ` +
        (holds
          ? `its turn comes in ${formatSeconds(unitsFromTicks(queueTicks, params.rate))}.`
          : `there is room in ${formatSeconds(waitFor(state, params, now, cost))}.`),
      condition: 'waiting + cost ≤ capacity',
      evaluatedCondition: `${formatNumber(waiting)} + ${formatNumber(cost)} ≤ ${formatNumber(params.capacity)}`,
      holds,
      code: CODE,
      executedLines: holds ? [1, 2, 4, 5] : [1, 2, 3],
    };
  },

  readouts: (state, params, now) => [
    ['waiting', formatNumber(waitingAt(state, params, now))],
    ['next', formatLength(state.queueEnd / params.ticksPerSecond)],
  ],

  picture(state, params, now) {
    const queueTicks = queueTicksAt(state, params, now);
    const left = countDepartedBy(state, now * params.ticksPerMicro);
    const due = left === state.size ? queueTicks : departure(state, left) - now * params.ticksPerMicro;
    return {
      kind: 'line',
      waiting: waitingAt(state, params, now),
      capacity: params.capacity,
      nextIn: queueTicks <= 0 ? null : due / params.ticksPerSecond,
      interval: params.interval / params.ticksPerSecond,
    };
  },

  /**
   * Departures are T/n apart and take effect on the next whole microsecond: those that take effect within `length`
   * microseconds are from a span of that length, open at one end.
   */
  bound: ({ rate }, length) => (length <= 0 ? 0 : mulDivCeil(length, rate.ticksPerUnit, rate.ticksPerPermit)),
};
