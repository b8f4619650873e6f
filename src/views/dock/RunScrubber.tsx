/** The playhead slider, and below it an overview of the whole run with the visible range as a frame. */
import { useCallback, useEffect, useMemo, useRef, type KeyboardEvent, type RefObject } from 'react';
import { SECOND } from '../../sim/index.ts';
import { useActions, useAppState, usePlayhead, useStoreApi } from '../../store/playgroundContext.tsx';
import { microsPerPixel } from '../../store/selectors.ts';
import type { Range, State } from '../../store/state.ts';
import type { Player } from '../../store/player.ts';
import { OverviewChart } from '../charts/OverviewChart.tsx';
import { NO_GUTTERS } from '../charts/viewport.ts';
import { useChartTheme } from '../charts/chartTheme.ts';
import { formatInstant, formatSeconds } from '../format/time.ts';
import { useTimeNote } from '../text/laterTimeNote.ts';
import { useDrag } from '../ui/useDrag.ts';
import styles from './RunScrubber.module.css';

export function RunScrubber() {
  return (
    <div className={styles['strip']}>
      <PlayheadSlider />
      <RangeBrush />
    </div>
  );
}

function runEnd({ result, range }: State): number {
  return Math.max(1, result?.end ?? range.to);
}

/** `14.200 s of 24 s`; `14.200005 s of 24 s` when a pixel of the charts resolves microseconds. */
function playheadText(state: State, end: number): string {
  return `${formatInstant(state.at, microsPerPixel(state))} of ${formatSeconds(end / SECOND)}`;
}

export function PlayheadSlider() {
  const store = useStoreApi();
  const actions = useActions();
  const end = useAppState(runEnd);
  const at = useAppState((state) => state.at);
  const part = useTimeNote();
  const text = useAppState((state) => playheadText(state, end) + (part?.timeNote(state.at, state.scenario) ?? ''));
  const slider = useRef<HTMLDivElement>(null);
  usePlayhead(
    useCallback(
      (player: Player) => {
        slider.current?.style.setProperty('--at', `${(player.at / end) * 100}%`);
      },
      [end],
    ),
  );
  const seekTo = (x: number): void => {
    const box = (slider.current as HTMLDivElement).getBoundingClientRect();
    actions.scrub(((x - box.left) / box.width) * runEnd(store.getState()));
  };
  const drag = useDrag<HTMLDivElement>(({ clientX }) => {
    seekTo(clientX);
    return { threshold: 0, onMove: ({ x }) => seekTo(x) };
  });
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
    actions.scrub(to);
  };
  return (
    <div ref={slider} className={styles['rail']} {...drag.handlers}>
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

function RangeBrush() {
  const actions = useActions();
  const end = useAppState(runEnd);
  const range = useAppState((state) => state.range);
  const theme = useChartTheme();
  const wholeRun = useMemo(() => ({ from: 0, to: end }), [end]);
  const overviewRef = useRef<HTMLDivElement>(null);
  const drag = useRangeDrag(
    overviewRef,
    ({ from, to }, by) => ({ from: from + by, to: to + by }),
    (share) => actions.scrub(share * end),
  );

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

  const percent = (at: number): string => `${Math.max(0, Math.min(100, (at / end) * 100))}%`;
  return (
    <div ref={overviewRef} className={styles['overview']} onDoubleClick={actions.showAll} {...drag.handlers}>
      <OverviewChart range={wholeRun} gutters={NO_GUTTERS} theme={theme} />
      <div
        className={styles['frame']}
        style={{ left: percent(range.from), right: `calc(100% - ${percent(range.to)})` }}
      >
        <RangeHandle edge="from" label="Range start" overview={overviewRef} />
        <RangeHandle edge="to" label="Range end" overview={overviewRef} />
      </div>
    </div>
  );
}

interface RangeHandleProps {
  readonly edge: 'from' | 'to';
  readonly label: string;
  readonly overview: RefObject<HTMLElement | null>;
}

function RangeHandle({ edge, label, overview }: RangeHandleProps) {
  const actions = useActions();
  const end = useAppState(runEnd);
  const range = useAppState((state) => state.range);
  const perPixel = useAppState(microsPerPixel);
  const drag = useRangeDrag(overview, (start, by, runsTo) => withEdgeAt(start, edge, start[edge] + by, runsTo));
  return (
    <div
      className={styles['handle']}
      data-grip={edge}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={end / SECOND}
      aria-valuenow={range[edge] / SECOND}
      aria-valuetext={formatInstant(range[edge], perPixel)}
      onKeyDown={(event) => {
        const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 }[event.key];
        if (step === undefined) return;
        event.preventDefault();
        actions.setRange(withEdgeAt(range, edge, range[edge] + (step * end) / 100, end));
      }}
      {...drag.handlers}
    />
  );
}

/**
 * @param moved the range as it was at the press, moved by `by` microseconds in a run of length `end`
 * @param onClick for a press in place, at that share of the run; without it a press is a drag at once
 */
function useRangeDrag(
  overview: RefObject<HTMLElement | null>,
  moved: (start: Range, by: number, end: number) => Range,
  onClick?: (share: number) => void,
) {
  const store = useStoreApi();
  const actions = useActions();
  return useDrag<HTMLElement>((event) => {
    // A handle is a child of the strip, which would be dragged with it.
    event.stopPropagation();
    const { range } = store.getState();
    const { left, width } = (overview.current as HTMLElement).getBoundingClientRect();
    return {
      ...(onClick === undefined ? { threshold: 0 } : { onClick: ({ x }) => onClick((x - left) / width) }),
      onMove({ x }) {
        const end = runEnd(store.getState());
        actions.setRange(moved(range, ((x - event.clientX) / width) * end, end));
      },
      onCancel: () => actions.setRange(range),
    };
  });
}
