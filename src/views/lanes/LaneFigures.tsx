/** A lane's figures in its header: large up to the playhead, the whole run's in grey behind. */
import { memo, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useAppState, useStoreApi } from '../../store/playgroundContext.tsx';
import { canRetry, isFutureHidden, laneFrame, laneIndexInResult, momentOf } from '../../store/selectors.ts';
import type { State } from '../../store/state.ts';
import { formatCount } from '../format/numbers.ts';
import { levelText } from '../text/levelText.ts';
import { TermButton } from '../text/TermButton.tsx';
import { Glyph } from '../ui/Glyph.tsx';
import { writeText } from '../ui/writeText.ts';
import { figuresOverflow } from './jobsText.ts';
import { countedFigures, peakFigure, phoneText, shortText, upToCount, type CountedFigure } from './laneFigures.ts';
import styles from './LaneHeader.module.css';

/** The widths of a digit of a figure and of the word `of`, in digits of a label. */
const LEAD_DIGIT = 1.85;
const FIGURE_DIGIT = 1.3;
const OF_DIGITS = 2.2;

interface LaneFiguresProps {
  readonly index: number;
}

/** Its rows are rendered; the figures change with every step of a slider and are written. */
export const LaneFigures = memo(function LaneFigures({ index }: LaneFiguresProps) {
  const retrying = useAppState(canRetry);
  const rows = useMemo(() => countedFigures(null, retrying), [retrying]);
  const unknown = useAppState((state) => unknownFigures(state, index)).split(' ');
  const table = useRef<HTMLTableElement>(null);
  useFigures((state) => {
    if (table.current === null) return;
    const { dataset, style } = table.current;
    const widest = String(widestFigure(state, index));
    if (style.getPropertyValue('--widest') !== widest) style.setProperty('--widest', widest);
    const tight = tightness(state, index);
    if (dataset['tight'] === tight) return;
    if (tight === undefined) delete dataset['tight'];
    else dataset['tight'] = tight;
  }, index);
  return (
    <table
      ref={table}
      className={styles['figures']}
      data-part="figures"
      aria-label={`Figures of lane ${index + 1}`}
      title="Up to the playhead, of the whole run"
    >
      <thead className="visually-hidden">
        <tr>
          <th scope="col" colSpan={2}>
            Figure
          </th>
          <th scope="col">Up to the playhead</th>
          <th scope="col">Whole run</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, glyph, lead }) => (
          <tr key={id} data-figure={id} data-lead={lead || undefined} data-none={unknown.includes(id) || undefined}>
            <td className={styles['glyph']}>{glyph !== null && <Glyph name={glyph} />}</td>
            <th scope="row">{name}</th>
            {unknown.includes(id) ? <td colSpan={2}>–</td> : <CountedCells index={index} id={id} />}
          </tr>
        ))}
        <tr data-figure="peak">
          <th scope="row" colSpan={2}>
            <TermButton term="peak in T">Peak in T</TermButton>
          </th>
          <PeakCell index={index} />
        </tr>
      </tbody>
    </table>
  );
});

function figuresOf(state: State, index: number): readonly CountedFigure[] {
  return countedFigures(laneFrame(state, index), canRetry(state));
}

/** The ids of the figures that are unknown or cannot occur, in one text, which stays the same from run to run. */
function unknownFigures(state: State, index: number): string {
  return figuresOf(state, index)
    .flatMap(({ id, whole }) => (whole === null ? [id] : []))
    .join(' ');
}

function countsOf(state: State, index: number) {
  return state.counts?.[laneIndexInResult(state, index)] ?? null;
}

/** What a figure becomes, and the whole run's behind it; a dash alone where there is none. */
function longestTexts(state: State, index: number, figure: CountedFigure): readonly string[] {
  if (figure.whole === null) return ['–'];
  const hidden = isFutureHidden(state);
  const counts = hidden ? countsOf(state, index) : null;
  // It counts up to the whole run's figure, which is not to be told by the room that it takes.
  const most = counts === null ? figure.whole : upToCount(figure, counts);
  const text = shortText(most) ?? formatCount(most);
  return [text, hidden ? '?' : text];
}

/** How wide the widest figure is, in digits of a label: where its name does not fit beside it, no row has one. */
function widestFigure(state: State, index: number): number {
  const counts = isFutureHidden(state) ? null : countsOf(state, index);
  const widths = figuresOf(state, index).map((figure) => {
    const [upTo = '', whole = ''] = longestTexts(state, index, figure);
    const isSame = counts !== null && upToCount(figure, counts) === figure.whole;
    return upTo.length * (figure.lead ? LEAD_DIGIT : FIGURE_DIGIT) + (isSame ? 0 : OF_DIGITS + whole.length);
  });
  return Math.max(...widths);
}

