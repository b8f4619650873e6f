/**
 * Rails’ `rate_limit`, of controllers from 7.2 on: a count that the cache keeps for so long from the first request on
 * (actionpack, rate_limiting.rb). Refused requests count, too, which makes no difference; a filter that refuses ends the request.
 */
import { SECOND } from '../../sim/index.ts';
import type { ConfigReader } from '../product.ts';
import { callsIn } from '../text/source.ts';
import { brief, checkNames, numberIn, timeIn } from '../values.ts';
import { countsBy, limitsOnly } from '../commonNotes.ts';

const CONDITIONS = ['only', 'except', 'if', 'unless'];
/** What the key of a count is made of, besides the controller. */
const SAME = ['name', 'scope', 'by'];

/** `-> { request.remote_ip }`, which is what it counts by where nothing is said */
const CLIENT = /^->\s*\{\s*request\.(remote_)?ip\s*\}$/;

export const rails: ConfigReader = {
  id: 'quota-reset',
  name: 'Rails’ rate_limit',
  language: 'ruby',
  sign: /^[^#\n]{0,99}(?<!\bdef )\brate_limit[ (]\s{0,9}(to|within|by|with|store|name|only|except):/m,
  understands: 'rate_limit with numbers, in Ruby code',
  charge: 'in-order',
  read(text, findings) {
    const calls = callsIn(text, 'ruby', ['rate_limit'], findings).filter(
      ({ named, ...call }) => named.size > 0 && !/\bdef $/.test(text.slice(0, call.to - call.text.length).slice(-4)),
    );
    // Each by the class that begins last before it.
    const classes = [...text.matchAll(/^[ \t]*class\s/gm)].map(({ index }) => index);
    const places = calls.map((call) => classes.findLast((at) => at < call.to) ?? -1);
    for (const [index, { line, named, text: said }] of calls.entries()) {
      checkNames(
        named,
        'rate_limit',
        ['to', 'within', 'by'],
        /^(with|store|name|scope|only|except|if|unless|prepend)$/,
        findings,
      );
      const n = numberIn(named.get('to'), 'to', line, findings);
      const T = timeIn(named.get('within'), 'within', line, SECOND, findings);
      const by = named.get('by')?.text;
      const isOfAll = by !== undefined && /^->\s*\{\s*["'][^"'#]*["']\s*\}$/.test(by);
      const conditions = CONDITIONS.filter((name) => named.has(name));
      const isUnnamed = calls.some(
        (other, place) =>
          place !== index &&
          places[place] === places[index] &&
          SAME.every((name) => other.named.get(name)?.text === named.get(name)?.text),
      );
      if (n === null || T === null) continue;
      findings.limit(
        line,
        brief(said),
        { n, T, capacity: null },
        {},
        [
          ...conditions.map((one) => limitsOnly(`requests with ${one}: ${brief(named.get(one)?.text ?? '')}`)),
          by !== undefined && !isOfAll && !CLIENT.test(by) && countsBy(by),
          isUnnamed &&
            'Limits of a controller that have no name of their own share a count; in the lanes each has its own.',
        ],
        {
          key: isOfAll ? 'all' : 'each',
          group: conditions.length === 0 ? `${places[index]}` : '',
        },
      );
    }
  },
};
