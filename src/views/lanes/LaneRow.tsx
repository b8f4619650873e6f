/** A lane: its head, then level, window count and decisions side by side. */
import { useCallback, useEffect, useId, useMemo, useRef, type RefObject } from 'react';
import { outcomeOf, SECOND, type LaneFrame, type LaneLook, type LaneMoment } from '../../sim/index.ts';
import { useActions, useApp, usePlayhead, useStoreApi } from '../../store/react.tsx';
import { disagreementsIn, frameOf, lookOf, selectedIn, whyOf } from '../../store/selectors.ts';
import type { Player } from '../../store/player.ts';
import type { ChartHandle, ChartProps } from '../charts/ChartLayers.tsx';
import { CountChart } from '../charts/CountChart.tsx';
import { DecisionsChart, type DecisionsHandle } from '../charts/DecisionsChart.tsx';
import { LevelChart } from '../charts/LevelChart.tsx';
import type { Gutters, Range } from '../charts/frame.ts';
import type { Theme } from '../charts/theme.ts';
import { count, counted } from '../format/numbers.ts';
import type { Tick } from '../format/ticks.ts';
import { clock, duration, exactClock, inSeconds } from '../format/time.ts';
import { Button } from '../ui/Button.tsx';
import { useChartPointer } from '../hooks/useChartPointer.ts';
import type { Width } from '../hooks/useLayout.ts';
import { DecisionList } from './DecisionList.tsx';
import styles from './Lanes.module.css';
import { LaneHead } from './LaneHead.tsx';
import { laneLabel } from './laneText.ts';
import { byNode, rowNames } from './nodesText.ts';

/** What all lanes have in common. */
export interface Shared {
  readonly range: Range;
  readonly ticks: readonly Tick[];
  readonly grid: readonly number[];
  readonly theme: Theme;
  readonly gutters: Gutters;
  readonly countTop: number;
  readonly densityTop: number;
}

const CLICK_TOLERANCE = 12;
const TOUCH_TOLERANCE = 44;

export function LaneRow({ index, shared, width }: { index: number; shared: Shared; width: Width }) {
  const lane = useApp((state) => state.scenario.lanes[index]);
  const frame = useApp((state) => frameOf(state, index));
  const look = useApp((state) => lookOf(state, index));
  const phoneChart = useApp((state) => state.phoneChart);
  const chosen = useApp((state) => state.selection?.lane === index);
  const { focusLane } = useActions();
  const row = useRef<HTMLElement>(null);
  useScrollTo(row, chosen);
  if (lane === undefined) return null;
  const label = laneLabel(lane);
  const phone = width === 'phone';
  const own = { lane: index, frame, look, shared };
  return (
    <section
      ref={row}
      className={styles['row']}
      aria-label={`Lane ${index + 1}: ${label}`}
      data-edition={lane.edition === 'published' ? 'published' : undefined}
      onFocus={() => focusLane(index)}
      onPointerDown={() => focusLane(index)}
    >
      <LaneHead index={index} lane={lane} label={label} frame={frame} width={width} row={row} />
      {(!phone || phoneChart === 'level') && <Level {...own} />}
      {(!phone || phoneChart === 'count') && <Count {...own} />}
      <Decisions {...own} />
    </section>
  );
}

