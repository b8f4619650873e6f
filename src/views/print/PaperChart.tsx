/** One chart on paper: drawn once, at the width of a page, with its axis, by the functions that draw the page's own. */
import { useLayoutEffect, useRef } from 'react';
import type { ChartTheme } from '../charts/chartTheme.ts';
import { paint, type Draw } from '../charts/liveChart.ts';
import { plotIn, type Gutters, type TimeRange, type Viewport } from '../charts/viewport.ts';

/** Between the margins of an A4 page, in CSS pixels; a Letter page is slightly wider, and the chart grows with it. */
export const PAPER_WIDTH = 680;
const GUTTERS: Gutters = { left: 44, right: 8, top: 6, bottom: 6 };
export const plotWidthOf = (width: number): number => width - GUTTERS.left - GUTTERS.right;
/** Canvas pixels per CSS pixel, of which a page has 96 an inch: about 300 dots. */
const PAPER_RATIO = 3;

export interface PaperChartProps {
  readonly label: string;
  readonly width: number;
  readonly height: number;
  readonly range: TimeRange;
  readonly theme: ChartTheme;
  /** Drawn in this order. */
  readonly layers: readonly Draw[];
}

export function PaperChart({ label, width, height, range, theme, layers }: PaperChartProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const viewport = paperViewport(width, height, range);
    paint(canvas.current as HTMLCanvasElement, viewport, theme, (ctx) => {
      for (const draw of layers) draw(ctx, viewport, theme);
    });
  }, [width, height, range, theme, layers]);
  return <canvas ref={canvas} role="img" aria-label={label} />;
}

function paperViewport(width: number, height: number, range: TimeRange): Viewport {
  const plot = plotIn(width, height, GUTTERS);
  return { width, height, plot, ...range, pixelRatio: PAPER_RATIO };
}
