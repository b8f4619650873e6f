/** The figures of all lanes, one row per lane. */
import { useState, type ReactElement } from 'react';
import type { LaneInfo } from '../../sim/index.ts';
import { RETRIES_DIFFER_TEXT } from '../../store/disagreementText.ts';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { comparedLanes, failedLaneIn, isFutureHidden } from '../../store/selectors.ts';
import { Disagreements } from '../caption/Disagreements.tsx';
import { SaveTable } from '../files/SaveTable.tsx';
import { HiddenResults, NoLanes } from '../text/NothingShown.tsx';
import { laneNameWithEdition } from '../text/laneText.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { cx } from '../ui/cx.ts';
import { SortableHeader } from '../ui/SortableHeader.tsx';
import {
  cellText,
  columnsFor,
  shownColumns,
  comparedLanesText,
  toggleCompared,
  compareRows,
  sortRows,
  type CompareColumn,
  type SortDirection,
  type CompareRow,
} from './compareTable.ts';
import { compareCsv } from './compareCsv.ts';
import { JobsByKeyTable } from './JobsByKeyTable.tsx';
import { stampsText } from '../text/stampsText.ts';
import styles from './CompareTab.module.css';

interface Sorting {
  /** A column's id; null sorts by lane. */
  readonly by: string | null;
  readonly direction: SortDirection;
}

const OPPOSITE = { ascending: 'descending', descending: 'ascending' } as const;

export function CompareTab(): ReactElement {
  // Lanes and figures come from the same run: during a new run the old table stays consistent.
  const scenario = useAppState((state) => state.result?.scenario ?? state.scenario);
  const laneInfos = useAppState((state) => state.result?.laneInfos ?? null);
  const [{ by, direction }, setSorting] = useState<Sorting>({ by: null, direction: 'ascending' });
  const hidden = useAppState(isFutureHidden);
  if (scenario.lanes.length === 0) return <NoLanes />;
  if (hidden) return <HiddenResults />;
  const labels = scenario.lanes.map(laneNameWithEdition);
  const columns = shownColumns(laneInfos);
  const sorted = columns.find(({ id }) => id === by) ?? null;
  // If the sorted column is missing in this run, lanes keep their order.
  const rows = sortRows(
    compareRows(labels, laneInfos),
    sorted,
    sorted === null && by !== null ? 'ascending' : direction,
  );
  const headerCell = (id: string | null, title: string, first: SortDirection): ReactElement => (
    <SortableHeader
      key={id}
      direction={by === id ? direction : null}
      numeric={id !== null}
      onSort={() => setSorting({ by: id, direction: by === id ? OPPOSITE[direction] : first })}
    >
      {title}
    </SortableHeader>
  );
  return (
    <>
      {labels.length > 1 && <ComparedLanes />}
      <Stamps />
      <table
        className={cx('table-heads', styles['table'])}
        data-extended={columnsFor(laneInfos).length > columnsFor(null).length || undefined}
        aria-label="Figures of all lanes"
      >
        <thead>
          <tr>
            {headerCell(null, 'Lane', 'ascending')}
            <th scope="col">Compared</th>
            {columns.map(({ id, title, smallestFirst = false }) =>
              headerCell(id, title, smallestFirst ? 'ascending' : 'descending'),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <CompareTableRow key={row.lane} row={row} columns={columns} />
          ))}
        </tbody>
      </table>
      {laneInfos !== null && <JobsByKeyTable labels={labels} laneInfos={laneInfos} />}
      <TakeAlong labels={labels} laneInfos={laneInfos} />
    </>
  );
}

/** The figures as a table, and the charts that belong to them as a picture. */
function TakeAlong({
  labels,
  laneInfos,
}: {
  readonly labels: readonly string[];
  readonly laneInfos: readonly (LaneInfo | null)[] | null;
}): ReactElement {
  const { openDialog } = useActions();
  return (
    <div className={styles['compared']}>
      <SaveTable what="figures of all lanes" rows={() => compareCsv(compareRows(labels, laneInfos))} />
      <Button size="small" onClick={() => openDialog({ name: 'picture', lane: null })}>
        Picture…
      </Button>
      <Button size="small" onClick={() => openDialog({ name: 'report' })}>
        Report…
      </Button>
    </div>
  );
}

/** That a log's stamps leave open what the figures are. */
function Stamps(): ReactElement | null {
  const text = useAppState((state) => stampsText(state.result?.scenario ?? state.scenario));
  const { setMode } = useActions();
  if (text === null) return null;
  return (
    <div className={styles['compared']}>
      <p>{text}</p>
      <Button size="small" onClick={() => setMode('tune')}>
        Show in Tune
      </Button>
    </div>
  );
}

/** Which lanes are compared, and where they disagree. */
function ComparedLanes(): ReactElement {
  const lanes = useAppState(comparedLanes);
  const count = useAppState((state) => state.scenario.lanes.length);
  const hasPicked = useAppState((state) => state.pickedLanes.length > 0);
  const agreement = useAppState((state) => {
    const { chartData } = state;
    if (chartData === null || chartData.disagreements.count > 0) return null;
    const running = comparedLanes(state).filter((lane) => failedLaneIn(state, lane) === null);
    if (running.length < 2)
      return running.length === 1 ? 'Only one of these lanes can run.' : 'None of these lanes can run.';
    return chartData.disagreements.requestsDiffer ? RETRIES_DIFFER_TEXT : 'They agree on every request.';
  });
  const { compare } = useActions();
  return (
    <div className={styles['compared']}>
      <p>{comparedLanesText(lanes, count)}</p>
      <Disagreements />
      {agreement !== null && <p>{agreement}</p>}
      {hasPicked && (
        <Button size="small" onClick={() => compare([])}>
          Reset comparison
        </Button>
      )}
    </div>
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
  const compared = useAppState(comparedLanes);
  const toggle = (): void => {
    const lanes = toggleCompared(compared, row.lane);
    if (lanes === null) actions.say('Comparing takes two lanes. Check another one first.');
    else actions.compare(lanes);
  };
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
          checked={compared.includes(row.lane)}
          onChange={toggle}
        />
      </td>
      {columns.map((column) => (
        <td key={column.id} className={styles['numeric']}>
          {cellText(column, row)}
        </td>
      ))}
    </tr>
  );
}
