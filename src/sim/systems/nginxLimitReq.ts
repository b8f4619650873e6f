/**
 * nginx `limit_req`. The rule is that of nginx's ngx_http_limit_req_module.c, which Fu's article describes.
 *
 * A leaky bucket in whole numbers: the excess over the rate in thousandths of a request, drained by whole milliseconds.
 * A request that would raise it above `burst` is refused. Above `delay`, a request waits until the excess has drained
 * to it, so that with `delay` 0 requests leave at the rate; with `none` (nginx: `nodelay`) a whole burst is served at
 * once, and its places become free again only at the rate.
 *
 * The first request of a key has no excess, whatever it costs. A new key has an excess of −∞, which yields just that,
 * so the rule needs no special case. Since the excess is limited to 0 or more after the request is added, not before, a
 * long silence pays for any cost: every cost fits eventually.
 *
 * nginx configures r/s or r/m; its r is n/T in thousandths of a request a second, truncated to a whole number. Nothing
 * drains when time steps back. Costs are an extension: to nginx every request costs 1.
 *
 * Everything follows from one closed form: excess at `now` = excess − ⌊r·ms/1000⌋, ms whole milliseconds since `time`.
 */
import { divCeil, divFloor, mulDivCeil, mulDivFloor } from '../math.ts';
import { floorTo, MILLISECOND, NEVER, SECOND, secondsFromMicros, type Duration, type Instant } from '../time.ts';
import { formatNumber, formatSeconds, pluralize } from '../numberFormat.ts';
import { UnsupportedPolicyError } from '../limiters/limiter.ts';
import { ALLOW, DELAY, DENY } from '../verdict.ts';
import { recorded } from './recorded.ts';
import { systemOf, type System } from './system.ts';

/** Thousandths in a request, and the product of r and milliseconds in which one drains. */
const THOUSANDTHS = 1_000;
const DRAIN_PER_REQUEST = THOUSANDTHS * 1_000;

export type NginxLimitReqParams = {
  /** Thousandths of a request that drain in a second. */
  readonly r: number;
  /** In thousandths: above `burst` a request is refused, above `delay` it waits. `delay` is at most `burst`. */
  readonly burst: number;
  readonly delay: number;
};

export type NginxLimitReqState = {
  /** Thousandths of a request at `time`; −∞ before the first request. */
  excess: number;
  /** A whole millisecond. */
  time: Instant;
  /** The wait of the last admitted request, microseconds. */
  wait: Duration;
};

/** From `time` to `now` by nginx's clock: whole milliseconds, in microseconds. */
function elapsedAt(state: NginxLimitReqState, now: Instant): Duration {
  return Math.max(0, floorTo(now, MILLISECOND) - state.time);
}

/**
 * Thousandths that drain in whole milliseconds. After a long silence the product may exceed 2^53 and is then not exact;
 * but then at least 9 · 10^9 have drained, and an excess with its request is at most 2 · 10^9.
 */
function drainedIn(elapsed: Duration, { r }: NginxLimitReqParams): number {
  return divFloor(r * elapsed, SECOND);
}

/** The first instant at which that many thousandths have drained since `time`. */
function drainInstant(state: NginxLimitReqState, { r }: NginxLimitReqParams, thousandths: number): Instant {
  return state.time + divCeil(thousandths * 1_000, r) * MILLISECOND;
}

/** The closed form: the excess left at `now`; below 0 by what the next request may still use. */
function excessAt(state: NginxLimitReqState, params: NginxLimitReqParams, now: Instant): number {
  return state.excess - drainedIn(elapsedAt(state, now), params);
}

/** The excess after a request. */
function excessWith(state: NginxLimitReqState, params: NginxLimitReqParams, now: Instant, cost: number): number {
  return Math.max(0, excessAt(state, params, now) + THOUSANDTHS * cost);
}

/** The wait of a request that raises the excess to `excess`: whole milliseconds, in microseconds. */
function waitForExcess(excess: number, { r, delay }: NginxLimitReqParams): Duration {
  return excess <= delay ? 0 : divFloor((excess - delay) * 1_000, r) * MILLISECOND;
}

