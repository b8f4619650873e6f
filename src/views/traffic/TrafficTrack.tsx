/** The traffic above the lanes, on their time axis: a block for each phase, a tick for each arrival. */
import { useCallback, useEffect, useMemo, useRef, type CSSProperties } from 'react';
import { microsFromSeconds, SECOND, type Scenario, type Traffic } from '../../sim/index.ts';
import { newPhase } from '../../store/edits.ts';
import { useActions, useApp, usePlayhead, useStoreApi } from '../../store/react.tsx';
import type { Player } from '../../store/player.ts';
import { AxisHead, type AxisHeadHandle } from '../charts/AxisHead.tsx';
import type { ChartHandle } from '../charts/ChartLayers.tsx';
import { NO_GUTTERS, type Gutters, type Range } from '../charts/frame.ts';
import { useTheme } from '../charts/theme.ts';
import { TrafficChart } from '../charts/TrafficChart.tsx';
import { phaseLabel, phaseText } from '../details/phaseText.ts';
import { counted } from '../format/numbers.ts';
import { timeTicks } from '../format/ticks.ts';
import { Button } from '../ui/Button.tsx';
import { useChartPointer } from '../useChartPointer.ts';
import type { Layout } from '../useLayout.ts';
import styles from './TrafficTrack.module.css';

export function TrafficTrack({ layout }: { layout: Layout }) {
  const actions = useActions();
  const addPhase = useNewPhase();
  const requests = useApp((state) => state.result?.requests ?? null);
  return (
    <section className={styles['track']} aria-label="Traffic">
      <div className={styles['head']}>
        <h2 className={styles['title']}>
          Traffic <span className={styles['requests']}>{requests === null ? '–' : counted(requests, 'request')}</span>
        </h2>
        <div className={styles['buttons']}>
          {layout.width === 'wide' && (
            <Button size="small" onClick={addPhase}>
              Add phase
            </Button>
          )}
          <Button size="small" variant="quiet" label="Edit traffic" onClick={() => actions.openDrawer('traffic')}>
            Edit
          </Button>
        </div>
      </div>
      <Plot gutters={layout.width === 'wide' ? WIDE : MEDIUM} />
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
const WIDE: Gutters = { ...NO_GUTTERS, left: 40, right: 8 };
const MEDIUM: Gutters = { ...NO_GUTTERS, left: 32, right: 8 };

function Plot({ gutters }: { gutters: Gutters }) {
  const store = useStoreApi();
  const range = useApp((state) => state.range);
  const columns = useApp((state) => state.trackColumns);
  const looked = useApp((state) => state.looked);
  const scenario = useApp((state) => state.scenario);
  const selectedAt = useApp((state) => state.selection?.at ?? null);
  const theme = useTheme();
  const chart = useRef<ChartHandle>(null);
  const axis = useRef<AxisHeadHandle>(null);
  const ticks = useMemo(() => timeTicks(range.from, range.to, columns), [range, columns]);
  const sent = useMemo(() => sentInstants(scenario), [scenario]);
  usePlayhead(useCallback(({ at }: Player) => chart.current?.setPlayhead(at), []));
  useEffect(() => store.subscribe(({ hovered }) => chart.current?.setCrosshair(hovered)), [store]);
  const pointer = useChartPointer(chart, { wheelZooms: true });
  return (
    <div className={styles['plot']}>
      <div className={styles['area']} {...pointer}>
        <TrafficChart
          ref={chart}
          look={looked?.traffic ?? null}
          lookFrom={looked?.from ?? 0}
          sent={sent}
          range={range}
          gutters={gutters}
          theme={theme}
          selectedAt={selectedAt}
        />
        <div className={styles['blocks']} style={{ left: gutters.left, right: gutters.right }}>
          <Phases range={range} />
        </div>
      </div>
      <div className={styles['axis']}>
        <AxisHead ref={axis} title={null} range={range} gutters={gutters} ticks={ticks} />
      </div>
    </div>
  );
}

function sentInstants({ traffic }: Scenario): Float64Array {
  const clicks = traffic.find((entry) => entry.kind === 'times' && entry.clicks);
  return clicks?.kind === 'times' ? Float64Array.from(clicks.at, microsFromSeconds).sort() : new Float64Array();
}

/** Blocks by phase. */
function Phases({ range }: { range: Range }) {
  const actions = useActions();
  const scenario = useApp((state) => state.scenario);
  const end = useApp((state) => (state.result?.end ?? state.range.to) / SECOND);
  const chosen = useApp((state) => (state.drawer === 'traffic' ? state.phase : null));
  const columns = useApp((state) => state.trackColumns);
  return (
    <ul className={styles['phases']} aria-label="Phases">
      {scenario.traffic.map((entry, index) => {
        const block = blockOf(entry, scenario, end, range, columns);
        return (
          // Phases have no identity but their place.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} hidden={block === null}>
            <button
              type="button"
              className={styles['block']}
              style={block?.style}
              data-bare={block?.bare}
              aria-label={`Phase ${index + 1}: ${phaseText(entry)}`}
              aria-pressed={chosen === index}
              onClick={() => actions.editPhase(index)}
            >
              {block?.label}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

const LEAST_HEIGHT = 12;
const MORE_HEIGHT = 32;
/** A block narrower than this has no label. */
const LABELLED = 72;

interface Block {
  readonly style: CSSProperties;
  readonly label: string;
  /** Requests at instants have no extent: their ticks are all there is to see. */
  readonly bare: boolean;
}

/** Where a phase stands in the range, its height by its rate against the limit's; null outside. */
function blockOf(entry: Traffic, { policy }: Scenario, end: number, range: Range, columns: number): Block | null {
  const span = spanOf(entry, end);
  if (span === null) return null;
  const length = range.to - range.from;
  const from = (microsFromSeconds(span.from) - range.from) / length;
  const to = (microsFromSeconds(span.to) - range.from) / length;
  if (to < 0 || from > 1) return null;
  const left = Math.max(0, from);
  const right = Math.min(1, to);
  const size = Math.max(0, Math.min(3, Math.log10((span.rate * policy.T) / policy.n) + 1));
  const width = (right - left) * columns;
  return {
    style: {
      left: `${left * 100}%`,
      width: `max(2px, ${(right - left) * 100}%)`,
      height: LEAST_HEIGHT + (MORE_HEIGHT * size) / 3,
    },
    label: width >= LABELLED ? phaseLabel(entry) : '',
    bare: entry.kind === 'times' || (entry.kind === 'burst' && entry.spread === 0),
  };
}

function spanOf(entry: Traffic, end: number): { from: number; to: number; rate: number } | null {
  switch (entry.kind) {
    case 'times': {
      if (entry.at.length === 0) return null;
      const from = entry.at.reduce((a, b) => Math.min(a, b));
      const to = entry.at.reduce((a, b) => Math.max(a, b));
      return { from, to, rate: entry.at.length / Math.max(to - from, 1) };
    }
    case 'burst':
      return { from: entry.at, to: entry.at + entry.spread, rate: entry.count / Math.max(entry.spread, 1) };
    case 'script':
      return { from: 0, to: end, rate: 0 };
    case 'daily':
      return { from: entry.from, to: entry.to ?? end, rate: entry.mean };
    case 'ramp':
      return { from: entry.from, to: entry.to ?? end, rate: Math.max(...entry.rate) };
    case 'clients':
      return { from: entry.from, to: entry.to ?? end, rate: entry.rate ?? 0 };
    default:
      return { from: entry.from, to: entry.to ?? end, rate: entry.rate };
  }
}
