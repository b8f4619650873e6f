/** The keys of one lane, the busiest first: their figures, and a strip of their decisions over the visible range. */
import {
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  type ReactElement,
  type ReactNode,
  type RefObject,
} from 'react';
import type { Answers, Densities } from '../../sim/index.ts';
import type { Player } from '../../store/player.ts';
import { useActions, useApp, usePlayhead, useStoreApi } from '../../store/react.tsx';
import { lookOf } from '../../store/selectors.ts';
import type { Shares } from '../../store/state.ts';
import { AxisHead, type AxisHeadHandle } from '../charts/AxisHead.tsx';
import type { ChartHandle } from '../charts/ChartLayers.tsx';
import { densityTop } from '../charts/drawDensities.ts';
import type { Gutters } from '../charts/frame.ts';
import { observeSize } from '../charts/observe.ts';
import { StripChart } from '../charts/StripChart.tsx';
import { useTheme } from '../charts/theme.ts';
import { timeTicks } from '../format/ticks.ts';
import { clock } from '../format/time.ts';
import { Glyph } from '../ui/Glyph.tsx';
import { useChartPointer } from '../hooks/useChartPointer.ts';
import { useLayout } from '../hooks/useLayout.ts';
import { figuresOf, othersWords, partsOf, stripWords } from './fairnessText.ts';
import styles from './FairnessTab.module.css';

const GUTTERS: Gutters = { left: 16, right: 8, top: 1, bottom: 1 };
const TITLES = { admitted: 'Admitted', delayed: 'Delayed', denied: 'Denied' } as const;

export function KeyShares({ shares: { run, lane, answer } }: { readonly shares: Shares }): ReactElement {
  const asked = useApp((state) => state.key);
  const shown = useApp((state) => state.key ?? lookOf(state, state.lane)?.key ?? null);
  const { setKey } = useActions();
  const below = useLayout().width === 'phone';
  const canDelay = run.frames[lane]?.canDelay === true;
  const { keys, others } = answer;
  // One for all that are named, so that they compare; all others together may be very many.
  const top = useMemo(() => densityTop(keys.map(({ strip }) => ({ densities: strip }))), [keys]);
  const topOfOthers = useMemo(() => (others === null ? 1 : densityTop([{ densities: others.strip }])), [others]);
  const outcomes = canDelay ? (['admitted', 'delayed', 'denied'] as const) : (['admitted', 'denied'] as const);
  const common = { canDelay, below };
  return (
    <table className={styles['keys']} aria-label={`Keys of lane ${lane + 1}`}>
      <thead>
        <tr>
          <th scope="col">Key</th>
          <th scope="col">Requests</th>
          {outcomes.map((outcome) => (
            <th key={outcome} scope="col">
              <span className={styles['outcome']}>
                <Glyph name={outcome} /> {TITLES[outcome]}
              </span>
            </th>
          ))}
          {!below && <StripHead />}
        </tr>
        {below && (
          <tr>
            <StripHead columns={2 + outcomes.length} />
          </tr>
        )}
      </thead>
      <tbody>
        {keys.map((share) => (
          <Row key={share.key} {...common} share={share} top={top} whose={`key ${share.key}`}>
            <KeyButton
              name={share.key}
              pressed={share.key === shown}
              onClick={() => setKey(share.key === asked ? null : share.key)}
            />
          </Row>
        ))}
        {others !== null && (
          <Row {...common} share={others} top={topOfOthers} whose={`${othersWords(others.keys)} together`}>
            <span className={styles['others']}>{othersWords(others.keys)}</span>
          </Row>
        )}
      </tbody>
    </table>
  );
}

interface KeyButtonProps {
  readonly name: string;
  readonly pressed: boolean;
  readonly onClick: () => void;
}

