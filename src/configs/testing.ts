/** How tests write what is found in a config. */
import { SECOND } from '../sim/index.ts';
import { readConfig } from './readConfig.ts';

/** `product`, `line: n per T (capacity) for each` or `for all`, T in seconds, with the options, and `line! message`. */
export function foundIn(text: string): readonly string[] {
  const { product, limits, problems } = readConfig(text);
  return [
    product,
    ...limits.map(({ line, policy: { n, T, capacity }, options, key = 'each' }) => {
      const said = Object.entries(options).map(([id, value]) => ` ${id}=${value}`);
      const size = capacity === null ? '' : ` (${capacity})`;
      return `${line}: ${n} per ${T / SECOND}${size} for ${key}${said.join('')}`;
    }),
    ...problems.map(({ line, message }) => `${line}! ${message}`),
  ];
}
