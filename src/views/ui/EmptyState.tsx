import type { ReactElement, ReactNode } from 'react';
import styles from './EmptyState.module.css';

/** What a tab shows when it has no content: a sentence, and the button that changes that. */
export function EmptyState({ children }: { readonly children: ReactNode }): ReactElement {
  return <div className={styles['empty']}>{children}</div>;
}
