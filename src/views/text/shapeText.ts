/** The shape of a lane's charts in a sentence each, for those who hear them: `Full from 10.95 to 20 s.` */
import {
  capitalized,
  SECOND,
  joinWithAnd,
  type Duration,
  type Instant,
  type LaneInfo,
  type LaneShape,
  type Spans,
} from '../../sim/index.ts';
import { formatCount, formatNumber, pluralize } from '../format/numbers.ts';
import { formatSeconds } from '../format/time.ts';
import { THINGS } from './levelText.ts';

/** Of more spans than this only the longest is named. */
const MAX_NAMED = 2;

/** When the limiter refused even one permit: `Full from 10.95 to 20 s.`, `Out of tokens 14 times, 3.2 s in all.` */
export function levelShapeText({ full }: LaneShape, { wall, unit }: Pick<LaneInfo, 'wall' | 'unit'>): string {
  if (full === null) return '';
  // One permit is what would have been refused, whatever the level counts: `% left`, `stored`.
  const what = wall === 'ceiling' ? 'full' : `out of ${THINGS.has(unit[0]) ? unit[1] : 'permits'}`;
  return full.count === 0 ? `Never ${what}.` : `${capitalized(what)} ${spansText(full)}.`;
}

/**
 * `At most 20, at 10.95 s; above the limit of 10 from 10.05 to 19.9 s.`
 * @param severalKeys whether the key that this is about has to be named
 */
export function windowCountShapeText(
  { key, most, over }: LaneShape,
  { n }: Pick<LaneInfo, 'n'>,
  severalKeys: boolean,
): string {
  const ofKey = severalKeys ? ` of key ${key}` : '';
  if (most.count === 0) return `No request${ofKey} was let in.`;
  const above = over.count === 0 ? 'never above' : 'above';
  const when = over.count === 0 ? '' : ` ${spansText(over)}`;
  return `At most ${formatCount(most.count)}${ofKey}, at ${secondsText(most.at)}; ${above} the limit of ${formatCount(n)}${when}.`;
}

/** `24 admitted and 8 denied.`, `9 admitted, of which 8 delayed, and 3 denied.` */
export function decisionsShapeText({ admitted, delayed, denied }: LaneShape): string {
  if (admitted + denied === 0) return 'No requests.';
  const waited = delayed === 0 ? '' : `, of which ${formatCount(delayed)} delayed,`;
  return `${formatCount(admitted)} admitted${waited} and ${formatCount(denied)} denied.`;
}

/** `from 10.95 to 20 s`, `from 1 to 2 s and from 4 to 5 s`, `14 times, 3.2 s in all, the longest from 4 to 5 s` */
function spansText({ count, total, longest }: Spans): string {
  const named = longest.map(([from, to]) => `from ${numberOfSeconds(from)} to ${secondsText(to)}`);
  if (count <= MAX_NAMED) return joinWithAnd(named);
  const lengths = longest.map(([from, to]) => to - from);
  const longestOne = named[lengths.indexOf(Math.max(...lengths))] ?? '';
  return `${pluralize(count, 'time')}, ${secondsText(total)} in all, the longest ${longestOne}`;
}

function numberOfSeconds(instant: Instant): string {
  return formatNumber(instant / SECOND, 6);
}

function secondsText(length: Duration): string {
  return formatSeconds(length / SECOND);
}
