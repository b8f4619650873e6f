/** All lanes under their common time axes. */
import { useCallback, useEffect, useMemo, useRef, type CSSProperties } from 'react';
import { useActions, useAppState, useStoreApi } from '../../store/playgroundContext.tsx';
import { AxisHeader, type AxisHeaderHandle } from '../charts/AxisHeader.tsx';
import { maxDensityOf } from '../charts/drawDensities.ts';
import { MEDIUM_GUTTERS, PHONE_GUTTERS, WIDE_GUTTERS } from '../charts/viewport.ts';
import { observeSize } from '../charts/observers.ts';
import { useChartTheme } from '../charts/chartTheme.ts';
import { formatCount } from '../format/numbers.ts';
import { countAxisTop, timeTicks } from '../format/ticks.ts';
import { formatInstant, formatDuration } from '../format/time.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import type { Layout } from '../hooks/useLayout.ts';
import { NO_LANES_TEXT } from '../text/emptyText.ts';
import styles from './Lanes.module.css';
import { LaneRow, type SharedLaneProps } from './LaneRow.tsx';

const GUTTERS = { wide: WIDE_GUTTERS, medium: MEDIUM_GUTTERS, phone: PHONE_GUTTERS } as const;
const GAPS = { wide: 16, medium: 12, phone: 0 } as const;
const HEADER_WIDTHS = { wide: 256, medium: 208, phone: 0 } as const;
/** Horizontal padding of a row on a phone, both sides together. */
const PHONE_PADDING = 24;

export function Lanes({ layout }: { layout: Layout }) {
  const lanes = useAppState((state) => state.scenario.lanes.length);
  const busy = useAppState(isBusy);
  const area = useRef<HTMLDivElement>(null);
  useColumns(area, layout);
  const shared = useSharedLaneProps(layout);
  const phone = layout.width === 'phone';
  return (
    <section
      ref={area}
      id="lanes"
      tabIndex={-1}
      className={styles['lanes']}
      aria-label="Lanes"
      aria-busy={busy}
      style={{ '--lanes': Math.max(1, lanes) } as CSSProperties}
    >
      <div className={styles['content']}>
        {phone ? <ChartSwitch /> : <AxisHeaders shared={shared} />}
        <RunProgress />
        {lanes === 0 && <NoLanes />}
        {Array.from({ length: lanes }, (_, index) => (
          // A lane has no identity besides its position.
          <LaneRow key={index} index={index} shared={shared} width={layout.width} />
        ))}
      </div>
    </section>
  );
}

/** From a change until its result is shown. During playback the sliding range always runs ahead, so it does not count. */
function isBusy({
  busy,
  chartData,
  range,
  playing,
  refusals,
  canQuery,
}: Parameters<Parameters<typeof useAppState>[0]>[0]): boolean {
  if (refusals.length > 0) return busy;
  return (
    busy || chartData === null || (!playing && canQuery && (chartData.from !== range.from || chartData.to !== range.to))
  );
}

/** Props shared by all lanes, memoized so that a row re-renders only for its own changes. */
function useSharedLaneProps(layout: Layout): SharedLaneProps {
  const range = useAppState((state) => state.range);
  const columns = useAppState((state) => state.chartColumns);
  const laneInfos = useAppState((state) => state.result?.laneInfos ?? null);
  const laneCharts = useAppState((state) => state.chartData?.lanes ?? null);
  const theme = useChartTheme();
  const ticks = useMemo(() => timeTicks(range.from, range.to, columns), [range, columns]);
  const grid = useMemo(() => ticks.map(({ at }) => at), [ticks]);
  const maxCount = useMemo(
    () =>
      countAxisTop(
        Math.max(1, ...(laneInfos ?? []).map(({ n }) => n)),
        Math.max(0, ...(laneInfos ?? []).map(({ summary }) => summary.peak?.permits ?? 0)),
      ),
    [laneInfos],
  );
  const maxDensity = useMemo(() => maxDensityOf(laneCharts ?? []), [laneCharts]);
  const gutters = GUTTERS[layout.width];
  return useMemo(
    () => ({ range, ticks, grid, theme, gutters, countTop: maxCount, densityTop: maxDensity }),
    [range, ticks, grid, theme, gutters, maxCount, maxDensity],
  );
}

