/**
 * Spring Cloud Gateway: one script in Redis for each request. Its clock is the server's, of which it reads the second.
 * Tokens and their time are two keys that live twice as long as an empty bucket takes to fill, in whole seconds; where that
 * is 0, neither is written. When Redis does not answer, the gateway lets the request pass.
 */
import type { Limiter } from '../../limiters/limiter.ts';
import { divCeil } from '../../math.ts';
import { formatAmount, formatNumber, formatSeconds, pluralize } from '../../numberFormat.ts';
import { rateInTicks } from '../../ticks.ts';
import { SECOND } from '../../time.ts';
import { ALLOW, DENY } from '../../verdict.ts';
import { evaluate, type LuaScript } from '../command.ts';
import type { Scheme } from '../scheme.ts';
import { listFromReply, numberFromReply } from '../schemes/common.ts';
import { embeddedSystem, infoOf, SYSTEM_SCHEME, type SystemParams } from './systemScheme.ts';

export type SpringParams = SystemParams & {
  /** Tokens that a second brings, and that one permit takes. */
  readonly replenishRate: number;
  readonly requestedTokens: number;
  readonly burstCapacity: number;
};

const limiterScript: LuaScript = {
  name: 'request_rate_limiter',
  // KEYS: tokens, their time. ARGV: replenishRate, burstCapacity, requested tokens. Replies with whether the request is
  // admitted, the tokens left, and the microseconds of the current second.
  lua: `
local rate, capacity, asked = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = tonumber(time[1])
local tokens = tonumber(redis.call('GET', KEYS[1]) or capacity)
local last = tonumber(redis.call('GET', KEYS[2]) or 0)
tokens = math.min(capacity, tokens + math.max(0, now - last) * rate)
local allowed = 0
if tokens >= asked then
  tokens = tokens - asked
  allowed = 1
end
local ttl = math.floor(capacity / rate * 2)
if ttl > 0 then
  redis.call('SET', KEYS[1], string.format('%.0f', tokens), 'EX', ttl)
  redis.call('SET', KEYS[2], string.format('%.0f', now), 'EX', ttl)
end
return { allowed, tokens, tonumber(time[2]) }
`,
  run(call, [tokensKey = '', timeKey = ''], args) {
    const [rate = 1, capacity = 0, asked = 0] = args.map(Number);
    const [now = 0, micros = 0] = listFromReply(call('TIME')).map(numberFromReply);
    const kept = call('GET', tokensKey);
    const elapsed = Math.max(0, now - numberFromReply(call('GET', timeKey)));
    const tokens = Math.min(capacity, (kept === null ? capacity : Number(kept)) + elapsed * rate);
    const allowed = tokens >= asked;
    const left = allowed ? tokens - asked : tokens;
    const ttl = Math.floor((capacity / rate) * 2);
    if (ttl > 0) {
      call('SET', tokensKey, String(left), 'EX', ttl);
      call('SET', timeKey, String(now), 'EX', ttl);
    }
    return [allowed ? 1 : 0, left, micros];
  },
};

export function springGateway(limiter: Limiter): Scheme<SpringParams> {
  return {
    ...infoOf(limiter),
    ...SYSTEM_SCHEME,
    // Of Lettuce, the client that it comes with.
    outage: { timeout: 60 * SECOND, fallback: 'allow' },

    prepare(config) {
      const { n, T, capacity } = config.policy;
      const embedded = embeddedSystem(limiter, config);
      const { ticksPerUnit, ticksPerPermit } = rateInTicks(n, T, SECOND);
      return {
        embedded,
        replenishRate: ticksPerUnit,
        requestedTokens: ticksPerPermit,
        burstCapacity: capacity * ticksPerPermit,
      };
    },

    *decide({ key, cost }, { replenishRate, requestedTokens, burstCapacity }) {
      const asked = cost * requestedTokens;
      const message = evaluate(
        limiterScript,
        [`${key}.tokens`, `${key}.timestamp`],
        [replenishRate, burstCapacity, asked],
      );
      const [allowed = 0, left = 0, micros = 0] = listFromReply(yield message).map(numberFromReply);
      const level = left / requestedTokens;
      if (allowed === 1) return { verdict: ALLOW, level, retryAfter: null, operands: [left + asked, asked] };
      const retryAfter = divCeil(asked - left, replenishRate) * SECOND - micros;
      return { verdict: DENY, level, retryAfter, operands: [left, asked] };
    },

    // The second is the server's.
    supportsVirtualTime: () => false,

    valueFormat:
      ({ requestedTokens }) =>
      (name, value) => {
        if (name.endsWith('.tokens'))
          return formatAmount(formatNumber(Number(value) / requestedTokens), 'permit', 'permits');
        return name.endsWith('.timestamp') ? formatSeconds(Number(value) * SECOND) : null;
      },

    code: ({ burstCapacity, replenishRate }) => [
      'EVAL, atomically at the store:',
      '  now = TIME, whole seconds',
      '  tokens = min(burst, GET tokens + elapsed · rate)',
      '  taken = tokens ≥ requested ? requested : 0',
      '  tokens = tokens − taken',
      2 * burstCapacity < replenishRate
        ? '  write nothing: the time to live is 0'
        : '  SET tokens EX ttl, SET timestamp EX ttl',
      'if taken > 0: allow',
      'else deny',
    ],

    explain({ operands = [0, 0], retryAfter }, { cost }, { requestedTokens }) {
      const [tokens, asked] = operands;
      const holds = tokens >= asked;
      return {
        sentence:
          `The bucket holds ${pluralize(tokens, 'token')}, and the request ${holds ? 'takes' : 'needs'} ` +
          `${formatNumber(asked)}${requestedTokens === 1 ? '' : ` (${formatNumber(cost)} × requestedTokens ${formatNumber(requestedTokens)})`}.` +
          (retryAfter === null
            ? ''
            : ` Enough will be there in ${formatSeconds(retryAfter)}, at the start of a second.`),
        condition: 'tokens ≥ requested',
        evaluatedCondition: `${formatNumber(tokens)} ≥ ${formatNumber(asked)}`,
        holds,
      };
    },
  };
}
