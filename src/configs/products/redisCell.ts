/** redis-cell: the command CL.THROTTLE, as it is typed or as a client's call. */
import { SECOND } from '../../sim/index.ts';
import type { ConfigProduct } from '../product.ts';
import { secondsText } from '../text/durations.ts';
import { brief } from '../values.ts';

export const redisCell: ConfigProduct = {
  id: 'redis-cell',
  aliases: [],
  fileName: 'limit.redis',
  language: 'redis',
  sign: /\bCL\.THROTTLE\b/i,
  understands: 'commands CL.THROTTLE with numbers',
  timeGrid: { unit: SECOND },
  print: ({ policy: { n, T, capacity } }) => `CL.THROTTLE key ${capacity - 1} ${n} ${secondsText(T)} 1\n`,
  read(text, findings) {
    for (const [index, row] of text.split('\n').entries()) {
      const at = row.search(/\bCL\.THROTTLE\b/i);
      if (at === -1 || /^\s*(#|\/\/|--)/.test(row)) continue;
      const line = index + 1;
      const [, ...words] = wordsAfter(row.slice(at + 'CL.THROTTLE'.length));
      const numbers = words.slice(0, 4).map((word) => (word === '' ? Number.NaN : Number(word)));
      const [burst, n, seconds, quantity = 1] = numbers;
      if (burst === undefined || n === undefined || seconds === undefined || numbers.some(Number.isNaN)) {
        findings.problem(
          line,
          'CL.THROTTLE takes a key, max_burst, count, period and quantity; only numbers are understood.',
        );
        continue;
      }
      const note = quantity !== 1 && `It takes ${quantity} at once: give the requests that cost.`;
      findings.limit(line, brief(row.slice(at)), { n, T: seconds * SECOND, capacity: burst + 1 }, {}, [note]);
    }
  },
};

/** Of a client's call, with its comma. A key may be an expression: `KEYS[1]`, `'user:' .. id`. */
const ARGUMENT = /\s*,((?:"[^"]*"|'[^']*'|`[^`]*`|\([^()]*\)|\[[^[\]]*\]|[^,"'`()[\]])*)/y;
/** Those that are the client's, around a number: of a string, of a list, or of the call. */
const MARKS = /^["'`]|["'`)\];,]+$/g;

/** The key and the numbers: of a command, or of a client's call, which has the name in quotes. */
function wordsAfter(rest: string): readonly string[] {
  const words: string[] = [];
  if (/^["'`]/.test(rest)) {
    ARGUMENT.lastIndex = 1;
    for (let found = ARGUMENT.exec(rest); found !== null; found = ARGUMENT.exec(rest)) words.push(found[1] ?? '');
  } else words.push(...(rest.match(/"[^"]*"|\S+/g) ?? []));
  return words.map((word) => word.trim().replace(MARKS, ''));
}
