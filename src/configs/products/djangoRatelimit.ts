/** django-ratelimit: counts in windows, each of which has its own begin for each key (django_ratelimit, core.py). */
import type { ConfigReader } from '../product.ts';
import { microsOf } from '../text/durations.ts';
import { callsIn } from '../text/source.ts';
import { brief } from '../values.ts';

export const djangoRatelimit: ConfigReader = {
  id: 'fixed-window',
  name: 'django-ratelimit',
  language: 'python',
  sign: /@ratelimit\(|\b(django_ratelimit|ratelimit\.decorators)\b/,
  understands: 'rates of ratelimit like 5/m',
  read(text, findings) {
    for (const { line, named, text: call } of callsIn(text, 'python', ['ratelimit', '@ratelimit'], findings)) {
      const rate = named.get('rate');
      const [, count, multiple, unit = ''] =
        rate?.kind === 'string' ? (/^(\d+)\/(\d*)([smhd]?)$/.exec(rate.value) ?? []) : [];
      const [key, method] = [named.get('key')?.text, named.get('method')?.text];
      const T = count === undefined ? null : microsOf(Number(multiple || 1), unit || 's');
      if (T === null)
        findings.problem(
          line,
          `rate is ${brief(rate?.text ?? 'missing')}: it is a number and s, m, h or d, like '5/m' or '100/10m'.`,
        );
      else
        findings.limit(line, brief(call), { n: Number(count), T, capacity: null }, {}, [
          'The windows of each key begin at an offset of its own; those of the lane all at multiples of T.',
          key !== undefined &&
            !/^['"](ip|user|user_or_ip)['"]$/.test(key) &&
            `It counts by ${brief(key)}; the lane counts for each client.`,
          method !== undefined && `It limits only requests of ${brief(method)}; the lane limits all.`,
          named.get('block')?.text === 'False' &&
            'block is False: it only marks what is over the limit; the lane refuses it.',
        ]);
    }
  },
};
