/**
 * Counters of Redis, in five ways. Source document 002, §4.3.
 *
 * The first three are 002's listings. They read the count, compare it, and then add to it, so requests that read before
 * others have added all get in; and they refuse only what finds *more* than n, so that even one at a time n + 1 pass. The
 * last two are what 002 makes of them: count first, and judge by the count that comes back.
 *
 * But for `multi`, whose keys are named after aligned windows, a window opens with its first count and lasts T by the
 * store's clock: it is the key's time to live. A node that dies between INCR and EXPIRE leaves a key that never expires,
 * and when that is full, nothing passes any more; a script leaves no such gap.
 */
import { MILLISECOND, type Duration, type Instant } from '../../time.ts';
import { number } from '../../words.ts';
import { evaluate, send, transaction, type Command, type Message, type Script } from '../command.ts';
import type { Context, Part, Program, Ruling, Scheme } from '../scheme.ts';
import {
  ALLOW,
  atMost,
  choiceKnob,
  COUNT_GAUGE,
  COUNT_REASONS,
  DENY,
  EVERY_SCHEME,
  expiryOf,
  listOf,
  localOn,
  millisecondsOf,
  numberOf,
} from './common.ts';

type Variant = 'multi' | 'incr-expire' | 'list' | 'set-then-get' | 'lua';

/** Under `multi` a key outlives its window by so much. Source document 002: ten seconds for windows of one. */
const LIVES = 10;

export type IncrParams = {
  readonly variant: Variant;
  readonly n: number;
  readonly T: Duration;
  readonly local: (node: number) => Part | null;
};

