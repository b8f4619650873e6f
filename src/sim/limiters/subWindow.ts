/**
 * Sub-window counter, as implemented in Sentinel. Fu's article walks through that code.
 *
 * The window of T is divided into `slices`, aligned to 0, each with its own count. The window is the slice that
 * contains now and the slices − 1 before it, and it advances by a whole slice at a time. A permit is returned when its
 * slice leaves, up to a slice less than T after it was granted: n late in a slice and n when that slice leaves make 2n
 * within T. With one slice it is the fixed window, with one per microsecond the sliding log.
 *
 * Slice i begins at ⌈i·T/slices⌉ µs. Slice i + `slices` begins T later, to the microsecond, even if T is not a multiple
 * of `slices`; so everything follows from one closed form: a slice's permits count until T after it began.
 */
import { divCeil, divFloor, mulDivCeil } from '../math.ts';
import { exactProduct, rateInTicks, type Rate } from '../ticks.ts';
import { NEVER, type Duration, type Instant } from '../time.ts';
import { formatNumber, formatPermits, formatSeconds } from '../numberFormat.ts';
import { explainTooLarge, type Limiter } from './limiter.ts';
import { ALLOW, DENY, DENY_TOO_LARGE } from '../verdict.ts';

export type SubWindowParams = {
  readonly n: number;
  readonly T: Duration;
  readonly slices: number;
  /** Slices per T in lowest terms: in these ticks a microsecond and a slice are whole. */
  readonly sliceRate: Rate;
};

export type SubWindowState = {
  /** A ring: slice i is counted at i mod `slices`. */
  counts: Uint32Array<ArrayBuffer>;
  /** Index of the last slice counted, from 0. */
  index: number;
  /** The sum of all `counts`. */
  sum: number;
};

/** The index of the slice that contains `now`. */
function sliceAt({ sliceRate }: SubWindowParams, now: Instant): number {
  return divFloor(now * sliceRate.ticksPerUnit, sliceRate.ticksPerPermit);
}

/** The first microsecond of a slice. */
function sliceStart({ sliceRate }: SubWindowParams, slice: number): Instant {
  return divCeil(slice * sliceRate.ticksPerPermit, sliceRate.ticksPerUnit);
}

/** The slice in which a request at `now` is counted; if time steps back, the last slice counted. */
function currentAt(state: SubWindowState, params: SubWindowParams, now: Instant): number {
  return Math.max(state.index, sliceAt(params, now));
}

/** The count at that slice's position in the ring: its own, or still that of the slice one window earlier. */
function slotCount(state: SubWindowState, params: SubWindowParams, slice: number): number {
  return state.counts[slice % params.slices] as number;
}

/** The closed form: the stored counts without the slices that have left by `now`. */
function sumAt(state: SubWindowState, params: SubWindowParams, now: Instant): number {
  const current = currentAt(state, params, now);
  if (current - state.index >= params.slices) return 0;
  let { sum } = state;
  for (let slice = state.index + 1; slice <= current; slice++) sum -= slotCount(state, params, slice);
  return sum;
}

/**
 * When enough of the oldest slices that still count at `now` have left to return `excess` permits, at least one and at
 * most their sum.
 */
function expiryInstant(state: SubWindowState, params: SubWindowParams, now: Instant, excess: number): Instant {
  let slice = currentAt(state, params, now);
  for (let gone = 0; gone < excess; gone += slotCount(state, params, slice)) slice++;
  return sliceStart(params, slice);
}

/** The span [from, to) of the slices summed at `now`; before T, part of it is before 0. */
function windowAt(state: SubWindowState, params: SubWindowParams, now: Instant): readonly [Instant, Instant] {
  const to = sliceStart(params, currentAt(state, params, now) + 1);
  return [to - params.T, to];
}

/** Resets the counts of the slices after the last one counted, up to this one. */
function slideTo(state: SubWindowState, params: SubWindowParams, current: number): void {
  if (current - state.index >= params.slices) {
    state.counts.fill(0);
    state.sum = 0;
  } else {
    for (let slice = state.index + 1; slice <= current; slice++) {
      const slot = slice % params.slices;
      state.sum -= state.counts[slot] as number;
      state.counts[slot] = 0;
    }
  }
  state.index = current;
}

const CODE = [
  'if cost > n: deny',
  'index = ⌊now · slices / T⌋',
  'sum = counts[index − slices + 1] + … + counts[index]',
  'if sum + cost ≤ n',
  '  counts[index] = counts[index] + cost',
  '  allow',
  'else deny',
];

