/**
 * Sliding log in a Redis sorted set.
 *
 * Each permit is a member of the set; its score is the time by its node's clock. `multi` is Fu's listing: one transaction
 * removes entries that are T old and adds the request, and a separate ZCOUNT then checks whether there was room. So denied
 * requests are in the log as well, and other requests can arrive between the transaction and the count: of two requests
 * that take the last place, both may be denied. With one clock for all nodes it never admits too many.
 *
 * `lua` adds only what it admits. It counts entries younger than T but removes only those that are 2 T old: with skewed
 * clocks or reordered messages, an entry that is too old for one request may still count for the next one that the store
 * runs. Thus no interval T of those clocks holds more than n permits, in any order of requests.
 */
import type { Duration } from '../../time.ts';
import { formatNumber } from '../../numberFormat.ts';
import { evaluate, send, transaction, type Command, type LuaScript } from '../command.ts';
import type { RequestContext, EmbeddedLimiter, Program, Scheme } from '../scheme.ts';
import { explainAtMost, explainFit, listFromReply, catalogueFallback, ttlMillis, numberFromReply } from './common.ts';
import { ALLOW, DENY } from '../../verdict.ts';
import { redisSlidingLogInfo } from './info/redisSlidingLog.ts';

/** How long `lua` keeps an entry, and the set after its last permit, in multiples of T. */
const TTL_WINDOWS = 2;

export type RedisSlidingLogParams = {
  readonly variant: 'multi' | 'lua';
  readonly n: number;
  readonly T: Duration;
  readonly localFallback: (node: number) => EmbeddedLimiter | null;
};

const slidingLogScript: LuaScript = {
  name: 'redis-sliding-log',
  // KEYS: the sorted set. ARGV: now, now − T, now − 2 T, n, cost, a unique name of the request, time to live in ms.
  // Replies with 1 and the size of the log; or with 0, the size, and the time of the entry whose removal frees enough
  // places.
  lua: `
local n, cost = tonumber(ARGV[4]), tonumber(ARGV[5])
redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, ARGV[3])
local size = redis.call('ZCOUNT', KEYS[1], '(' .. ARGV[2], '+inf')
if size + cost <= n then
  for i = 1, cost do
    redis.call('ZADD', KEYS[1], ARGV[1], ARGV[6] .. ':' .. i)
  end
  redis.call('PEXPIRE', KEYS[1], ARGV[7])
  return { 1, size + cost }
end
local left = redis.call('ZCARD', KEYS[1]) - size
local rank = left + size + cost - n - 1
local entry = redis.call('ZRANGE', KEYS[1], rank, rank, 'WITHSCORES')
return { 0, size, string.format('%.0f', tonumber(entry[2])) }
`,
  run(call, [key = ''], [now = '', windowStart = '', removeUpTo = '', n = '', cost = '', name = '', ttl = '']) {
    call('ZREMRANGEBYSCORE', key, 0, removeUpTo);
    const size = numberFromReply(call('ZCOUNT', key, `(${windowStart}`, '+inf'));
    const sum = size + Number(cost);
    if (sum <= Number(n)) {
      for (let i = 1; i <= Number(cost); i++) call('ZADD', key, now, `${name}:${i}`);
      call('PEXPIRE', key, ttl);
      return [1, sum];
    }
    const inactive = numberFromReply(call('ZCARD', key)) - size;
    const rank = inactive + sum - Number(n) - 1;
    const [, score] = listFromReply(call('ZRANGE', key, rank, rank, 'WITHSCORES'));
    return [0, size, String(numberFromReply(score))];
  },
};

/** Adds one entry per permit, under names unique to the request. */
function addCommand({ key, cost, now, request }: RequestContext): Command {
  const entries = Array.from({ length: cost }, (_, i) => [now, `${request}:${i + 1}`] as const);
  return ['ZADD', key, ...entries.flat()];
}

function* decideByTransaction(context: RequestContext, { n, T }: RedisSlidingLogParams): Program {
  const { key, now } = context;
  yield transaction(['ZREMRANGEBYSCORE', key, 0, now - T], addCommand(context), ['PEXPIRE', key, ttlMillis(T)]);
  const size = numberFromReply(yield send('ZCOUNT', key, `(${now - T}`, '+inf'));
  return { verdict: size <= n ? ALLOW : DENY, level: size, retryAfter: null, operands: [size, n] };
}

function* decideByScript({ key, cost, now, request }: RequestContext, { n, T }: RedisSlidingLogParams): Program {
  const ttl = ttlMillis(TTL_WINDOWS * T);
  const args = [now, now - T, now - TTL_WINDOWS * T, n, cost, request, ttl];
  const [admitted = 0, size = 0, oldest = 0] = listFromReply(yield evaluate(slidingLogScript, [key], args)).map(
    numberFromReply,
  );
  return admitted === 1
    ? { verdict: ALLOW, level: size, retryAfter: null, operands: [size, n] }
    : { verdict: DENY, level: size, retryAfter: oldest + T - now, operands: [size + cost, n] };
}

const MULTI_CODE = [
  'MULTI',
  '  ZREMRANGEBYSCORE key 0 now − T',
  '  ZADD key now unique',
  '  PEXPIRE key T',
  'EXEC',
  'if ZCOUNT key ≤ n: allow',
  'else deny',
];

const LUA_CODE = [
  'EVAL, atomically at the store:',
  '  ZREMRANGEBYSCORE key 0 now − 2·T',
  '  size = ZCOUNT key now − T',
  '  if size + cost > n: deny',
  '  ZADD key now unique',
  '  PEXPIRE key 2·T',
  '  allow',
];

export const redisSlidingLog: Scheme<RedisSlidingLogParams> = {
  ...redisSlidingLogInfo,
  singleProcess: 'sliding-log',
  boundClock: 'nodes',

  prepare(config) {
    const { n, T } = config.policy;
    const variant = config.options['variant'] as RedisSlidingLogParams['variant'];
    return { variant, n, T, localFallback: catalogueFallback(config, 'sliding-log') };
  },

  maxCost: (params) => params.n,

  decide: (context, params) => (params.variant === 'lua' ? decideByScript : decideByTransaction)(context, params),

  isSerialPerNode: () => false,
  localFallback: (params) => params.localFallback,
  supportsVirtualTime: () => true,
  code: ({ variant }) => (variant === 'lua' ? LUA_CODE : MULTI_CODE),

  explain({ operands = [0, 0] }, { cost }, { variant }) {
    if (variant === 'lua') return explainFit('size + cost ≤ n', 'The log holds', operands, cost);
    const [size, n] = operands;
    const sentence =
      `ZCOUNT returned ${formatNumber(size)}, including this request, and n is ${formatNumber(n)}.` +
      (size <= n ? '' : ' The request stays in the log although it is denied.');
    return explainAtMost('ZCOUNT ≤ n', sentence, operands);
  },
};
