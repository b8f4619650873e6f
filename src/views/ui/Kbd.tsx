import type { ReactElement, ReactNode } from 'react';
import styles from './Kbd.module.css';

/** A key, in the colour of the surrounding text. */
export function Kbd({ children }: { readonly children: ReactNode }): ReactElement {
  return <kbd className={styles['kbd']}>{children}</kbd>;
}