/** Shows its key in the charts above; pressed again, each lane's busiest. */
function KeyButton({ name, pressed, onClick }: KeyButtonProps): ReactElement {
  const [stem, end] = partsOf(name);
  return (
    <button
      type="button"
      className={styles['choice']}
      title={`Show ${name} in the charts`}
      aria-label={name}
      aria-pressed={pressed}
      onClick={onClick}
    >
      <span className={styles['stem']}>{stem}</span>
      <span className={styles['end']}>{end}</span>
    </button>
  );
}

interface RowProps {
  readonly share: Answers & { readonly strip: Densities };
  readonly top: number;
  readonly whose: string;
  readonly canDelay: boolean;
  /** Whether the strip has a line of its own. */
  readonly below: boolean;
  readonly children: ReactNode;
}

function Row({ share, top, whose, canDelay, below, children }: RowProps): ReactElement {
  const figures = figuresOf(share, canDelay);
  const strip = <Strip strip={share.strip} top={top} whose={whose} canDelay={canDelay} />;
  return (
    <>
      <tr>
        <th scope="row">{children}</th>
        {figures.map(({ name, text }) => (
          <td key={name}>{text}</td>
        ))}
        {!below && <td className={styles['over']}>{strip}</td>}
      </tr>
      {below && (
        <tr className={styles['below']}>
          <td className={styles['over']} colSpan={1 + figures.length}>
            {strip}
          </td>
        </tr>
      )}
    </>
  );
}

/** The strips' time axis, which tells how many pixels they have. */
function StripHead({ columns = 1 }: { readonly columns?: number }): ReactElement {
  const store = useStoreApi();
  const { setStripColumns } = useActions();
  const range = useApp((state) => state.range);
  const pixels = useApp((state) => state.stripColumns);
  const ticks = useMemo(() => timeTicks(range.from, range.to, pixels), [range, pixels]);
  const cell = useRef<HTMLDivElement>(null);
  const axis = useRef<AxisHeadHandle>(null);
  useEffect(
    () =>
      observeSize(cell.current as Element, (width) =>
        setStripColumns(Math.max(50, width - GUTTERS.left - GUTTERS.right)),
      ),
    [setStripColumns],
  );
  useEffect(
    () =>
      store.subscribe(({ hovered, range: { from, to }, stripColumns }) =>
        axis.current?.setChip(hovered, hovered === null ? '' : clock(hovered, (to - from) / stripColumns)),
      ),
    [store],
  );
  return (
    <th scope="col" className={styles['over']} colSpan={columns}>
      <div ref={cell}>
        <AxisHead ref={axis} title="Decisions" range={range} gutters={GUTTERS} ticks={ticks} />
      </div>
    </th>
  );
}

/** Playhead and crosshair reach a strip past React. */
function useLive(chart: RefObject<ChartHandle | null>): void {
  const store = useStoreApi();
  usePlayhead(useCallback(({ at }: Player) => chart.current?.setPlayhead(at), [chart]));
  useEffect(() => {
    chart.current?.setCrosshair(store.getState().hovered);
    return store.subscribe(({ hovered }) => chart.current?.setCrosshair(hovered));
  }, [store, chart]);
}

const NO_OPTIONS = {};

type StripProps = Pick<RowProps, 'top' | 'whose' | 'canDelay'> & { readonly strip: Densities };

function Strip({ strip, top, whose, canDelay }: StripProps): ReactElement {
  const chart = useRef<ChartHandle>(null);
  useLive(chart);
  const pointer = useChartPointer(chart, NO_OPTIONS);
  const range = useApp((state) => state.range);
  const selectedAt = useApp((state) => state.selection?.at ?? null);
  const theme = useTheme();
  const id = useId();
  return (
    <div className={styles['strip']} {...pointer}>
      <StripChart
        ref={chart}
        strip={strip}
        top={top}
        label={`Decisions of ${whose}`}
        describedBy={id}
        range={range}
        gutters={GUTTERS}
        theme={theme}
        selectedAt={selectedAt}
      />
      <p id={id} className="visually-hidden">
        {stripWords(strip, canDelay)}
      </p>
    </div>
  );
}
