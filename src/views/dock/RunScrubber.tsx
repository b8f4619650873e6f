/** The playhead's rail, and under it the whole run with the visible range as a frame. */
import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  type KeyboardEvent,
  type PointerEvent as ReactPointerEvent,
} from 'react';
import { SECOND } from '../../sim/index.ts';
import { useActions, useAppState, usePlayhead, useStoreApi } from '../../store/playgroundContext.tsx';
import type { Range, State } from '../../store/state.ts';
import type { Player } from '../../store/player.ts';
import { OverviewChart } from '../charts/OverviewChart.tsx';
import { NO_GUTTERS } from '../charts/viewport.ts';
import { useChartTheme } from '../charts/chartTheme.ts';
import { formatInstant, formatSeconds } from '../format/time.ts';
import styles from './RunScrubber.module.css';

export function RunScrubber() {
  return (
    <div className={styles['strip']}>
      <PlayheadSlider />
      <RangeBrush />
    </div>
  );
}

function useRunEnd(): number {
  return useAppState((state) => Math.max(1, state.result?.end ?? state.range.to));
}

/** `14.200 s of 24 s`; `14.200005 s of 24 s` when a pixel of the charts tells microseconds apart. */
function playheadText({ at, range, chartColumns }: State, end: number): string {
  return `${formatInstant(at, (range.to - range.from) / chartColumns)} of ${formatSeconds(end / SECOND)}`;
}

/** The playhead's slider. */
export function PlayheadSlider() {
  const store = useStoreApi();
  const actions = useActions();
  const end = useRunEnd();
  const at = useAppState((state) => state.at);
  const text = useAppState((state) => playheadText(state, end));
  const slider = useRef<HTMLDivElement>(null);
  usePlayhead(
    useCallback(
      (player: Player) => {
        slider.current?.style.setProperty('--at', `${(player.at / end) * 100}%`);
      },
      [end],
    ),
  );
  const seek = (event: ReactPointerEvent): void => {
    const box = (slider.current as HTMLDivElement).getBoundingClientRect();
    actions.pause();
    actions.deselect();
    actions.seek(((event.clientX - box.left) / box.width) * end);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { range, at: now } = store.getState();
    const percent = (range.to - range.from) / 100;
    const target: Readonly<Record<string, number>> = {
      ArrowLeft: now - percent,
      ArrowDown: now - percent,
      ArrowRight: now + percent,
      ArrowUp: now + percent,
      PageUp: now + 10 * percent,
      PageDown: now - 10 * percent,
      Home: 0,
      End: end,
    };
    const to = target[event.key];
    if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    actions.pause();
    actions.deselect();
    actions.seek(to);
  };
  return (
    <div
      ref={slider}
      className={styles['rail']}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        seek(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) seek(event);
      }}
    >
      <div className={styles['line']} />
      <div
        className={styles['thumb']}
        role="slider"
        tabIndex={0}
        aria-label="Playhead"
        aria-valuemin={0}
        aria-valuemax={end / SECOND}
        aria-valuenow={at / SECOND}
        aria-valuetext={text}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

/** A range with one end moved, within the run and not past the other end. */
function withEdgeAt({ from, to }: Range, edge: 'from' | 'to', at: number, end: number): Range {
  return edge === 'from'
    ? { from: Math.max(0, Math.min(at, to - 1)), to }
    : { from, to: Math.min(end, Math.max(at, from + 1)) };
}

type RangeEdge = 'from' | 'to' | 'both';

function RangeBrush() {
  const store = useStoreApi();
  const actions = useActions();
  const end = useRunEnd();
  const range = useAppState((state) => state.range);
  const columns = useAppState((state) => state.chartColumns);
  const overview = useAppState((state) => state.result?.overview ?? null);
  const theme = useChartTheme();
  const wholeRun = useMemo(() => ({ from: 0, to: end }), [end]);
  const overviewRef = useRef<HTMLDivElement>(null);
  const drag = useRef<{ grip: RangeEdge; x: number; from: number; to: number; width: number } | null>(null);

  useEffect(() => {
    const element = overviewRef.current as HTMLElement;
    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      const { left, width } = element.getBoundingClientRect();
      actions.zoom(1.002 ** -event.deltaY, ((event.clientX - left) / width) * end);
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => element.removeEventListener('wheel', wheel);
  }, [actions, end]);

  const down = (grip: RangeEdge) => (event: ReactPointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    const { from, to } = store.getState().range;
    drag.current = { grip, x: event.clientX, from, to, width: (overviewRef.current as HTMLElement).clientWidth };
  };
  const move = (event: ReactPointerEvent<HTMLElement>): void => {
    const held = drag.current;
    if (held === null) return;
    const by = ((event.clientX - held.x) / held.width) * end;
    if (held.grip === 'both') actions.setRange({ from: held.from + by, to: held.to + by });
    else actions.setRange(withEdgeAt({ from: held.from, to: held.to }, held.grip, held[held.grip] + by, end));
  };
  const up = (): void => {
    drag.current = null;
  };
  const handlers = (grip: RangeEdge) => ({
    onPointerDown: down(grip),
    onPointerMove: move,
    onPointerUp: up,
    onPointerCancel: up,
  });
  const percent = (at: number): string => `${Math.max(0, Math.min(100, (at / end) * 100))}%`;

  const handle = (grip: 'from' | 'to', label: string) => (
    <div
      className={styles['handle']}
      data-grip={grip}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={end / SECOND}
      aria-valuenow={range[grip] / SECOND}
      aria-valuetext={formatInstant(range[grip], (range.to - range.from) / columns)}
      onKeyDown={(event) => {
        const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 }[event.key];
        if (step === undefined) return;
        event.preventDefault();
        actions.setRange(withEdgeAt(range, grip, range[grip] + (step * end) / 100, end));
      }}
      {...handlers(grip)}
    />
  );

  return (
    <div ref={overviewRef} className={styles['overview']} onDoubleClick={actions.showAll}>
      <OverviewChart overview={overview} range={wholeRun} gutters={NO_GUTTERS} theme={theme} />
      <div
        className={styles['frame']}
        style={{ left: percent(range.from), right: `calc(100% - ${percent(range.to)})` }}
        {...handlers('both')}
      >
        {handle('from', 'Range start')}
        {handle('to', 'Range end')}
      </div>
    </div>
  );
}
