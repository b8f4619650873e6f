/** How many requests a run has, in words. */
import type { Result } from '../../store/state.ts';
import { counted } from '../format/numbers.ts';
import { shortCount } from '../lanes/workText.ts';

/** `32 requests`; `30 to 75 requests` where lanes get different ones, `11k requests` where
 * that is the same to two digits; a dash while nobody knows. */
export function requestsText(result: Pick<Result, 'requests' | 'frames'> | null): string {
  if (result === null) return '–';
  const counts = result.frames.map(({ summary }) => summary.requests);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  if (counts.length === 0 || least === most) return counted(counts[0] ?? result.requests, 'request');
  const [from, to] = [shortCount(least), shortCount(most)];
  return from === to ? `${from} requests` : `${from} to ${to} requests`;
}
