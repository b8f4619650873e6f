import type { ReactElement } from 'react';
import { cx } from './cx.ts';
import styles from './StatusLine.module.css';

export interface StatusLineProps {
  /** What worked: `Removed lane 2. Ctrl+Z brings it back.` Empty when there is nothing to say. */
  readonly text: string;
  /** Another number says the same words again. */
  readonly messageId?: number;
  readonly className?: string;
}

/** The page's one `status`, always in it; dialogs leave it readable because it says itself that it is live. */
export function StatusLine({ text, messageId = 0, className }: StatusLineProps): ReactElement {
  return (
    <output className={cx(styles['status'], className)} aria-live="polite" aria-atomic="true">
      {text !== '' && (
        <span key={messageId} className={styles['text']}>
          {text}
        </span>
      )}
    </output>
  );
}