/** Keeps the store informed of how many pixels wide the charts are. */
function useColumns(area: React.RefObject<HTMLElement | null>, layout: Layout): void {
  const { setColumns } = useActions();
  const { width } = layout;
  useEffect(() => {
    const element = area.current;
    if (element === null) return undefined;
    return observeSize(element, () => {
      const pad = width === 'phone' ? 12 : 16;
      const inner = document.documentElement.clientWidth - 2 * pad;
      const { left, right } = GUTTERS[width];
      const chart = width === 'phone' ? inner - PHONE_PADDING : (inner - HEADER_WIDTHS[width] - 3 * GAPS[width]) / 3;
      const track = width === 'phone' ? inner : inner - HEADER_WIDTHS[width] - GAPS[width];
      setColumns(Math.max(50, Math.round(chart - left - right)), Math.max(50, Math.round(track - left - right)));
    });
  }, [area, width, setColumns]);
}

function AxisHeaders({ shared }: { shared: SharedLaneProps }) {
  const store = useStoreApi();
  const actions = useActions();
  const T = useAppState((state) => state.scenario.policy.T);
  const ownT = useAppState((state) => state.scenario.lanes.some(({ policy }) => policy.T !== undefined));
  const handles = useRef<(AxisHeaderHandle | null)[]>([]);
  useEffect(
    () =>
      store.subscribe(({ hoveredAt, range, chartColumns }) => {
        const text = hoveredAt === null ? '' : formatInstant(hoveredAt, (range.to - range.from) / chartColumns);
        for (const handle of handles.current) handle?.setChip(hoveredAt, text);
      }),
    [store],
  );
  // The note on retries is shown only where there are any.
  const retries = useAppState(({ result }) =>
    result?.laneInfos.some(({ summary: { jobStats } }) => (jobStats?.retries ?? 0) > 0),
  );
  const titles = ['Level', `Window count, in the last ${ownT ? 'T' : formatDuration(T)}`, 'Decisions'];
  const refAt = useCallback(
    (index: number) => (handle: AxisHeaderHandle | null) => {
      handles.current[index] = handle;
    },
    [],
  );
  return (
    <div className={styles['heads']}>
      <div className={styles['add']}>
        <Button size="small" onClick={() => actions.openDialog({ name: 'limiter', lane: null })} label="Add lane">
          + Add lane
        </Button>
        <HideFuture />
      </div>
      {titles.map((title, index) => (
        <AxisHeader
          key={index === 1 ? 'count' : title}
          ref={refAt(index)}
          title={title}
          note={title === 'Decisions' && retries === true ? 'half marks are retries' : ''}
          range={shared.range}
          gutters={shared.gutters}
          ticks={shared.ticks}
        />
      ))}
    </div>
  );
}

/** What lies beyond the playhead can be hidden, to predict it and then look. */
function HideFuture() {
  const hidden = useAppState((state) => state.futureHidden);
  const { hideFuture } = useActions();
  return <Checkbox label="Hide the future" small checked={hidden} onChange={hideFuture} />;
}

function ChartSwitch() {
  const chart = useAppState((state) => state.phoneChart);
  const { showPhoneChart } = useActions();
  return (
    <div className={styles['switch']} role="group" aria-label="Chart">
      <Button pressed={chart === 'level'} onClick={() => showPhoneChart('level')}>
        Level
      </Button>
      <Button pressed={chart === 'count'} onClick={() => showPhoneChart('count')}>
        Count
      </Button>
    </div>
  );
}

const inMillions = (decisions: number): string => (decisions / 1e6).toFixed(1);

function RunProgress() {
  const progress = useAppState((state) => state.progress);
  const { stop } = useActions();
  if (progress === null) return null;
  const { done, total } = progress;
  const words = progressText(done, total);
  return (
    <div className={styles['progress']}>
      <ProgressBar label={words} value={total === null ? null : total === 0 ? 0 : done / total} />
      <div className={styles['progressText']}>
        {words}
        <Button size="small" onClick={stop}>
          Stop
        </Button>
      </div>
    </div>
  );
}

/** @param total null where clients retry: how many requests they will make is not known in advance */
function progressText(done: number, total: number | null): string {
  if (total === null) return done >= 1e5 ? `${inMillions(done)} million decisions` : `${formatCount(done)} decisions`;
  if (total === 0) return 'Generating requests';
  if (total >= 1e5) return `${inMillions(done)} of ${inMillions(total)} million decisions`;
  return `${formatCount(done)} of ${formatCount(total)} decisions`;
}

function NoLanes() {
  const actions = useActions();
  return (
    <p className={styles['empty']}>
      {NO_LANES_TEXT}
      <Button onClick={() => actions.openDialog({ name: 'limiter', lane: null })}>Add lane</Button>
    </p>
  );
}