/** The excess at `now` in requests. */
function displayedExcessAt(state: NginxLimitReqState, params: NginxLimitReqParams, now: Instant): number {
  return Math.max(0, excessAt(state, params, now)) / THOUSANDTHS;
}

const CODE = [
  'if first request: e = 0',
  'else e = max(0, excess − ⌊r · ms / 1000⌋ + 1000 · cost)',
  'if e > 1000 · burst: deny',
  'excess = e; if ms ≠ 0: time = now',
  'if e ≤ 1000 · delay: allow',
  'else allow after ⌊(e − 1000 · delay) · 1000 / r⌋ ms',
];

const CODE_NODELAY = [...CODE.slice(0, 4), 'allow'];

export const nginxLimitReq: System<NginxLimitReqParams, NginxLimitReqState> = {
  ...systemOf('nginx-limit-req', {
    burst: ['Burst', 'How many requests above the rate are admitted.'],
    delay: ['Delay', 'From how many of those on requests are delayed; with none, no request is.'],
  }),
  summary: 'Count the excess over the rate in thousandths; delay excess requests, and refuse those above the burst.',
  rule:
    'Each request adds its cost to an excess that drains at n/T, in whole milliseconds. It is refused when the ' +
    'excess would exceed the burst. Above the delay it waits until the excess has drained to it; with delay none ' +
    'nothing waits.',
  sources: ['fu', 'nginx'],
  storedPerKey: 'excess, time',
  outcomes: ['allow', 'delay', 'deny'],
  reasons: ['the excess calls for no wait', 'it waits for the excess to drain', 'the excess would pass the burst', ''],
  pacing: 'smooth',
  traits: { monotone: { clients: ['n', 'burst'] } },
  gauge: {
    unit: ['request above the rate', 'requests above the rate'],
    denySide: 'ceiling',
    // Without a burst there is never any excess; an axis of one request is drawn then.
    full: (params: NginxLimitReqParams) => Math.max(1, params.burst / THOUSANDTHS),
    low: () => 0,
  },

  prepare({ policy: { n, T }, options }) {
    const r = divFloor(n * THOUSANDTHS * SECOND, T);
    if (r === 0) {
      throw new UnsupportedPolicyError(
        `n = ${formatNumber(n)} per T = ${formatNumber(secondsFromMicros(T), 6)} s is less than a thousandth of a request a ` +
          `second, the least that nginx counts: n may be ${formatNumber(divCeil(T, THOUSANDTHS * SECOND))} or more, ` +
          `or T ${formatNumber(n * THOUSANDTHS)} s or less`,
      );
    }
    const burst = THOUSANDTHS * (options['burst'] as number);
    // `none`, or a delay that the excess cannot exceed.
    const delay = options['delay'] === 'none' ? burst : Math.min(burst, THOUSANDTHS * (options['delay'] as number));
    return { r, burst, delay };
  },

  maxCost: () => Infinity,

  init: () => ({ excess: -Infinity, time: 0, wait: 0 }),

  decide(state, params, now, cost) {
    const elapsed = elapsedAt(state, now);
    const excess = excessWith(state, params, now, cost);
    if (excess > params.burst) return DENY;
    state.excess = excess;
    state.time += elapsed;
    state.wait = waitForExcess(excess, params);
    return state.wait > 0 ? DELAY : ALLOW;
  },

  level: displayedExcessAt,

  nextBreakpoint(state, params, now) {
    if (excessAt(state, params, now) <= 0) return NEVER;
    // The level falls in whole thousandths, on whole milliseconds.
    return drainInstant(state, params, drainedIn(elapsedAt(state, now), params) + 1);
  },

  retryAfter(state, params, now, cost) {
    const over = state.excess + THOUSANDTHS * cost - params.burst;
    return over <= 0 ? 0 : Math.max(0, drainInstant(state, params, over) - now);
  },

  explain(state, params, now, cost) {
    const first = state.excess === -Infinity;
    const excess = excessWith(state, params, now, cost);
    const holds = excess <= params.burst;
    const wait = holds ? waitForExcess(excess, params) : 0;
    const inRequests = (thousandths: number) => pluralize(thousandths / THOUSANDTHS, 'request');
    const excessText = first
      ? 'The first request has no excess'
      : `The excess is ${inRequests(Math.max(0, excessAt(state, params, now)))}, and this request ` +
        `${holds ? 'makes' : 'would make'} it ${formatNumber(excess / THOUSANDTHS)}`;
    const outcome = !holds
      ? ` Enough will have drained in ${formatSeconds(nginxLimitReq.retryAfter(state, params, now, cost))}.`
      : wait > 0
        ? ` It waits ${formatSeconds(wait)}, until the excess above ${formatNumber(params.delay / THOUSANDTHS)} has drained.`
        : ' It is served at once.';
    const nodelay = params.delay === params.burst;
    return {
      verdict: !holds ? DENY : wait > 0 ? DELAY : ALLOW,
      sentence: `${excessText}; the burst is ${formatNumber(params.burst / THOUSANDTHS)}.${outcome}`,
      condition: 'e ≤ 1000 · burst',
      evaluatedCondition: `${formatNumber(excess)} ≤ ${formatNumber(params.burst)}`,
      holds,
      code: nodelay ? CODE_NODELAY : CODE,
      executedLines: [first ? 0 : 1, ...(!holds ? [2] : [3, nodelay || excess <= params.delay ? 4 : 5])],
    };
  },

  readouts: (state, params, now) => [
    ['excess', pluralize(displayedExcessAt(state, params, now), 'request')],
    ['time', state.excess === -Infinity ? 'no request yet' : formatSeconds(state.time)],
    ['r', `${formatNumber(params.r)} thousandths a second`],
  ],

  picture: (state, params, now) => ({
    kind: 'excess',
    // At −1 the key is idle: the next request causes no excess.
    excess: Math.max(-THOUSANDTHS, excessAt(state, params, now)) / THOUSANDTHS,
    burst: params.burst / THOUSANDTHS,
    delay: params.delay / THOUSANDTHS,
  }),

  /**
   * Clock readings at instants at most length − 1 apart differ by at most `apart` milliseconds. Without a burst the
   * excess is 0 after each request, so that what drains beyond a whole request is lost. If nothing waits, 1 + burst fit
   * on top of what drains; no millisecond admits more. Otherwise a request is due at arrival + (excess − delay)/r, at
   * least 1/r after the previous one, and takes effect in the millisecond in which it is due, or when it arrives, up to
   * delay/r later.
   */
  bound(params, length) {
    if (length <= 0) return 0;
    const { r, burst, delay } = params;
    const apart = Math.ceil((length - 1) / MILLISECOND);
    if (burst === 0) return 1 + divFloor(apart, divCeil(DRAIN_PER_REQUEST, r));
    if (waitForExcess(burst, params) > 0) return delay / THOUSANDTHS + mulDivCeil(apart + 1, r, DRAIN_PER_REQUEST);
    const maxBurst = 1 + burst / THOUSANDTHS;
    return maxBurst + mulDivFloor(apart, Math.min(r, maxBurst * DRAIN_PER_REQUEST), DRAIN_PER_REQUEST);
  },

  story: {
    keywords: ['OpenResty', 'Lua', 'lua-resty-limit-traffic', 'web server', 'reverse proxy', 'ingress'],
    product: 'nginx, limit_req',
    release: '1.22.1',
    source: 'nginx/nginx, ngx_http_limit_req_module.c',
    evidence: recorded['nginx-limit-req'],
    runs: 'per server',
    sharedIdeal: true,
    traps: [
      'It does not charge a client’s first request: with nodelay, burst=20 lets 21 through at once.',
      'Without nodelay, what is above the rate and within the burst has to wait.',
      'A zone of 10 MB holds about 80,000 addresses; when it is full, the least recently seen are forgotten.',
    ],
  },
};
