/**
 * Token bucket in Redis.
 *
 * A hash holds the tokens and the time of their last update. A node reads it, computes by its own clock how many tokens
 * there are now, and writes the bucket back without those it took. In between, another node may have read the same token.
 * `none` ignores this. `watch` writes only if the key has not changed, and otherwise starts over. `lock` excludes other
 * nodes, unless the lock expires early and has two holders. `lua` does everything in one message.
 *
 * The edition published by Fu handles time and numbers differently: it stores the time it was given even if a later one
 * was stored before, so that skewed clocks or reordered messages refill for the same time twice; its keys live for
 * ⌊2·capacity/rate⌋ seconds, which is 0 if the bucket fills in under half a second; and the script's reply is truncated to
 * whole tokens.
 *
 * All variants compute in whole ticks and microseconds (see `ticks.ts`), with one function, `charge`.
 */
import { divCeil, divFloor } from '../../math.ts';
import { exactProduct, rateInTicks, unitsFromTicks, type Rate } from '../../ticks.ts';
import { MILLISECOND, microsFromSeconds, SECOND, type Duration, type Instant } from '../../time.ts';
import { formatAmount, formatComparison as comparedInWords, formatNumber, formatSeconds } from '../../numberFormat.ts';
import { evaluate, send, transaction, type Command, type LuaScript, type Message, type Reply } from '../command.ts';
import { GaveUpError } from '../gaveUpError.ts';
import type { RequestContext, EmbeddedLimiter, Program, SchemeDecision, Scheme } from '../scheme.ts';
import { listFromReply, catalogueFallback, ttlMillis, numberFromReply, fieldFromReply } from './common.ts';
import { ALLOW, DENY } from '../../verdict.ts';
import { redisTokenBucketInfo } from './info/redisTokenBucket.ts';

type Concurrency = 'none' | 'watch' | 'lock' | 'lua';

export type RedisTokenBucketParams = {
  readonly concurrency: Concurrency;
  /** Whether a later time may be overwritten by an earlier one, as in Fu's script. */
  readonly writesEarlierTime: boolean;
  readonly rate: Rate;
  readonly capacity: number;
  /** Ticks per token, and in a full bucket. */
  readonly ticksPerToken: number;
  readonly fullTicks: number;
  /** How long an empty bucket takes to fill. */
  readonly fillTime: Duration;
  /** Time to live of the keys, milliseconds. */
  readonly ttl: number;
  readonly retries: number;
  /** Milliseconds. */
  readonly lockTtl: number;
  readonly lockRetry: Duration;
  readonly timeout: Duration;
  readonly localFallback: (node: number) => EmbeddedLimiter | null;
};

/** A stored bucket: tokens in ticks, and when they were last updated. */
interface Bucket {
  readonly tokens: number;
  readonly time: Instant;
}

interface ChargedBucket extends Bucket {
  readonly allowed: boolean;
}

type RefillParams = Pick<RedisTokenBucketParams, 'fullTicks' | 'fillTime' | 'writesEarlierTime'> & {
  /** Ticks per microsecond. */
  readonly ticksPerMicro: number;
};

/** Refills a bucket and charges a request to it, if it has room. `null`: no bucket is stored, which counts as full. */
function charge(stored: Bucket | null, now: Instant, price: number, refill: RefillParams): ChargedBucket {
  const { fullTicks, fillTime, ticksPerMicro, writesEarlierTime } = refill;
  const elapsed = stored === null ? fillTime : Math.max(0, now - stored.time);
  // Compared before multiplying: after a long silence the product would exceed 2^53; here it is below `fullTicks`.
  const tokens =
    elapsed >= fillTime ? fullTicks : Math.min(fullTicks, (stored?.tokens ?? fullTicks) + elapsed * ticksPerMicro);
  const allowed = tokens >= price;
  const time = writesEarlierTime || stored === null ? now : Math.max(now, stored.time);
  return { tokens: allowed ? tokens - price : tokens, time, allowed };
}

/** A bucket from its HGETALL reply; null if there is none. */
function parseBucket(reply: Reply): Bucket | null {
  const tokens = fieldFromReply(reply, 'tokens');
  const time = fieldFromReply(reply, 'time');
  return tokens === undefined || time === undefined ? null : { tokens, time };
}

