/** The lines of rate and burst as points that can be drawn. */
import type { Capacities } from '../../../tune/index.ts';
import { nextNiceCount } from '../../format/niceSteps.ts';

/** In the order of `FRONTIER_SHARES`. */
export const FRONTIER_LINES = [
  { id: 'most', label: '90 %', dash: '6 4' },
  { id: 'nearly', label: '99 %', dash: '2 3' },
  { id: 'almost', label: '99.9 %', dash: '8 3 2 3' },
  { id: 'all', label: 'all', dash: null },
] as const;

export type FrontierLine = (typeof FRONTIER_LINES)[number]['id'];

/** The rate, permits a second, and by line the least capacity. */
export type FrontierPoint = { readonly rate: number } & Readonly<Record<FrontierLine, number>>;

/** Round numbers of permits per T, from 1 to the first that no client's busiest T is above. */
export function frontierRates(busiest: number): readonly number[] {
  const rates = [1];
  for (let n = 1; n < busiest; ) rates.push((n = nextNiceCount(n, 1)));
  return rates.length > 1 ? rates : [1, 2];
}

export function frontierPoints(
  rates: readonly number[],
  seconds: number,
  capacities: Capacities,
): readonly FrontierPoint[] {
  return rates.map((n, index) => ({
    rate: n / seconds,
    ...(Object.fromEntries(FRONTIER_LINES.map(({ id }, line) => [id, capacities[line]?.[index] ?? 0])) as Record<
      FrontierLine,
      number
    >),
  }));
}
