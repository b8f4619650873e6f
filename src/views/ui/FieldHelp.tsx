import type { ReactElement, ReactNode } from 'react';
import styles from './FieldHelp.module.css';

/** A sentence below the field that it explains. */
export function FieldHelp({ children }: { readonly children: ReactNode }): ReactElement {
  return <p className={styles['help']}>{children}</p>;
}
