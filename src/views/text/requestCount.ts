/** How many requests a run has, in words. */
import type { Result } from '../../store/state.ts';
import { pluralize } from '../format/numbers.ts';
import { formatCountShort } from '../format/short.ts';

/** `32 requests`; `30 to 75 requests` where lanes get different ones, `11k requests` where
 * that is the same to two digits; a dash while unknown. */
export function requestCountText(result: Pick<Result, 'openLoopRequests' | 'laneInfos'> | null): string {
  if (result === null) return '–';
  const counts = result.laneInfos.flatMap((laneInfo) => laneInfo?.summary.requests ?? []);
  const [minCount, maxCount] = [Math.min(...counts), Math.max(...counts)];
  if (counts.length === 0 || minCount === maxCount) return pluralize(counts[0] ?? result.openLoopRequests, 'request');
  const [from, to] = [formatCountShort(minCount), formatCountShort(maxCount)];
  return from === to ? `${from} requests` : `${from} to ${to} requests`;
}

/** `32 requests in all`; a dash while unknown. */
export function totalRequestsText(result: Parameters<typeof requestCountText>[0]): string {
  return result === null ? '–' : `${requestCountText(result)} in all`;
}
