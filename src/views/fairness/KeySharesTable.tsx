/** The keys of one lane, busiest first: their figures, and a strip of decisions over the visible range. */
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
import type { RequestCounts, Densities } from '../../sim/index.ts';
import type { Player } from '../../store/player.ts';
import { useActions, useAppState, usePlayhead, useStoreApi } from '../../store/playgroundContext.tsx';
import { laneChartData } from '../../store/selectors.ts';
import type { FairnessAnswer } from '../../store/state.ts';
import { AxisHeader, type AxisHeaderHandle } from '../charts/AxisHeader.tsx';
import type { ChartHandle } from '../charts/ChartLayers.tsx';
import { maxDensityOf } from '../charts/drawDensities.ts';
import type { Gutters } from '../charts/viewport.ts';
import { observeSize } from '../charts/observers.ts';
import { KeyStripChart } from '../charts/KeyStripChart.tsx';
import { useChartTheme } from '../charts/chartTheme.ts';
import { timeTicks } from '../format/ticks.ts';
import { formatInstant } from '../format/time.ts';
import { OUTCOME_GLYPHS, OUTCOME_LABELS } from '../text/outcomeText.ts';
import { Glyph } from '../ui/Glyph.tsx';
import { useChartPointer } from '../charts/useChartPointer.ts';
import { useDraggedSpan } from '../charts/useDraggedSpan.ts';
import { useLayout } from '../hooks/useLayout.ts';
import { keyRowCells, otherKeysText, splitKey, keyStripText } from './fairnessText.ts';
import styles from './KeySharesTable.module.css';
import { PlainRowName, RowName, type RowNameProps } from './RowName.tsx';

const GUTTERS: Gutters = { left: 16, right: 8, top: 1, bottom: 1 };

export function KeySharesTable({
  fairness: { result, lane, answer },
}: {
  readonly fairness: FairnessAnswer;
}): ReactElement {
  const pickedKey = useAppState((state) => state.shownKey);
  const shownKey = useAppState((state) => state.shownKey ?? laneChartData(state, state.focusedLane)?.key ?? null);
  const { setKey } = useActions();
  const stripBelow = useLayout().width === 'phone';
  const canDelay = result.laneInfos[lane]?.canDelay === true;
  const { keys, others } = answer;
  // One scale for all named keys, so that they compare; the sum of the others may be far larger.
  const maxDensity = useMemo(() => maxDensityOf(keys), [keys]);
  const maxOthersDensity = useMemo(() => (others === null ? 1 : maxDensityOf([others])), [others]);
  const outcomes = canDelay ? (['allow', 'delay', 'deny'] as const) : (['allow', 'deny'] as const);
  const rowProps = { canDelay, stripBelow };
  return (
    <table className={styles['keys']} aria-label={`Keys of lane ${lane + 1}`}>
      <thead>
        <tr>
          <th scope="col">Key</th>
          <th scope="col">Requests</th>
          {outcomes.map((outcome) => (
            <th key={outcome} scope="col">
              <span className={styles['outcome']}>
                <Glyph name={OUTCOME_GLYPHS[outcome]} /> {OUTCOME_LABELS[outcome]}
              </span>
            </th>
          ))}
          {!stripBelow && <StripHeaderCell />}
        </tr>
        {stripBelow && (
          <tr>
            <StripHeaderCell columns={2 + outcomes.length} />
          </tr>
        )}
      </thead>
      <tbody>
        {keys.map((share) => (
          <KeyRow key={share.key} {...rowProps} share={share} maxDensity={maxDensity} owner={`key ${share.key}`}>
            <KeyName
              name={share.key}
              pressed={share.key === shownKey}
              onClick={() => setKey(share.key === pickedKey ? null : share.key)}
            />
          </KeyRow>
        ))}
        {others !== null && (
          <KeyRow
            {...rowProps}
            share={others}
            maxDensity={maxOthersDensity}
            owner={`${otherKeysText(others.keys)} together`}
          >
            <PlainRowName>{otherKeysText(others.keys)}</PlainRowName>
          </KeyRow>
        )}
      </tbody>
    </table>
  );
}

type KeyNameProps = Pick<RowNameProps, 'pressed' | 'onClick'> & { readonly name: string };

