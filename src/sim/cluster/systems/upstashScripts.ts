/**
 * What the three algorithms of @upstash/ratelimit do in Redis, after their rules: one script each, atomic. Times and
 * windows are in ms, and `now` is that of the process that asks.
 */
import { divFloor } from '../../math.ts';
import type { LuaScript } from '../command.ts';
import { fieldFromReply, numberFromReply } from '../schemes/common.ts';

/** KEYS: the window's counter. ARGV: window, cost. Replies with the count. */
export const fixedWindowScript: LuaScript = {
  name: 'fixedWindow',
  lua: `
local count = redis.call('INCRBY', KEYS[1], ARGV[2])
if count == tonumber(ARGV[2]) then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
end
return count
`,
  run(call, [key = ''], [window = '', cost = '']) {
    const count = call('INCRBY', key, cost);
    if (count === Number(cost)) call('PEXPIRE', key, window);
    return count;
  },
};

/**
 * KEYS: the counters of this window and of the one before. ARGV: tokens, now, window, cost. Replies with the weighed count
 * before the request, and whether it was counted.
 */
export const slidingWindowScript: LuaScript = {
  name: 'slidingWindow',
  lua: `
local tokens, now = tonumber(ARGV[1]), tonumber(ARGV[2])
local window, cost = tonumber(ARGV[3]), tonumber(ARGV[4])
local current = tonumber(redis.call('GET', KEYS[1]) or 0)
local previous = tonumber(redis.call('GET', KEYS[2]) or 0)
local weighed = math.floor((1 - (now % window) / window) * previous) + current
if weighed >= tokens then
  return { weighed, 0 }
end
if redis.call('INCRBY', KEYS[1], cost) == cost then
  redis.call('PEXPIRE', KEYS[1], window * 2 + 1000)
end
return { weighed, 1 }
`,
  run(call, [currentKey = '', previousKey = ''], args) {
    const [tokens = 0, now = 0, window = 1, cost = 0] = args.map(Number);
    const current = numberFromReply(call('GET', currentKey));
    const previous = numberFromReply(call('GET', previousKey));
    const elapsed = now - divFloor(now, window) * window;
    const weighed = Math.floor((1 - elapsed / window) * previous) + current;
    if (weighed >= tokens) return [weighed, 0];
    if (call('INCRBY', currentKey, cost) === cost) call('PEXPIRE', currentKey, window * 2 + 1000);
    return [weighed, 1];
  },
};

/**
 * KEYS: the bucket. ARGV: maxTokens, interval, refillRate, now, cost. Replies with whether the request is admitted, the
 * tokens before it, and when the next come.
 */
export const tokenBucketScript: LuaScript = {
  name: 'tokenBucket',
  lua: `
local capacity, interval, rate = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local now, cost = tonumber(ARGV[4]), tonumber(ARGV[5])
local fields = redis.call('HGETALL', KEYS[1])
local kept = {}
for i = 1, #fields, 2 do
  kept[fields[i]] = tonumber(fields[i + 1])
end
local at, tokens = kept.refilledAt or now, kept.tokens or capacity
local refills = math.max(0, math.floor((now - at) / interval))
tokens = math.min(capacity, tokens + refills * rate)
at = at + refills * interval
if tokens < cost then
  return { 0, tokens, at + interval }
end
local left = tokens - cost
redis.call('HSET', KEYS[1], 'refilledAt', string.format('%.0f', at), 'tokens', string.format('%.0f', left))
local ttl = math.ceil((capacity - left) / rate) * interval
redis.call('PEXPIRE', KEYS[1], string.format('%.0f', ttl))
return { 1, tokens, at + interval }
`,
  run(call, [key = ''], args) {
    const [capacity = 0, interval = 1, rate = 1, now = 0, cost = 0] = args.map(Number);
    const kept = call('HGETALL', key);
    const since = fieldFromReply(kept, 'refilledAt') ?? now;
    const refills = Math.max(0, divFloor(now - since, interval));
    const tokens = Math.min(capacity, (fieldFromReply(kept, 'tokens') ?? capacity) + refills * rate);
    const at = since + refills * interval;
    if (tokens < cost) return [0, tokens, at + interval];
    const left = tokens - cost;
    call('HSET', key, 'refilledAt', String(at), 'tokens', String(left));
    call('PEXPIRE', key, Math.ceil((capacity - left) / rate) * interval);
    return [1, tokens, at + interval];
  },
};
