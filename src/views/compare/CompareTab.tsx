/** All lanes' figures, one row a lane. */
import { useState, type ReactElement } from 'react';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { comparedLanes } from '../../store/selectors.ts';
import { Disagreements } from '../caption/Disagreements.tsx';
import { NO_LANES_TEXT } from '../text/emptyText.ts';
import { laneNameWithEdition } from '../text/laneText.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { cx } from '../ui/cx.ts';
import {
  checkedLanes,
  columnsFor,
  comparedLanesText,
  togglePickedLane,
  compareRows,
  sortRows,
  type CompareColumn,
  type SortDirection,
  type CompareRow,
  type CompareSortKey,
} from './compareTable.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import styles from './CompareTab.module.css';

interface Sorting {
  readonly by: CompareSortKey;
  readonly direction: SortDirection;
}

const OPPOSITE = { ascending: 'descending', descending: 'ascending' } as const;

export function CompareTab(): ReactElement {
  // Lanes and figures of one run: while a new one is under way the old table stays whole.
  const scenario = useAppState((state) => state.result?.scenario ?? state.scenario);
  const frames = useAppState((state) => state.result?.laneInfos ?? null);
  const [{ by, direction }, setSorting] = useState<Sorting>({ by: 'lane', direction: 'ascending' });
  if (scenario.lanes.length === 0) return <EmptyState>{NO_LANES_TEXT}</EmptyState>;
  const labels = scenario.lanes.map(laneNameWithEdition);
  const columns = columnsFor(frames);
  const rows = sortRows(compareRows(labels, frames), by, direction);
  const headerCell = (id: CompareSortKey, title: string, first: SortDirection): ReactElement => (
    <SortableHeader
      key={id}
      title={title}
      direction={by === id ? direction : null}
      numeric={id !== 'lane'}
      onSort={() => setSorting({ by: id, direction: by === id ? OPPOSITE[direction] : first })}
    />
  );
  return (
    <>
      {labels.length > 1 && <ComparedLanes />}
      <table
        className={styles['table']}
        data-work={columns.length > columnsFor(null).length || undefined}
        aria-label="Figures of all lanes"
      >
        <thead>
          <tr>
            {headerCell('lane', 'Lane', 'ascending')}
            <th scope="col">Compared</th>
            {columns.map(({ id, title, initialDirection }) => headerCell(id, title, initialDirection))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <CompareTableRow key={row.lane} row={row} columns={columns} />
          ))}
        </tbody>
      </table>
    </>
  );
}

/** Which lanes are held against each other, and where they disagree. */
function ComparedLanes(): ReactElement {
  const lanes = useAppState(comparedLanes);
  const hasPicked = useAppState((state) => state.pickedLanes.length > 0);
  const allAgree = useAppState((state) => state.chartData !== null && state.chartData.disagreements.count === 0);
  const { compare } = useActions();
  return (
    <div className={styles['compared']}>
      <p>{comparedLanesText(lanes)}</p>
      <Disagreements />
      {allAgree && <p>They agree on every request.</p>}
      {hasPicked && (
        <Button size="small" onClick={() => compare([])}>
          Compare as at first
        </Button>
      )}
    </div>
  );
}

interface SortableHeaderProps {
  readonly title: string;
  readonly direction: SortDirection | null;
  readonly numeric: boolean;
  readonly onSort: () => void;
}

function SortableHeader({ title, direction, numeric, onSort }: SortableHeaderProps): ReactElement {
  return (
    <th scope="col" aria-sort={direction ?? undefined} className={cx(numeric && styles['figure'])}>
      <button type="button" className={styles['sort']} onClick={onSort}>
        {!numeric && title}
        {direction !== null && (
          <span className={styles['arrow']} aria-hidden="true">
            {direction === 'ascending' ? '↑' : '↓'}
          </span>
        )}
        {numeric && title}
      </button>
    </th>
  );
}

function CompareTableRow({
  row,
  columns,
}: {
  readonly row: CompareRow;
  readonly columns: readonly CompareColumn[];
}): ReactElement {
  const actions = useActions();
  const checked = checkedLanes(
    useAppState(comparedLanes),
    useAppState((state) => state.pickedLanes),
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
          onChange={() => actions.compare(togglePickedLane(checked, row.lane))}
        />
      </td>
      {columns.map(({ id, format }) => {
        const value = row[id];
        return (
          <td key={id} className={styles['figure']}>
            {value === null ? '–' : format(value, row)}
          </td>
        );
      })}
    </tr>
  );
}
