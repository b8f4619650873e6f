/**
 * Rack::Attack on ActiveSupport's RedisCacheStore. The counter is opened by a write, because its increment sets no time to
 * live: GET, then SET where nothing was there, else INCRBY. Two processes that both find nothing both write 1, and one of
 * the two requests is never counted. The period is that of each process's own clock.
 *
 * A store that does not answer counts as an empty one: the request passes.
 */
import type { Limiter } from '../../limiters/limiter.ts';
import { divFloor } from '../../math.ts';
import { SECOND, type Duration } from '../../time.ts';
import { ALLOW, DENY } from '../../verdict.ts';
import { send } from '../command.ts';
import type { Scheme } from '../scheme.ts';
import { explainAtMost, numberFromReply } from '../schemes/common.ts';
import { formatNumber } from '../../numberFormat.ts';
import { embeddedSystem, infoOf, SYSTEM_SCHEME, unixMicros, type SystemParams } from './systemScheme.ts';

export type RackAttackParams = SystemParams & {
  readonly n: number;
  readonly T: Duration;
  readonly epoch: number;
};

export function rackAttack(limiter: Limiter): Scheme<RackAttackParams> {
  return {
    ...infoOf(limiter),
    ...SYSTEM_SCHEME,
    atomicVariant: () => ({ limiter: limiter.id }),
    // Of the store, for a read.
    outage: { timeout: SECOND, fallback: 'allow' },

    prepare(config) {
      const { n, T } = config.policy;
      return { embedded: embeddedSystem(limiter, config), n, T, epoch: config.epoch };
    },

    *decide({ key, now }, { n, T, epoch }) {
      const unix = unixMicros(now, epoch);
      const period = divFloor(unix, T);
      const rest = (period + 1) * T - unix;
      const counter = `rack::attack:${period}:${key}`;
      let count = 1;
      if ((yield send('GET', counter)) === null)
        // Whole seconds, and one more against errors of timing.
        yield send('SET', counter, 1, 'EX', Math.ceil(rest / SECOND) + 1);
      else count = numberFromReply(yield send('INCRBY', counter, 1));
      const fits = count <= n;
      return { verdict: fits ? ALLOW : DENY, level: count, retryAfter: fits ? null : rest, operands: [count, n] };
    },

    code: () => [
      'k = ⌊now/period⌋:key, by this process’s clock',
      'GET k',
      'if nil: SET k 1 EX rest, count = 1',
      'else count = INCRBY k 1',
      'if count ≤ limit: allow',
      'else deny',
    ],

    explain: ({ operands = [0, 0] }) =>
      explainAtMost(
        'count ≤ n',
        `With this request the period has counted ${formatNumber(operands[0])}, and the limit is ${formatNumber(operands[1])}.`,
        operands,
      ),
  };
}
