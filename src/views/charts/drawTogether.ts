/**
 * Charts that changed in one task are drawn together, before the browser paints. All canvases come first, and only then is
 * anything moved: to draw text, a canvas has the browser lay out the page, whenever anything of it has changed.
 */

export interface DrawnTogether {
  /** Draws the canvases; changes nothing else of the page. */
  paint(): void;
  /** Moves what depends on the drawing. */
  place(): void;
}

const changed = new Set<DrawnTogether>();
/** Charts that are near the view, and not in it. */
const unseen = new Set<DrawnTogether>();
const UNSEEN_MS = 250;

/** Draws a chart at the end of the task, once for all of its changes until then. */
export function drawSoon(chart: DrawnTogether): void {
  // After what React renders for the same change, which it has queued before the first of these or after it.
  if (changed.size === 0) queueMicrotask(() => queueMicrotask(drawChanged));
  changed.add(chart);
}

/** Draws a chart that nobody sees yet, a little later and once for all of its changes until then. */
export function drawLater(chart: DrawnTogether): void {
  if (unseen.size === 0) {
    setTimeout(() => {
      for (const waiting of unseen) drawSoon(waiting);
      unseen.clear();
    }, UNSEEN_MS);
  }
  unseen.add(chart);
}

function drawChanged(): void {
  const charts = [...changed];
  changed.clear();
  for (const chart of charts) chart.paint();
  for (const chart of charts) chart.place();
}
