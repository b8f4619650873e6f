/**
 * Recharts is loaded once the first charts are on the screen, in its own chunk, and then renders one chart per task: the
 * axes of nine charts together would be one long task. Until its turn a chart shows its data without axis labels, whose
 * place is kept; if the chunk fails to load, it stays that way.
 */
import { startTransition, useEffect, useState } from 'react';
import { afterPaint } from '../../store/afterPaint.ts';
import { firstChart } from '../hooks/firstChart.ts';
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
    // The next chart to mount tries again.
    loading = null;
    return null;
  });
  return loading;
}

/**
 * Recharts' components once it is this chart's turn, else null.
 *
 * @param wanted whether to queue for a turn: a chart out of view waits
 */
export function useChartAxes(wanted: boolean): ChartAxesModule | null {
  const [axes, setAxes] = useState<ChartAxesModule | null>(null);
  const queue = wanted && axes === null;
  useEffect(() => {
    if (!queue) return undefined;
    let gone = false;
    waitingCharts.push((loaded) => {
      // In slices: what Recharts renders first takes as long as several frames.
      if (!gone) startTransition(() => setAxes(loaded));
    });
    if (!running) void serveQueue();
    return () => {
      gone = true;
    };
  }, [queue]);
  return axes;
}

/** One chart per task, starting with the task after the next paint. */
async function serveQueue(): Promise<void> {
  running = true;
  await firstChart;
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
