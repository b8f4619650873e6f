/**
 * Recharts comes after the first paint, in its own chunk, and then one chart a task: together the frames of nine charts
 * would be one long task. Until its turn has come a chart has its data and no axis labels; if the chunk does not arrive
 * at all, it stays so.
 */
import { useEffect, useState } from 'react';
import type ChartFrame from './ChartFrame.tsx';
import type { TimeAxis } from './ChartFrame.tsx';

interface Frames {
  readonly default: typeof ChartFrame;
  readonly TimeAxis: typeof TimeAxis;
}

let loading: Promise<Frames | null> | null = null;
const waiting: ((frames: Frames | null) => void)[] = [];
let running = false;

function load(): Promise<Frames | null> {
  loading ??= import('./ChartFrame.tsx').catch(() => {
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
export function useFrames(wanted: boolean): Frames | null {
  const [frames, setFrames] = useState<Frames | null>(null);
  const queue = wanted && frames === null;
  useEffect(() => {
    if (!queue) return undefined;
    let gone = false;
    waiting.push((loaded) => {
      if (!gone) setFrames(loaded);
    });
    if (!running) void giveTurns();
    return () => {
      gone = true;
    };
  }, [queue]);
  return frames;
}

/** One chart a task, from the task after the next paint on. */
async function giveTurns(): Promise<void> {
  running = true;
  await afterPaint();
  const frames = await load();
  for (let turn = waiting.shift(); turn !== undefined; turn = waiting.shift()) {
    turn(frames);
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
