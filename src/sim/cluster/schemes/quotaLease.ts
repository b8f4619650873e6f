/**
 * Quota lease. Source document 002 (4.4, its author's own design).
 *
 * Time is cut into windows of T. When one begins, part of n is with the nodes already, and the rest is with the centre. A
 * node lives on its lease and asks for more only when that runs out: for as much as it will use within `lease` at the rate
 * at which it is asked itself. Towards the end of n the centre gives less at a time, so that the last permits are spread.
 * Whatever is left with a node ends with the window.
 *
 * The centre never gives more than it has, and the nodes' first shares are set aside: for one window, as the clocks of the
 * nodes number it, all together let in n at most.
 */
import type { Knob } from '../../limiters/limiter.ts';
import { mulDivCeil, mulDivFloor } from '../../math.ts';
import { microsFromSeconds, NEVER, type Duration } from '../../time.ts';
import { number, permits, seconds } from '../../words.ts';
import { ask, NoAnswer, type Reply } from '../command.ts';
import type { Context, Effect, Part, Ruling, Scheme, SchemeSetting } from '../scheme.ts';
import { ALLOW, DENY, EVERY_SCHEME, localOn } from './common.ts';

/** Shares of one are counted in whole parts of this, so that 0.29 · 100 is 29. */
const PARTS = 1_000_000_000;

type QuotaLeaseParams = {
  readonly n: number;
  readonly T: Duration;
  /** What each node has when a window begins. One that is added later has nothing. */
  readonly first: readonly number[];
  /** What the centre then has. */
  readonly rest: number;
  /** For how long a node asks ahead. */
  readonly lease: Duration;
  /** In `PARTS`. */
  readonly reserve: number;
  readonly taper: number;
  readonly local: (node: number) => Part | null;
};

/** A node's, for one key and one window. */
type Lease = {
  window: number;
  left: number;
  /** Permits asked for by clients since the window began. */
  wanted: number;
  /** 1: an ask is out. */
  asking: 0 | 1;
  /** What the last ask brought. */
  given: number;
};

/** The centre's, for one key. */
type Pool = {
  /** The newest that it was asked for. */
  window: number;
  left: number;
};

/** Weights in whole parts; null: all alike. */
function wholeWeights({ weights, nodes }: SchemeSetting): readonly bigint[] {
  const whole = (weights ?? []).map((weight) => BigInt(Math.round(weight * PARTS)));
  return whole.some((weight) => weight > 0n) ? whole : Array.from({ length: nodes }, () => 1n);
}

/** ⌊preallocate · n · weight⌋ for each node. */
function firstShares(setting: SchemeSetting): readonly number[] {
  const weights = wholeWeights(setting);
  const sum = weights.reduce((a, b) => a + b, 0n);
  const given = BigInt(parts(setting, 'preallocate') * setting.policy.n);
  return weights.map((weight) => Number((given * weight) / (sum * BigInt(PARTS))));
}

function parts({ options }: SchemeSetting, option: string): number {
  return Math.round((options[option] as number) * PARTS);
}

/** What the node has for the request's window; begun where it is the first in it. */
function leaseOf({ key, node, now, memory, since = -NEVER }: Context, { T, first }: QuotaLeaseParams): Lease {
  const window = Math.floor(now / T);
  const name = `lease/${key}`;
  const kept = memory.get(name) as Lease | undefined;
  if (kept?.window === window) return kept;
  // A clock that stepped back finds a window whose lease is gone; a node that came back in the middle lost its own.
  const over = kept !== undefined && kept.window > window;
  const left = over || since > window * T ? 0 : (first[node] ?? 0);
  const lease: Lease = { window, left, wanted: 0, asking: 0, given: 0 };
  if (!over) memory.set(name, lease);
  return lease;
}

/** Asks the centre for more, and tells those who wait for it, whatever came of it. */
function* askCentre(
  lease: Lease,
  { key, cost, now }: Context,
  params: QuotaLeaseParams,
): Generator<Effect, void, Reply> {
  const { window } = lease;
  const elapsed = Math.max(1, now - window * params.T);
  const asked = Math.max(cost - lease.left, mulDivCeil(lease.wanted, params.lease, elapsed));
  let told: 0 | 1 = 0;
  lease.asking = 1;
  try {
    const [given] = (yield ask(key, window, asked, lease.wanted, elapsed)) as readonly [number];
    lease.given = given;
    lease.left += given;
    told = 1;
  } finally {
    lease.asking = 0;
    yield { kind: 'wake', name: waitingFor(lease, key), told };
  }
}

function waitingFor({ window }: Lease, key: string): string {
  return `lease/${key}/${window}`;
}

/** A part of one. */
function partKnob(id: string, label: string, standard: number, help: string): Knob {
  return { kind: 'number', id, label, min: 0, max: 1, whole: false, unit: '', default: standard, help };
}

function ruling(verdict: number, before: number, cost: number, left: number, retryAfter: Duration | null): Ruling {
  return { verdict, level: left, retryAfter, compared: [before, cost] };
}

