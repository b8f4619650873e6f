import type { ReactElement, ReactNode } from 'react';
import styles from './FieldHelp.module.css';

/** A sentence that explains the field above it. */
export function FieldHelp({ children }: { readonly children: ReactNode }): ReactElement {
  return <p className={styles['help']}>{children}</p>;
}
