/** A lane's charts as a table: its requests in order, with the decision, the level and the window count of each. */
import { useEffect, useRef, useState, type ReactElement } from 'react';
import type { LaneInfo, TableRow } from '../../sim/index.ts';
import { useActions, useAppState, useStoreApi } from '../../store/playgroundContext.tsx';
import {
  isFutureHidden,
  laneFrame,
  momentOf,
  requestCountIn,
  selectedRequestIn,
  shapeOf,
} from '../../store/selectors.ts';
import type { State } from '../../store/state.ts';
import { formatCount } from '../format/numbers.ts';
import { formatSeconds } from '../format/time.ts';
import { logClock } from '../text/clockText.ts';
import { HiddenResults } from '../text/NothingShown.tsx';
import { laneNameWithEdition } from '../text/laneText.ts';
import { decisionsShapeText, levelShapeText, windowCountShapeText } from '../text/shapeText.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { PAGE_ROWS, pageStart, pageText, tableColumns } from './laneTable.ts';
import styles from './LaneTableDialog.module.css';

export default function LaneTableDialog({ lane }: { readonly lane: number }): ReactElement {
  const actions = useActions();
  const close = (): void => actions.openDialog(null);
  const store = useStoreApi();
  const [first, setFirst] = useState(() => pageStart(requestInSight(store.getState(), lane)));
  const name = useAppState((state) => titleOf(state, lane));
  const count = useAppState(({ result }) => (result === null ? 0 : requestCountIn(result, lane)));
  const shape = useAppState((state) => shapeText(state, lane));
  const hidden = useAppState(isFutureHidden);
  const pages = count > PAGE_ROWS && !hidden;
  return (
    <Dialog
      open
      onClose={close}
      title={name}
      description={shape}
      width={1040}
      fullScreenOnPhone
      actions={
        <>
          {pages && (
            <Button disabled={first === 0} onClick={() => setFirst(first - PAGE_ROWS)}>
              Previous {PAGE_ROWS}
            </Button>
          )}
          {pages && (
            <Button disabled={first + PAGE_ROWS >= count} onClick={() => setFirst(first + PAGE_ROWS)}>
              Next {PAGE_ROWS}
            </Button>
          )}
          {!hidden && <Button onClick={() => actions.openDialog({ name: 'decisions', lane })}>Save all</Button>}
          {!hidden && <p className={styles['page']}>{pageText(first, count)}</p>}
        </>
      }
    >
      {hidden ? (
        <HiddenResults />
      ) : (
        <RequestTable lane={lane} first={first} label={`${name}, ${pageText(first, count)}`} onGo={close} />
      )}
    </Dialog>
  );
}

function titleOf({ scenario }: State, lane: number): string {
  const own = scenario.lanes[lane];
  return `Lane ${lane + 1} as a table${own === undefined ? '' : `: ${laneNameWithEdition(own)}`}`;
}

/** The selected request, or else the last one up to the playhead. */
function requestInSight(state: State, lane: number): number {
  return selectedRequestIn(state, lane) ?? momentOf(state, lane)?.last?.request ?? 0;
}

/** `Between 6 and 24 s: full from 10.95 to 20 s. …`; empty until it is known. */
function shapeText(state: State, lane: number): string {
  const [shape, info] = [shapeOf(state, lane), laneFrame(state, lane)];
  if (shape === null || info === null) return '';
  const { from, to } = state.range;
  const severalKeys = (state.result?.keyNames.length ?? 0) > 1;
  const sentences = [
    decisionsShapeText(shape),
    levelShapeText(shape, info),
    windowCountShapeText(shape, info, severalKeys),
  ];
  return `From ${formatSeconds(from / 1e6)} to ${formatSeconds(to / 1e6)}: ${sentences.filter(Boolean).join(' ')}`;
}

interface RequestTableProps {
  readonly lane: number;
  readonly first: number;
  readonly label: string;
  readonly onGo: () => void;
}

function RequestTable({ lane, first, label, onGo }: RequestTableProps): ReactElement {
  const actions = useActions();
  const laneInfo = useAppState((state) => laneFrame(state, lane));
  const keyCount = useAppState(({ result }) => result?.keyNames.length ?? 0);
  const selected = useAppState((state) => selectedRequestIn(state, lane));
  const rows = useRows(lane, first);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const current = box.current?.querySelector('[aria-current]');
    if (rows !== null) (current ?? box.current?.querySelector('tr'))?.scrollIntoView({ block: 'center' });
  }, [rows]);
  const go = ({ request, at }: TableRow): void => {
    onGo();
    actions.select(lane, request, at);
  };
  return (
    <div
      ref={box}
      className={styles['scroller']}
      // Scrolling areas take focus.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="group"
      aria-label="Requests"
      aria-busy={rows === null}
    >
      {rows !== null && laneInfo !== null && (
        <Rows rows={rows} laneInfo={laneInfo} keyCount={keyCount} selected={selected} label={label} onGo={go} />
      )}
    </div>
  );
}

interface RowsProps {
  readonly rows: readonly TableRow[];
  readonly laneInfo: LaneInfo;
  readonly keyCount: number;
  readonly selected: number | null;
  readonly label: string;
  readonly onGo: (row: TableRow) => void;
}

function Rows({ rows, laneInfo, keyCount, selected, label, onGo }: RowsProps): ReactElement {
  const scenario = useAppState(({ result }) => result?.scenario ?? null);
  const columns = tableColumns(laneInfo, rows, keyCount, scenario && logClock(scenario));
  return (
    <table className={cx('table-heads', styles['table'])} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Request</th>
          {columns.map(({ title, numeric }) => (
            <th key={title} scope="col" className={cx(numeric && styles['numeric'])}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.request} aria-current={row.request === selected || undefined}>
            <th scope="row">
              <Button
                size="small"
                variant="quiet"
                label={`Go to request ${formatCount(row.request + 1)}`}
                onClick={() => onGo(row)}
              >
                {formatCount(row.request + 1)}
              </Button>
            </th>
            {columns.map(({ title, numeric, text }) => (
              <td key={title} className={cx(numeric && styles['numeric'])}>
                {text(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The rows of a page; null until the worker has answered. */
function useRows(lane: number, first: number): readonly TableRow[] | null {
  const store = useStoreApi();
  const result = useAppState((state) => state.result);
  const [page, setPage] = useState<{ readonly first: number; readonly rows: readonly TableRow[] } | null>(null);
  useEffect(() => {
    let wanted = true;
    if (result !== null) {
      store.ask('table', { lane, from: first, to: first + PAGE_ROWS }, (rows) => {
        if (wanted) setPage({ first, rows });
      });
    }
    return () => {
      wanted = false;
    };
  }, [store, result, lane, first]);
  return page?.first === first ? page.rows : null;
}
