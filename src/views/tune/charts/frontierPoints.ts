/** The lines of rate and burst as points that can be drawn. */
import { MAX_PERMITS } from '../../../sim/index.ts';
import type { Capacities, Frontier } from '../../../tune/index.ts';
import { nextNiceCount } from '../../format/niceSteps.ts';
import { countAxisTop } from '../../format/ticks.ts';
import type { AxisScale } from '../../charts/axisScale.ts';

/** In the order of `FRONTIER_SHARES`. */
export const FRONTIER_LINES = [
  { id: 'most', label: '90 %', dash: '6 4' },
  { id: 'nearly', label: '99 %', dash: '2 3' },
  { id: 'almost', label: '99.9 %', dash: '8 3 2 3' },
  { id: 'all', label: 'all', dash: null },
] as const;

export type FrontierLine = (typeof FRONTIER_LINES)[number]['id'];

/** The rate, permits a second; by line the least capacity under the scenario's own reading, and its range over all. */
export type FrontierPoint = {
  readonly rate: number;
  readonly bands: Readonly<Record<FrontierLine, readonly [least: number, most: number]>>;
} & Readonly<Record<FrontierLine, number>>;

/** What is drawn, on the page and in a picture: the lines, and the lane's present setting. */
export interface ShownFrontier {
  readonly n: number;
  readonly capacity: number;
  /** T. */
  readonly seconds: number;
  readonly rates: readonly number[];
  readonly points: readonly FrontierPoint[];
  /** Bursts that refill in less, seconds, are not identifiable. */
  readonly leastTime: number;
  /** Whether the lane's limiter has a capacity; else there is no point of it to show. */
  readonly usesCapacity: boolean;
}

/** Round numbers of permits per T, from 1 to the first that no client's busiest T is above. */
export function frontierRates(busiest: number): readonly number[] {
  const rates = [1];
  for (let n = 1; n < busiest;) rates.push((n = nextNiceCount(n, 1)));
  return rates.length > 1 ? rates : [1, 2];
}

export function frontierPoints(
  rates: readonly number[],
  seconds: number,
  [own, ...others]: NonNullable<Frontier>,
): readonly FrontierPoint[] {
  return rates.map((n, index) => {
    const byLine = <T>(of: (line: number) => T): Record<FrontierLine, T> =>
      Object.fromEntries(FRONTIER_LINES.map(({ id }, line) => [id, of(line)])) as Record<FrontierLine, T>;
    const capacityOf = (capacities: Capacities, line: number): number => capacities[line]?.[index] ?? 0;
    const bands = byLine((line) => {
      const values = [own, ...others].map((capacities) => capacityOf(capacities, line));
      return [Math.min(...values), Math.max(...values)] as const;
    });
    return { rate: n / seconds, bands, ...byLine((line) => capacityOf(own, line)) };
  });
}

/** The axis of rates, permits a second, up to `n` at least. @param seconds T */
export function rateScale(rates: readonly number[], n: number, seconds: number): AxisScale {
  return { low: 1 / seconds, high: Math.max(2, rates.at(-1) ?? 2, n) / seconds, log: true };
}

/** The upper end of the axis of capacities: the lines' right halves and the present capacity are below it. */
export function capacityTop(points: readonly FrontierPoint[], capacity: number): number {
  const middle = points[points.length >> 1]?.bands.all[1] ?? 1;
  return countAxisTop(capacity, Math.min(middle, MAX_PERMITS));
}

/** A line that is drawn for one or more shares of clients, whose capacities are the same throughout. */
export interface DrawnLine {
  readonly id: FrontierLine;
  readonly dash: string | null;
  /** `90 %`, or `99–100 %` for several. */
  readonly label: string;
  /** Whether the readings of the log differ. */
  readonly hasBand: boolean;
}

/** The lines that differ: of few clients, 99 % are all. */
export function drawnLines(points: readonly FrontierPoint[]): readonly DrawnLine[] {
  const groups: (typeof FRONTIER_LINES)[number][][] = [];
  for (const line of FRONTIER_LINES) {
    const same = groups.find(
      ([first]) => first !== undefined && points.every((point) => isSame(point, first.id, line.id)),
    );
    if (same === undefined) groups.push([line]);
    else same.push(line);
  }
  return groups.map((group) => {
    const [first] = group as [(typeof FRONTIER_LINES)[number]];
    const last = group.at(-1) ?? first;
    return {
      id: first.id,
      dash: last.id === 'all' ? null : first.dash,
      label:
        group.length === 1 ? first.label : `${parseFloat(first.label)}–${last.id === 'all' ? '100 %' : last.label}`,
      hasBand: points.some(
        ({
          bands: {
            [first.id]: [least, most],
          },
        }) => least < most,
      ),
    };
  });
}

function isSame({ bands, ...point }: FrontierPoint, one: FrontierLine, other: FrontierLine): boolean {
  const [a, b] = [bands[one], bands[other]];
  return point[one] === point[other] && a[0] === b[0] && a[1] === b[1];
}

/** Where a line enters a plot that ends at `top`: the index of a point; -1 if it never does. */
export function entryOf(points: readonly FrontierPoint[], line: FrontierLine, top: number): number {
  return points.findIndex((point) => point[line] <= 0.92 * top);
}
