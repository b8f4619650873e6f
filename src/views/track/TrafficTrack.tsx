/** The traffic above the lanes, on their time axis: a block for each phase, a tick for each arrival, all of it to be drawn. */
import { useCallback, useEffect, useMemo, useRef, useState, type FocusEvent, type RefObject } from 'react';
import { SECOND } from '../../sim/index.ts';
import { newPhase } from '../../store/edits.ts';
import { useActions, useApp, usePlayhead, useStoreApi } from '../../store/react.tsx';
import { markedOf } from '../../store/selectors.ts';
import type { Player } from '../../store/player.ts';
import { endOf } from '../../store/trafficEdits.ts';
import { AxisHead, type AxisHeadHandle } from '../charts/AxisHead.tsx';
import type { ChartHandle } from '../charts/ChartLayers.tsx';
import { NO_GUTTERS, type Gutters } from '../charts/frame.ts';
import { useTheme } from '../charts/theme.ts';
import { TrafficChart } from '../charts/TrafficChart.tsx';
import { timeTicks } from '../format/ticks.ts';
import { Button } from '../ui/Button.tsx';
import type { Layout } from '../hooks/useLayout.ts';
import { Blocks } from './Blocks.tsx';
import { blocksOf, type Block, type Track } from './blocks.ts';
import type { Tool } from './deeds.ts';
import { FAULT_ROW, FaultRows, useMarks } from './FaultRows.tsx';
import { requestsText } from './requestCount.ts';
import { instantsOf, sentInstants } from './requests.ts';
import { Tools } from './Tools.tsx';
import styles from './TrafficTrack.module.css';
import { useTrackKeys } from './useTrackKeys.ts';
import { useTrackPointer } from './useTrackPointer.ts';

export function TrafficTrack({ layout }: { layout: Layout }) {
  const actions = useActions();
  const addPhase = useNewPhase();
  const [tool, setTool] = useState<Tool>('move');
  const requests = useApp((state) => requestsText(state.result));
  return (
    <section className={styles['track']} aria-label="Traffic">
      <div className={styles['head']}>
        <div className={styles['line']}>
          <h2 className={styles['title']}>Traffic</h2>
          <span className={styles['requests']}>{requests}</span>
          <Button size="small" variant="quiet" label="Edit traffic" onClick={() => actions.openDrawer('traffic')}>
            Edit
          </Button>
        </div>
        <div className={styles['line']}>
          {layout.width === 'wide' && (
            <Button size="small" onClick={addPhase}>
              Add phase
            </Button>
          )}
          <Tools tool={tool} onChange={setTool} />
        </div>
      </div>
      <Plot {...(layout.width === 'wide' ? WIDE : MEDIUM)} tool={tool} />
    </section>
  );
}

/** A phase that can be seen at once: at the limit's own rate, over the visible range's middle half. */
function useNewPhase(): () => void {
  const store = useStoreApi();
  const actions = useActions();
  return useCallback(() => {
    const { range, scenario } = store.getState();
    const quarter = (range.to - range.from) / 4;
    const tenth = (at: number): number => Math.round((at / SECOND) * 10) / 10;
    actions.addPhase(newPhase(scenario, tenth(range.from + quarter), tenth(range.to - quarter)));
    actions.openDrawer('traffic');
  }, [store, actions]);
}

/** The track's plot begins and ends where the lanes' first and last do. */
const WIDE = { gutters: { ...NO_GUTTERS, left: 40, right: 8 }, height: 48 };
const MEDIUM = { gutters: { ...NO_GUTTERS, left: 32, right: 8 }, height: 36 };

interface PlotProps {
  readonly gutters: Gutters;
  readonly height: number;
  readonly tool: Tool;
}

