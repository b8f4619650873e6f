/** The traffic of a slide, as the track of the page has it: what is asked about is seen, also before it is decided. */
import { useMemo, type ReactElement } from 'react';
import { useAppState } from '../../store/playgroundContext.tsx';
import { runEnd } from '../../store/trafficEdits.ts';
import { drawTraffic } from '../charts/drawTraffic.ts';
import { timeAxisDrawing } from '../charts/laneDrawings.ts';
import type { Draw } from '../charts/liveChart.ts';
import { PaperChart, plotWidthOf } from '../print/PaperChart.tsx';
import type { PaperAxes } from '../print/PaperLane.tsx';
import { phaseBlocks } from '../track/blockLayout.ts';
import { drawBlocks, drawLabels } from '../track/drawTrack.ts';
import { sentInstants } from '../track/timesRequests.ts';
import styles from './Present.module.css';

const HEIGHT = 40;
const PLOT_HEIGHT = HEIGHT - 12;

interface SlideTrafficProps {
  readonly axes: PaperAxes;
  /** Drawn over it. */
  readonly front: readonly Draw[];
}

export function SlideTraffic({ axes, front }: SlideTrafficProps): ReactElement | null {
  const scenario = useAppState((state) => state.scenario);
  const chartData = useAppState((state) => state.chartData?.traffic ?? null);
  const { range, width, theme, ticks } = axes;
  const layers = useMemo((): readonly Draw[] => {
    const { traffic, policy } = scenario;
    const track = { range, width: plotWidthOf(width), height: PLOT_HEIGHT, runEnd: runEnd(scenario), policy };
    const blocks = phaseBlocks(traffic, track);
    return [
      (ctx, { plot }, colours) => drawBlocks(ctx, colours, plot, blocks),
      (ctx, viewport, colours) => {
        if (chartData !== null) drawTraffic(ctx, viewport, colours, chartData, sentInstants(traffic));
      },
      (ctx, { plot }, colours) => drawLabels(ctx, colours, plot, blocks),
      ...front,
    ];
  }, [scenario, chartData, range, width, front]);
  const timeAxis = useMemo(() => [timeAxisDrawing(ticks)], [ticks]);
  const shared = { width, range, theme };
  return (
    <section className={styles['traffic']}>
      <PaperChart {...shared} label="Traffic" height={HEIGHT} layers={layers} />
      <PaperChart {...shared} label="Time" height={18} layers={timeAxis} />
    </section>
  );
}
