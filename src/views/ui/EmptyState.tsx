import type { ReactElement, ReactNode } from 'react';
import styles from './EmptyState.module.css';

/** What a tab says while it has nothing to show, with the button that changes that. */
export function EmptyState({ children }: { readonly children: ReactNode }): ReactElement {
  return <div className={styles['empty']}>{children}</div>;
}