function Plot({ gutters, height, tool }: PlotProps) {
  const range = useApp((state) => state.range);
  const columns = useApp((state) => state.trackColumns);
  const empty = useApp((state) => state.scenario.traffic.length === 0);
  const chart = useRef<ChartHandle>(null);
  const axis = useRef<AxisHeadHandle>(null);
  const box = useRef<HTMLDivElement>(null);
  const ticks = useMemo(() => timeTicks(range.from, range.to, columns), [range, columns]);
  const track = useTrack(height);
  const { marks, rows } = useMarks(track.end);
  const blocks = useBlocks(track);
  const { handlers, hot } = useTrackPointer({ chart, axis, box }, { track, blocks, gutters, tool });
  const keys = useTrackKeys(track);
  const { focused, ...focus } = useFocusedPhase();
  return (
    <div className={styles['plot']}>
      <div
        className={styles['area']}
        data-track
        tabIndex={-1}
        {...handlers}
        {...keys}
        onFocus={focus.onFocus}
        onBlur={(event) => {
          focus.onBlur(event);
          keys.onBlur();
        }}
      >
        <Arrivals chart={chart} gutters={gutters} />
        <div className={styles['blocks']} style={{ left: gutters.left, right: gutters.right }}>
          {empty && <p className={styles['hint']}>Click to place a request. With Paint, drag to place many.</p>}
          <Blocks blocks={blocks} hot={tool === 'move' ? hot : null} focused={focused} />
          <div ref={box} className={styles['box']} hidden />
        </div>
      </div>
      {rows > 0 && (
        <div className={styles['faults']} style={{ height: rows * FAULT_ROW }}>
          <FaultRows marks={marks} track={track} gutters={gutters} />
        </div>
      )}
      <div className={styles['axis']}>
        <AxisHead ref={axis} title={null} range={range} gutters={gutters} ticks={ticks} />
      </div>
    </div>
  );
}

function Arrivals({ chart, gutters }: { chart: RefObject<ChartHandle | null>; gutters: Gutters }) {
  const store = useStoreApi();
  const range = useApp((state) => state.range);
  const looked = useApp((state) => state.looked);
  const traffic = useApp((state) => state.scenario.traffic);
  const selectedAt = useApp((state) => state.selection?.at ?? null);
  const marked = useApp(markedOf);
  const theme = useTheme();
  const sent = useMemo(() => sentInstants(traffic), [traffic]);
  const rings = useMemo(() => (marked === null ? null : instantsOf(marked.of, marked)), [marked]);
  usePlayhead(useCallback(({ at }: Player) => chart.current?.setPlayhead(at), [chart]));
  useEffect(() => store.subscribe(({ hovered }) => chart.current?.setCrosshair(hovered)), [store, chart]);
  return (
    <TrafficChart
      ref={chart}
      look={looked?.traffic ?? null}
      lookFrom={looked?.from ?? 0}
      sent={sent}
      marked={rings}
      range={range}
      gutters={gutters}
      theme={theme}
      selectedAt={selectedAt}
    />
  );
}

function useTrack(height: number): Track {
  const range = useApp((state) => state.range);
  const width = useApp((state) => state.trackColumns);
  const scenario = useApp((state) => state.scenario);
  const { policy } = scenario;
  const end = useMemo(() => endOf(scenario), [scenario]);
  return useMemo(() => ({ range, width, height, end, policy }), [range, width, height, end, policy]);
}

function useBlocks(track: Track): readonly Block[] {
  const traffic = useApp((state) => state.scenario.traffic);
  return useMemo(() => blocksOf(traffic, track), [traffic, track]);
}

/** The block that has the focus, by its phase. */
function useFocusedPhase() {
  const [focused, setFocused] = useState<number | null>(null);
  return {
    focused,
    onFocus: (event: FocusEvent<HTMLElement>): void => {
      const phase = event.target.dataset['phase'];
      setFocused(phase === undefined ? null : Number(phase));
    },
    onBlur: (_: FocusEvent<HTMLElement>): void => setFocused(null),
  };
}
