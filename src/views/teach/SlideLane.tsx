/** A lane on a slide: what it is, what it has decided, and charts as high as the slide has room for. */
import { useEffect, useMemo, useRef, useState, type ReactElement, type RefObject } from 'react';
import type { Lane, LaneCounts } from '../../sim/index.ts';
import { useAppState } from '../../store/playgroundContext.tsx';
import { failedLaneIn, laneChartData, laneFrame, laneIndexInResult } from '../../store/selectors.ts';
import { LANE_CHART_LABELS, laneDrawings, type LaneChartName } from '../charts/laneDrawings.ts';
import type { Draw } from '../charts/liveChart.ts';
import { observeSize } from '../charts/observers.ts';
import { formatCount } from '../format/numbers.ts';
import { PaperChart } from '../print/PaperChart.tsx';
import type { PaperAxes } from '../print/PaperLane.tsx';
import { laneNameWithEdition } from '../text/laneText.ts';
import { laneLimitText } from './laneLimitText.ts';
import styles from './Present.module.css';

interface SlideLaneProps {
  readonly index: number;
  readonly lane: Lane;
  readonly axes: PaperAxes;
  readonly charts: readonly LaneChartName[];
  /** Drawn over each chart. */
  readonly front: readonly Draw[];
}

export function SlideLane({ index, lane, axes, charts, front }: SlideLaneProps): ReactElement {
  const laneInfo = useAppState((state) => laneFrame(state, index));
  const chartData = useAppState((state) => laneChartData(state, index));
  const failedLane = useAppState((state) => failedLaneIn(state, index));
  const limit = useAppState((state) => laneLimitText(state.scenario, index));
  const figures = useAppState((state) => {
    // That it has none is known once the run has ended.
    if (laneInfo === null) return failedLane?.error ?? (state.busy ? '' : 'This lane has no result.');
    if (axes.until === Infinity) return figuresText(laneInfo.summary);
    const counts = state.counts?.[laneIndexInResult(state, index)] ?? null;
    return counts === null ? '' : `so far ${figuresText(counts)}`;
  });
  const drawings = useMemo(
    () =>
      laneInfo === null || chartData === null
        ? []
        : laneDrawings(laneInfo, chartData, axes, charts).map(({ data, front: own, ...rest }) => ({
            ...rest,
            layers: [data, own, ...front],
          })),
    [laneInfo, chartData, axes, charts, front],
  );
  return (
    <section className={styles['lane']}>
      <header>
        <h2>
          {index + 1} {laneNameWithEdition(lane)}
          <span>{limit}</span>
        </h2>
        <p>{figures}</p>
      </header>
      {drawings.map(({ chart, title, height, layers }) => (
        <div key={chart} className={styles['chart']} style={{ flexGrow: height }}>
          {chart !== 'decisions' && <h3>{title}</h3>}
          <FittedChart label={LANE_CHART_LABELS[chart]} axes={axes} layers={layers} least={0.45 * height} />
        </div>
      ))}
    </section>
  );
}

/** As the chart's own axis says it: `9 in (8 late), 7 out` */
function figuresText({ admitted, delayed, denied }: Pick<LaneCounts, 'admitted' | 'delayed' | 'denied'>): string {
  const late = delayed === 0 ? '' : ` (${formatCount(delayed)} late)`;
  return `${formatCount(admitted)} in${late}, ${formatCount(denied)} out`;
}

interface FittedChartProps {
  readonly label: string;
  readonly axes: PaperAxes;
  readonly layers: readonly Draw[];
  /** Lower than this many of its own pixels it is not read. */
  readonly least: number;
}

/** It is drawn at one width and stretched; its height is what the stretched one leaves. */
function FittedChart({ label, axes: { width, range, theme }, layers, least }: FittedChartProps): ReactElement {
  const room = useRef<HTMLDivElement>(null);
  const size = useSize(room);
  const height = size === null ? least : Math.max(least, Math.floor((size.height / size.width) * width));
  return (
    <div ref={room} className={styles['room']} style={{ aspectRatio: `${width} / ${least}` }}>
      <PaperChart width={width} range={range} theme={theme} label={label} height={height} layers={layers} />
    </div>
  );
}

function useSize(element: RefObject<HTMLElement | null>) {
  const [size, setSize] = useState<{ readonly width: number; readonly height: number } | null>(null);
  useEffect(() => {
    if (element.current === null) return undefined;
    return observeSize(element.current, (width, height) => {
      if (width > 0) setSize((old) => (old?.width === width && old.height === height ? old : { width, height }));
    });
  }, [element]);
  return size;
}