const bucketScript: LuaScript = {
  name: 'redis-token-bucket',
  // KEYS: the hash. ARGV: a full bucket and the request's cost in ticks, ticks per µs, the time that fills it and now in
  // µs, time to live in ms. Replies with whether the request is admitted, and the resulting bucket as text.
  lua: `
local full, price, perMicro = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local fills, now = tonumber(ARGV[4]), tonumber(ARGV[5])
local fields = redis.call('HGETALL', KEYS[1])
local kept = {}
for i = 1, #fields, 2 do
  kept[fields[i]] = tonumber(fields[i + 1])
end
local last = math.max(now, kept.time or now)
local elapsed = fills
if kept.time then
  elapsed = last - kept.time
end
local tokens = full
if elapsed < fills then
  tokens = math.min(full, kept.tokens + elapsed * perMicro)
end
local allowed = 0
if tokens >= price then
  tokens = tokens - price
  allowed = 1
end
tokens = string.format('%.0f', tokens)
last = string.format('%.0f', last)
redis.call('HSET', KEYS[1], 'tokens', tokens, 'time', last)
redis.call('PEXPIRE', KEYS[1], ARGV[6])
return { allowed, tokens, last }
`,
  run(call, [key = ''], args) {
    const [full = 0, price = 0, perMicro = 0, fills = 0, now = 0, ttl = ''] = args;
    const kept = parseBucket(call('HGETALL', key));
    const charged = charge(kept, Number(now), Number(price), {
      fullTicks: Number(full),
      fillTime: Number(fills),
      ticksPerMicro: Number(perMicro),
      writesEarlierTime: false,
    });
    // As `%.0f`. `String` keeps its results in a table, which garbage collection would search for those of all requests.
    const tokens = charged.tokens.toFixed(0);
    const time = charged.time.toFixed(0);
    call('HSET', key, 'tokens', tokens, 'time', time);
    call('PEXPIRE', key, ttl);
    return [charged.allowed ? 1 : 0, tokens, time];
  },
};

/** Fu's script, but in ticks: two keys, each written with its time to live. */
const publishedScript: LuaScript = {
  name: 'redis-token-bucket, published',
  // KEYS: tokens, timestamp. ARGV: a full bucket and the request's cost in ticks, ticks per µs, the time that fills it and
  // now in µs, time to live in s, ticks per token. Replies with whether the request is admitted, and the whole tokens left.
  lua: `
local full, price, perMicro = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local fills, now = tonumber(ARGV[4]), tonumber(ARGV[5])
local tokens = tonumber(redis.call('GET', KEYS[1]) or full)
local last = tonumber(redis.call('GET', KEYS[2]) or 0)
local elapsed = math.max(0, now - last)
if elapsed >= fills then
  tokens = full
else
  tokens = math.min(full, tokens + elapsed * perMicro)
end
local allowed = 0
if tokens >= price then
  tokens = tokens - price
  allowed = 1
end
redis.call('SET', KEYS[1], string.format('%.0f', tokens), 'EX', ARGV[6])
redis.call('SET', KEYS[2], string.format('%.0f', now), 'EX', ARGV[6])
return { allowed, math.floor(tokens / tonumber(ARGV[7])) }
`,
  run(call, [tokensKey = '', timeKey = ''], args) {
    const [full = 0, price = 0, perMicro = 0, fills = 0, now = 0, , token = 1] = args.map(Number);
    const held = call('GET', tokensKey);
    const kept = { tokens: held === null ? full : Number(held), time: numberFromReply(call('GET', timeKey)) };
    const { tokens, time, allowed } = charge(kept, now, price, {
      fullTicks: full,
      fillTime: fills,
      ticksPerMicro: perMicro,
      writesEarlierTime: true,
    });
    call('SET', tokensKey, String(tokens), 'EX', args[5] ?? '');
    call('SET', timeKey, String(time), 'EX', args[5] ?? '');
    return [allowed ? 1 : 0, divFloor(tokens, token)];
  },
};

/** Deletes the lock if the caller still holds it. KEYS: the lock. ARGV: the holder. */
const releaseScript: LuaScript = {
  name: 'release',
  lua: `
if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('DEL', KEYS[1])
end
return 0
`,
  run: (call, [key = ''], [holder]) => (call('GET', key) === holder ? call('DEL', key) : 0),
};

function costInTicks({ cost }: RequestContext, { ticksPerToken }: RedisTokenBucketParams): number {
  return cost * ticksPerToken;
}

function decisionOf(
  { tokens, time, allowed }: ChargedBucket,
  context: RequestContext,
  params: RedisTokenBucketParams,
): SchemeDecision {
  const price = costInTicks(context, params);
  const level = tokens / params.ticksPerToken;
  if (allowed) return { verdict: ALLOW, level, retryAfter: null, operands: [tokens + price, price] };
  // A clock that is behind the stored time first has to catch up with it.
  const retryAfter = time - context.now + unitsFromTicks(price - tokens, params.rate);
  return { verdict: DENY, level, retryAfter, operands: [tokens, price] };
}

