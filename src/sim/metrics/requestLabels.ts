/** Which requests are good and which are bad, where the traffic says so. */
import type { Arrivals } from '../arrivals.ts';

/** How an entry of the traffic labels its requests. */
export type Label = 'good' | 'bad';

/** By request: `UNLABELLED`, `GOOD` or `BAD`. */
export type RequestLabels = Uint8Array;
const UNLABELLED = 0;
export const GOOD = 1;
export const BAD = 2;

/**
 * The label of each request; null if no traffic has one. Of a log that counts some requests as bad, the others are good,
 * unless its entry says otherwise.
 * @param labels by entry of the traffic
 */
export function requestLabelsOf(
  { count, entry, bad }: Arrivals,
  labels: readonly (Label | undefined)[],
): RequestLabels | null {
  const codes = Uint8Array.from(labels, (label) => (label === undefined ? UNLABELLED : label === 'good' ? GOOD : BAD));
  if (bad !== undefined) {
    for (let i = 0; i < count; i++)
      if (bad[i] === 1 && codes[entry[i] as number] === UNLABELLED) codes[entry[i] as number] = GOOD;
  }
  if (codes.every((code) => code === UNLABELLED)) return null;
  const result = new Uint8Array(count);
  for (let i = 0; i < count; i++) result[i] = bad?.[i] === 1 ? BAD : (codes[entry[i] as number] as number);
  return result;
}
