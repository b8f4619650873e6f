/**
 * Sub-windows in a Redis hash.
 *
 * Each field of the hash counts the permits of one slice of the window, numbered ⌊now · slices / T⌋. A request sums the
 * fields of the last `slices` slices and, if there is room, adds its cost to the current one. With separate commands other
 * requests can come between the sum and the increment; with a script they cannot.
 *
 * Slices later than the node's own, which a node with a faster clock has already reached, are summed as well, so any
 * `slices` consecutive slices hold at most n, in any order of requests. Fu's code never removes fields: they expire with
 * the key, 2 T after the last permit. The script removes those that have not counted for T, so a key in use stays small.
 */
import { mulDivCeil, mulDivFloor } from '../../math.ts';
import { rateInTicks, type Rate } from '../../ticks.ts';
import type { Instant } from '../../time.ts';
import { formatNumber } from '../../numberFormat.ts';
import { evaluate, send, type Reply, type LuaScript } from '../command.ts';
import type { RequestContext, EmbeddedLimiter, Program, SchemeDecision, Scheme } from '../scheme.ts';
import { explainFit, listFromReply, catalogueFallback, ttlMillis, numberFromReply } from './common.ts';
import { ALLOW, DENY } from '../../verdict.ts';
import { redisSubWindowInfo } from './info/redisSubWindow.ts';

/** How long the hash lives after its last permit, in multiples of T. */
const TTL_WINDOWS = 2;

export type RedisSubWindowParams = {
  readonly variant: 'none' | 'lua';
  readonly n: number;
  readonly slices: number;
  /** Slices per microsecond. */
  readonly sliceRate: Rate;
  /** Time to live of the hash, milliseconds. */
  readonly ttl: number;
  readonly localFallback: (node: number) => EmbeddedLimiter | null;
};

/** The slice that contains an instant. Clocks may read less than 0. */
function sliceAt({ sliceRate }: RedisSubWindowParams, now: Instant): number {
  return now >= 0
    ? mulDivFloor(now, sliceRate.ticksPerUnit, sliceRate.ticksPerPermit)
    : 0 - mulDivCeil(-now, sliceRate.ticksPerUnit, sliceRate.ticksPerPermit);
}

/** The first instant of a slice. */
function sliceStart({ sliceRate }: RedisSubWindowParams, slice: number): Instant {
  return slice >= 0
    ? mulDivCeil(slice, sliceRate.ticksPerPermit, sliceRate.ticksPerUnit)
    : 0 - mulDivFloor(-slice, sliceRate.ticksPerPermit, sliceRate.ticksPerUnit);
}

type SliceCount = readonly [slice: number, count: number];

/** The slices from `first` on, oldest first, and the sum of their counts, from an HGETALL reply. */
function countFrom(reply: Reply, first: number): { readonly sliceCounts: readonly SliceCount[]; readonly sum: number } {
  const fields = listFromReply(reply);
  const counted: SliceCount[] = [];
  let sum = 0;
  for (let place = 0; place < fields.length; place += 2) {
    const slice = Number(fields[place]);
    if (slice < first) continue;
    const count = numberFromReply(fields[place + 1]);
    counted.push([slice, count]);
    sum += count;
  }
  return { sliceCounts: counted.sort(([a], [b]) => a - b), sum };
}

/** The slice whose expiry, with that of all earlier ones, frees at least `excess` permits. */
function lastSliceToExpire(counted: readonly SliceCount[], excess: number): number {
  let expired = 0;
  for (const [slice, count] of counted) {
    expired += count;
    if (expired >= excess) return slice;
  }
  throw new RangeError('the cost alone does not fit');
}

