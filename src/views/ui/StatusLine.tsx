import type { ReactElement, ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './StatusLine.module.css';

export interface StatusLineProps {
  /** What has just been done: `Removed lane 2. Ctrl+Z undoes this.` Empty when there is nothing to report. */
  readonly text: string;
  readonly className?: string;
  /** What is only heard, because the screen shows it elsewhere. */
  readonly children?: ReactNode;
}

/**
 * The page's only `status`, there as long as the whole page is; dialogs do not hide it, because it is explicitly live. Of what
 * is seen and what is only heard, each is announced for itself.
 */
export function StatusLine({ text, className, children }: StatusLineProps): ReactElement {
  return (
    <output className={cx(styles['status'], className)} aria-live="polite" aria-atomic="false">
      <span className={styles['seen']} data-part="seen">
        {text !== '' && (
          // A new element for a new text, which is announced for itself.
          <span key={text} className={styles['text']}>
            {text}
          </span>
        )}
      </span>
      <span className="visually-hidden" data-part="heard">
        {children}
      </span>
    </output>
  );
}
