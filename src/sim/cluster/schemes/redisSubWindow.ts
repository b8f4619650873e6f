/**
 * Sub-windows in a hash of Redis. Source document 002, §3.2 and §4.3.
 *
 * A field of the hash counts the permits of one slice of the window, by its number ⌊now · slices / T⌋. A request adds up
 * the fields of the last `slices` slices, and counts in its own when there is room. Separate commands leave room for
 * others between the sum and the count; a script does not.
 *
 * Fields of slices after the node's own, which another node's clock has reached already, are added up as well: so any
 * `slices` slices in a row hold at most n, in whatever order the requests come. 002 removes no field: they go with the key,
 * 2 T after the last permit. The script removes those that have not counted for T, so that a key in use stays small.
 */
import { mulDivCeil, mulDivFloor } from '../../math.ts';
import { rateOf, type Rate } from '../../ticks.ts';
import type { Instant } from '../../time.ts';
import { number } from '../../words.ts';
import { evaluate, send, type Reply, type Script } from '../command.ts';
import type { Context, Part, Program, Ruling, Scheme } from '../scheme.ts';
import {
  ALLOW,
  choiceKnob,
  COUNT_GAUGE,
  DENY,
  EVERY_SCHEME,
  fits,
  listOf,
  localOn,
  millisecondsOf,
  numberOf,
  wholeKnob,
} from './common.ts';

/** The hash outlives its last permit by so many T. */
const LIVES = 2;

export type RedisSubWindowParams = {
  readonly variant: 'none' | 'lua';
  readonly n: number;
  readonly slices: number;
  /** Slices in a microsecond. */
  readonly pace: Rate;
  /** Milliseconds. */
  readonly ttl: number;
  readonly local: (node: number) => Part | null;
};

/** The slice in which an instant lies. Clocks may read less than 0. */
function sliceAt({ pace }: RedisSubWindowParams, now: Instant): number {
  return now >= 0 ? mulDivFloor(now, pace.perUnit, pace.perPermit) : 0 - mulDivCeil(-now, pace.perUnit, pace.perPermit);
}

/** The first instant of a slice. */
function beginOf({ pace }: RedisSubWindowParams, slice: number): Instant {
  return slice >= 0
    ? mulDivCeil(slice, pace.perPermit, pace.perUnit)
    : 0 - mulDivFloor(-slice, pace.perPermit, pace.perUnit);
}

type Slice = readonly [slice: number, count: number];

/** The slices from `first` on, from the oldest, and their sum, of what HGETALL answers. */
function addUp(reply: Reply, first: number): { readonly counted: readonly Slice[]; readonly sum: number } {
  const fields = listOf(reply);
  const counted: Slice[] = [];
  let sum = 0;
  for (let place = 0; place < fields.length; place += 2) {
    const slice = Number(fields[place]);
    if (slice < first) continue;
    const count = numberOf(fields[place + 1]);
    counted.push([slice, count]);
    sum += count;
  }
  return { counted: counted.sort(([a], [b]) => a - b), sum };
}

/** The slice with which enough will have left. */
function lastToLeave(counted: readonly Slice[], excess: number): number {
  let gone = 0;
  for (const [slice, count] of counted) {
    gone += count;
    if (gone >= excess) return slice;
  }
  throw new RangeError('the cost alone does not fit');
}

const subWindowScript: Script = {
  name: 'redis-sub-window',
  // KEYS: the hash. ARGV: this slice, the first that counts, the first that is kept, n, cost, time to live in ms.
  // Replies with 1 and the sum; or with 0, the sum, and the slice with which enough will have left.
  lua: `
local first, kept, n, cost = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local fields = redis.call('HGETALL', KEYS[1])
local counts, slices, sum = {}, {}, 0
for i = 1, #fields, 2 do
  local slice = tonumber(fields[i])
  if slice >= first then
    counts[slice] = tonumber(fields[i + 1])
    slices[#slices + 1] = slice
    sum = sum + counts[slice]
  elseif slice < kept then
    redis.call('HDEL', KEYS[1], fields[i])
  end
end
if sum + cost <= n then
  redis.call('HINCRBY', KEYS[1], ARGV[1], ARGV[5])
  redis.call('PEXPIRE', KEYS[1], ARGV[6])
  return { 1, sum + cost }
end
table.sort(slices)
local last, gone = 0, 0
while gone < sum + cost - n do
  last = last + 1
  gone = gone + counts[slices[last]]
end
return { 0, sum, slices[last] }
`,
  run(call, [key = ''], [slice = '', first = '', kept = '', n = '', cost = '', ttl = '']) {
    const fields = listOf(call('HGETALL', key));
    for (let place = 0; place < fields.length; place += 2) {
      if (Number(fields[place]) < Number(kept)) call('HDEL', key, fields[place] as string);
    }
    const { counted, sum: found } = addUp(fields, Number(first));
    const sum = found + Number(cost);
    if (sum > Number(n)) return [0, found, lastToLeave(counted, sum - Number(n))];
    call('HINCRBY', key, slice, cost);
    call('PEXPIRE', key, ttl);
    return [1, sum];
  },
};

