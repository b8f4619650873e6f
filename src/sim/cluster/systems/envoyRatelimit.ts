/**
 * Envoy's rate-limit service: INCRBY and EXPIRE in one pipeline. The first decides alone, so nothing can come in between;
 * which window is counted says the clock of the service's own machine, in the name of the key.
 *
 * Envoy waits 20 ms for the service, and lets a request pass that was not answered by then.
 */
import type { Limiter } from '../../limiters/limiter.ts';
import { divFloor } from '../../math.ts';
import { MILLISECOND, SECOND, type Duration } from '../../time.ts';
import { ALLOW } from '../../verdict.ts';
import { pipeline } from '../command.ts';
import type { Scheme } from '../scheme.ts';
import { explainFit, listFromReply, numberFromReply } from '../schemes/common.ts';
import { denial, embeddedSystem, infoOf, SYSTEM_SCHEME, unixMicros, type SystemParams } from './systemScheme.ts';

export type EnvoyServiceParams = SystemParams & {
  readonly n: number;
  /** The unit. */
  readonly T: Duration;
  readonly epoch: number;
};

export function envoyRatelimit(limiter: Limiter): Scheme<EnvoyServiceParams> {
  return {
    ...infoOf(limiter),
    ...SYSTEM_SCHEME,
    outage: { timeout: 20 * MILLISECOND, fallback: 'allow' },

    prepare(config) {
      const { n, T } = config.policy;
      return { embedded: embeddedSystem(limiter, config), n, T, epoch: config.epoch };
    },

    *decide({ key, cost, now }, { n, T, epoch }) {
      const unix = unixMicros(now, epoch);
      const start = divFloor(unix, T) * T;
      const counter = `${key}_${start / SECOND}`;
      const [reply] = listFromReply(yield pipeline(['INCRBY', counter, cost], ['EXPIRE', counter, T / SECOND]));
      const count = numberFromReply(reply);
      const fits = count <= n;
      return {
        verdict: fits ? ALLOW : denial(cost, n),
        level: count,
        retryAfter: fits || cost > n ? null : start + T - unix,
        operands: [count, n],
      };
    },

    // Counters are named after windows, whose time to live only tidies up.
    code: () => [
      'k = key_⌊now/unit⌋·unit, by this machine’s clock',
      'INCRBY k cost',
      '  and at once EXPIRE k unit',
      'if count ≤ requests_per_unit: allow',
      'else deny',
    ],

    explain: ({ operands = [0, 0] }, { cost }) => explainFit('count + cost ≤ n', 'INCRBY found', operands, cost),
  };
}
