/**
 * redis-cell in Redis: CL.THROTTLE is one command of a module, so nothing comes in between, and its time is that of the
 * server. Each node sends the same settings with every request.
 *
 * Here the command is a script with the same keys and arguments. The module keeps one whole number of nanoseconds since
 * 1970, which no double holds; the script keeps the microsecond, and the nanoseconds beyond it.
 */
import type { Limiter } from '../../limiters/limiter.ts';
import { formatNumber, formatSeconds } from '../../numberFormat.ts';
import { SECOND, type Duration } from '../../time.ts';
import { ALLOW, DENY } from '../../verdict.ts';
import { evaluate, type LuaScript } from '../command.ts';
import type { Scheme } from '../scheme.ts';
import { listFromReply, numberFromReply } from '../schemes/common.ts';
import { embeddedSystem, infoOf, SYSTEM_SCHEME, type SystemParams } from './systemScheme.ts';

export type RedisCellParams = SystemParams & {
  readonly n: number;
  readonly T: Duration;
  readonly capacity: number;
};

/** Nanoseconds in a millisecond, a microsecond, a second. */
const MILLI = 1e6;
const MICRO = 1e3;
const WHOLE = 1e9;

const throttle: LuaScript = {
  name: 'redis-cell',
  moduleCommand: 'CL.THROTTLE',
  // KEYS: the theoretical arrival time. ARGV: max_burst, count, period in s, quantity. Replies with whether the request is
  // limited, and by how much the time is ahead of now, in ns, after it.
  lua: `
local burst, count = tonumber(ARGV[1]), tonumber(ARGV[2])
local period, quantity = tonumber(ARGV[3]), tonumber(ARGV[4])
local interval = math.floor(period * 1e9 / count)
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1e6 + tonumber(time[2])
local ahead = 0
local kept = redis.call('GET', KEYS[1])
if kept then
  local micros, nanos = string.match(kept, '^(%d+) (%d+)$')
  ahead = math.max(0, (tonumber(micros) - now) * 1e3 + tonumber(nanos))
end
local new = ahead + quantity * interval
if new > (burst + 1) * interval then
  return { 1, ahead }
end
local micros = math.floor(new / 1e3)
redis.call('SET', KEYS[1], string.format('%.0f %.0f', now + micros, new - micros * 1e3), 'PX', math.ceil(new / 1e6))
return { 0, new }
`,
  run(call, [key = ''], args) {
    const [burst = 0, count = 1, period = 0, quantity = 0] = args.map(Number);
    const interval = Math.floor((period * WHOLE) / count);
    const [seconds = 0, rest = 0] = listFromReply(call('TIME')).map(numberFromReply);
    const now = seconds * SECOND + rest;
    const kept = call('GET', key);
    const [keptMicros = 0, keptNanos = 0] = kept === null ? [now] : String(kept).split(' ').map(Number);
    const ahead = Math.max(0, (keptMicros - now) * MICRO + keptNanos);
    const moved = ahead + quantity * interval;
    if (moved > (burst + 1) * interval) return [1, ahead];
    const micros = Math.floor(moved / MICRO);
    call('SET', key, `${now + micros} ${moved - micros * MICRO}`, 'PX', Math.ceil(moved / MILLI));
    return [0, moved];
  },
};

export function redisCell(limiter: Limiter): Scheme<RedisCellParams> {
  const intervalOf = ({ n, T }: RedisCellParams) => Math.floor((T * MICRO) / n);
  return {
    ...infoOf(limiter),
    ...SYSTEM_SCHEME,

    prepare(config) {
      const { n, T, capacity } = config.policy;
      return { embedded: embeddedSystem(limiter, config), n, T, capacity };
    },

    *decide({ key, cost }, params) {
      const { n, T, capacity } = params;
      const interval = intervalOf(params);
      const reply = listFromReply(yield evaluate(throttle, [key], [capacity - 1, n, T / SECOND, cost]));
      const [limited = 0, ahead = 0] = reply.map(numberFromReply);
      const moved = limited === 1 ? ahead + cost * interval : ahead;
      const room = capacity * interval;
      return {
        verdict: limited === 1 ? DENY : ALLOW,
        level: ahead / WHOLE,
        retryAfter: limited === 1 ? Math.ceil((moved - room) / MICRO) : null,
        operands: [moved, room],
      };
    },

    // The time is the server's.
    supportsVirtualTime: () => false,

    code: () => [
      'CL.THROTTLE key max_burst count period cost, at the store:',
      '  new = max(now, tat) + cost · ⌊period/count⌋',
      '  fits = new − now ≤ (max_burst + 1) · ⌊period/count⌋',
      '  tat = fits ? new : tat',
      'if fits: allow',
      'else deny',
    ],

    explain({ operands = [0, 0], retryAfter }) {
      const [moved, room] = operands;
      const holds = moved <= room;
      const [left, right] = [formatNumber(moved / WHOLE, 9), formatNumber(room / WHOLE, 9)];
      return {
        sentence:
          `The request ${holds ? 'moves' : 'would move'} the theoretical arrival time to ${left} s ahead of the ` +
          `server’s clock; ${right} s is the limit.` +
          (retryAfter === null ? '' : ` There is room for it in ${formatSeconds(retryAfter)}.`),
        condition: 'new − now ≤ (max_burst + 1) · ⌊period/count⌋',
        evaluatedCondition: `${left} ≤ ${right}`,
        holds,
      };
    },
  };
}
