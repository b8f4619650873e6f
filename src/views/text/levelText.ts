/** A lane's level in words that say its direction: `4.6 tokens left`, `6 permits used`, `1.2 tokens owed`. */
import { formatSignificant, type LaneInfo, type LaneSnapshot } from '../../sim/index.ts';
import { formatNumber, pluralize } from '../format/numbers.ts';
import { formatInstant, formatInstantExact } from '../format/time.ts';

type Gauge = Pick<LaneInfo, 'unit' | 'wall' | 'second'>;

/** Units that name a thing and not what became of it; the others say it themselves: `seconds ahead`, `stored`. */
export const THINGS: ReadonlySet<string> = new Set(['permit', 'token', 'entry', 'drop']);

/** @param full all decimals, for a selected request; else three significant digits, and seconds to the microsecond */
export function amountText(
  level: number,
  [one, many]: LaneInfo['unit'],
  wall: LaneInfo['wall'],
  full: boolean,
): string {
  const amount = Math.abs(level);
  // A window of a millisecond is as long as the last digit of three.
  const exact = full || (amount < 0.01 && one.startsWith('second'));
  const figure = (exact ? formatExact : formatSignificant)(amount);
  const unit = figure === '1' ? one : many;
  if (figure === '0' || level > 0)
    return `${figure} ${unit}${THINGS.has(one) ? ` ${wall === 'floor' ? 'left' : 'used'}` : ''}`;
  if (THINGS.has(one)) return `${figure} ${unit} owed`;
  // A score behind the clock.
  return unit.endsWith(' ahead') ? `${figure} ${unit.replace(/ahead$/, 'behind')}` : `−${figure} ${unit}`;
}

/** What is small has six decimals: in three, 0.0008 s would be as long as 0.001 s, and 0.0004 tokens none. */
function formatExact(amount: number): string {
  return formatNumber(amount, amount < 0.01 ? 6 : 3);
}

/** `of at most 10 permits`; where a limiter counts on, `above the limit of 10 permits`. */
export function boundText(level: number, { full, unit }: Pick<LaneInfo, 'full' | 'unit'>): string {
  // By a rounding error above is not above.
  const isAbove = level > full && formatNumber(level) !== formatNumber(full);
  return `${isAbove ? 'above the limit of' : 'of at most'} ${pluralize(full, ...unit)}`;
}

/** `4.6 tokens left`; with the second quantity, if there is one, and with when a store held a value that may be stale. */
export function levelText(
  { unit, wall, second }: Gauge,
  snapshot: Pick<LaneSnapshot, 'level' | 'second' | 'storedAt'>,
  at: number,
  full = false,
): string {
  if (snapshot.level === null) return '–';
  const level = amountText(snapshot.level, unit, wall, full);
  if (snapshot.storedAt !== null && snapshot.storedAt < at)
    return `${level} at ${full ? formatInstantExact(snapshot.storedAt) : formatInstant(snapshot.storedAt)}`;
  if (second === null || snapshot.second === null) return level;
  // Of the same thing there are two amounts: the second has a name.
  if (second.unit[0] === unit[0])
    return `${level}, ${(full ? formatExact : formatSignificant)(snapshot.second)} in ${second.name}`;
  return `${level}, ${amountText(snapshot.second, second.unit, wall, full)}`;
}
