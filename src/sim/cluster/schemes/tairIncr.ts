/**
 * One counter per window, whose INCR also sets its expiry. Fu uses Tair for this.
 *
 * Tair increments and sets the time to live in one command. Redis has no such command, so here it is a script, which also
 * takes one message. Windows are aligned to the node's clock, so near every window edge nodes with skewed clocks count in
 * two different keys. Each window, as numbered by the nodes' clocks, still holds at most n.
 */
import type { Duration } from '../../time.ts';
import { formatNumber, formatSeconds } from '../../numberFormat.ts';
import { evaluate, type LuaScript } from '../command.ts';
import type { EmbeddedLimiter, Scheme } from '../scheme.ts';
import { explainAtMost, catalogueFallback, ttlMillis, numberFromReply } from './common.ts';
import { ALLOW, DENY } from '../../verdict.ts';
import { tairIncrInfo } from './info/tairIncr.ts';

/** A counter's time to live from its first count, in windows: Fu uses five seconds for windows of one second. */
const TTL_WINDOWS = 5;

const tairIncrScript: LuaScript = {
  name: 'tair-incr',
  // KEYS: the counter. ARGV: increment, time to live in ms. Replies with the count.
  lua: `
local count = redis.call('INCRBY', KEYS[1], ARGV[1])
if count == tonumber(ARGV[1]) then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return count
`,
  run(call, [key = ''], [by = '', ttl = '']) {
    const count = call('INCRBY', key, by);
    if (count === Number(by)) call('PEXPIRE', key, ttl);
    return count;
  },
};

export type TairIncrParams = {
  readonly n: number;
  readonly T: Duration;
  /** Time to live of a counter, milliseconds. */
  readonly ttl: number;
  readonly localFallback: (node: number) => EmbeddedLimiter | null;
};

const CODE = [
  'EVAL, atomically at the store:',
  '  v = INCRBY key:⌊now / T⌋ cost',
  '  if it is new: PEXPIRE key:⌊now / T⌋ 5·T',
  'if v ≤ n: allow',
  'else deny',
];

export const tairIncr: Scheme<TairIncrParams> = {
  ...tairIncrInfo,
  singleProcess: 'fixed-window',
  boundClock: 'nodes',

  prepare(config) {
    const { n, T } = config.policy;
    return { n, T, ttl: ttlMillis(TTL_WINDOWS * T), localFallback: catalogueFallback(config, 'fixed-window') };
  },

  maxCost: (params) => params.n,

  *decide({ key, cost, now }, { n, T, ttl }) {
    const window = Math.floor(now / T);
    const count = numberFromReply(yield evaluate(tairIncrScript, [`${key}:${window}`], [cost, ttl]));
    return count <= n
      ? { verdict: ALLOW, level: count, retryAfter: null, operands: [count, n] }
      : { verdict: DENY, level: count, retryAfter: (window + 1) * T - now, operands: [count, n] };
  },

  isSerialPerNode: () => false,
  localFallback: (params) => params.localFallback,
  supportsVirtualTime: () => true,
  code: () => CODE,

  explain({ operands = [0, 0] }, { now }, { T }) {
    const from = Math.floor(now / T) * T;
    const sentence =
      `The counter of the window from ${formatSeconds(from)} to ${formatSeconds(from + T)}, by this node’s clock, is ` +
      `${formatNumber(operands[0])}, and n is ${formatNumber(operands[1])}.`;
    return explainAtMost('v ≤ n', sentence, operands);
  },
};