const subWindowScript: LuaScript = {
  name: 'redis-sub-window',
  // KEYS: the hash. ARGV: this slice, the first that counts, the first that is kept, n, cost, time to live in ms.
  // Replies with 1 and the sum; or with 0, the sum, and the slice whose expiry frees enough permits.
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
    const fields = listFromReply(call('HGETALL', key));
    for (let place = 0; place < fields.length; place += 2) {
      if (Number(fields[place]) < Number(kept)) call('HDEL', key, fields[place] as string);
    }
    const { sliceCounts, sum: found } = countFrom(fields, Number(first));
    const sum = found + Number(cost);
    if (sum > Number(n)) return [0, found, lastSliceToExpire(sliceCounts, sum - Number(n))];
    call('HINCRBY', key, slice, cost);
    call('PEXPIRE', key, ttl);
    return [1, sum];
  },
};

function allow(sum: number, { n }: RedisSubWindowParams): SchemeDecision {
  return { verdict: ALLOW, level: sum, retryAfter: null, operands: [sum, n] };
}

/** @param last the slice whose expiry frees enough permits */
function deny(sum: number, last: number, { cost, now }: RequestContext, params: RedisSubWindowParams): SchemeDecision {
  const retryAfter = sliceStart(params, last + params.slices) - now;
  return { verdict: DENY, level: sum, retryAfter, operands: [sum + cost, params.n] };
}

function* decideByCommands(context: RequestContext, params: RedisSubWindowParams): Program {
  const { key, cost, now } = context;
  const slice = sliceAt(params, now);
  const { sliceCounts, sum } = countFrom(yield send('HGETALL', key), slice - params.slices + 1);
  const excess = sum + cost - params.n;
  if (excess > 0) return deny(sum, lastSliceToExpire(sliceCounts, excess), context, params);
  yield send('HINCRBY', key, slice, cost);
  yield send('PEXPIRE', key, params.ttl);
  return allow(sum + cost, params);
}

function* decideByScript(context: RequestContext, params: RedisSubWindowParams): Program {
  const { key, cost, now } = context;
  const { n, slices, ttl } = params;
  const slice = sliceAt(params, now);
  const first = slice - slices + 1;
  const args = [slice, first, first - slices, n, cost, ttl];
  const reply: Reply = yield evaluate(subWindowScript, [key], args);
  const [admitted = 0, sum = 0, last = 0] = listFromReply(reply).map(numberFromReply);
  return admitted === 1 ? allow(sum, params) : deny(sum, last, context, params);
}

const pseudoCode = (variant: RedisSubWindowParams['variant']): readonly string[] => [
  'slice = ⌊now · slices / T⌋',
  `counts = HGETALL key${variant === 'lua' ? ', HDEL those older than 2·T' : ''}`,
  'sum = counts from slice − slices + 1 on',
  'if sum + cost > n: deny',
  'HINCRBY key slice cost',
  'PEXPIRE key 2·T',
  'allow',
];

const COMMANDS_CODE = pseudoCode('none');
const LUA_CODE = ['EVAL, atomically at the store:', ...pseudoCode('lua').map((line) => `  ${line}`)];

export const redisSubWindow: Scheme<RedisSubWindowParams> = {
  ...redisSubWindowInfo,
  singleProcess: 'sub-window',
  boundClock: 'nodes',

  prepare(config) {
    const { n, T } = config.policy;
    const slices = Number(config.options['slices']);
    return {
      variant: config.options['variant'] as RedisSubWindowParams['variant'],
      n,
      slices,
      sliceRate: rateInTicks(slices, T),
      ttl: ttlMillis(TTL_WINDOWS * T),
      localFallback: catalogueFallback(config, 'sub-window', { slices }),
    };
  },

  maxCost: (params) => params.n,

  decide: (context, params) => (params.variant === 'lua' ? decideByScript : decideByCommands)(context, params),

  valueFormat: () => (slice, count) => `slice ${formatNumber(Number(slice))}: ${formatNumber(Number(count))}`,
  isSerialPerNode: () => false,
  localFallback: (params) => params.localFallback,
  supportsVirtualTime: () => true,
  code: ({ variant }) => (variant === 'lua' ? LUA_CODE : COMMANDS_CODE),

  explain: ({ operands = [0, 0] }, { cost }) => explainFit('sum + cost ≤ n', 'The slices hold', operands, cost),
};
