/** What a small chart shows: its size, axes and series. */
import type { Tick } from '../format/ticks.ts';
import type { Gutters } from './viewport.ts';

export interface SmallChartPoint {
  readonly x: number;
  readonly y: number;
}

export interface SmallChartSeries {
  /** `steps`: each value until the next point; `columns`: the same, filled; `dots`: the points themselves. */
  readonly kind: 'line' | 'steps' | 'columns' | 'dots';
  readonly points: readonly SmallChartPoint[];
  readonly look?: 'dashed';
}

export interface SmallChartAxis {
  readonly domain: readonly [number, number];
  readonly ticks: readonly Tick[];
}

/** Size of the whole plot with its gutters, in pixels. */
export interface SmallChartSize extends Gutters {
  readonly width: number;
  readonly height: number;
}

export const plotWidthOf = ({ width, left, right }: SmallChartSize): number => width - left - right;
export const plotHeightOf = ({ height, top, bottom }: SmallChartSize): number => height - top - bottom;

/** What it shows on a plot of some size. */
export interface SmallChartModel {
  readonly x: SmallChartAxis & { readonly scale: 'linear' | 'log' };
  /** From 0. */
  readonly y: SmallChartAxis;
  /** From the bottom up. */
  readonly series: readonly SmallChartSeries[];
}

/** @param width of the plot, CSS pixels, as is its height: a picture's are greater than the page's */
export type SmallChartFor = (width: number, height: number) => SmallChartModel;
