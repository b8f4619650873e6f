/** Redis scripts to begin with: ours, with the arguments that a user's script gets. Tests hold each against its twin. */
import type { StoreTemplate } from './schemeTemplates.ts';

export const luaTemplates: readonly [StoreTemplate, ...StoreTemplate[]] = [
  {
    title: 'Counter that expires',
    twin: { limiter: 'redis-incr', options: { variant: 'lua' } },
    code: `-- A key counts the permits of a window, and expires at its end.
-- KEYS[1]: the key. ARGV: n, T in seconds, capacity, cost, now in seconds, a number unique to the request.
local n, T, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[4])
if cost > n then
  return 0
end
local count = redis.call('INCRBY', KEYS[1], cost)
if count == cost then
  redis.call('PEXPIRE', KEYS[1], 1000 * T)
end
if count <= n then
  return { 1, -1, count }
end
return { 0, redis.call('PTTL', KEYS[1]), count }
`,
  },
  {
    title: 'Token bucket',
    twin: { limiter: 'redis-token-bucket', options: { concurrency: 'lua' } },
    code: `-- A bucket that fills at n/T, in a hash.
-- KEYS[1]: the key. ARGV: n, T in seconds, capacity, cost, now in seconds, a number of the request.
-- One token is T in microseconds, and a microsecond brings n of these parts: all numbers are whole.
local n, cost = tonumber(ARGV[1]), tonumber(ARGV[4])
local token = math.floor(tonumber(ARGV[2]) * 1e6 + 0.5)
local now = math.floor(tonumber(ARGV[5]) * 1e6 + 0.5)
local full = tonumber(ARGV[3]) * token
local fills = math.ceil(full / n)
if cost * token > full then
  return 0
end
local fields = redis.call('HGETALL', KEYS[1])
local kept = {}
for i = 1, #fields, 2 do
  kept[fields[i]] = tonumber(fields[i + 1])
end
local last = math.max(now, kept.time or now)
local tokens = full
if kept.time and last - kept.time < fills then
  tokens = math.min(full, kept.tokens + (last - kept.time) * n)
end
local allowed = tokens >= cost * token
local missing = math.ceil((cost * token - tokens) / n)
if allowed then
  tokens = tokens - cost * token
end
redis.call('HSET', KEYS[1], 'tokens', string.format('%.0f', tokens), 'time', string.format('%.0f', last))
redis.call('PEXPIRE', KEYS[1], math.max(1000, math.ceil(2 * fills / 1000)))
local used = tostring((full - tokens) / token)
if allowed then
  return { 1, -1, used }
end
return { 0, math.ceil((last - now + missing) / 1000), used }
`,
  },
  {
    title: 'Sliding log in a sorted set',
    twin: { limiter: 'redis-sliding-log', options: { variant: 'lua' } },
    code: `-- One entry a permit, and only of those that are admitted.
-- KEYS[1]: the key. ARGV: n, T in seconds, capacity, cost, now in seconds, a number of the request.
local n, cost = tonumber(ARGV[1]), tonumber(ARGV[4])
local T = math.floor(tonumber(ARGV[2]) * 1e6 + 0.5)
local now = math.floor(tonumber(ARGV[5]) * 1e6 + 0.5)
if cost > n then
  return 0
end
local text = function(number) return string.format('%.0f', number) end
redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, text(now - 2 * T))
local size = redis.call('ZCOUNT', KEYS[1], '(' .. text(now - T), '+inf')
if size + cost <= n then
  for i = 1, cost do
    redis.call('ZADD', KEYS[1], text(now), ARGV[6] .. ':' .. i)
  end
  redis.call('PEXPIRE', KEYS[1], math.ceil(2 * T / 1000))
  return { 1, -1, size + cost }
end
local left = redis.call('ZCARD', KEYS[1]) - size
local rank = left + size + cost - n - 1
local entry = redis.call('ZRANGE', KEYS[1], rank, rank, 'WITHSCORES')
return { 0, math.ceil((tonumber(entry[2]) + T - now) / 1000), size }
`,
  },
  {
    title: 'Sub-windows in a hash',
    twin: { limiter: 'redis-sub-window', options: { variant: 'lua', slices: 6 } },
    code: `-- Each field of a hash counts the permits of one of the six slices of T.
-- KEYS[1]: the key. ARGV: n, T in seconds, capacity, cost, now in seconds, a number of the request.
local slices = 6
local n, cost = tonumber(ARGV[1]), tonumber(ARGV[4])
local T = math.floor(tonumber(ARGV[2]) * 1e6 + 0.5)
local now = math.floor(tonumber(ARGV[5]) * 1e6 + 0.5)
if cost > n then
  return 0
end
local slice = math.floor(now * slices / T)
local fields = redis.call('HGETALL', KEYS[1])
local counts, found, sum = {}, {}, 0
for i = 1, #fields, 2 do
  local old = tonumber(fields[i])
  if old > slice - slices then
    counts[old] = tonumber(fields[i + 1])
    found[#found + 1] = old
    sum = sum + counts[old]
  elseif old <= slice - 2 * slices then
    redis.call('HDEL', KEYS[1], fields[i])
  end
end
if sum + cost <= n then
  redis.call('HINCRBY', KEYS[1], slice, cost)
  redis.call('PEXPIRE', KEYS[1], math.ceil(2 * T / 1000))
  return { 1, -1, sum + cost }
end
-- Enough is free again when the oldest slices that hold it have gone.
table.sort(found)
local last, gone = 0, 0
while gone < sum + cost - n do
  last = last + 1
  gone = gone + counts[found[last]]
end
return { 0, math.ceil(((found[last] + slices) * T / slices - now) / 1000), sum }
`,
  },
];
