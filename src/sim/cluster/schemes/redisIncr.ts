/**
 * Five variants of a Redis counter.
 *
 * The first three are Fu's listings. They read the count, compare it, and then add to it, so requests that read before
 * others have added are all admitted. They also deny only if the count is *above* n, so n + 1 requests pass even without
 * concurrency. The last two are Fu's corrections: count first, and decide by the count that is returned.
 *
 * Except in `multi`, whose keys are named after aligned windows, a window opens with its first count and lasts for T by
 * the store's clock, as the key's time to live. A node that dies between INCR and EXPIRE leaves a key that never expires;
 * once that is full, nothing is admitted any more. A script has no such gap.
 */
import { MILLISECOND, type Duration, type Instant } from '../../time.ts';
import { formatNumber } from '../../numberFormat.ts';
import { evaluate, send, transaction, type Command, type Message, type LuaScript } from '../command.ts';
import type { RequestContext, EmbeddedLimiter, Program, SchemeDecision, Scheme } from '../scheme.ts';
import {
  explainAtMost,
  expiryCommand,
  listFromReply,
  catalogueFallback,
  ttlMillis,
  numberFromReply,
} from './common.ts';
import { ALLOW, DENY } from '../../verdict.ts';
import { redisIncrInfo } from './info/redisIncr.ts';

type Variant = 'multi' | 'incr-expire' | 'list' | 'set-then-get' | 'lua';

/** A key's time to live under `multi`, in windows: Fu uses ten seconds for windows of one second. */
const TTL_WINDOWS = 10;

export type RedisIncrParams = {
  readonly variant: Variant;
  readonly n: number;
  readonly T: Duration;
  readonly localFallback: (node: number) => EmbeddedLimiter | null;
};

const incrScript: LuaScript = {
  name: 'redis-incr',
  // KEYS: the counter. ARGV: increment, time to live in ms. Replies with the count and its remaining time to live in ms.
  lua: `
local count = redis.call('INCRBY', KEYS[1], ARGV[1])
if count == tonumber(ARGV[1]) then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return { count, redis.call('PTTL', KEYS[1]) }
`,
  run(call, [key = ''], [by = '', ttl = '']) {
    const count = call('INCRBY', key, by);
    if (count === Number(by)) call('PEXPIRE', key, ttl);
    return [count, call('PTTL', key)];
  },
};

function incrementCommand(key: string, cost: number): Command {
  return cost === 1 ? ['INCR', key] : ['INCRBY', key, cost];
}

function expireCommand(key: string, duration: Duration): Command {
  const [name, ttl] = expiryCommand(duration);
  return [name, key, ttl];
}

/** RPUSH or RPUSHX: one entry per permit. Its content is never read. */
function pushCommand(name: 'RPUSH' | 'RPUSHX', key: string, cost: number): Command {
  return [name, key, ...Array.from({ length: cost }, () => key)];
}

const commandMessage = (command: Command): Message => ({ kind: 'command', command });

/** Decides by the count read before this request was added: `count > n` denies. */
function decideByPriorCount(count: number, cost: number, n: number, retryAfter: Duration | null): SchemeDecision {
  return count > n
    ? { verdict: DENY, level: count, retryAfter, operands: [count, n] }
    : { verdict: ALLOW, level: count + cost, retryAfter: null, operands: [count, n] };
}

/** Decides by the count that includes this request: `count ≤ n` admits. */
function decideByNewCount(count: number, n: number, retryAfter: Duration | null): SchemeDecision {
  return count <= n
    ? { verdict: ALLOW, level: count, retryAfter: null, operands: [count, n] }
    : { verdict: DENY, level: count, retryAfter, operands: [count, n] };
}

