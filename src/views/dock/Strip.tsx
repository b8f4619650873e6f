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
import { useActions, useApp, usePlayhead, useStoreApi } from '../../store/react.tsx';
import type { Range, State } from '../../store/state.ts';
import type { Player } from '../../store/player.ts';
import { OverviewChart } from '../charts/OverviewChart.tsx';
import { NO_GUTTERS } from '../charts/frame.ts';
import { useTheme } from '../charts/theme.ts';
import { clock, inSeconds } from '../format/time.ts';
import styles from './Strip.module.css';

export function Strip() {
  return (
    <div className={styles['strip']}>
      <Rail />
      <RangeFrame />
    </div>
  );
}

function useEnd(): number {
  return useApp((state) => Math.max(1, state.result?.end ?? state.range.to));
}

/** `14.200 s of 24 s`; `14.200005 s of 24 s` when a pixel of the charts tells microseconds apart. */
function playheadText({ at, range, columns }: State, end: number): string {
  return `${clock(at, (range.to - range.from) / columns)} of ${inSeconds(end / SECOND)}`;
}

/** The playhead's slider. */
export function Rail() {
  const store = useStoreApi();
  const actions = useActions();
  const end = useEnd();
  const at = useApp((state) => state.at);
  const text = useApp((state) => playheadText(state, end));
  const rail = useRef<HTMLDivElement>(null);
  usePlayhead(
    useCallback(
      (player: Player) => {
        rail.current?.style.setProperty('--at', `${(player.at / end) * 100}%`);
      },
      [end],
    ),
  );
  const seek = (event: ReactPointerEvent): void => {
    const box = (rail.current as HTMLDivElement).getBoundingClientRect();
    store.player.pause();
    actions.deselect();
    actions.seek(((event.clientX - box.left) / box.width) * end);
  };
  const key = (event: KeyboardEvent): void => {
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
    store.player.pause();
    actions.deselect();
    actions.seek(to);
  };
  return (
    <div
      ref={rail}
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
        onKeyDown={key}
      />
    </div>
  );
}

/** A range with one end moved, within the run and not past the other end. */
function withEnd({ from, to }: Range, grip: 'from' | 'to', at: number, end: number): Range {
  return grip === 'from'
    ? { from: Math.max(0, Math.min(at, to - 1)), to }
    : { from, to: Math.min(end, Math.max(at, from + 1)) };
}

type Grip = 'from' | 'to' | 'both';

function RangeFrame() {
  const store = useStoreApi();
  const actions = useActions();
  const end = useEnd();
  const range = useApp((state) => state.range);
  const columns = useApp((state) => state.columns);
  const overview = useApp((state) => state.result?.overview ?? null);
  const theme = useTheme();
  const whole = useMemo(() => ({ from: 0, to: end }), [end]);
  const box = useRef<HTMLDivElement>(null);
  const drag = useRef<{ grip: Grip; x: number; from: number; to: number; width: number } | null>(null);

  useEffect(() => {
    const element = box.current as HTMLElement;
    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      const { left, width } = element.getBoundingClientRect();
      actions.zoom(1.002 ** -event.deltaY, ((event.clientX - left) / width) * end);
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => element.removeEventListener('wheel', wheel);
  }, [actions, end]);

  const down = (grip: Grip) => (event: ReactPointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    const { from, to } = store.getState().range;
    drag.current = { grip, x: event.clientX, from, to, width: (box.current as HTMLElement).clientWidth };
  };
  const move = (event: ReactPointerEvent<HTMLElement>): void => {
    const held = drag.current;
    if (held === null) return;
    const by = ((event.clientX - held.x) / held.width) * end;
    if (held.grip === 'both') actions.setRange({ from: held.from + by, to: held.to + by });
    else actions.setRange(withEnd({ from: held.from, to: held.to }, held.grip, held[held.grip] + by, end));
  };
  const up = (): void => {
    drag.current = null;
  };
  const handlers = (grip: Grip) => ({
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
      aria-valuetext={clock(range[grip], (range.to - range.from) / columns)}
      onKeyDown={(event) => {
        const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 }[event.key];
        if (step === undefined) return;
        event.preventDefault();
        actions.setRange(withEnd(range, grip, range[grip] + (step * end) / 100, end));
      }}
      {...handlers(grip)}
    />
  );

  return (
    <div ref={box} className={styles['overview']} onDoubleClick={actions.showAll}>
      <OverviewChart overview={overview} range={whole} gutters={NO_GUTTERS} theme={theme} />
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
