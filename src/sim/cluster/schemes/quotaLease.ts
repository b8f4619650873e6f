/**
 * Quota lease. Fu's own design.
 *
 * Time is divided into windows of T. When a window begins, part of n is preallocated to the nodes, and the centre holds
 * the rest. A node spends its lease and asks for more only when that runs out: for as much as it will need within `lease`
 * at its current demand. When little is left, the centre grants less at a time, so that the last permits are spread over
 * the nodes. Permits that a node has not used expire with the window.
 *
 * The centre never grants more than it has, and the preallocated permits are not part of that. So in each window, as
 * numbered by the nodes' clocks, all nodes together admit at most n.
 */
import { mulDivCeil, mulDivFloor } from '../../math.ts';
import { microsFromSeconds, NEVER, type Duration } from '../../time.ts';
import { formatNumber, formatPermits, formatSeconds } from '../../numberFormat.ts';
import { ask, NoReplyError, type Reply } from '../command.ts';
import type { RequestContext, Effect, EmbeddedLimiter, SchemeDecision, Scheme, SchemeConfig } from '../scheme.ts';
import { catalogueFallback } from './common.ts';
import { ALLOW, DENY, isDenied } from '../../verdict.ts';
import { quotaLeaseInfo } from './info/quotaLease.ts';

/** Fractions are stored as whole multiples of 1 / FRACTION_SCALE, so that 0.29 · 100 is exactly 29. */
const FRACTION_SCALE = 1_000_000_000;

type QuotaLeaseParams = {
  readonly n: number;
  readonly T: Duration;
  /** What each node holds when a window begins. Nodes that are added later start with nothing. */
  readonly initialLeases: readonly number[];
  /** What the centre holds when a window begins. */
  readonly poolSize: number;
  /** How far ahead of its demand a node asks. */
  readonly leaseTime: Duration;
  /** Scaled by `FRACTION_SCALE`, like `taper`. */
  readonly reserve: number;
  readonly taper: number;
  readonly localFallback: (node: number) => EmbeddedLimiter | null;
};

/** A node's lease for one key and one window. */
type Lease = {
  window: number;
  left: number;
  /** Permits requested by clients since the window began. */
  demand: number;
  /** 1 while an ASK is in flight. */
  refilling: 0 | 1;
  /** What the last ASK returned. */
  lastGrant: number;
};

/** The centre's state for one key. */
type Pool = {
  /** The latest window that was asked for. */
  window: number;
  left: number;
};

/** Weights scaled to whole numbers; equal if none are given or all are 0. */
function scaledWeights({ weights, nodes }: SchemeConfig): readonly bigint[] {
  const whole = (weights ?? []).map((weight) => BigInt(Math.round(weight * FRACTION_SCALE)));
  return whole.some((weight) => weight > 0n) ? whole : Array.from({ length: nodes }, () => 1n);
}

/** ⌊preallocate · n · weight⌋ for each node. */
function initialLeasesOf(config: SchemeConfig): readonly number[] {
  const weights = scaledWeights(config);
  const sum = weights.reduce((a, b) => a + b, 0n);
  const scaledTotal = BigInt(scaledFraction(config, 'preallocate') * config.policy.n);
  return weights.map((weight) => Number((scaledTotal * weight) / (sum * BigInt(FRACTION_SCALE))));
}

function scaledFraction({ options }: SchemeConfig, option: string): number {
  return Math.round((options[option] as number) * FRACTION_SCALE);
}

/** The node's lease for the request's window; created by the first request in it. */
function leaseOf(
  { key, node, now, memory, joinedAt = -NEVER }: RequestContext,
  { T, initialLeases }: QuotaLeaseParams,
): Lease {
  const window = Math.floor(now / T);
  const name = `lease/${key}`;
  const stored = memory.get(name) as Lease | undefined;
  if (stored?.window === window) return stored;
  // If the clock stepped back, that window's lease is gone; a node that came back in mid-window has lost its lease.
  const isStale = stored !== undefined && stored.window > window;
  const left = isStale || joinedAt > window * T ? 0 : (initialLeases[node] ?? 0);
  const lease: Lease = { window, left, demand: 0, refilling: 0, lastGrant: 0 };
  if (!isStale) memory.set(name, lease);
  return lease;
}