export const quotaLease: Scheme<QuotaLeaseParams> = {
  id: 'quota-lease',
  name: 'Quota lease',
  family: 'Several processes',
  idea: 'Nodes live on leases of permits and ask the centre for more only when one runs out.',
  rule:
    'Of the n permits of each window, a part is with the nodes when it begins, and the centre keeps the rest. A node ' +
    'whose lease has run out asks for what it will use within the lease time at its rate; the centre gives what it has, ' +
    'and less at a time once little is left. A lease ends with its window.',
  source: '002',
  kept: 'on each node: window, lease, permits wanted; at the centre: window, permits left',
  knobs: [
    partKnob('preallocate', 'Handed out first', 0.5, 'The share of n that the nodes get when a window starts.'),
    partKnob('reserve', 'Reserve', 0.1, 'The share of n below which the centre gives less.'),
    partKnob('taper', 'Taper', 0.5, 'The share of what is left that one lease may then take.'),
    {
      kind: 'weights',
      id: 'weights',
      label: 'Weights',
      help: 'How the first hand-out is split, one weight for each node.',
    },
    {
      kind: 'seconds',
      id: 'lease',
      label: 'Lease',
      help: 'For how long a node asks ahead; a tenth of T unless given.',
    },
    ...EVERY_SCHEME,
  ],
  usesCapacity: false,
  editions: ['corrected'],
  errata: [],
  outcomes: ['allow', 'deny'],
  reasons: [
    'the node’s lease covers it',
    '',
    'the lease has run out, and the centre gave nothing',
    'the cost is above n',
  ],
  shape: 'bursty',
  gauge: {
    unit: ['permit leased', 'permits leased'],
    wall: 'floor',
    full: (params: QuotaLeaseParams) => params.n,
    low: () => 0,
  },

  prepare(setting) {
    const { n, T } = setting.policy;
    const first = firstShares(setting);
    const lease = setting.options['lease'];
    return {
      n,
      T,
      first,
      rest: n - first.reduce((a, b) => a + b, 0),
      lease: typeof lease === 'number' ? microsFromSeconds(lease) : Math.max(1, Math.round(T / 10)),
      reserve: parts(setting, 'reserve'),
      taper: parts(setting, 'taper'),
      local: localOn(setting, 'fixed-window'),
    };
  },

  most: ({ n }) => n,

  *decide(context, params) {
    const { key, cost, now } = context;
    const lease = leaseOf(context, params);
    lease.wanted += cost;
    // Behind an ask that is out everyone waits, also whom the lease would do for: nobody overtakes.
    while (lease.asking === 1 || lease.left < cost) {
      if (lease.asking === 0) yield* askCentre(lease, context, params);
      else if ((yield { kind: 'park', name: waitingFor(lease, key) }) === 0)
        throw new NoAnswer('the ASK that it waited for was not answered');
      // The centre has nothing: so it is for all who waited for that answer.
      if (lease.given === 0 && lease.left < cost)
        return ruling(DENY, lease.left, cost, lease.left, (lease.window + 1) * params.T - now);
    }
    lease.left -= cost;
    return ruling(ALLOW, lease.left + cost, cost, lease.left, null);
  },

  takesTurns: () => false,

  local: (params) => params.local,

  server: ({ T, n, rest, reserve, taper }) => ({
    init: (): Pool => ({ window: -NEVER, left: 0 }),
    answer(state, now, [window = 0, asked = 0, wanted = 0, elapsed = 1]) {
      const pool = state as Pool;
      if (window < pool.window) return [0];
      if (window > pool.window) {
        pool.window = window;
        pool.left = rest;
      }
      const { left } = pool;
      let given = Math.min(asked, left);
      if (left * PARTS < reserve * n) {
        const remaining = Math.max(0, (window + 1) * T - now);
        const spread = Math.min(mulDivCeil(wanted, remaining, elapsed), mulDivFloor(taper, left, PARTS));
        given = Math.min(given, Math.max(1, spread));
      }
      pool.left = left - given;
      return [given];
    },
  }),

  takesNow: () => true,

  atomic: () => null,

  code: ({ n, first, lease }) => [
    `window = ⌊now / T⌋; in a new one lease = ${number(first[0] ?? 0)}`,
    'while lease < cost',
    `  ASK the centre for ⌈rate · ${seconds(lease)}⌉, or wait for the ask that is out`,
    `    of ${number(n)} it gives min(asked, left), and less when little is left`,
    '  if it gave nothing: deny',
    '  lease = lease + given',
    'lease = lease − cost',
    'allow',
  ],

  explain({ verdict, compared = [0, 1], retryAfter }) {
    const [left, cost] = compared;
    const holds = verdict < DENY;
    return {
      sentence: holds
        ? `The node holds a lease of ${permits(left)}, and the request takes ${number(cost)}.`
        : `The node holds a lease of ${permits(left)}, the request needs ${number(cost)}, and the centre gave nothing more. ` +
          `The next window opens in ${seconds(retryAfter ?? 0)}.`,
      rule: 'lease ≥ cost',
      numbers: `${number(left)} ≥ ${number(cost)}`,
      holds,
    };
  },
};
