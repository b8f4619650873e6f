/** redis_rate for Go: GCRA in a Redis script, with a limit that has a burst of its own (go-redis/redis_rate, rate.go and lua.go). */
import { SECOND } from '../../sim/index.ts';
import type { ConfigReader } from '../product.ts';
import { HOUR, MINUTE } from '../text/durations.ts';
import type { Value } from '../text/expressions.ts';
import { lookUp } from '../text/lookUp.ts';
import { callsIn } from '../text/source.ts';
import { brief, numberIn, timeIn } from '../values.ts';

const PER: Readonly<Record<string, number>> = { PerSecond: SECOND, PerMinute: MINUTE, PerHour: HOUR };
const ASKS = ['Allow', 'AllowN', 'AllowAtMost'];

export const redisRate: ConfigReader = {
  id: 'gcra',
  name: 'redis_rate',
  language: 'go',
  sign: /\bredis_rate\.(Per(Second|Minute|Hour)\(|Limit\s{0,9}\{)/,
  understands: 'PerSecond and the like, and Limit, with numbers',
  read(text, findings) {
    const calls = callsIn(text, 'go', [...Object.keys(PER), 'Limit', ...ASKS], findings);
    // `limiter.Allow(ctx, "all", redis_rate.PerSecond(10))`
    const ofAll = new Set<Value | undefined>(
      calls.flatMap(({ name, args }) => (ASKS.includes(name) && args[1]?.kind === 'string' ? [args[2]] : [])),
    );
    for (const call of calls) {
      const { name, line, args, named, text: said } = call;
      if (!said.startsWith('redis_rate.')) continue;
      const period = lookUp(PER, name);
      const n = numberIn(period === undefined ? named.get('Rate') : args[0], 'Rate', line, findings);
      const T = period ?? timeIn(named.get('Period'), 'Period', line, null, findings);
      if (period === undefined && !named.has('Burst')) {
        findings.problem(line, 'Burst is left out: it is 0, which lets nothing through.');
        continue;
      }
      const burst = period === undefined ? numberIn(named.get('Burst'), 'Burst', line, findings) : n;
      if (n !== null && T !== null && burst !== null)
        findings.limit(line, brief(said), { n, T, capacity: burst }, {}, [], { key: ofAll.has(call) ? 'all' : 'each' });
    }
  },
};
