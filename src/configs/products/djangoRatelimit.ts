/** django-ratelimit: counts in windows, each of which has its own begin for each key (django_ratelimit, core.py). */
import { SECOND } from '../../sim/index.ts';
import type { ConfigReader } from '../product.ts';
import { microsOf } from '../text/durations.ts';
import { callsIn } from '../text/source.ts';
import { brief, stringIn } from '../values.ts';
import { countsBy, limitsOnly } from '../commonNotes.ts';

const NAMES = ['ratelimit', '@ratelimit'];

export const djangoRatelimit: ConfigReader = {
  id: 'fixed-window',
  name: 'django-ratelimit',
  language: 'python',
  sign: /@ratelimit\(|\b(django_ratelimit|ratelimit\.decorators)\b/,
  understands: 'rates of ratelimit like 5/m',
  read(text, findings) {
    const isOld = /\bratelimit\.decorators\b/.test(text) && !/\bdjango_ratelimit\b/.test(text);
    for (const { line, named, text: call } of callsIn(text, 'python', NAMES, findings)) {
      const rate = named.get('rate');
      if (rate === undefined) {
        findings.problem(line, `${brief(call)} has no rate: another function of that name is not read.`);
        continue;
      }
      if (rate.text === 'None') {
        findings.problem(line, 'rate is None: it limits nothing.');
        continue;
      }
      // Of the unit only the first letter counts.
      const [, count, multiple, unit = ''] =
        /^(\d+)\/(\d*)(?:([smhd])\w*)?$/.exec(stringIn(rate, 'rate', findings) ?? '') ?? [];
      const [key, method, block] = ['key', 'method', 'block'].map((setting) => named.get(setting)?.text);
      const T = count === undefined ? null : microsOf(Number(multiple || 1), unit || 's');
      if (T === null)
        findings.problem(
          line,
          `rate is ${brief(rate.text)}: it is a number and s, m, h or d, like '5/m' or '100/10m'.`,
        );
      else
        findings.limit(line, brief(call), { n: Number(count), T, capacity: null }, {}, [
          T > SECOND &&
            'The windows of each key begin at an offset of its own; those of the lane all at multiples of T.',
          key !== undefined && !/^['"](ip|user|user_or_ip)['"]$/.test(key) && countsBy(key),
          method !== undefined && limitsOnly(`requests of ${brief(method)}`),
          (block ?? (isOld ? 'False' : '')) === 'False' &&
            'block is False, as by default before version 4: it only marks what is over the limit; the lane refuses it.',
        ]);
    }
  },
};
