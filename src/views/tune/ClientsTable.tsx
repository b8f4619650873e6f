/** One page of the clients as a table. */
import type { ReactElement } from 'react';
import { useActions } from '../../store/playgroundContext.tsx';
import type { ClientColumn, ClientRow } from '../../tune/index.ts';
import { cx } from '../ui/cx.ts';
import { SortableHeader } from '../ui/SortableHeader.tsx';
import styles from './ClientsTable.module.css';
import { clientColumns, stripTitle, type TableContext } from './clientsText.ts';
import { RequestStrip } from './RequestStrip.tsx';

interface ClientsTableProps {
  readonly rows: readonly ClientRow[];
  readonly context: TableContext;
  readonly sort: ClientColumn;
  readonly descending: boolean;
  readonly onSort: (column: ClientColumn) => void;
}

export function ClientsTable({ rows, context, sort, descending, onSort }: ClientsTableProps): ReactElement {
  const columns = clientColumns(context);
  const header = (id: ClientColumn, title: string): ReactElement => (
    <SortableHeader
      key={id}
      numeric={id !== 'key'}
      direction={id !== sort ? null : descending ? 'descending' : 'ascending'}
      onSort={() => onSort(id)}
    >
      {title}
    </SortableHeader>
  );
  return (
    <div
      className={styles['scroller']}
      // Scrolling areas take focus.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="group"
      aria-label="Rows of clients"
    >
      <table className={cx('table-heads', styles['table'])} aria-label="Clients">
        <thead>
          <tr>
            {header('key', 'Client')}
            {columns.map(({ id, title }) => header(id, title))}
            <th scope="col" className={styles['strip']}>
              {stripTitle(context)}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">
                <ClientName row={row} />
              </th>
              {columns.map(({ id, text }) => (
                <td key={id}>{text(row)}</td>
              ))}
              <td className={styles['strip']}>
                <RequestStrip strip={row.strip} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Opens the client's run: its key is shown, and its first refusal is selected. */
function ClientName({ row: { key, firstRefusal, looksShared } }: { readonly row: ClientRow }): ReactElement {
  const actions = useActions();
  const show = (): void => {
    actions.setKey(key);
    actions.setMode('run');
    if (firstRefusal !== null) actions.showRefusal(key, firstRefusal * 1e6);
  };
  return (
    <>
      <button type="button" className={styles['name']} title={`Show the run of ${key}`} onClick={show}>
        {key}
      </button>
      {looksShared && <span className={styles['remark']}> many users behind one address?</span>}
    </>
  );
}
