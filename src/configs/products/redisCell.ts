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
      if (at === -1 || /^\s*(#|\/\/)/.test(row)) continue;
      const line = index + 1;
      // Quotes, commas and brackets are the client's.
      const [, , ...words] = row
        .slice(at)
        .replace(/["'`,()[\];]/g, ' ')
        .trim()
        .split(/\s+/);
      const numbers = words.slice(0, 4).map(Number);
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