/** Whether all figures fit into one line of a low row. */
function tightness(state: State, index: number): ReturnType<typeof figuresOverflow> {
  const laneInfo = laneFrame(state, index);
  const hidden = isFutureHidden(state);
  const shown = figuresOf(state, index).flatMap((figure) => longestTexts(state, index, figure));
  const peak = laneInfo === null || hidden ? '–' : peakFigure(laneInfo).value;
  return figuresOverflow([...shown, peak].map((value) => ({ value })));
}

/** What a lane's figures depend on. */
const FIGURE_INPUTS: readonly ((state: State, index: number) => unknown)[] = [
  laneFrame,
  countsOf,
  canRetry,
  isFutureHidden,
];

/** Writes figures now and whenever they may have changed: of the three changes that a step of n makes, only with the last. */
function useFigures(write: (state: State) => void, index: number): void {
  const store = useStoreApi();
  const latest = useRef(write);
  useLayoutEffect(() => {
    latest.current = write;
  });
  // Before the first paint, which else would show empty cells.
  useLayoutEffect(() => {
    latest.current(store.getState());
    return store.subscribe((state, before) => {
      if (FIGURE_INPUTS.some((select) => select(state, index) !== select(before, index))) latest.current(state);
    });
  }, [store, index]);
}

interface CountedCellsProps {
  readonly index: number;
  readonly id: CountedFigure['id'];
}

function CountedCells({ index, id }: CountedCellsProps) {
  const upTo = useRef<HTMLSpanElement>(null);
  const inAll = useRef<HTMLSpanElement>(null);
  useFigures((state) => {
    const figure = figuresOf(state, index).find((one) => one.id === id);
    if (figure === undefined || figure.whole === null || upTo.current === null || inAll.current === null) return;
    const counts = countsOf(state, index);
    const soFar = counts && upToCount(figure, counts);
    const hidden = isFutureHidden(state);
    writeCount(upTo.current, soFar);
    if (hidden) writeFigure(inAll.current, '?', undefined);
    else writeCount(inAll.current, figure.whole);
    inAll.current.parentElement?.toggleAttribute('data-same', !hidden && soFar === figure.whole);
  }, index);
  return (
    <>
      {/* The figures are written into them. */}
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
      <td className={styles['upTo']}>
        <span ref={upTo} translate="no" />
      </td>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
      <td className={styles['whole']}>
        <span ref={inAll} translate="no" />
      </td>
    </>
  );
}

function writeCount(cell: HTMLElement, count: number | null): void {
  if (count === null) writeFigure(cell, '', undefined);
  else writeFigure(cell, formatCount(count), shortText(count));
}

/** @param short shown instead where the figure in full is too long */
function writeFigure(cell: HTMLElement, text: string, short: string | undefined): void {
  writeText(cell, text);
  if (cell.dataset['short'] === short) return;
  if (short === undefined) delete cell.dataset['short'];
  else cell.dataset['short'] = short;
}

function PeakCell({ index }: LaneFiguresProps) {
  const laneInfo = useAppState((state) => laneFrame(state, index));
  const hidden = useAppState(isFutureHidden);
  const peak = laneInfo === null || hidden ? null : peakFigure(laneInfo);
  return (
    <td className={styles['peak']} colSpan={2} title={peak?.full} data-remark={peak?.remark}>
      {peak !== null && peak.glyph !== null && <Glyph name={peak.glyph} size={10} />}
      {peak?.value ?? (hidden ? '?' : '–')}
    </td>
  );
}

/** The figures in one line; while a finger is down, the read-out at its instant instead. */
export function PhoneFigures({ index }: LaneFiguresProps) {
  const store = useStoreApi();
  const line = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const write = (state: State): void => {
      if (line.current !== null) writeText(line.current, phoneLine(state, index));
    };
    write(store.getState());
    return store.subscribe(write);
  }, [store, index]);
  return <span ref={line} className={styles['phoneFigures']} translate="no" />;
}

function phoneLine(state: State, index: number): string {
  const laneInfo = laneFrame(state, index);
  if (laneInfo === null) return '–';
  const { hoveredAt, momentsAt, selection } = state;
  const snapshot = momentOf(state, index);
  if (hoveredAt === null || snapshot === null)
    return phoneText(laneInfo, countsOf(state, index), { retrying: canRetry(state), hidden: isFutureHidden(state) });
  const level = levelText(laneInfo, snapshot, momentsAt, selection !== null);
  return `${level}, ${formatCount(snapshot.count)} of ${formatCount(laneInfo.n)}`;
}