/** Charges a request to the bucket that a node has read. */
function chargeFromReply(reply: Reply, context: RequestContext, params: RedisTokenBucketParams): ChargedBucket {
  const { fullTicks, fillTime, rate, writesEarlierTime } = params;
  const filling = { fullTicks, fillTime, ticksPerMicro: rate.ticksPerUnit, writesEarlierTime };
  return charge(parseBucket(reply), context.now, costInTicks(context, params), filling);
}

/** The commands that write it back. */
function writeCommands(
  key: string,
  { tokens, time }: Bucket,
  { ttl }: RedisTokenBucketParams,
): readonly [Command, Command] {
  return [
    ['HSET', key, 'tokens', tokens, 'time', time],
    ['PEXPIRE', key, ttl],
  ];
}

const PROGRAM_BY_CONCURRENCY: Readonly<
  Record<Concurrency, (context: RequestContext, params: RedisTokenBucketParams) => Program>
> = {
  *none(context, params) {
    const { key } = context;
    const bucket = chargeFromReply(yield send('HGETALL', key), context, params);
    const commands = writeCommands(key, bucket, params);
    yield send(...commands[0]);
    yield send(...commands[1]);
    return decisionOf(bucket, context, params);
  },

  *watch(context, params) {
    const { key } = context;
    for (let tries = 0; tries <= params.retries; tries++) {
      yield send('WATCH', key);
      const bucket = chargeFromReply(yield send('HGETALL', key), context, params);
      const written = yield transaction(...writeCommands(key, bucket, params));
      if (written !== null) return decisionOf(bucket, context, params);
    }
    throw new GaveUpError('others wrote to the key during every try');
  },

  *lock(context, params) {
    const lock = `${context.key}:lock`;
    const holder = `${context.node}:${context.request}`;
    // Of its tries, only the sleeps between them: what the round trips take does not count.
    let slept: Duration = 0;
    while ((yield send('SET', lock, holder, 'NX', 'PX', params.lockTtl)) === null) {
      if (slept >= params.timeout) throw new GaveUpError('others held the lock during every try');
      yield { kind: 'sleep', for: params.lockRetry };
      slept += params.lockRetry;
    }
    const decision = yield* PROGRAM_BY_CONCURRENCY.none(context, params);
    yield evaluate(releaseScript, [lock], [holder]);
    return decision;
  },

  *lua(context, params) {
    const message = params.writesEarlierTime ? publishedMessage(context, params) : bucketMessage(context, params);
    const reply = listFromReply(yield message);
    return decisionOf(
      params.writesEarlierTime ? bucketFromPublished(reply, context, params) : bucketFromScript(reply),
      context,
      params,
    );
  },
};

function bucketMessage(context: RequestContext, params: RedisTokenBucketParams): Message {
  const { fullTicks, rate, fillTime, ttl } = params;
  const args = [fullTicks, costInTicks(context, params), rate.ticksPerUnit, fillTime, context.now, ttl];
  return evaluate(bucketScript, [context.key], args);
}

function bucketFromScript(reply: readonly Reply[]): ChargedBucket {
  return {
    tokens: numberFromReply(reply[1]),
    time: numberFromReply(reply[2]),
    allowed: numberFromReply(reply[0]) === 1,
  };
}

function publishedMessage(context: RequestContext, params: RedisTokenBucketParams): Message {
  const { key, now } = context;
  const { fullTicks, rate, fillTime, ticksPerToken, ttl } = params;
  const price = costInTicks(context, params);
  const args = [fullTicks, price, rate.ticksPerUnit, fillTime, now, divFloor(ttl, 1_000), ticksPerToken];
  return evaluate(publishedScript, [`${key}:tokens`, `${key}:timestamp`], args);
}

function bucketFromPublished(
  reply: readonly Reply[],
  { now }: RequestContext,
  { ticksPerToken }: RedisTokenBucketParams,
): ChargedBucket {
  const whole = numberFromReply(reply[1]);
  return { tokens: whole * ticksPerToken, time: now, allowed: numberFromReply(reply[0]) === 1 };
}

/** What the node computes from the reply. */
const REFILL_LINE = 'tokens = min(capacity, tokens + elapsed · n/T)';
const TAKE_LINES = ['taken = tokens ≥ cost ? cost : 0', 'tokens = tokens − taken'];
const WRITE_LINES = ['HSET key tokens time', 'PEXPIRE key'];
const END_LINES = ['if taken > 0: allow', 'else deny'];

