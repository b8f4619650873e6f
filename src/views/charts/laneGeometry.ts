/** How many pixels wide the plots of lanes and track are; the stylesheets have the same figures. */
import type { ChartLayout } from '../../sim/index.ts';
import {
  MEDIUM_GUTTERS,
  MEDIUM_STACKED_GUTTERS,
  NO_GUTTERS,
  PHONE_COLUMNS_GUTTERS,
  PHONE_GUTTERS,
  STACKED_GUTTERS,
  WIDE_GUTTERS,
  type Gutters,
} from './viewport.ts';
import type { LayoutWidth } from '../hooks/useLayout.ts';

const GUTTERS: Readonly<Record<ChartLayout, Readonly<Record<LayoutWidth, Gutters>>>> = {
  columns: { wide: WIDE_GUTTERS, medium: MEDIUM_GUTTERS, phone: PHONE_COLUMNS_GUTTERS },
  stacked: { wide: STACKED_GUTTERS, medium: MEDIUM_STACKED_GUTTERS, phone: PHONE_GUTTERS },
};
const PADDINGS = { wide: 16, medium: 16, phone: 12 } as const;
const GAPS = { wide: 16, medium: 12, phone: 8 } as const;
const HEADER_WIDTHS = { wide: 256, medium: 208, phone: 0 } as const;
/** Horizontal padding of a row on a phone, both sides together. */
const PHONE_ROW_PADDING = 24;

export function guttersOf(layout: ChartLayout, width: LayoutWidth): Gutters {
  return GUTTERS[layout][width];
}

/** The track's plot has the same left and right edges as those of stacked lanes. */
export function trackGuttersOf(layout: ChartLayout, width: LayoutWidth): Gutters {
  const { left, right } = guttersOf(layout, width);
  const inset = width === 'phone' ? PHONE_ROW_PADDING / 2 : 0;
  return { ...NO_GUTTERS, left: left + inset, right: right + inset };
}

export interface PlotWidths {
  /** Of a lane's chart. */
  readonly lane: number;
  readonly track: number;
}

/** @param countShown whether the window count takes a column of its own */
export function plotWidths(
  windowWidth: number,
  layout: ChartLayout,
  width: LayoutWidth,
  countShown: boolean,
): PlotWidths {
  const { left, right } = guttersOf(layout, width);
  const inner = windowWidth - 2 * PADDINGS[width];
  const gap = GAPS[width];
  const phone = width === 'phone';
  const beside = phone ? inner : inner - HEADER_WIDTHS[width] - gap;
  const columns = layout === 'stacked' ? 1 : phone || !countShown ? 2 : 3;
  const room = beside - (phone ? PHONE_ROW_PADDING : 0);
  const chart = (room - (columns - 1) * gap) / columns;
  return { lane: plot(chart - left - right), track: plot(room - left - right) };
}

function plot(width: number): number {
  return Math.max(50, Math.round(width));
}
