/**
 * Cooldown score in Redis. The source recommends INCRBY for distributed use.
 *
 * A key holds the score, an instant that every permit advances by T/n. `incr` advances it with INCRBY and corrects it
 * afterwards: a score that has expired or did not exist is set to now + T/n, and one that is too far ahead is moved back.
 * If two requests find it expired, both set it and one permit is lost; until a denied request has moved the score back,
 * other requests are denied because of it. T/n is rounded to whole microseconds, since INCRBY counts in whole numbers.
 *
 * `lua` is the same rule in one message, and exact: the score is stored as whole microseconds plus the remaining ticks, of
 * which a microsecond has n′ (see `ticks.ts`). The score never falls, so the bound of `cooldown-score` holds for the times
 * shown by the nodes' clocks, in any order of requests.
 */
import { exactProduct, rateInTicks, unitsFromTicks } from '../../ticks.ts';
import { SECOND, type Duration, type Instant } from '../../time.ts';
import { formatComparison, formatLength, formatNumber, formatSeconds } from '../../numberFormat.ts';
import { evaluate, send, type LuaScript } from '../command.ts';
import type { RequestContext, EmbeddedLimiter, Program, Scheme } from '../scheme.ts';
import { listFromReply, catalogueFallback, numberFromReply } from './common.ts';
import { ALLOW, DENY } from '../../verdict.ts';
import { redisCooldownInfo } from './info/redisCooldown.ts';

export type RedisCooldownParams = {
  readonly variant: 'incr' | 'lua';
  readonly n: number;
  readonly T: Duration;
  /** Ticks per microsecond, and in T/n. Under `incr` a tick is a microsecond. */
  readonly ticksPerMicro: number;
  readonly ticksPerPermit: number;
  readonly localFallback: (node: number) => EmbeddedLimiter | null;
};

const cooldownScript: LuaScript = {
  name: 'redis-cooldown',
  // KEYS: the score, as `µs ticks`. ARGV: now and T in µs, ticks per µs, the request's cost in ticks.
  // Replies with whether the request is admitted, and the resulting score.
  lua: `
local now, T, perMicro, price = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local kept = redis.call('GET', KEYS[1])
local trial = -1
if kept then
  local micros, ticks = string.match(kept, '^(%-?%d+) (%d+)$')
  local ahead = math.max(-T - 1, math.min(T + 1, tonumber(micros) - now))
  trial = ahead * perMicro + tonumber(ticks) + price
end
if trial > T * perMicro then
  return { 0, kept }
end
if trial < 0 then
  trial = price
end
local ticks = trial % perMicro
local score = string.format('%.0f %.0f', now + (trial - ticks) / perMicro, ticks)
redis.call('SET', KEYS[1], score)
return { 1, score }
`,
  run(call, [key = ''], args) {
    const [now = 0, T = 0, perMicro = 1, price = 0] = args.map(Number);
    const stored = call('GET', key);
    let trial = -1;
    if (stored !== null) {
      const [micros, ticks] = parseScore(stored as string);
      // Clamped so that the product below stays exact; a larger distance would not change the decision.
      const ahead = Math.max(-T - 1, Math.min(T + 1, micros - now));
      trial = ahead * perMicro + ticks + price;
    }
    if (trial > T * perMicro) return [0, stored];
    if (trial < 0) trial = price;
    const ticks = trial % perMicro;
    const score = `${now + (trial - ticks) / perMicro} ${ticks}`;
    call('SET', key, score);
    return [1, score];
  },
};

function parseScore(text: string): readonly [micros: Instant, ticks: number] {
  return text.split(' ').map(Number) as [Instant, number];
}

function* decideByIncrements({ key, cost, now }: RequestContext, { T, ticksPerPermit }: RedisCooldownParams): Program {
  const price = cost * ticksPerPermit;
  const score = numberFromReply(yield send('INCRBY', key, price));
  if (score === price || score < now) {
    yield send('SET', key, now + price);
    return { verdict: ALLOW, level: price / SECOND, retryAfter: null, operands: [price, T] };
  }
  const compared = [score - now, T] as const;
  if (score <= now + T) return { verdict: ALLOW, level: (score - now) / SECOND, retryAfter: null, operands: compared };
  yield send('INCRBY', key, -price);
  return { verdict: DENY, level: (score - price - now) / SECOND, retryAfter: score - now - T, operands: compared };
}

