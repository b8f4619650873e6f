/** Reads what is typed: as text of the product that is shown, or of the one that it turns out to be. */
import { hasSignOf, readConfig, type ReadConfig } from '../../configs/index.ts';
import type { Duration } from '../../sim/index.ts';
import { MAX_CONFIG_CHARACTERS } from '../../store/configEdits.ts';
import { formatCount } from '../format/numbers.ts';

let last: {
  readonly text: string;
  readonly product: string;
  readonly keepT: Duration | undefined;
  readonly read: ReadConfig;
} | null = null;

/** What was read last is at hand: it is asked for at each key, and again when its lane is shown. */
export function readTyped(text: string, product: string, keepT?: Duration): ReadConfig {
  if (last === null || last.text !== text || last.product !== product || last.keepT !== keepT)
    last = { text, product, keepT, read: readAnew(text, product, keepT) };
  return last.read;
}

function readAnew(text: string, product: string, keepT: Duration | undefined): ReadConfig {
  if (text.length > MAX_CONFIG_CHARACTERS) {
    const message = `At most ${formatCount(MAX_CONFIG_CHARACTERS)} characters are read. Paste only the part with the limits.`;
    return { product, limits: [], problems: [{ line: 1, message }] };
  }
  const own = readConfig(text, product, keepT);
  if (own.limits.length > 0 || text.trim() === '') return own;
  const recognised = readConfig(text);
  // What is wrong with it is said as the product would that it is plainly of, unless it is of the shown one, too.
  const isOthers = recognised.limits.length > 0 || (recognised.product !== '' && !hasSignOf(product, text));
  if (recognised.isUnread === true) return { ...recognised, product };
  return isOthers ? recognised : own;
}