/** The lane in which a request is selected comes into sight, below the sticky heads. */
function useScrollTo(row: RefObject<HTMLElement | null>, chosen: boolean): void {
  const drawer = useApp((state) => state.drawer !== null);
  useEffect(() => {
    if (chosen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [row, chosen, drawer]);
}

interface ChartOfLane {
  readonly lane: number;
  readonly frame: LaneFrame | null;
  readonly look: LaneLook | null;
  readonly shared: Shared;
}

/** Playhead, crosshair and read-out reach a chart past React. */
function useLive(
  chart: RefObject<ChartHandle | null>,
  lane: number,
  readout: (moment: LaneMoment, perPixel: number) => string,
): void {
  const store = useStoreApi();
  usePlayhead(useCallback(({ at }: Player) => chart.current?.setPlayhead(at), [chart]));
  useEffect(() => {
    const update = (): void => {
      const { hovered, moments, range, columns } = store.getState();
      chart.current?.setCrosshair(hovered);
      const moment = moments?.[lane];
      chart.current?.setReadout(moment === undefined ? '–' : readout(moment, (range.to - range.from) / columns));
    };
    update();
    return store.subscribe((state, before) => {
      if (state.hovered !== before.hovered || state.moments !== before.moments) update();
    });
  }, [store, chart, lane, readout]);
}

function common({ shared: { range, grid, gutters, theme } }: ChartOfLane, selectedAt: number | null): ChartProps {
  return { range, gutters, theme, grid, selectedAt };
}

function useSelectedAt(): number | null {
  return useApp((state) => state.selection?.at ?? null);
}

/** The sentence that describes a chart: renewed when the playhead rests, not while it moves. */
function useDescription(lane: number, describe: (moment: LaneMoment, at: string) => string): string {
  return useApp((state) => {
    const moment = state.moments?.[lane];
    const { from, to } = state.range;
    const at = clock(state.momentsAt, (to - from) / state.columns);
    return state.playing || moment === undefined ? '' : describe(moment, at);
  });
}

function Level(own: ChartOfLane) {
  const { lane, frame, look } = own;
  const chart = useRef<ChartHandle>(null);
  const unit = frame?.unit;
  const second = frame?.second?.unit;
  const words = useCallback(
    (moment: LaneMoment): string => {
      if (unit === undefined || moment.level === null) return '–';
      const level = counted(Math.round(moment.level * 1000) / 1000, ...unit);
      if (second === undefined || moment.second === null) return level;
      return `${level}, ${counted(Math.round(moment.second * 1000) / 1000, ...second)}`;
    },
    [unit, second],
  );
  useLive(chart, lane, words);
  const pointer = useChartPointer(chart, NO_OPTIONS);
  const id = useId();
  const description = useDescription(lane, (moment, at) =>
    frame === null
      ? ''
      : moment.level === null
        ? `No node has found a level by ${at}, for key ${moment.key}.`
        : `${words(moment)} at ${at}, of at most ${counted(frame.full, ...frame.unit)}, for key ${moment.key}.`,
  );
  const key = useApp((state) =>
    state.result !== null && state.result.keys.length > 1 ? (state.looked?.lanes[lane]?.key ?? '') : '',
  );
  return (
    <div className={styles['cell']} {...pointer}>
      <LevelChart
        {...common(own, useSelectedAt())}
        ref={chart}
        lane={lane + 1}
        look={look}
        gauge={frame}
        secondFull={frame?.second?.full}
        describedBy={id}
      />
      {key !== '' && <span className={styles['key']}>key {key}</span>}
      <p id={id} className="visually-hidden">
        {description}
      </p>
    </div>
  );
}

function Count(own: ChartOfLane) {
  const { lane, frame, look, shared } = own;
  const chart = useRef<ChartHandle>(null);
  const n = frame?.n ?? 0;
  useLive(
    chart,
    lane,
    useCallback((moment: LaneMoment) => `${count(moment.count)} of ${count(n)}`, [n]),
  );
  const pointer = useChartPointer(chart, NO_OPTIONS);
  const id = useId();
  const description = useDescription(lane, (moment, at) =>
    frame === null
      ? ''
      : `${counted(moment.count, 'request')} admitted in the ${duration(frame.T / SECOND)} up to ${at}; the limit is ${count(n)}.`,
  );
  return (
    <div className={styles['cell']} {...pointer}>
      <CountChart
        {...common(own, useSelectedAt())}
        ref={chart}
        lane={lane + 1}
        look={look}
        n={n}
        top={shared.countTop}
        windows={frame?.windows ?? null}
        describedBy={id}
      />
      <p id={id} className="visually-hidden">
        {description}
      </p>
    </div>
  );
}

const NO_OPTIONS = {};

function Decisions(own: ChartOfLane) {
  const { lane, frame, look, shared } = own;
  const store = useStoreApi();
  const actions = useActions();
  const chart = useRef<DecisionsHandle>(null);
  useLive(chart, lane, lastDecision);
  const pointer = useChartPointer(chart, {
    onClick(x, y, touch) {
      const request = chart.current?.requestAt(x, y, touch ? TOUCH_TOLERANCE : CLICK_TOLERANCE) ?? null;
      const marks = store.getState().looked?.lanes[lane]?.marks;
      const at = marks?.at[marks.request.indexOf(request ?? -1)];
      if (request !== null && at !== undefined) {
        actions.select(lane, request, at);
        actions.openDrawer('why');
      } else if (chart.current?.mode === 'densities') {
        actions.seek(chart.current.instantAt(x));
        actions.say('There are too many requests to choose one. Zoom in with + or the wheel.');
      }
    },
  });
  const selected = useApp((state) => selectedIn(state, lane));
  const why = useApp((state) => whyOf(state, lane));
  const members = why?.members ?? null;
  const promise = why === null || why.retryAfter === null ? null : why.at + why.retryAfter;
  const disagreements = useApp((state) => disagreementsIn(state, lane));
  const peak = frame?.summary.peak ?? null;
  const T = frame?.T ?? 0;
  const n = frame?.n ?? 0;
  const cluster = frame?.cluster ?? null;
  const nodes = useMemo(() => rowNames(cluster), [cluster]);
  const worst = useMemo(() => (peak === null ? null : { from: peak.from, T, permits: peak.permits, n }), [peak, T, n]);
  return (
    <div className={styles['cell']} {...pointer}>
      <DecisionsChart
        {...common(own, useSelectedAt())}
        ref={chart}
        look={look}
        densityTop={shared.densityTop}
        worst={worst}
        nodes={nodes}
        selected={selected}
        members={members}
        promise={promise}
        disagreements={disagreements}
      />
      {look?.inRange === 0 ? <NothingInRange /> : <DecisionList lane={lane} look={look} />}
    </div>
  );
}

const SIGNS = { allow: '●', delay: '○', deny: '✕' } as const;
const WORDS = { allow: 'admitted', delay: 'delayed', deny: 'denied' } as const;

/** `✕ denied at 14.000 s`, `✕ denied by N2 at 14.000 s` */
function lastDecision({ last }: LaneMoment, perPixel: number): string {
  if (last === null) return '–';
  const outcome = outcomeOf(last.verdict);
  return `${SIGNS[outcome]} ${WORDS[outcome]}${byNode(last.node)} at ${clock(last.at, perPixel)}`;
}

function NothingInRange() {
  const actions = useActions();
  const range = useApp((state) => state.range);
  const requests = useApp((state) => state.result?.requests ?? 0);
  const next = useApp((state) => state.looked?.traffic.next ?? null);
  const words =
    requests === 0
      ? 'No requests yet. Press Send or Space, or add a phase.'
      : `Nothing between ${inSeconds(range.from / SECOND)} and ${inSeconds(range.to / SECOND)}.` +
        (next === null ? '' : ` The next request is at ${exactClock(next)}.`);
  return (
    <div className={styles['nothing']}>
      <span role="img" aria-label={words}>
        {words}
      </span>
      {next !== null && (
        <Button size="small" onClick={() => actions.seek(next)}>
          Go there
        </Button>
      )}
    </div>
  );
}
