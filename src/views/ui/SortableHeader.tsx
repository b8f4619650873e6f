import type { ReactElement, ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './SortableHeader.module.css';

export interface SortableHeaderProps {
  /** The column's name. */
  readonly children: ReactNode;
  /** Null while another column is sorted by. */
  readonly direction: 'ascending' | 'descending' | null;
  /** A column of figures, which are aligned at their end. */
  readonly numeric?: boolean;
  readonly onSort: () => void;
}

/** The head of a column that a press sorts by, and a second press the other way round. */
export function SortableHeader({ children, direction, numeric = false, onSort }: SortableHeaderProps): ReactElement {
  return (
    <th scope="col" aria-sort={direction ?? undefined} className={cx(numeric && styles['numeric'])}>
      <button type="button" className={styles['sort']} onClick={onSort}>
        {!numeric && children}
        {direction !== null && (
          <span className={styles['arrow']} aria-hidden="true">
            {direction === 'ascending' ? '↑' : '↓'}
          </span>
        )}
        {numeric && children}
      </button>
    </th>
  );
}
