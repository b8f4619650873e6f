/** A lane on paper: what it is, its figures, and level, window count and decisions above one time axis. */
import { Fragment, useMemo } from 'react';
import { resolvePolicy, SECOND, type Lane, type LaneChartData, type LaneInfo } from '../../sim/index.ts';
import { useAppState } from '../../store/playgroundContext.tsx';
import { canRetry, failedLaneIn, laneFrame, laneIndexInResult } from '../../store/selectors.ts';
import type { ChartTheme } from '../charts/chartTheme.ts';
import {
  LANE_CHART_LABELS,
  LANE_CHARTS,
  laneDrawings,
  timeAxisDrawing,
  type LaneChartName,
  type RunAxes,
} from '../charts/laneDrawings.ts';
import { formatLimitShort } from '../format/rates.ts';
import { laneNameWithEdition } from '../text/laneText.ts';
import { PaperChart } from './PaperChart.tsx';
import { figuresText, laneSettingsText, shownFiguresText } from './printText.ts';

/** What all lanes of a sheet share. */
export interface PaperAxes extends RunAxes {
  /** Of the lanes of the run; null while there is none. */
  readonly charts: readonly (LaneChartData | null)[] | null;
  /** Of a chart in CSS pixels, before it is stretched to the page. */
  readonly width: number;
  readonly theme: ChartTheme;
}

interface PaperLaneProps {
  readonly charts?: readonly LaneChartName[];
  readonly index: number;
  readonly lane: Lane;
  readonly axes: PaperAxes;
}

export function PaperLane({ index, lane, axes, charts = LANE_CHARTS }: PaperLaneProps) {
  const laneInfo = useAppState((state) => laneFrame(state, index));
  const inRun = useAppState((state) => laneIndexInResult(state, index));
  const chartData = axes.charts?.[inRun] ?? null;
  const failedLane = useAppState((state) => failedLaneIn(state, index));
  const scenario = useAppState((state) => state.scenario);
  const { n, T } = resolvePolicy(scenario, index);
  const settings = laneSettingsText(lane);
  const figures = useAppState((state) => {
    if (laneInfo === null) return '';
    const retrying = canRetry(state);
    if (axes.until === Infinity) return figuresText(laneInfo, retrying);
    return shownFiguresText(state.counts?.[laneIndexInResult(state, index)] ?? null, retrying);
  });
  return (
    <section className="paper-lane">
      <h2>
        {index + 1} {laneNameWithEdition(lane)}
        <span>{formatLimitShort({ n, T: T / SECOND })}</span>
      </h2>
      {settings !== '' && <p>{settings}</p>}
      <p>{laneInfo === null ? (failedLane?.error ?? 'This lane has no result.') : figures}</p>
      {laneInfo !== null && chartData !== null && (
        <LaneCharts laneInfo={laneInfo} chartData={chartData} axes={axes} charts={charts} />
      )}
    </section>
  );
}

interface LaneChartsProps {
  readonly laneInfo: LaneInfo;
  readonly chartData: LaneChartData;
  readonly axes: PaperAxes;
  readonly charts: readonly LaneChartName[];
}

function LaneCharts({ laneInfo, chartData, axes, charts }: LaneChartsProps) {
  const { width, range, theme, ticks } = axes;
  const drawings = useMemo(
    () =>
      laneDrawings(laneInfo, chartData, axes, charts).map(({ data, front, ...rest }) => ({
        ...rest,
        layers: [data, front],
      })),
    [laneInfo, chartData, axes, charts],
  );
  const timeAxis = useMemo(() => [timeAxisDrawing(ticks)], [ticks]);
  const shared = { width, range, theme };
  return (
    <>
      {drawings.map(({ chart, title, height, layers }) => (
        <Fragment key={chart}>
          <h3>{title}</h3>
          <PaperChart {...shared} label={LANE_CHART_LABELS[chart]} height={height} layers={layers} />
        </Fragment>
      ))}
      <PaperChart {...shared} label="Time" height={18} layers={timeAxis} />
    </>
  );
}
