import type { ReactElement, ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './FieldGrid.module.css';

/** For a field twice as wide as the others. */
export const TWO_COLUMNS = cx(styles['twoColumns']) ?? '';

/** Fields side by side, as many in a row as fit. */
export function FieldGrid({ children }: { readonly children: ReactNode }): ReactElement {
  return <div className={styles['grid']}>{children}</div>;
}

/** A sentence about the fields above it. */
export function FieldGridNote({ children }: { readonly children: ReactNode }): ReactElement {
  return <p className={styles['note']}>{children}</p>;
}
