/** All lanes under their common time axes. */
import { useCallback, useEffect, useMemo, useRef, type CSSProperties } from 'react';
import { useActions, useApp, useStoreApi } from '../../store/react.tsx';
import { AxisHead, type AxisHeadHandle } from '../charts/AxisHead.tsx';
import { densityTop } from '../charts/drawDensities.ts';
import { MEDIUM_GUTTERS, PHONE_GUTTERS, WIDE_GUTTERS } from '../charts/frame.ts';
import { observeSize } from '../charts/observe.ts';
import { useTheme } from '../charts/theme.ts';
import { count } from '../format/numbers.ts';
import { countTop, timeTicks } from '../format/ticks.ts';
import { clock, duration } from '../format/time.ts';
import { Button } from '../ui/Button.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import type { Layout } from '../hooks/useLayout.ts';
import styles from './Lanes.module.css';
import { LaneRow, type Shared } from './LaneRow.tsx';

const GUTTERS = { wide: WIDE_GUTTERS, medium: MEDIUM_GUTTERS, phone: PHONE_GUTTERS } as const;
const GAPS = { wide: 16, medium: 12, phone: 0 } as const;
const HEADS = { wide: 256, medium: 208, phone: 0 } as const;
/** Padding of a phone's row, both sides. */
const PHONE_PADDING = 24;

export function Lanes({ layout }: { layout: Layout }) {
  const lanes = useApp((state) => state.scenario.lanes.length);
  const busy = useApp(isBusy);
  const area = useRef<HTMLDivElement>(null);
  useColumns(area, layout);
  const shared = useShared(layout);
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
        {phone ? <ChartSwitch /> : <AxisHeads shared={shared} />}
        <Progress />
        {lanes === 0 && <NoLanes />}
        {Array.from({ length: lanes }, (_, index) => (
          // A lane has no identity but its place.
          <LaneRow key={index} index={index} shared={shared} width={layout.width} />
        ))}
      </div>
    </section>
  );
}

/** From a change until its result is shown; a range that slides while playing is always a little ahead. */
function isBusy({
  busy,
  looked,
  range,
  playing,
  refusals,
  answering,
}: Parameters<Parameters<typeof useApp>[0]>[0]): boolean {
  if (refusals.length > 0) return busy;
  return busy || looked === null || (!playing && answering && (looked.from !== range.from || looked.to !== range.to));
}

/** What is the same for every lane: made once, handed down, so that rows render for their own reasons only. */
function useShared(layout: Layout): Shared {
  const range = useApp((state) => state.range);
  const columns = useApp((state) => state.columns);
  const frames = useApp((state) => state.result?.frames ?? null);
  const looks = useApp((state) => state.looked?.lanes ?? null);
  const theme = useTheme();
  const ticks = useMemo(() => timeTicks(range.from, range.to, columns), [range, columns]);
  const grid = useMemo(() => ticks.map(({ at }) => at), [ticks]);
  const top = useMemo(
    () =>
      countTop(
        Math.max(1, ...(frames ?? []).map(({ n }) => n)),
        Math.max(0, ...(frames ?? []).map(({ summary }) => summary.peak?.permits ?? 0)),
      ),
    [frames],
  );
  const densest = useMemo(() => densityTop(looks ?? []), [looks]);
  const gutters = GUTTERS[layout.width];
  return useMemo(
    () => ({ range, ticks, grid, theme, gutters, countTop: top, densityTop: densest }),
    [range, ticks, grid, theme, gutters, top, densest],
  );
}

/** Tells the worker how many pixels there are to fill. */
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
      const chart = width === 'phone' ? inner - PHONE_PADDING : (inner - HEADS[width] - 3 * GAPS[width]) / 3;
      const track = width === 'phone' ? inner : inner - HEADS[width] - GAPS[width];
      setColumns(Math.max(50, Math.round(chart - left - right)), Math.max(50, Math.round(track - left - right)));
    });
  }, [area, width, setColumns]);
}

function AxisHeads({ shared }: { shared: Shared }) {
  const store = useStoreApi();
  const actions = useActions();
  const T = useApp((state) => state.scenario.policy.T);
  const ownT = useApp((state) => state.scenario.lanes.some(({ policy }) => policy.T !== undefined));
  const handles = useRef<(AxisHeadHandle | null)[]>([]);
  useEffect(
    () =>
      store.subscribe(({ hovered, range, columns }) => {
        const text = hovered === null ? '' : clock(hovered, (range.to - range.from) / columns);
        for (const handle of handles.current) handle?.setChip(hovered, text);
      }),
    [store],
  );
  // Where nobody tries again there is nothing to explain.
  const retries = useApp(({ result }) => result?.frames.some(({ summary: { work } }) => (work?.retries ?? 0) > 0));
  const titles = ['Level', `Window count, in the last ${ownT ? 'T' : duration(T)}`, 'Decisions'];
  const take = useCallback(
    (index: number) => (handle: AxisHeadHandle | null) => {
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
      </div>
      {titles.map((title, index) => (
        <AxisHead
          key={index === 1 ? 'count' : title}
          ref={take(index)}
          title={title}
          note={title === 'Decisions' && retries === true ? 'half a mark is a retry' : ''}
          range={shared.range}
          gutters={shared.gutters}
          ticks={shared.ticks}
        />
      ))}
    </div>
  );
}

function ChartSwitch() {
  const chart = useApp((state) => state.phoneChart);
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

const millions = (decisions: number): string => (decisions / 1e6).toFixed(1);

function Progress() {
  const progress = useApp((state) => state.progress);
  const { stop } = useActions();
  if (progress === null) return null;
  const { done, total } = progress;
  const words = progressWords(done, total);
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

/** Nobody knows the total where clients try again for as long as they are refused. */
function progressWords(done: number, total: number | null): string {
  if (total === null) return done >= 1e5 ? `${millions(done)} million decisions` : `${count(done)} decisions`;
  if (total === 0) return 'Making the requests';
  if (total >= 1e5) return `${millions(done)} of ${millions(total)} million decisions`;
  return `${count(done)} of ${count(total)} decisions`;
}

function NoLanes() {
  const actions = useActions();
  return (
    <p className={styles['empty']}>
      No lanes yet. Add a limiter to see what it decides.
      <Button onClick={() => actions.openDialog({ name: 'limiter', lane: null })}>Add lane</Button>
    </p>
  );
}