function* decideByScript(
  { key, cost, now }: RequestContext,
  { T, ticksPerMicro, ticksPerPermit }: RedisCooldownParams,
): Program {
  const price = cost * ticksPerPermit;
  const [admitted, score] = listFromReply(yield evaluate(cooldownScript, [key], [now, T, ticksPerMicro, price]));
  const [micros, ticks] = parseScore(score as string);
  const ahead = (micros - now) * ticksPerMicro + ticks;
  const level = ahead / (ticksPerMicro * SECOND);
  const span = T * ticksPerMicro;
  if (admitted === 1) return { verdict: ALLOW, level, retryAfter: null, operands: [ahead, span] };
  const retryAfter =
    micros - now - T + unitsFromTicks(ticks + price, { ticksPerUnit: ticksPerMicro, ticksPerPermit: ticksPerPermit });
  return { verdict: DENY, level, retryAfter, operands: [ahead + price, span] };
}

const INCR_CODE = [
  'v = INCRBY key cost · T/n',
  'if v is not new and now ≤ v ≤ now + T: allow',
  'if v > now + T: INCRBY key −cost · T/n, deny',
  'else SET key now + cost · T/n, allow',
];

const LUA_CODE = [
  'EVAL, atomically at the store:',
  '  S = GET key',
  '  trial = S + cost · T/n',
  '  trial = no S, or trial < now ? now + cost · T/n : trial',
  '  if trial > now + T: deny',
  '  SET key trial',
  '  allow',
];

export const redisCooldown: Scheme<RedisCooldownParams> = {
  ...redisCooldownInfo,
  singleProcess: 'cooldown-score',
  boundClock: 'nodes',

  prepare(config) {
    const { n, T } = config.policy;
    const variant = config.options['variant'] as RedisCooldownParams['variant'];
    const local = catalogueFallback(config, 'cooldown-score');
    if (variant === 'incr')
      return { variant, n, T, ticksPerMicro: 1, ticksPerPermit: Math.max(1, Math.round(T / n)), localFallback: local };
    const { ticksPerUnit, ticksPerPermit } = rateInTicks(n, T);
    // A trial score is at most T beyond a score that is T + 1 µs ahead.
    exactProduct(2 * (T + 1), ticksPerUnit, 'The latest score in ticks');
    return { variant, n, T, ticksPerMicro: ticksPerUnit, ticksPerPermit: ticksPerPermit, localFallback: local };
  },

  maxCost: (params) => params.n,

  decide: (context, params) => (params.variant === 'lua' ? decideByScript : decideByIncrements)(context, params),

  valueFormat: () => (_key, value) => formatSeconds(Number(value.split(' ')[0])),
  unitsText: () => `Sent and stored as whole numbers: ${formatNumber(SECOND)} is one second.`,
  isSerialPerNode: () => false,
  localFallback: (params) => params.localFallback,
  supportsVirtualTime: () => true,
  code: ({ variant }) => (variant === 'lua' ? LUA_CODE : INCR_CODE),

  explain({ verdict, retryAfter, operands = [0, 0] }, { now }, { ticksPerMicro }) {
    const [ahead, span] = operands;
    const inSeconds = (ticks: number) => ticks / (ticksPerMicro * SECOND);
    const secondsText = (ticks: number) => formatLength(inSeconds(ticks));
    const clock = now / SECOND;
    const [trial, from, reach] = formatComparison(inSeconds(ahead) + clock, clock, ahead - span, inSeconds(span));
    const holds = verdict === ALLOW;
    return {
      sentence:
        `The request ${holds ? 'moves' : 'would move'} the score to ` +
        `${secondsText(ahead)} ahead of now, and the limit is ${secondsText(span)}.` +
        (retryAfter === null ? '' : ` There is room in ${formatSeconds(retryAfter)}.`),
      condition: 'trial ≤ now + T',
      evaluatedCondition: `${trial} ≤ ${from} + ${reach}`,
      holds: ahead <= span,
    };
  },
};
