/** One chart on paper: drawn once, at the width of a page, with its axis, by the functions that draw the page's own. */
import { useLayoutEffect, useRef } from 'react';
import type { YAxisModel } from '../charts/ChartLayers.tsx';
import type { ChartTheme } from '../charts/chartTheme.ts';
import { drawValueAxis } from '../charts/drawValueAxis.ts';
import { paint, type Draw } from '../charts/liveChart.ts';
import { plotIn, xOf, type Gutters, type TimeRange, type Viewport } from '../charts/viewport.ts';
import type { Tick } from '../format/ticks.ts';

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
  readonly axis?: (plotHeight: number) => YAxisModel;
  readonly draw: Draw;
}

export function PaperChart({ label, width, height, range, theme, axis, draw }: PaperChartProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const viewport = paperViewport(width, height, range);
    paint(canvas.current as HTMLCanvasElement, viewport, theme, (ctx) => {
      if (axis !== undefined) drawValueAxis(ctx, viewport, theme, axis(viewport.plot.height));
      draw(ctx, viewport, theme);
    });
  }, [width, height, range, theme, axis, draw]);
  return <canvas ref={canvas} role="img" aria-label={label} />;
}

function paperViewport(width: number, height: number, range: TimeRange): Viewport {
  const plot = plotIn(width, height, GUTTERS);
  return { width, height, plot, ...range, pixelRatio: PAPER_RATIO };
}

/** The time axis below a lane's charts: labels only, none beyond the page's edge. */
export function timeAxisDrawing(ticks: readonly Tick[]): Draw {
  return (ctx, viewport, theme) => {
    ctx.save();
    ctx.font = `12px ${theme.font}`;
    ctx.fillStyle = theme.ink2;
    ctx.textBaseline = 'middle';
    ctx.textAlign = 'center';
    for (const { at, label } of ticks) {
      const half = ctx.measureText(label).width / 2;
      ctx.fillText(label, Math.min(xOf(viewport, at), viewport.width - half), viewport.height / 2);
    }
    ctx.restore();
  };
}
