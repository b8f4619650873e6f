/** A lane's figures in its header: large up to the playhead, the whole run's in grey behind. */
import { useEffect, useMemo, useRef } from 'react';
import type { LaneInfo } from '../../sim/index.ts';
import { useAppState, useStoreApi } from '../../store/playgroundContext.tsx';
import { isFutureHidden, laneIndexInResult } from '../../store/selectors.ts';
import type { State } from '../../store/state.ts';
import { formatCount } from '../format/numbers.ts';
import { levelText } from '../text/levelText.ts';
import { Glyph } from '../ui/Glyph.tsx';
import { figuresOverflow } from './jobsText.ts';
import { countedFigures, peakFigure, phoneText, shortText, upToCount, type CountedFigure } from './laneFigures.ts';
import styles from './LaneHeader.module.css';

interface LaneFiguresProps {
  readonly index: number;
  readonly laneInfo: LaneInfo | null;
}

export function LaneFigures({ index, laneInfo }: LaneFiguresProps) {
  const figures = useMemo(() => countedFigures(laneInfo), [laneInfo]);
  const hidden = useAppState(isFutureHidden);
  const cells = useUpToCells(index, figures);
  const peak = laneInfo === null || hidden ? null : peakFigure(laneInfo);
  const unknown = hidden ? '?' : '–';
  const shown = figures.flatMap(({ whole }) => {
    const text = whole === null ? '–' : (shortText(whole) ?? formatCount(whole));
    return [text, text];
  });
  return (
    <table
      className={styles['figures']}
      data-tight={figuresOverflow([...shown, peak?.value ?? '–'].map((value) => ({ value })))}
      aria-label={`Figures of lane ${index + 1}`}
    >
      <thead className="visually-hidden">
        <tr>
          <td />
          <th scope="col">Figure</th>
          <th scope="col">Up to the playhead</th>
          <th scope="col">Whole run</th>
        </tr>
      </thead>
      <tbody>
        {figures.map(({ id, name, glyph, lead, whole }) => (
          <tr key={id} data-figure={id} data-lead={lead || undefined} data-none={whole === null || undefined}>
            <td className={styles['glyph']}>{glyph !== null && <Glyph name={glyph} />}</td>
            <th scope="row">{name}</th>
            {whole === null ? (
              <td colSpan={2}>–</td>
            ) : (
              <>
                <td ref={(cell) => cells.set(id, cell)} className={styles['upTo']} />
                <td className={styles['whole']} data-short={hidden ? undefined : shortText(whole)}>
                  {hidden ? '?' : formatCount(whole)}
                </td>
              </>
            )}
          </tr>
        ))}
        <tr data-figure="peak">
          <td className={styles['glyph']} />
          <th scope="row">Peak in T</th>
          <td className={styles['peak']} colSpan={2} title={peak?.full} data-remark={peak?.remark}>
            {peak?.glyph != null && <Glyph name={peak.glyph} size={10} />}
            {peak?.value ?? unknown}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

/** The counts up to the playhead change with every frame: they are written into their cells without React. */
function useUpToCells(index: number, figures: readonly CountedFigure[]) {
  const store = useStoreApi();
  const cellsRef = useRef({
    cells: new Map<CountedFigure['id'], HTMLElement>(),
    set(id: CountedFigure['id'], cell: HTMLElement | null): void {
      if (cell === null) this.cells.delete(id);
      else this.cells.set(id, cell);
    },
  });
  useEffect(() => {
    const write = (state: State): void => {
      const counts = state.counts?.[laneIndexInResult(state, index)];
      for (const figure of figures) {
        const cell = cellsRef.current.cells.get(figure.id);
        if (cell !== undefined) writeCount(cell, counts === undefined ? null : upToCount(figure, counts));
      }
    };
    write(store.getState());
    return store.subscribe((state, before) => {
      if (state.counts !== before.counts) write(state);
    });
  }, [store, index, figures]);
  return cellsRef.current;
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
  const snapshot = state.moments?.[index];
  if (hoveredAt === null || snapshot === undefined) {
    return phoneText(laneInfo, state.counts?.[laneIndexInResult(state, index)] ?? null, isFutureHidden(state));
  }
  const level = levelText(laneInfo, snapshot, momentsAt, selection !== null);
  return `${level}, ${formatCount(snapshot.count)} of ${formatCount(laneInfo.n)}`;
}
