/** The figure of the peak window, `20 in 10 s`: where it covers nothing that is drawn, else not at all. */
import { formatShortNumber } from '../format/ticks.ts';
import { formatDuration, formatInstant } from '../format/time.ts';
import { PEAK_SIGNS, peakRemark, peakStanding } from '../text/peakText.ts';
import { visibleEdges, type PeakWindowWithLimit } from './drawDecisions.ts';
import type { ChartTheme } from './chartTheme.ts';
import type { Viewport } from './viewport.ts';
import type { DrawingContext } from './drawingContext.ts';

/** A narrower plot has no room for the long text, nor for any above it beside the readout. */
const NARROW_PLOT = 240;
/** In a lower one, marks reach up to the text. */
const LOW_PLOT = 96;
export const LABEL_HEIGHT = 15;
/** Between the text and the bracket's end. */
const INSET = 4;
const PADDING = 3;
/** Above the plot: what the readout keeps clear beside it, and the width of the density scale's text. */
const READOUT_GAP = 12;
const SCALE_WIDTH = 90;

/** What else is drawn. */
export interface Surroundings {
  /** The height of the disagreements on the upper edge. */
  readonly signsHeight: number;
  /** Whether the density scale has its text above the plot. */
  readonly scale: boolean;
  /** The longest name of a node that the readout may have; empty where a single process decides. */
  readonly node: string;
  /** The y of the topmost mark or bar between two x. */
  readonly topBetween: (left: number, right: number) => number;
}

const NOTHING: Surroundings = { signsHeight: 0, scale: false, node: '', topBetween: () => Infinity };

/**
 * Under the bracket, at its right end if that is free; else above the plot. Over the veil, so that it stays legible.
 * @returns where it is; null if there is none
 */
export function drawPeakLabel(
  ctx: DrawingContext,
  viewport: Viewport,
  theme: ChartTheme,
  worst: PeakWindowWithLimit,
  around: Surroundings = NOTHING,
): Place | null {
  const span = visibleEdges(viewport, worst);
  if (span === null) return null;
  const { plot } = viewport;
  ctx.save();
  ctx.font = `12px ${theme.font}`;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'right';
  const [long, short] = peakLabels(worst, plot.width < NARROW_PLOT);
  const hasRoom = plot.height >= LOW_PLOT && ctx.measureText(long).width + 2 * INSET <= span[1] - span[0];
  const readoutWidth = ctx.measureText(longestReadout(viewport, around.node)).width + READOUT_GAP;
  const important = worst.permits > worst.n;
  let [text, place]: [string, Place | null] = [short, null];
  for (text of hasRoom ? [long, short] : [short]) {
    place = placeFor(ctx.measureText(text).width, span, viewport, { important, readoutWidth, ...around });
    if (place !== null) break;
  }
  if (place !== null) {
    ctx.fillStyle = theme.surface;
    ctx.fillRect(place.left, place.top, place.right - place.left, LABEL_HEIGHT);
    ctx.fillStyle = theme.ink;
    ctx.fillText(text, place.right - PADDING, place.top + 8);
  }
  ctx.restore();
  return place;
}

/** The readout above the plot is of an instant in it. */
function longestReadout({ plot, from, to }: Viewport, node: string): string {
  return `● admitted${node === '' ? '' : ` by ${node}`} at ${formatInstant(to, (to - from) / plot.width)}`;
}

/** `△ 20 in 10 s, by design`, and the same without the remark; the sign stays. */
function peakLabels(worst: PeakWindowWithLimit, narrow: boolean): readonly [long: string, short: string] {
  const sign = PEAK_SIGNS[peakStanding(worst)];
  const span = narrow ? 'T' : formatDuration(worst.T / 1e6);
  const short = `${sign === '' ? '' : `${sign} `}${formatShortNumber(worst.permits)} in ${span}`;
  const remark = narrow ? '' : peakRemark(worst);
  return [remark === '' ? short : `${short}, ${remark}`, short];
}

export interface Place {
  readonly left: number;
  readonly right: number;
  readonly top: number;
}

interface PlaceConditions extends Surroundings {
  /** A window that holds more than n is worth a text that is longer than its bracket. */
  readonly important: boolean;
  /** What the readout takes above the plot. */
  readonly readoutWidth: number;
}

function placeFor(
  textWidth: number,
  [left, right]: readonly [number, number],
  { plot }: Viewport,
  { important, readoutWidth, signsHeight, scale, topBetween }: PlaceConditions,
): Place | null {
  const width = textWidth + 2 * PADDING;
  const fits = textWidth + 2 * INSET <= right - left;
  if (!fits && !important) return null;
  const edge = plot.x + plot.width;
  const inset = INSET - PADDING;
  const atRight = Math.min(edge, Math.max(right, left + textWidth + 2 * INSET)) - inset;
  const top = plot.y + Math.max(2, signsHeight);
  const ends = fits ? [atRight, left + inset + width, (left + right + width) / 2] : [atRight];
  const free = ends.find((end) => topBetween(end - width, end) >= top + LABEL_HEIGHT);
  if (free !== undefined) return { left: free - width, right: free, top };
  if (plot.y < LABEL_HEIGHT || plot.width < NARROW_PLOT) return null;
  const end = Math.min(atRight, edge - readoutWidth);
  if (end - width < plot.x + (scale ? SCALE_WIDTH : 0)) return null;
  return { left: end - width, right: end, top: plot.y - LABEL_HEIGHT - 1 };
}
