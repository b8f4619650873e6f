import type { ReactElement } from 'react';
import { cx } from './cx.ts';
import styles from './StatusLine.module.css';

export interface StatusLineProps {
  /** What has just been done: `Removed lane 2. Ctrl+Z brings it back.` Empty when there is nothing to report. */
  readonly text: string;
  /** A new number announces the same text again. */
  readonly messageId?: number;
  readonly className?: string;
}

/** The page's only `status`, always in the document; dialogs do not hide it, because it is explicitly live. */
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
