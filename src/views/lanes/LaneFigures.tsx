/** A lane's figures in its header: large up to the playhead, the whole run's in grey behind. */
import { memo, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { LaneInfo } from '../../sim/index.ts';
import { useAppState, usePlayground, useRestingState, useStoreApi } from '../../store/playgroundContext.tsx';
import { restingStateOf } from '../../store/restingState.ts';
import { canRetry, isFutureHidden, laneFrame, laneIndexInResult, momentOf } from '../../store/selectors.ts';
import type { State } from '../../store/state.ts';
import { formatCount } from '../format/numbers.ts';
import { levelText } from '../text/levelText.ts';
import { TermButton } from '../text/TermButton.tsx';
import { Glyph } from '../ui/Glyph.tsx';
import { writeText } from '../ui/writeText.ts';
import {
  countedFigures,
  figuresOverflow,
  peakFigure,
  peakGlyph,
  phoneText,
  shortText,
  upToCount,
} from './laneFigures.ts';
import styles from './LaneHeader.module.css';

/** The widths of a digit of a figure and of the word `of`, in digits of a label. */
const LEAD_DIGIT = 1.85;
const FIGURE_DIGIT = 1.3;
const OF_DIGITS = 2.2;

/** As many characters of a peak and its sign fit beside its name, in a header that is not narrow: `200/100`. */
const BRIEF_PEAK = 7;

interface LaneFiguresProps {
  readonly index: number;
}

/** Its rows are rendered; the figures change with every step of a slider and are written. */
export const LaneFigures = memo(function LaneFigures({ index }: LaneFiguresProps) {
  const store = useStoreApi();
  // The playground's, as long as it lives: who follows the rest of a lane's own store would keep it for ever.
  const { subscribe: onRest } = restingStateOf(usePlayground().store);
  const retrying = useAppState(canRetry);
  const rows = useMemo(() => countedFigures(null, retrying), [retrying]);
  const unknown = useAppState((state) => unknownFigures(state, index)).split(' ');
  const table = useRef<HTMLTableElement>(null);
  // Before the paint, which else would show empty cells.
  useLayoutEffect(() => writeFigures(table.current, store.getState(), index, true));
  // Of the three changes that a step of n makes, only the last is one of figures.
  useLayoutEffect(
    () =>
      store.subscribe((state, before) => {
        if (FIGURE_INPUTS.some((select) => select(state, index) !== select(before, index)))
          writeFigures(table.current, state, index, false);
      }),
    [store, index],
  );
  useLayoutEffect(
    () => onRest(() => writeFigures(table.current, store.getState(), index, true)),
    [onRest, store, index],
  );
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
            {unknown.includes(id) ? <td colSpan={2}>–</td> : <CountedCells />}
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

/** The ids of the figures that are unknown or cannot occur, in one text, which stays the same from run to run. */
function unknownFigures(state: State, index: number): string {
  return countedFigures(laneFrame(state, index), canRetry(state))
    .flatMap(({ id, whole }) => (whole === null ? [id] : []))
    .join(' ');
}

function countsOf(state: State, index: number) {
  return state.counts?.[laneIndexInResult(state, index)] ?? null;
}

/** What a lane's figures depend on. */
const FIGURE_INPUTS: readonly ((state: State, index: number) => unknown)[] = [
  laneFrame,
  countsOf,
  canRetry,
  isFutureHidden,
];

/** For the figures, which are written into them: in full, and short where that is too long. */
function CountedCells() {
  return (
    <>
      {(['upTo', 'whole'] as const).map((name) => (
        // oxlint-disable-next-line jsx-a11y/control-has-associated-label
        <td key={name} className={styles[name]}>
          <span translate="no" />
          <span className={styles['short']} translate="no" aria-hidden="true" />
        </td>
      ))}
    </>
  );
}

/** A count in full, and short where that is too long for a header. */
interface CountText {
  readonly full: string;
  readonly short: string | undefined;
}

const NO_COUNT: CountText = { full: '', short: undefined };
const HIDDEN_COUNT: CountText = { full: '?', short: undefined };

const countText = (count: number): CountText => ({ full: formatCount(count), short: shortText(count) });
const shownText = ({ full, short }: CountText): string => short ?? full;

/** @param resting whether to write what is heard and not seen, too, which would be laid out with every step */
function writeFigures(table: HTMLTableElement | null, state: State, index: number, resting: boolean): void {
  if (table === null) return;
  const laneInfo = laneFrame(state, index);
  const counts = countsOf(state, index);
  const hidden = isFutureHidden(state);
  const texts: string[] = [];
  // Where a name does not fit beside the widest figure, no row has one. In digits of a label.
  let widest = 0;
  for (const [row, figure] of countedFigures(laneInfo, canRetry(state)).entries()) {
    const { whole, lead } = figure;
    const digit = lead ? LEAD_DIGIT : FIGURE_DIGIT;
    if (whole === null) {
      widest = Math.max(widest, digit + OF_DIGITS);
      continue;
    }
    const soFar = counts && upToCount(figure, counts);
    const isSame = !hidden && soFar === whole;
    const wholeText = countText(whole);
    const soFarText = soFar === null ? NO_COUNT : soFar === whole ? wholeText : countText(soFar);
    const inAllText = hidden ? HIDDEN_COUNT : wholeText;
    // It counts up to the whole run's figure, which is not to be told by the room that it takes.
    const longest = shownText(hidden && soFar !== null ? soFarText : wholeText);
    const inAll = shownText(inAllText);
    widest = Math.max(widest, longest.length * digit + (isSame ? 0 : OF_DIGITS + inAll.length));
    texts.push(longest, inAll);
    const [, , upToCell, inAllCell] = table.tBodies[0]?.rows[row]?.cells ?? [];
    if (upToCell === undefined || inAllCell === undefined) continue;
    writeCount(upToCell, soFarText, resting);
    // Where nothing more is to come, “24 of 24 admitted” would read as all requests: one cell is both.
    if (inAllCell.hidden !== isSame) {
      upToCell.colSpan = isSame ? 2 : 1;
      inAllCell.hidden = isSame;
    }
    if (!isSame) writeCount(inAllCell, inAllText, resting);
  }
  const peak = laneInfo === null || hidden ? null : peakFigure(laneInfo);
  if (peak !== null) texts.push(peak.value);
  writePeak(table.querySelector(`.${styles['peak']}`), peak?.value ?? (hidden ? '?' : '–'), peak?.remark);
  writeRoom(table, widest, figuresOverflow(texts));
}

function writeCount(cell: HTMLElement, { full, short }: CountText, resting: boolean): void {
  const [inFull, inShort] = cell.children;
  if (inFull === undefined || inShort === undefined) return;
  // Whether it is short seldom changes, where a short figure as an attribute would restyle the cell with every step.
  cell.toggleAttribute('data-short', short !== undefined);
  writeText(inShort, short ?? '');
  if (resting || short === undefined) writeText(inFull, full);
}

/** @param tight whether all figures fit into one line of a low row */
function writeRoom(table: HTMLElement, widest: number, tight: ReturnType<typeof figuresOverflow>): void {
  const width = String(widest);
  if (table.style.getPropertyValue('--widest') !== width) table.style.setProperty('--widest', width);
  writeData(table, 'tight', tight);
}

/** What came of the lane; null while that is not known, or would tell what lies beyond the playhead. */
export function shownLaneInfo(state: State, index: number): LaneInfo | null {
  return isFutureHidden(state) ? null : laneFrame(state, index);
}

/** Its sign is rendered, its figure written as those above it. The title restyles the cell, so it waits for rest. */
function PeakCell({ index }: LaneFiguresProps) {
  const glyph = useAppState((state) => {
    const laneInfo = shownLaneInfo(state, index);
    return laneInfo && peakGlyph(laneInfo);
  });
  const title = useRestingState((state) => {
    const laneInfo = shownLaneInfo(state, index);
    return laneInfo === null ? undefined : peakFigure(laneInfo).full;
  });
  return (
    <td className={styles['peak']} colSpan={2} title={title}>
      {glyph !== null && <Glyph name={glyph} size={10} />}
      <span />
    </td>
  );
}

function writePeak(cell: HTMLElement | null, value: string, remark: string | undefined): void {
  if (!cell?.lastElementChild) return;
  writeText(cell.lastElementChild, value);
  cell.toggleAttribute('data-brief', value.length <= BRIEF_PEAK);
  writeData(cell, 'remark', remark);
}

/** @param value undefined for none */
function writeData({ dataset }: HTMLElement, name: string, value: string | undefined): void {
  if (dataset[name] === value) return;
  if (value === undefined) delete dataset[name];
  else dataset[name] = value;
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
  return <span ref={line} className={styles['phoneFigures']} data-part="figures" translate="no" />;
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
