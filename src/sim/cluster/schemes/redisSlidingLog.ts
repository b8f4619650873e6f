/**
 * Sliding log in a sorted set of Redis. Source document 002, §4.3.
 *
 * Each permit is a member of the set, with the instant by its node's clock for a score. `multi` is 002's listing: one
 * transaction removes what is T old and adds the request, and ZCOUNT, sent after it, tells whether there was room. So
 * denied requests are in the log as well, and others' come between the transaction and the count: of two that take the
 * last place, both may be refused. With one clock for all it never lets in too many.
 *
 * `lua` adds only what it admits. What it removes is 2 T old, and what it counts is younger than T: clocks differ, and
 * messages cross, so what has left the log for one request may still count for the next one that the store runs. That way
 * no T of those clocks holds more than n, in whatever order the requests come.
 */
import type { Duration } from '../../time.ts';
import { number } from '../../words.ts';
import { evaluate, send, transaction, type Command, type Script } from '../command.ts';
import type { Context, Part, Program, Scheme } from '../scheme.ts';
import {
  ALLOW,
  atMost,
  choiceKnob,
  COUNT_GAUGE,
  DENY,
  EVERY_SCHEME,
  fits,
  listOf,
  localOn,
  millisecondsOf,
  numberOf,
} from './common.ts';

/** Under `lua` an entry is kept for so many T, and the set outlives its last permit by as many. */
const LIVES = 2;

export type RedisSlidingLogParams = {
  readonly variant: 'multi' | 'lua';
  readonly n: number;
  readonly T: Duration;
  readonly local: (node: number) => Part | null;
};

const slidingLogScript: Script = {
  name: 'redis-sliding-log',
  // KEYS: the sorted set. ARGV: now, now − T, now − 2 T, n, cost, a name of the request's own, time to live in ms.
  // Replies with 1 and the size of the log; or with 0, the size, and the instant of the entry with which enough will
  // have left.
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
  run(call, [key = ''], [now = '', edge = '', old = '', n = '', cost = '', name = '', ttl = '']) {
    call('ZREMRANGEBYSCORE', key, 0, old);
    const size = numberOf(call('ZCOUNT', key, `(${edge}`, '+inf'));
    const sum = size + Number(cost);
    if (sum <= Number(n)) {
      for (let i = 1; i <= Number(cost); i++) call('ZADD', key, now, `${name}:${i}`);
      call('PEXPIRE', key, ttl);
      return [1, sum];
    }
    const left = numberOf(call('ZCARD', key)) - size;
    const rank = left + sum - Number(n) - 1;
    const [, score] = listOf(call('ZRANGE', key, rank, rank, 'WITHSCORES'));
    return [0, size, String(numberOf(score))];
  },
};

/** An entry for each permit, under names that no other request has. */
function add({ key, cost, now, request }: Context): Command {
  const entries = Array.from({ length: cost }, (_, i) => [now, `${request}:${i + 1}`] as const);
  return ['ZADD', key, ...entries.flat()];
}

function* byTransaction(context: Context, { n, T }: RedisSlidingLogParams): Program {
  const { key, now } = context;
  yield transaction(['ZREMRANGEBYSCORE', key, 0, now - T], add(context), ['PEXPIRE', key, millisecondsOf(T)]);
  const size = numberOf(yield send('ZCOUNT', key, `(${now - T}`, '+inf'));
  return { verdict: size <= n ? ALLOW : DENY, level: size, retryAfter: null, compared: [size, n] };
}

function* byScript({ key, cost, now, request }: Context, { n, T }: RedisSlidingLogParams): Program {
  const ttl = millisecondsOf(LIVES * T);
  const args = [now, now - T, now - LIVES * T, n, cost, request, ttl];
  const [fit = 0, size = 0, oldest = 0] = listOf(yield evaluate(slidingLogScript, [key], args)).map(numberOf);
  return fit === 1
    ? { verdict: ALLOW, level: size, retryAfter: null, compared: [size, n] }
    : { verdict: DENY, level: size, retryAfter: oldest + T - now, compared: [size + cost, n] };
}

const CODE = [
  'MULTI',
  '  ZREMRANGEBYSCORE key 0 now − T',
  '  ZADD key now unique',
  '  PEXPIRE key T',
  'EXEC',
  'if ZCOUNT key ≤ n: allow',
  'else deny',
];

const CODE_LUA = [
  'EVAL, at the store in one go:',
  '  ZREMRANGEBYSCORE key 0 now − 2·T',
  '  size = ZCOUNT key now − T',
  '  if size + cost > n: deny',
  '  ZADD key now unique',
  '  PEXPIRE key 2·T',
  '  allow',
];

export const redisSlidingLog: Scheme<RedisSlidingLogParams> = {
  id: 'redis-sliding-log',
  name: 'Redis sliding log',
  family: 'Several processes',
  idea: 'A sorted set with the instant of every permit; count those of the last T.',
  rule:
    'Each permit is a member of a sorted set, by its instant on the clock of its node. A request is admitted when those of ' +
    'the last T, with its cost, stay within n. multi writes a request down before it counts, so that a client that keeps ' +
    'trying stays out, and others may come before the count; lua writes down only what it admits.',
  source: '002',
  kept: 'an instant for each permit, under multi for each request',
  knobs: [
    choiceKnob('variant', 'Variant', ['multi', 'lua'], 'lua', 'Separate commands, or one script.'),
    ...EVERY_SCHEME,
  ],
  usesCapacity: false,
  editions: ['corrected'],
  errata: [],
  outcomes: ['allow', 'deny'],
  reasons: ['the log had room', '', 'the log is full', 'the cost is above n'],
  shape: 'bursty',
  gauge: { ...COUNT_GAUGE, unit: ['entry', 'entries'] },

  prepare(setting) {
    const { n, T } = setting.policy;
    const variant = setting.options['variant'] as RedisSlidingLogParams['variant'];
    return { variant, n, T, local: localOn(setting, 'sliding-log') };
  },

  most: (params) => params.n,

  decide: (context, params) => (params.variant === 'lua' ? byScript : byTransaction)(context, params),

  takesTurns: () => false,
  local: (params) => params.local,
  takesNow: () => true,
  atomic: (options) => (options['variant'] === 'lua' ? null : { options: { variant: 'lua' } }),
  code: ({ variant }) => (variant === 'lua' ? CODE_LUA : CODE),

  explain({ compared = [0, 0] }, { cost }, { variant }) {
    if (variant === 'lua') return fits('size + cost ≤ n', 'The log holds', compared, cost);
    const [size, n] = compared;
    const sentence =
      `ZCOUNT answers ${number(size)}, this request among them, and n is ${number(n)}.` +
      (size <= n ? '' : ' The request stays written down although it is denied.');
    return atMost('ZCOUNT ≤ n', sentence, compared);
  },
};
