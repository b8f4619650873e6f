/**
 * Charts that changed in one task are drawn together, before the browser paints. All canvases come first, and only then is
 * anything moved: to draw text, a canvas has the browser work out the page's styles anew, once for each change before it.
 */

export interface DrawnTogether {
  /** Draws the canvases; changes nothing else of the page. */
  paint(): void;
  /** Moves what depends on the drawing. */
  place(): void;
}

const changed = new Set<DrawnTogether>();

/** Draws a chart at the end of the task, once for all of its changes until then. */
export function drawSoon(chart: DrawnTogether): void {
  if (changed.size === 0) queueMicrotask(drawChanged);
  changed.add(chart);
}

function drawChanged(): void {
  const charts = [...changed];
  changed.clear();
  for (const chart of charts) chart.paint();
  for (const chart of charts) chart.place();
}
