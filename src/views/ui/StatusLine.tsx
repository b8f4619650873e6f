import type { ReactElement } from 'react';
import { cx } from './cx.ts';
import styles from './StatusLine.module.css';

export interface StatusLineProps {
  /** What worked: `Removed lane 2. Ctrl+Z brings it back.` Empty when there is nothing to say. */
  readonly text: string;
  /** Another number says the same words again. */
  readonly turn?: number;
  readonly className?: string;
}

/** The page's one `status`, always in it; dialogs leave it readable because it says itself that it is live. */
export function StatusLine({ text, turn = 0, className }: StatusLineProps): ReactElement {
  return (
    <output className={cx(styles['status'], className)} aria-live="polite" aria-atomic="true">
      {text !== '' && (
        <span key={turn} className={styles['text']}>
          {text}
        </span>
      )}
    </output>
  );
}
