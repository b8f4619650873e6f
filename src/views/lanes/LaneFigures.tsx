/** A lane's figures in its header: large up to the playhead, the whole run's in grey behind. */
import { useEffect, useMemo, useRef } from 'react';
import type { LaneInfo } from '../../sim/index.ts';
import { useAppState, useStoreApi } from '../../store/playgroundContext.tsx';
import { canRetry, isFutureHidden, laneIndexInResult } from '../../store/selectors.ts';
import type { State } from '../../store/state.ts';
import { formatCount } from '../format/numbers.ts';
import { levelText } from '../text/levelText.ts';
import { Glyph } from '../ui/Glyph.tsx';
import { TermButton } from '../text/TermButton.tsx';
import { figuresOverflow } from './jobsText.ts';
import { countedFigures, peakFigure, phoneText, shortText, upToCount, type CountedFigure } from './laneFigures.ts';
import styles from './LaneHeader.module.css';

interface LaneFiguresProps {
  readonly index: number;
  readonly laneInfo: LaneInfo | null;
}

export function LaneFigures({ index, laneInfo }: LaneFiguresProps) {
  const retrying = useAppState(canRetry);
  const figures = useMemo(() => countedFigures(laneInfo, retrying), [laneInfo, retrying]);
  const hidden = useAppState(isFutureHidden);
  const peak = laneInfo === null || hidden ? null : peakFigure(laneInfo);
  const unknown = hidden ? '?' : '–';
  const tight = useAppState((state) => {
    const counts = hidden ? (state.counts?.[laneIndexInResult(state, index)] ?? null) : null;
    const shown = figures.flatMap((figure) => {
      if (figure.whole === null) return ['–'];
      // It counts up to the whole run's figure, which is not to be told by the room that it takes.
      const most = counts === null ? figure.whole : upToCount(figure, counts);
      const text = shortText(most) ?? formatCount(most);
      return [text, hidden ? '?' : text];
    });
    return figuresOverflow([...shown, peak?.value ?? '–'].map((value) => ({ value })));
  });
  return (
    <table className={styles['figures']} data-tight={tight} aria-label={`Figures of lane ${index + 1}`}>
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
        {figures.map((figure) => (
          <CountedRow key={figure.id} index={index} figure={figure} hidden={hidden} />
        ))}
        <tr data-figure="peak">
          <th scope="row" colSpan={2}>
            <TermButton term="peak in T">Peak in T</TermButton>
          </th>
          <td className={styles['peak']} colSpan={2} title={peak?.full} data-remark={peak?.remark}>
            {peak !== null && peak.glyph !== null && <Glyph name={peak.glyph} size={10} />}
            {peak?.value ?? unknown}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

interface CountedRowProps {
  readonly index: number;
  readonly figure: CountedFigure;
  readonly hidden: boolean;
}

/** The count up to the playhead changes with every frame: it is written into its cell without React. */
function CountedRow({ index, figure, hidden }: CountedRowProps) {
  const store = useStoreApi();
  const upTo = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const write = (state: State): void => {
      const counts = state.counts?.[laneIndexInResult(state, index)] ?? null;
      if (upTo.current !== null) writeCount(upTo.current, counts && upToCount(figure, counts));
    };
    write(store.getState());
    return store.subscribe((state, before) => {
      if (state.counts !== before.counts) write(state);
    });
  }, [store, index, figure]);
  const { id, name, glyph, lead, whole } = figure;
  return (
    <tr data-figure={id} data-lead={lead || undefined} data-none={whole === null || undefined}>
      <td className={styles['glyph']}>{glyph !== null && <Glyph name={glyph} />}</td>
      <th scope="row">{name}</th>
      {whole === null ? (
        <td colSpan={2}>–</td>
      ) : (
        <>
          {/* The figure is written into it. */}
          {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
          <td className={styles['upTo']}>
            <span ref={upTo} />
          </td>
          <td className={styles['whole']}>
            <span data-short={hidden ? undefined : shortText(whole)}>{hidden ? '?' : formatCount(whole)}</span>
          </td>
        </>
      )}
    </tr>
  );
}

function writeCount(cell: HTMLElement, count: number | null): void {
  const text = count === null ? '' : formatCount(count);
  if (cell.textContent === text) return;
  cell.textContent = text;
  const short = count === null ? undefined : shortText(count);
  if (short === undefined) delete cell.dataset['short'];
  else cell.dataset['short'] = short;
}

/** The figures in one line; while a finger is down, the read-out at its instant instead. */
export function PhoneFigures({ index, laneInfo }: LaneFiguresProps) {
  const store = useStoreApi();
  const line = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const write = (state: State): void => {
      const text = laneInfo === null ? '–' : phoneLine(state, index, laneInfo);
      if (line.current !== null && line.current.textContent !== text) line.current.textContent = text;
    };
    write(store.getState());
    return store.subscribe(write);
  }, [store, index, laneInfo]);
  return <span ref={line} className={styles['phoneFigures']} />;
}

function phoneLine(state: State, index: number, laneInfo: LaneInfo): string {
  const { hoveredAt, momentsAt, selection } = state;
  const snapshot = state.moments?.[index] ?? null;
  if (hoveredAt === null || snapshot === null) {
    const counts = state.counts?.[laneIndexInResult(state, index)] ?? null;
    return phoneText(laneInfo, counts, { retrying: canRetry(state), hidden: isFutureHidden(state) });
  }
  const level = levelText(laneInfo, snapshot, momentsAt, selection !== null);
  return `${level}, ${formatCount(snapshot.count)} of ${formatCount(laneInfo.n)}`;
}