const PROGRAM_BY_VARIANT: Readonly<Record<Variant, (context: RequestContext, params: RedisIncrParams) => Program>> = {
  *multi({ key, cost, now }, { n, T }) {
    const window: Instant = Math.floor(now / T);
    const counter = `${key}:${window}`;
    const count = numberFromReply(yield send('GET', counter));
    const decision = decideByPriorCount(count, cost, n, (window + 1) * T - now);
    if (decision.verdict === ALLOW)
      yield transaction(incrementCommand(counter, cost), expireCommand(counter, TTL_WINDOWS * T));
    return decision;
  },

  *'incr-expire'({ key, cost }, { n, T }) {
    const count = numberFromReply(yield send('GET', key));
    const decision = decideByPriorCount(count, cost, n, null);
    if (decision.verdict === DENY) return decision;
    const answer = numberFromReply(yield commandMessage(incrementCommand(key, cost)));
    if (answer === cost) yield commandMessage(expireCommand(key, T));
    return decision;
  },

  *list({ key, cost }, { n, T }) {
    const count = numberFromReply(yield send('LLEN', key));
    const decision = decideByPriorCount(count, cost, n, null);
    if (decision.verdict === DENY) return decision;
    const exists = numberFromReply(yield send('EXISTS', key)) === 1;
    yield exists
      ? commandMessage(pushCommand('RPUSHX', key, cost))
      : transaction(pushCommand('RPUSH', key, cost), expireCommand(key, T));
    return decision;
  },

  *'set-then-get'({ key, cost }, { n, T }) {
    const count = numberFromReply(yield commandMessage(incrementCommand(key, cost)));
    if (count === cost) yield commandMessage(expireCommand(key, T));
    return decideByNewCount(count, n, null);
  },

  *lua({ key, cost }, { n, T }) {
    const [count = 0, left = 0] = listFromReply(yield evaluate(incrScript, [key], [cost, ttlMillis(T)])).map(
      numberFromReply,
    );
    return decideByNewCount(count, n, left * MILLISECOND);
  },
};

const INCR_LINE = 'INCR key (INCRBY key cost)';

const CODE_BY_VARIANT: Readonly<Record<Variant, (expire: 'EXPIRE' | 'PEXPIRE') => readonly string[]>> = {
  multi: (expires) => [
    'k = key:⌊now / T⌋',
    'c = GET k',
    'if c > n: deny',
    'MULTI',
    '  INCR k (INCRBY k cost)',
    `  ${expires} k 10·T`,
    'EXEC',
    'allow',
  ],
  'incr-expire': (expires) => [
    'c = GET key',
    'if c > n: deny',
    `v = ${INCR_LINE}`,
    `if v = cost: ${expires} key T`,
    'allow',
  ],
  list: (expires) => [
    'c = LLEN key',
    'if c > n: deny',
    'if EXISTS key is 0',
    `  MULTI, RPUSH key, ${expires} key T, EXEC`,
    'else',
    '  RPUSHX key',
    'allow',
  ],
  'set-then-get': (expires) => [`v = ${INCR_LINE}`, `if v = cost: ${expires} key T`, 'if v ≤ n: allow', 'else deny'],
  lua: () => [
    'EVAL, atomically at the store:',
    '  v = INCRBY key cost',
    '  if v = cost: PEXPIRE key T',
    'if v ≤ n: allow',
    'else deny',
  ],
};

/** The source of the deciding count. */
const COUNT_SOURCE: Readonly<Record<Variant, string>> = {
  multi: 'GET',
  'incr-expire': 'GET',
  list: 'LLEN',
  'set-then-get': 'INCR',
  lua: 'The script',
};

export const redisIncr: Scheme<RedisIncrParams> = {
  ...redisIncrInfo,
  singleProcess: 'fixed-window',
  // A window opens with its first count, and lasts T to the microsecond, rounded up: the bound of aligned windows.
  boundClock: 'store',

  prepare(config) {
    const { n, T } = config.policy;
    const variant = config.options['variant'] as Variant;
    return {
      variant,
      n,
      T,
      localFallback: catalogueFallback(config, variant === 'multi' ? 'fixed-window' : 'simple-window'),
    };
  },

  maxCost: (params) => params.n,

  decide: (context, params) => PROGRAM_BY_VARIANT[params.variant](context, params),

  isSerialPerNode: () => false,
  localFallback: (params) => params.localFallback,
  supportsVirtualTime: (params) => params.variant === 'multi',
  code: ({ variant, T }) => CODE_BY_VARIANT[variant](expiryCommand(variant === 'multi' ? TTL_WINDOWS * T : T)[0]),

  explain({ operands = [0, 0] }, _context, { variant }) {
    const [count, n] = operands;
    const sentence = `${COUNT_SOURCE[variant]} returned ${formatNumber(count)}, and n is ${formatNumber(n)}`;
    if (variant === 'set-then-get' || variant === 'lua') return explainAtMost('v ≤ n', `${sentence}.`, operands);
    const full = count === n ? ': a request is denied only above n, so one more is admitted.' : '.';
    return explainAtMost('c ≤ n', `${sentence}${full}`, operands);
  },
};