function pseudoCode({ concurrency, writesEarlierTime }: RedisTokenBucketParams): readonly string[] {
  switch (concurrency) {
    case 'none':
      return ['tokens, time = HGETALL key', REFILL_LINE, ...TAKE_LINES, ...WRITE_LINES, ...END_LINES];
    case 'watch':
      return [
        'WATCH key',
        'tokens, time = HGETALL key',
        REFILL_LINE,
        ...TAKE_LINES,
        `MULTI, ${WRITE_LINES.join(', ')}, EXEC`,
        'if null: start over',
        ...END_LINES,
      ];
    case 'lock':
      return [
        'while SET lock own NX PX lockTtl is null: sleep lockRetry',
        'tokens, time = HGETALL key',
        REFILL_LINE,
        ...TAKE_LINES,
        WRITE_LINES.join(', '),
        'EVAL if GET lock is own: DEL lock',
        ...END_LINES,
      ];
    default:
      return [
        'EVAL, atomically at the store:',
        `  tokens, time = ${writesEarlierTime ? 'GET, GET' : 'HGETALL key'}`,
        `  ${REFILL_LINE}`,
        ...TAKE_LINES.map((line) => `  ${line}`),
        ...(writesEarlierTime
          ? ['  SET tokens EX ttl, SET timestamp now EX ttl']
          : WRITE_LINES.map((line) => `  ${line}`)),
        ...END_LINES,
      ];
  }
}

export const redisTokenBucket: Scheme<RedisTokenBucketParams> = {
  ...redisTokenBucketInfo,
  singleProcess: 'token-bucket',
  boundClock: 'latest of the nodes',

  prepare(config) {
    const { n, T, capacity } = config.policy;
    const { options, edition } = config;
    const rate = rateInTicks(n, T);
    const full = exactProduct(capacity, rate.ticksPerPermit, 'A full bucket in ticks');
    const fills = divCeil(full, rate.ticksPerUnit);
    const published = edition === 'published';
    const micros = (knob: string) => microsFromSeconds(options[knob] as number);
    return {
      concurrency: options['concurrency'] as Concurrency,
      writesEarlierTime: published,
      rate,
      capacity,
      ticksPerToken: rate.ticksPerPermit,
      fullTicks: full,
      fillTime: fills,
      ttl: published
        ? divFloor(2 * full, rate.ticksPerUnit * SECOND) * (SECOND / MILLISECOND)
        : ttlMillis(Math.max(SECOND, 2 * fills)),
      retries: options['retries'] as number,
      lockTtl: ttlMillis(micros('lockTtl')),
      lockRetry: Math.max(1, micros('lockRetry')),
      timeout: micros('timeout'),
      localFallback: catalogueFallback(config, 'token-bucket'),
    };
  },

  maxCost: (params) => params.capacity,

  decide: (context, params) => PROGRAM_BY_CONCURRENCY[params.concurrency](context, params),

  valueFormat:
    ({ writesEarlierTime, ticksPerToken }) =>
    (name, value) => {
      const tokens = formatNumber(Number(value) / ticksPerToken);
      if (name === 'tokens') return `tokens ${tokens}`;
      if (name === 'time') return `time ${formatSeconds(Number(value))}`;
      if (writesEarlierTime && name.endsWith(':tokens')) return formatAmount(tokens, 'token', 'tokens');
      return writesEarlierTime && name.endsWith(':timestamp') ? formatSeconds(Number(value)) : null;
    },

  unitsText: ({ ticksPerToken }) =>
    `Sent and stored as whole numbers: ${formatNumber(ticksPerToken)} is one token, ${formatNumber(SECOND)} one second.`,

  isSerialPerNode: (params) => params.concurrency === 'watch',
  localFallback: (params) => params.localFallback,
  supportsVirtualTime: () => true,
  code: pseudoCode,

  explain({ retryAfter, operands = [0, 0] }, _context, { ticksPerToken }) {
    const [tokens, price] = operands;
    const holds = tokens >= price;
    const [held, asked] = comparedInWords(tokens / ticksPerToken, price / ticksPerToken, tokens - price);
    return {
      sentence:
        `The bucket holds ${formatAmount(held, 'token', 'tokens')}, and the request ${holds ? 'takes' : 'needs'} ${asked}.` +
        (retryAfter === null ? '' : ` The missing part is refilled in ${formatSeconds(retryAfter)}.`),
      condition: 'tokens ≥ cost',
      evaluatedCondition: `${held} ≥ ${asked}`,
      holds,
    };
  },
};
