/**
 * koa-ratelimit: in Redis a log (async-ratelimiter from 1.4 on), in memory a count in a window that the first request opens
 * (koajs/ratelimit, index.js and limiter/memory.js).
 */
import { MILLISECOND } from '../../sim/index.ts';
import type { ConfigReader } from '../product.ts';
import { HOUR } from '../text/durations.ts';
import { callsIn } from '../text/source.ts';
import { brief, numberIn, timeIn } from '../values.ts';
import { optionsOf, type Known } from './javascript.ts';

const OPTIONS: Known = {
  read: ['duration', 'max', 'driver', 'db'],
  others: /^(errorMessage|headers|disableHeader|status|throw|namespace)$/,
  notes: {
    id: 'id decides whose requests count together; the lane counts those of each client.',
    whitelist: 'whitelist lets some requests pass without counting them; the lane counts all.',
    blacklist: 'blacklist refuses some requests whatever their rate; the lane does not.',
  },
};
/** The name under which the package is imported. */
const IMPORTED = /\b(\w{1,99})\s{0,9}(?:=\s{0,9}require\(|from\s{0,9})['"]koa-ratelimit['"]/;

export const koaRatelimit: ConfigReader = {
  id: 'sliding-log',
  name: 'koa-ratelimit',
  language: 'javascript',
  sign: /\bkoa-ratelimit\b/,
  understands: 'calls with numbers, in an object in its place',
  read(text, findings) {
    const name = IMPORTED.exec(text)?.[1] ?? 'ratelimit';
    for (const call of callsIn(text, 'javascript', [name], findings)) {
      const options = optionsOf(call, OPTIONS, findings);
      if (options === null) continue;
      const { fields, notes } = options;
      const n = numberIn(fields.get('max'), 'max', call.line, findings, 2_500);
      const T = timeIn(fields.get('duration'), 'duration', call.line, MILLISECOND, findings, HOUR);
      const driver = fields.get('driver');
      const isInMemory = driver?.kind === 'string' && driver.value === 'memory';
      if (isInMemory && !fields.has('db'))
        findings.problem(call.line, 'Without a Map as db, each request gets a count of its own, which limits nothing.');
      else if (n !== null && T !== null)
        findings.limit(call.line, brief(call.text), { n, T, capacity: null }, {}, notes, {
          limiter: isInMemory ? 'quota-reset' : 'sliding-log',
        });
    }
  },
};