/** Shows its key in the charts above; pressed again, the charts show each lane's busiest key. */
function KeyName({ name, ...rowName }: KeyNameProps): ReactElement {
  const [text, tail] = splitKey(name);
  return <RowName {...rowName} text={text} tail={tail} label={name} title={`Show ${name} in the charts`} />;
}

interface KeyRowProps {
  readonly share: RequestCounts & { readonly densities: Densities };
  readonly maxDensity: number;
  readonly owner: string;
  readonly canDelay: boolean;
  /** Whether the strip is on its own line. */
  readonly stripBelow: boolean;
  readonly children: ReactNode;
}

function KeyRow({ share, maxDensity, owner, canDelay, stripBelow, children }: KeyRowProps): ReactElement {
  const figures = keyRowCells(share, canDelay);
  const strip = <KeyStrip densities={share.densities} maxDensity={maxDensity} owner={owner} canDelay={canDelay} />;
  return (
    <>
      <tr>
        <th scope="row">{children}</th>
        {figures.map(({ name, text }) => (
          <td key={name}>{text}</td>
        ))}
        {!stripBelow && <td className={styles['stripCell']}>{strip}</td>}
      </tr>
      {stripBelow && (
        <tr className={styles['stripRow']}>
          <td className={styles['stripCell']} colSpan={1 + figures.length}>
            {strip}
          </td>
        </tr>
      )}
    </>
  );
}

/** The strips' time axis, whose width sets theirs. */
function StripHeaderCell({ columns = 1 }: { readonly columns?: number }): ReactElement {
  const store = useStoreApi();
  const { setStripColumns } = useActions();
  const range = useAppState((state) => state.range);
  const plotColumns = useAppState((state) => state.keyStripColumns);
  const ticks = useMemo(() => timeTicks(range.from, range.to, plotColumns), [range, plotColumns]);
  const cell = useRef<HTMLDivElement>(null);
  const axis = useRef<AxisHeaderHandle>(null);
  useEffect(
    () =>
      observeSize(cell.current as Element, (width) =>
        setStripColumns(Math.max(50, width - GUTTERS.left - GUTTERS.right)),
      ),
    [setStripColumns],
  );
  useEffect(
    () =>
      store.subscribe(({ hoveredAt, range: { from, to }, keyStripColumns }) =>
        axis.current?.setChip(
          hoveredAt,
          hoveredAt === null ? '' : formatInstant(hoveredAt, (to - from) / keyStripColumns),
        ),
      ),
    [store],
  );
  return (
    <th scope="col" className={styles['stripCell']} colSpan={columns}>
      <div ref={cell}>
        <AxisHeader ref={axis} title="Decisions" range={range} gutters={GUTTERS} ticks={ticks} />
      </div>
    </th>
  );
}

/** Playhead and crosshair are drawn outside React. */
function useLiveLines(chart: RefObject<ChartHandle | null>): void {
  const store = useStoreApi();
  usePlayhead(useCallback(({ at }: Player) => chart.current?.setPlayhead(at), [chart]));
  useDraggedSpan(chart);
  useEffect(() => {
    chart.current?.setCrosshair(store.getState().hoveredAt);
    return store.subscribe(({ hoveredAt }) => chart.current?.setCrosshair(hoveredAt));
  }, [store, chart]);
}

type KeyStripProps = Pick<KeyRowProps, 'maxDensity' | 'owner' | 'canDelay'> & { readonly densities: Densities };

function KeyStrip({ densities, maxDensity, owner, canDelay }: KeyStripProps): ReactElement {
  const chart = useRef<ChartHandle>(null);
  useLiveLines(chart);
  const pointer = useChartPointer(chart);
  const range = useAppState((state) => state.range);
  const selectedAt = useAppState((state) => state.selection?.at ?? null);
  const theme = useChartTheme();
  const id = useId();
  return (
    <div className={styles['strip']} {...pointer}>
      <KeyStripChart
        ref={chart}
        densities={densities}
        maxDensity={maxDensity}
        label={`Decisions of ${owner}`}
        describedBy={id}
        range={range}
        gutters={GUTTERS}
        theme={theme}
        selectedAt={selectedAt}
      />
      <p id={id} className="visually-hidden">
        {keyStripText(densities, canDelay, range)}
      </p>
    </div>
  );
}