function allowed(sum: number, { n }: RedisSubWindowParams): Ruling {
  return { verdict: ALLOW, level: sum, retryAfter: null, compared: [sum, n] };
}

/** @param last the slice with which enough will have left */
function denied(sum: number, last: number, { cost, now }: Context, params: RedisSubWindowParams): Ruling {
  const retryAfter = beginOf(params, last + params.slices) - now;
  return { verdict: DENY, level: sum, retryAfter, compared: [sum + cost, params.n] };
}

function* byCommands(context: Context, params: RedisSubWindowParams): Program {
  const { key, cost, now } = context;
  const slice = sliceAt(params, now);
  const { counted, sum } = addUp(yield send('HGETALL', key), slice - params.slices + 1);
  const excess = sum + cost - params.n;
  if (excess > 0) return denied(sum, lastToLeave(counted, excess), context, params);
  yield send('HINCRBY', key, slice, cost);
  yield send('PEXPIRE', key, params.ttl);
  return allowed(sum + cost, params);
}

function* byScript(context: Context, params: RedisSubWindowParams): Program {
  const { key, cost, now } = context;
  const { n, slices, ttl } = params;
  const slice = sliceAt(params, now);
  const first = slice - slices + 1;
  const args = [slice, first, first - slices, n, cost, ttl];
  const reply: Reply = yield evaluate(subWindowScript, [key], args);
  const [fit = 0, sum = 0, last = 0] = listOf(reply).map(numberOf);
  return fit === 1 ? allowed(sum, params) : denied(sum, last, context, params);
}

const codeOf = (variant: RedisSubWindowParams['variant']): readonly string[] => [
  'slice = ⌊now · slices / T⌋',
  `counts = HGETALL key${variant === 'lua' ? ', HDEL those of 2·T ago' : ''}`,
  'sum = counts from slice − slices + 1 on',
  'if sum + cost > n: deny',
  'HINCRBY key slice cost',
  'PEXPIRE key 2·T',
  'allow',
];

const CODE = codeOf('none');
const CODE_LUA = ['EVAL, at the store in one go:', ...codeOf('lua').map((line) => `  ${line}`)];

export const redisSubWindow: Scheme<RedisSubWindowParams> = {
  id: 'redis-sub-window',
  name: 'Redis sub-windows',
  family: 'Several processes',
  idea: 'A hash with a count for each slice of the window; add up the last ones.',
  rule:
    'T is cut into slices by the clock of each node, and a hash has a count for each. A request is admitted when the sum of ' +
    'the slices that make up the last T, with its cost, stays within n. A slice leaves as a whole, so up to 2n pass within ' +
    'T; separate commands let more in when two nodes add up before either has counted.',
  source: '002',
  kept: 'a count for each slice; under none old ones stay while the key is in use',
  knobs: [
    wholeKnob('slices', 'Slices', [1, 1_000], 6, 'Into how many parts the window is cut.'),
    choiceKnob('variant', 'Variant', ['none', 'lua'], 'lua', 'Separate commands, or one script.'),
    ...EVERY_SCHEME,
  ],
  usesCapacity: false,
  editions: ['corrected'],
  errata: [],
  outcomes: ['allow', 'deny'],
  reasons: ['the slices had room', '', 'the slices are full', 'the cost is above n'],
  shape: 'bursty',
  gauge: COUNT_GAUGE,

  prepare(setting) {
    const { n, T } = setting.policy;
    const slices = Number(setting.options['slices']);
    return {
      variant: setting.options['variant'] as RedisSubWindowParams['variant'],
      n,
      slices,
      pace: rateOf(slices, T),
      ttl: millisecondsOf(LIVES * T),
      local: localOn(setting, 'sub-window', { slices }),
    };
  },

  most: (params) => params.n,

  decide: (context, params) => (params.variant === 'lua' ? byScript : byCommands)(context, params),

  inWords: () => (slice, count) => `slice ${number(Number(slice))}: ${number(Number(count))}`,
  takesTurns: () => false,
  local: (params) => params.local,
  takesNow: () => true,
  atomic: (options) => (options['variant'] === 'lua' ? null : { options: { variant: 'lua' } }),
  code: ({ variant }) => (variant === 'lua' ? CODE_LUA : CODE),

  explain: ({ compared = [0, 0] }, { cost }) => fits('sum + cost ≤ n', 'The slices add up to', compared, cost),
};
