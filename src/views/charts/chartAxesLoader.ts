/**
 * Recharts comes after the first paint, in its own chunk, and then one chart a task: together the frames of nine charts
 * would be one long task. Until its turn has come a chart has its data and no axis labels; if the chunk does not arrive
 * at all, it stays so.
 */
import { useEffect, useState } from 'react';
import type ChartAxes from './ChartAxes.tsx';
import type { TimeAxis } from './ChartAxes.tsx';

interface ChartAxesModule {
  readonly default: typeof ChartAxes;
  readonly TimeAxis: typeof TimeAxis;
}

let loading: Promise<ChartAxesModule | null> | null = null;
const waitingCharts: ((axes: ChartAxesModule | null) => void)[] = [];
let running = false;

function load(): Promise<ChartAxesModule | null> {
  loading ??= import('./ChartAxes.tsx').catch(() => {
    // The next chart that is made asks again.
    loading = null;
    return null;
  });
  return loading;
}

/**
 * Recharts' parts once this chart's turn has come, else null.
 *
 * @param wanted whether to queue for a turn: a chart out of view waits
 */
export function useChartAxes(wanted: boolean): ChartAxesModule | null {
  const [axes, setFrames] = useState<ChartAxesModule | null>(null);
  const queue = wanted && axes === null;
  useEffect(() => {
    if (!queue) return undefined;
    let gone = false;
    waitingCharts.push((loaded) => {
      if (!gone) setFrames(loaded);
    });
    if (!running) void serveQueue();
    return () => {
      gone = true;
    };
  }, [queue]);
  return axes;
}

/** One chart a task, from the task after the next paint on. */
async function serveQueue(): Promise<void> {
  running = true;
  await afterPaint();
  const axes = await load();
  for (let deliver = waitingCharts.shift(); deliver !== undefined; deliver = waitingCharts.shift()) {
    deliver(axes);
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
  }
  running = false;
}

/** Soon anyway in a hidden tab, which paints nothing. */
function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, 500);
    requestAnimationFrame(() => {
      clearTimeout(late);
      setTimeout(resolve);
    });
  });
}