const incrScript: Script = {
  name: 'redis-incr',
  // KEYS: the counter. ARGV: what to add, time to live in ms. Replies with the count, and the ms until it is gone.
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

function increase(key: string, cost: number): Command {
  return cost === 1 ? ['INCR', key] : ['INCRBY', key, cost];
}

function expire(key: string, duration: Duration): Command {
  const [name, ttl] = expiryOf(duration);
  return [name, key, ttl];
}

/** RPUSH or RPUSHX: an entry for each permit. What it holds is never read. */
function push(name: 'RPUSH' | 'RPUSHX', key: string, cost: number): Command {
  return [name, key, ...Array.from({ length: cost }, () => key)];
}

const one = (command: Command): Message => ({ kind: 'command', command });

/** By a count that was read before this request's own was added: `count > n` refuses. */
function byFound(count: number, cost: number, n: number, retryAfter: Duration | null): Ruling {
  return count > n
    ? { verdict: DENY, level: count, retryAfter, compared: [count, n] }
    : { verdict: ALLOW, level: count + cost, retryAfter: null, compared: [count, n] };
}

/** By the count with this request's own: `count ≤ n` admits. */
function byAnswer(count: number, n: number, retryAfter: Duration | null): Ruling {
  return count <= n
    ? { verdict: ALLOW, level: count, retryAfter: null, compared: [count, n] }
    : { verdict: DENY, level: count, retryAfter, compared: [count, n] };
}

const PROGRAMS: Readonly<Record<Variant, (context: Context, params: IncrParams) => Program>> = {
  *multi({ key, cost, now }, { n, T }) {
    const window: Instant = Math.floor(now / T);
    const counter = `${key}:${window}`;
    const count = numberOf(yield send('GET', counter));
    const ruling = byFound(count, cost, n, (window + 1) * T - now);
    if (ruling.verdict === ALLOW) yield transaction(increase(counter, cost), expire(counter, LIVES * T));
    return ruling;
  },

  *'incr-expire'({ key, cost }, { n, T }) {
    const count = numberOf(yield send('GET', key));
    const ruling = byFound(count, cost, n, null);
    if (ruling.verdict === DENY) return ruling;
    const answer = numberOf(yield one(increase(key, cost)));
    if (answer === cost) yield one(expire(key, T));
    return ruling;
  },

  *list({ key, cost }, { n, T }) {
    const count = numberOf(yield send('LLEN', key));
    const ruling = byFound(count, cost, n, null);
    if (ruling.verdict === DENY) return ruling;
    const exists = numberOf(yield send('EXISTS', key)) === 1;
    yield exists ? one(push('RPUSHX', key, cost)) : transaction(push('RPUSH', key, cost), expire(key, T));
    return ruling;
  },

  *'set-then-get'({ key, cost }, { n, T }) {
    const count = numberOf(yield one(increase(key, cost)));
    if (count === cost) yield one(expire(key, T));
    return byAnswer(count, n, null);
  },

  *lua({ key, cost }, { n, T }) {
    const [count = 0, left = 0] = listOf(yield evaluate(incrScript, [key], [cost, millisecondsOf(T)])).map(numberOf);
    return byAnswer(count, n, left * MILLISECOND);
  },
};

const INCR = 'INCR key (INCRBY key cost)';

const CODE: Readonly<Record<Variant, (expire: 'EXPIRE' | 'PEXPIRE') => readonly string[]>> = {
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
    `v = ${INCR}`,
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
  'set-then-get': (expires) => [`v = ${INCR}`, `if v = cost: ${expires} key T`, 'if v ≤ n: allow', 'else deny'],
  lua: () => [
    'EVAL, at the store in one go:',
    '  v = INCRBY key cost',
    '  if v = cost: PEXPIRE key T',
    'if v ≤ n: allow',
    'else deny',
  ],
};

/** What the deciding count is the answer to. */
const ASKED: Readonly<Record<Variant, string>> = {
  multi: 'GET',
  'incr-expire': 'GET',
  list: 'LLEN',
  'set-then-get': 'INCR',
  lua: 'The script',
};

export const redisIncr: Scheme<IncrParams> = {
  id: 'redis-incr',
  name: 'Redis INCR',
  family: 'Several processes',
  idea: 'Count in a key that expires, in five ways, four of them with a gap.',
  rule:
    'A key counts, and expires when its window is over. multi, incr-expire and list read the count before they add to it ' +
    'and refuse only what finds more than n: even one at a time n + 1 pass, and more when reads cross. set-then-get and ' +
    'lua add first and admit what is then within n; lua does it in one message, so that no key is left without an expiry.',
  source: '002',
  kept: 'a count, or a list with an entry for each permit',
  knobs: [
    choiceKnob(
      'variant',
      'Variant',
      ['multi', 'incr-expire', 'list', 'set-then-get', 'lua'],
      'lua',
      'Which commands a node sends.',
    ),
    ...EVERY_SCHEME,
  ],
  usesCapacity: false,
  editions: ['corrected'],
  errata: [],
  outcomes: ['allow', 'deny'],
  reasons: COUNT_REASONS,
  shape: 'bursty',
  gauge: COUNT_GAUGE,

  prepare(setting) {
    const { n, T } = setting.policy;
    const variant = setting.options['variant'] as Variant;
    return { variant, n, T, local: localOn(setting, variant === 'multi' ? 'fixed-window' : 'simple-window') };
  },

  most: (params) => params.n,

  decide: (context, params) => PROGRAMS[params.variant](context, params),

  takesTurns: () => false,
  local: (params) => params.local,
  takesNow: (params) => params.variant === 'multi',
  atomic: (options) => (options['variant'] === 'lua' ? null : { options: { variant: 'lua' } }),
  code: ({ variant, T }) => CODE[variant](expiryOf(variant === 'multi' ? LIVES * T : T)[0]),

  explain({ compared = [0, 0] }, _context, { variant }) {
    const [count, n] = compared;
    const sentence = `${ASKED[variant]} answers ${number(count)}, and n is ${number(n)}`;
    if (variant === 'set-then-get' || variant === 'lua') return atMost('v ≤ n', `${sentence}.`, compared);
    const full = count === n ? ': only more than n is refused, so one more gets in.' : '.';
    return atMost('c ≤ n', `${sentence}${full}`, compared);
  },
};
