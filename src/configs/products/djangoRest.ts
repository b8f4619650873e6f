/**
 * Throttles of Django REST framework: the instants of the requests that were admitted within so long, in the cache
 * (rest_framework/throttling.py). All throttles of a view are asked, also after one has refused.
 */
import type { Findings } from '../findings.ts';
import type { ConfigReader } from '../product.ts';
import { microsOf } from '../text/durations.ts';
import type { Value } from '../text/expressions.ts';
import { recordsIn } from '../text/records.ts';
import { brief, stringIn } from '../values.ts';

const TABLES = ['DEFAULT_THROTTLE_RATES', 'THROTTLE_RATES'];

/** `REST_FRAMEWORK['DEFAULT_THROTTLE_RATES'] = {`, which then stands as it does within a dictionary, and at its place. */
const SUBSCRIPT = /\[(["'](?:DEFAULT_)?THROTTLE_RATES["'])\](?=\s{0,9}=[^=])/g;
/** `REST_FRAMEWORK['DEFAULT_THROTTLE_RATES']['anon'] = '20/min'`, outside of a comment. */
const SCOPE = /^[^#]{0,99}THROTTLE_RATES["']\]\[["']([\w-]{1,60})["']\]\s{0,9}=\s{0,9}["']([^"']{1,60})["']/;

export const djangoRest: ConfigReader = {
  id: 'sliding-log',
  name: 'Django REST framework',
  language: 'python',
  sign: /\b(DEFAULT_)?THROTTLE_RATES\b|(Anon|User|Scoped|Simple)RateThrottle\b/,
  understands: 'DEFAULT_THROTTLE_RATES, and rate of a class, with rates like 100/day',
  read(source, findings) {
    const text = source.replace(SUBSCRIPT, ' $1 ');
    for (const [index, row] of source.split('\n').entries()) {
      const [, scope = '', value] = SCOPE.exec(row) ?? [];
      if (value === undefined) continue;
      const set: Value = { kind: 'string', line: index + 1, text: `'${value}'`, value, to: 0 };
      add(set, `of ${scope}`, scope === 'anon', findings);
    }
    for (const { fields, from } of recordsIn(text, 'python', [...TABLES, 'rate'])) {
      const rate = fields.get('rate');
      const [, name, base] = classBefore(text, from);
      if (rate !== undefined && base?.includes('Throttle') === true)
        add(rate, `of ${name}`, base.includes('Anon'), findings);
      for (const table of TABLES) {
        const rates = fields.get(table);
        if (rates?.kind === 'object')
          for (const [scope, value] of rates.fields) add(value, `of ${brief(scope)}`, scope === 'anon', findings);
        else if (rates !== undefined)
          findings.problem(
            rates.line,
            `${table} is ${brief(rates.text)}: only a dictionary in its place is understood.`,
          );
      }
    }
  },
};

/** The head of the class that something stands in, with its name and what it inherits. */
function classBefore(text: string, at: number): readonly string[] {
  const start = `\n${text.slice(0, at)}`.lastIndexOf('\nclass ');
  const body = start === -1 ? '' : text.slice(start, at);
  return /\n\w/.test(body) ? [] : (/^class\s{1,9}(\w+)\s{0,9}\(([^)]*)\)/.exec(body) ?? []);
}

function add(value: Value, place: string, isOfGuests: boolean, findings: Findings): void {
  const { line, text } = value;
  if (text === 'None') {
    findings.problem(line, `The rate ${place} is None: it limits nothing.`);
    return;
  }
  // Of the unit only the first letter counts.
  const rate = stringIn(value, `The rate ${place}`, findings);
  const [, count, unit = ''] = /^(\d+)\/([smhd])\w*$/.exec(rate ?? '') ?? [];
  const T = microsOf(1, unit);
  if (T === null)
    findings.problem(line, `The rate ${place} is ${brief(text)}: it is a number and s, m, h or d, like '100/day'.`);
  else
    findings.limit(line, `${brief(rate ?? text)}, ${place}`, { n: Number(count), T, capacity: null }, {}, [
      isOfGuests && 'It is the limit of clients who are not logged in; the lane limits all.',
    ]);
}