export const subWindow: Limiter<SubWindowParams, SubWindowState> = {
  id: 'sub-window',
  name: 'Sub-windows',
  family: 'Logs and counters',
  summary: 'Divide the window into slices, count in each, and add up the latest ones.',
  rule:
    'T is divided into slices, each with its own count. A request is admitted when the sum over the current slice ' +
    'and the earlier ones that make up T, plus its cost, is at most n. A slice leaves as a whole, so up to 2n pass ' +
    'within T; more slices come closer to the sliding log.',
  sources: ['fu', 'sentinel'],
  storedPerKey: 'one count per slice',
  knobs: [
    {
      kind: 'number',
      id: 'slices',
      label: 'Slices',
      min: 1,
      max: 1_000,
      integer: true,
      unit: '',
      default: 6,
      help: 'How many parts the window is divided into.',
    },
  ],
  usesCapacity: false,
  editions: ['corrected'],
  errata: [],
  outcomes: ['allow', 'deny'],
  reasons: ['the slices had room', '', 'the slices are full', 'the cost is above n'],
  pacing: 'bursty',
  traits: { monotone: { clients: ['n'] }, boundsAnyCost: true },
  gauge: {
    unit: ['permit', 'permits'],
    denySide: 'ceiling',
    full: (params: SubWindowParams) => params.n,
    boundBy: () => 'n',
    low: () => 0,
  },

  prepare({ policy: { n, T }, options, horizon }) {
    const slices = Number(options['slices']);
    const pace = rateInTicks(slices, T);
    // The last slice ever computed begins at most T after the last instant.
    exactProduct(horizon + T, pace.ticksPerUnit, 'The latest instant in ticks of a slice');
    return { n, T, slices, sliceRate: pace };
  },

  maxCost: (params) => params.n,

  init: (params) => ({ counts: new Uint32Array(params.slices), index: 0, sum: 0 }),

  decide(state, params, now, cost) {
    if (cost > params.n) return DENY_TOO_LARGE;
    const current = sliceAt(params, now);
    if (current > state.index) slideTo(state, params, current);
    if (state.sum + cost > params.n) return DENY;
    const slot = state.index % params.slices;
    state.counts[slot] = (state.counts[slot] as number) + cost;
    state.sum += cost;
    return ALLOW;
  },

  level: (state, params, now) => sumAt(state, params, now),

  nextBreakpoint: (state, params, now) =>
    sumAt(state, params, now) > 0 ? expiryInstant(state, params, now, 1) : NEVER,

  retryAfter(state, params, now, cost) {
    if (cost > params.n) return NEVER;
    const excess = sumAt(state, params, now) + cost - params.n;
    return excess <= 0 ? 0 : expiryInstant(state, params, now, excess) - now;
  },

  explain(state, params, now, cost) {
    if (cost > params.n) return explainTooLarge(cost, 'n', params.n, CODE);
    const sum = sumAt(state, params, now);
    const holds = sum + cost <= params.n;
    const [from, to] = windowAt(state, params, now);
    const subject = params.slices === 1 ? 'The slice' : `The ${formatNumber(params.slices)} slices`;
    return {
      verdict: holds ? ALLOW : DENY,
      sentence:
        `${subject} up to ${formatSeconds(to)} ${params.slices === 1 ? 'has' : 'have'} counted ${formatNumber(sum)} of ` +
        `${formatPermits(params.n)}, and the request ` +
        (holds
          ? `makes it ${formatNumber(sum + cost)}.`
          : `would make it ${formatNumber(sum + cost)}. ` +
            `Enough will have left in ${formatSeconds(subWindow.retryAfter(state, params, now, cost))}.`),
      condition: 'sum + cost ≤ n',
      evaluatedCondition: `${formatNumber(sum)} + ${formatNumber(cost)} ≤ ${formatNumber(params.n)}`,
      holds,
      code: CODE,
      executedLines: holds ? [1, 2, 3, 4, 5] : [1, 2, 3, 6],
      countedSpan: [from, to],
    };
  },

  readouts(state, params, now) {
    const current = currentAt(state, params, now);
    return [
      ['sum', formatNumber(sumAt(state, params, now))],
      ['this slice', formatNumber(current === state.index ? slotCount(state, params, current) : 0)],
      ['slice', `${formatSeconds(sliceStart(params, current))} to ${formatSeconds(sliceStart(params, current + 1))}`],
    ];
  },

  picture(state, params, now) {
    const { n, slices } = params;
    const current = currentAt(state, params, now);
    const [from, to] = windowAt(state, params, now);
    // Slice current − slices + 1 + k shares its ring position with current + 1 + k, and its count is stored if it is
    // not after `index`.
    const countOf = (k: number) =>
      current - slices + 1 + k <= state.index ? slotCount(state, params, current + 1 + k) : 0;
    return { kind: 'slices', counts: Float64Array.from({ length: slices }, (_, k) => countOf(k)), n, from, to };
  },

  /**
   * Any `slices` slices in a row hold at most n, and instants at most length − 1 apart touch at most
   * 1 + ⌈(length − 1) · slices / T⌉ of them.
   */
  bound({ n, slices, sliceRate }, length) {
    if (length <= 0) return 0;
    return n * Math.ceil((1 + mulDivCeil(length - 1, sliceRate.ticksPerUnit, sliceRate.ticksPerPermit)) / slices);
  },

  /** One slice, possibly with a fraction of a microsecond. */
  windowLength: ({ T, slices }) => T / slices,
};