/** Asks the centre for more and wakes the requests that wait for the answer, whether or not it came. */
function* refillLease(
  lease: Lease,
  { key, cost, now }: RequestContext,
  params: QuotaLeaseParams,
): Generator<Effect, void, Reply> {
  const { window } = lease;
  const elapsed = Math.max(1, now - window * params.T);
  const asked = Math.max(cost - lease.left, mulDivCeil(lease.demand, params.leaseTime, elapsed));
  let succeeded: 0 | 1 = 0;
  lease.refilling = 1;
  try {
    const [given] = (yield ask(key, window, asked, lease.demand, elapsed)) as readonly [number];
    lease.lastGrant = given;
    lease.left += given;
    succeeded = 1;
  } finally {
    lease.refilling = 0;
    yield { kind: 'wake', name: refillSignal(lease, key), value: succeeded };
  }
}

function refillSignal({ window }: Lease, key: string): string {
  return `lease/${key}/${window}`;
}

function decision(
  verdict: number,
  before: number,
  cost: number,
  left: number,
  retryAfter: Duration | null,
): SchemeDecision {
  return { verdict, level: left, retryAfter, operands: [before, cost] };
}

export const quotaLease: Scheme<QuotaLeaseParams> = {
  ...quotaLeaseInfo,
  singleProcess: 'fixed-window',

  prepare(config) {
    const { n, T } = config.policy;
    const first = initialLeasesOf(config);
    const lease = config.options['lease'];
    return {
      n,
      T,
      initialLeases: first,
      poolSize: n - first.reduce((a, b) => a + b, 0),
      leaseTime: typeof lease === 'number' ? microsFromSeconds(lease) : Math.max(1, Math.round(T / 10)),
      reserve: scaledFraction(config, 'reserve'),
      taper: scaledFraction(config, 'taper'),
      localFallback: catalogueFallback(config, 'fixed-window'),
    };
  },

  maxCost: ({ n }) => n,

  *decide(context, params) {
    const { key, cost, now } = context;
    const lease = leaseOf(context, params);
    lease.demand += cost;
    // While an ASK is in flight all requests wait, even those that the lease would cover, so that none overtakes another.
    while (lease.refilling === 1 || lease.left < cost) {
      if (lease.refilling === 0) yield* refillLease(lease, context, params);
      else if ((yield { kind: 'wait-for', name: refillSignal(lease, key) }) === 0)
        throw new NoReplyError('the ASK that the request waited for was not answered');
      // The centre has nothing left, which holds for every request that waited for this answer.
      if (lease.lastGrant === 0 && lease.left < cost)
        return decision(DENY, lease.left, cost, lease.left, (lease.window + 1) * params.T - now);
    }
    lease.left -= cost;
    return decision(ALLOW, lease.left + cost, cost, lease.left, null);
  },

  isSerialPerNode: () => false,

  localFallback: (params) => params.localFallback,

  server: ({ T, n, poolSize, reserve, taper }) => ({
    init: (): Pool => ({ window: -NEVER, left: 0 }),
    answer(state, now, [window = 0, asked = 0, wanted = 0, elapsed = 1]) {
      const pool = state as Pool;
      if (window < pool.window) return [0];
      if (window > pool.window) {
        pool.window = window;
        pool.left = poolSize;
      }
      const { left } = pool;
      let given = Math.min(asked, left);
      if (left * FRACTION_SCALE < reserve * n) {
        const remaining = Math.max(0, (window + 1) * T - now);
        const spread = Math.min(mulDivCeil(wanted, remaining, elapsed), mulDivFloor(taper, left, FRACTION_SCALE));
        given = Math.min(given, Math.max(1, spread));
      }
      pool.left = left - given;
      return [given];
    },
  }),

  supportsVirtualTime: () => true,

  code: ({ n, initialLeases, leaseTime }) => [
    `window = ⌊now / T⌋; in a new one lease = ${formatNumber(initialLeases[0] ?? 0)}`,
    'while lease < cost',
    `  ASK the centre for ⌈rate · ${formatSeconds(leaseTime)}⌉, or wait for the ASK in flight`,
    `    of ${formatNumber(n)} it grants min(asked, left), and less below the reserve`,
    '  if it granted nothing: deny',
    '  lease = lease + granted',
    'lease = lease − cost',
    'allow',
  ],

  explain({ verdict, operands = [0, 1], retryAfter }) {
    const [left, cost] = operands;
    const holds = !isDenied(verdict);
    return {
      sentence: holds
        ? `The node holds a lease of ${formatPermits(left)}, and the request takes ${formatNumber(cost)}.`
        : `The node holds a lease of ${formatPermits(left)}, the request needs ${formatNumber(cost)}, and the centre granted no more. ` +
          `The next window opens in ${formatSeconds(retryAfter ?? 0)}.`,
      condition: 'lease ≥ cost',
      evaluatedCondition: `${formatNumber(left)} ≥ ${formatNumber(cost)}`,
      holds,
    };
  },
};
