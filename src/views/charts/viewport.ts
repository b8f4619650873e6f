/** Where a chart's plot is and how instants map to pixels. Everything here is in CSS pixels of the chart's element. */
import type { Instant } from '../../sim/index.ts';

/** The visible range [from, to). */
export interface TimeRange {
  readonly from: Instant;
  readonly to: Instant;
}

/** The space around a plot: y axis on the left, readout above, foot below. */
export interface Gutters {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Plot {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Everything that drawing needs to know about its canvas. */
export interface Viewport extends TimeRange {
  readonly width: number;
  readonly height: number;
  readonly plot: Plot;
  /** Device pixels per CSS pixel, at most 2. */
  readonly pixelRatio: number;
}

export const WIDE_GUTTERS: Gutters = { left: 40, right: 8, top: 24, bottom: 10 };
export const MEDIUM_GUTTERS: Gutters = { left: 32, right: 8, top: 24, bottom: 10 };
/** On a phone the header holds the readout. */
export const PHONE_GUTTERS: Gutters = { left: 40, right: 8, top: 4, bottom: 10 };
/**
 * One above the other: little space between charts, and their names and readouts beside the plots, where they can cover
 * nothing. The traffic track has the same left and right gutters.
 */
export const STACKED_GUTTERS: Gutters = { left: 40, right: 128, top: 4, bottom: 6 };
export const MEDIUM_STACKED_GUTTERS: Gutters = { left: 32, right: 104, top: 4, bottom: 6 };
/** Two charts side by side. */
export const PHONE_COLUMNS_GUTTERS: Gutters = { left: 32, right: 4, top: 4, bottom: 10 };
export const NO_GUTTERS: Gutters = { left: 0, right: 0, top: 0, bottom: 0 };

export function plotIn(width: number, height: number, gutters: Gutters): Plot {
  return {
    x: gutters.left,
    y: gutters.top,
    width: Math.max(0, width - gutters.left - gutters.right),
    height: Math.max(0, height - gutters.top - gutters.bottom),
  };
}

export function xOf(viewport: Viewport, at: Instant): number {
  return viewport.plot.x + ((at - viewport.from) / (viewport.to - viewport.from)) * viewport.plot.width;
}

/** The instant at an x, to the microsecond; extrapolated beyond the plot. */
export function instantAt(viewport: Viewport, x: number): Instant {
  return Math.round(viewport.from + ((x - viewport.plot.x) / viewport.plot.width) * (viewport.to - viewport.from));
}

/** The nearest edge between two device pixels, where a line is sharp. */
export function snap(value: number, pixelRatio: number): number {
  return Math.round(value * pixelRatio) / pixelRatio;
}
