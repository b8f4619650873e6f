/** The lines of rate and burst in words. */
import { formatCount } from '../../format/numbers.ts';
import { formatDuration } from '../../format/time.ts';
import { FRONTIER_LINES, type FrontierPoint } from './frontierPoints.ts';
import { rangeText } from './rangeText.ts';

/** The least capacities at the present rate. @param seconds T */
export function frontierText(points: readonly FrontierPoint[], n: number, seconds: number): string {
  const nearest = points.findLast(({ rate }) => rate <= (n / seconds) * 1.000_001);
  if (nearest === undefined) return 'The least capacity at each rate, by share of clients.';
  const parts = FRONTIER_LINES.map(
    ({ id, label }) => `${rangeText(nearest.bands[id])} for ${id === 'all' ? 'all' : `${label} of`} clients`,
  );
  return `At ${formatCount(Math.round(nearest.rate * seconds))} per ${formatDuration(seconds)} the least capacity is ${parts.join(', ')}.`;
}
