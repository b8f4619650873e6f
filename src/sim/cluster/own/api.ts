/** What a user's scheme and Redis script find, for the editor and its help. */
import type { ScriptApiEntry } from '../../traffic/scriptApi.ts';

export const ownSchemeApi: readonly ScriptApiEntry[] = [
  {
    name: 'decide',
    signature: 'export function* decide({ key, cost, now, node, request, policy: { n, T, capacity }, local }) { … }',
    help: 'Decides one request: yields commands, gets their replies, and returns true, false, a wait in seconds, or { allowed, wait, retryAfter, level }.',
  },
  { name: 'now', signature: 'now', help: 'When the request comes, in seconds, by the clock of its node.' },
  { name: 'node', signature: 'node', help: 'The number of the node, from 0.' },
  { name: 'request', signature: 'request', help: 'A number that no other request has.' },
  {
    name: 'local',
    signature: 'local',
    help: 'An object that the node keeps until it dies: plain data, shared by all its requests. Keep everything that changes in it.',
  },
  {
    name: 'incr',
    signature: 'yield incr(key)',
    help: 'A command, whose reply is the value: get, set, setex, psetex, setnx, mget, del, incr, incrby, decr, decrby, exists, expire, pexpire, ttl, pttl, llen, rpush, rpushx, hget, hmget, hgetall, hset, hmset, hincrby, hdel, zadd, zcard, zcount, zscore, zrange, zrangebyscore, zrem, zremrangebyscore, watch or unwatch.',
  },
  { name: 'multi', signature: 'yield multi(incr(key), …)', help: 'MULTI … EXEC. The reply is a list, or null if a watched key has changed.' },
  { name: 'pipeline', signature: 'yield pipeline(incr(key), …)', help: 'Several commands in one message. The reply is a list.' },
  { name: 'sleep', signature: 'yield sleep(seconds)', help: 'Waits, while other requests go on.' },
  { name: 'StoreError', signature: 'StoreError', help: 'What an error reply throws at the yield. Not caught, it ends the lane.' },
  {
    name: 'NoReplyError',
    signature: 'NoReplyError',
    help: 'What a store that does not answer in time throws at the yield. Not caught, the fallback decides.',
  },
]; // prettier-ignore

export const ownLuaApi: readonly ScriptApiEntry[] = [
  { name: 'KEYS', signature: 'KEYS[1]', help: 'The request’s key. KEYS[2] to KEYS[8], where the script names them, are key:2 to key:8.' },
  {
    name: 'ARGV',
    signature: 'ARGV[1] … ARGV[6]',
    help: 'n, T in seconds, the capacity, the cost, the time in seconds by the clock of the node, and a number that no other request has: all as text. For another order, begin with local ARGV = { ARGV[1], 1000 * ARGV[2], … }.',
  },
  {
    name: 'redis.call',
    signature: "redis.call('INCR', KEYS[1])",
    help: 'Runs a command of the simulated store, or TIME. Its errors end the script; redis.pcall returns them as { err = … }.',
  },
  {
    name: 'return',
    signature: 'return { allowed, retry after in ms, permits used }',
    help: 'Or just 1 or 0. A retry-after time of −1 is none. Redis cuts fractions off numbers: return tostring(used) to keep them.',
  },
]; // prettier-ignore
