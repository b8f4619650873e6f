/** How translucent the grid is. */
import type { ChartTheme } from './chartTheme.ts';

/** The system's own grey is nearly as dark as its text, and a grid is not to be taken for a playhead. */
const MOST = 0.25;

let gridAlpha: { readonly theme: ChartTheme; readonly alpha: number } | null = null;

/**
 * The opacity of ink over --surface that looks like --grid. Vertical grid lines are above the veil, and so above the
 * data: as translucent ink they keep a curve as dark as it is.
 */
export function gridOpacity(theme: ChartTheme): number {
  if (gridAlpha?.theme !== theme) {
    const [ink, grid, surface] = [theme.ink, theme.grid, theme.surface].map(brightness) as [number, number, number];
    const alpha = ink === surface ? 0 : (grid - surface) / (ink - surface);
    gridAlpha = { theme, alpha: Number.isFinite(alpha) && alpha > 0 ? Math.min(alpha, MOST) : 0.08 };
  }
  return gridAlpha.alpha;
}

/** The sum of the channels of `#rrggbb` or `rgb(…)`; NaN for any other notation. */
function brightness(colour: string): number {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  if (hex) return hex.slice(1).reduce((sum, part) => sum + Number.parseInt(part, 16), 0);
  const channels = /^rgba?\(([\d.]+)[ ,]+([\d.]+)[ ,]+([\d.]+)/.exec(colour);
  return channels ? channels.slice(1).reduce((sum, part) => sum + Number(part), 0) : Number.NaN;
}
