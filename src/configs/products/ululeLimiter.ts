/** ulule/limiter for Go: a count for so long from the first request on (its stores), by a rate as text or as a struct (rate.go). */
import type { ConfigReader } from '../product.ts';
import { microsOf } from '../text/durations.ts';
import { pathOf } from '../text/expressions.ts';
import { callsIn } from '../text/source.ts';
import { brief, numberIn, timeIn } from '../values.ts';

export const ululeLimiter: ConfigReader = {
  id: 'quota-reset',
  name: 'ulule/limiter',
  language: 'go',
  sign: /\blimiter\.(NewRateFromFormatted\(|Rate\s{0,9}\{)/,
  understands: 'NewRateFromFormatted with a string, and Rate with numbers',
  read(text, findings) {
    for (const { name, on, line, args, named, text: call } of callsIn(
      text,
      'go',
      ['NewRateFromFormatted', 'Rate'],
      findings,
    )) {
      if (name === 'Rate') {
        if (on !== null && pathOf(on) !== 'limiter') continue;
        const n = numberIn(named.get('Limit'), 'Limit', line, findings);
        const T = timeIn(named.get('Period'), 'Period', line, null, findings);
        if (n !== null && T !== null) findings.limit(line, brief(call), { n, T, capacity: null });
        continue;
      }
      const [, count, unit = ''] = args[0]?.kind === 'string' ? (/^(\d+)-([SMHD])$/i.exec(args[0].value) ?? []) : [];
      const T = microsOf(1, unit.toLowerCase());
      if (T === null) findings.problem(line, `${brief(call)}: it is a number and S, M, H or D, like "5-S".`);
      else findings.limit(line, brief(call), { n: Number(count), T, capacity: null });
    }
  },
};
