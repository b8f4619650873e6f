/** All lanes' figures, one row a lane. */
import { useState, type ReactElement } from 'react';
import { useActions, useApp } from '../../store/react.tsx';
import { comparedLanes } from '../../store/selectors.ts';
import { Disagreements } from '../caption/Disagreements.tsx';
import { laneLabel } from '../lanes/laneText.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { cx } from '../ui/cx.ts';
import {
  checkedLanes,
  columnsFor,
  comparedWords,
  pickedWith,
  rowsOf,
  sorted,
  type Column,
  type Direction,
  type Row,
  type SortBy,
} from './compare.ts';
import styles from './CompareTab.module.css';

interface Sorting {
  readonly by: SortBy;
  readonly direction: Direction;
}

const OTHER = { ascending: 'descending', descending: 'ascending' } as const;

export function CompareTab(): ReactElement {
  // Lanes and figures of one run: while a new one is under way the old table stays whole.
  const scenario = useApp((state) => state.result?.of ?? state.scenario);
  const frames = useApp((state) => state.result?.frames ?? null);
  const [{ by, direction }, setSorting] = useState<Sorting>({ by: 'lane', direction: 'ascending' });
  if (scenario.lanes.length === 0)
    return <p className={styles['none']}>No lanes yet. Add a limiter to see what it decides.</p>;
  const labels = scenario.lanes.map((lane) =>
    lane.edition === 'published' ? `${laneLabel(lane)} †` : laneLabel(lane),
  );
  const columns = columnsFor(frames);
  const rows = sorted(rowsOf(labels, frames), by, direction);
  const header = (id: SortBy, title: string, first: Direction): ReactElement => (
    <Header
      key={id}
      title={title}
      sorted={by === id ? direction : null}
      figure={id !== 'lane'}
      onSort={() => setSorting({ by: id, direction: by === id ? OTHER[direction] : first })}
    />
  );
  return (
    <>
      {labels.length > 1 && <Compared />}
      <table
        className={styles['table']}
        data-work={columns.length > columnsFor(null).length || undefined}
        aria-label="Figures of all lanes"
      >
        <thead>
          <tr>
            {header('lane', 'Lane', 'ascending')}
            <th scope="col">Compared</th>
            {columns.map(({ id, title, first }) => header(id, title, first))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Line key={row.lane} row={row} columns={columns} />
          ))}
        </tbody>
      </table>
    </>
  );
}

/** Which lanes are held against each other, and where they disagree. */
function Compared(): ReactElement {
  const lanes = useApp(comparedLanes);
  const picked = useApp((state) => state.picked.length > 0);
  const agreed = useApp((state) => state.looked !== null && state.looked.disagreements.count === 0);
  const { compare } = useActions();
  return (
    <div className={styles['compared']}>
      <p>{comparedWords(lanes)}</p>
      <Disagreements />
      {agreed && <p>They agree on every request.</p>}
      {picked && (
        <Button size="small" onClick={() => compare([])}>
          Compare as at first
        </Button>
      )}
    </div>
  );
}

interface HeaderProps {
  readonly title: string;
  readonly sorted: Direction | null;
  readonly figure: boolean;
  readonly onSort: () => void;
}

function Header({ title, sorted: direction, figure, onSort }: HeaderProps): ReactElement {
  return (
    <th scope="col" aria-sort={direction ?? undefined} className={cx(figure && styles['figure'])}>
      <button type="button" className={styles['sort']} onClick={onSort}>
        {!figure && title}
        {direction !== null && (
          <span className={styles['arrow']} aria-hidden="true">
            {direction === 'ascending' ? '↑' : '↓'}
          </span>
        )}
        {figure && title}
      </button>
    </th>
  );
}

function Line({ row, columns }: { readonly row: Row; readonly columns: readonly Column[] }): ReactElement {
  const actions = useActions();
  const checked = checkedLanes(
    useApp(comparedLanes),
    useApp((state) => state.picked),
  );
  return (
    <tr>
      <th scope="row">
        <button type="button" className={styles['name']} onClick={() => actions.editLane(row.lane)}>
          {row.lane + 1} {row.label}
        </button>
      </th>
      <td>
        <Checkbox
          label={`Compare lane ${row.lane + 1}`}
          hideLabel
          checked={checked.includes(row.lane)}
          onChange={() => actions.compare(pickedWith(checked, row.lane))}
        />
      </td>
      {columns.map(({ id, text }) => {
        const value = row[id];
        return (
          <td key={id} className={styles['figure']}>
            {value === null ? '–' : text(value, row)}
          </td>
        );
      })}
    </tr>
  );
}
