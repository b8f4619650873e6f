import type { ReactElement, ReactNode } from 'react';
import styles from './RowName.module.css';

export interface RowNameProps {
  readonly text: ReactNode;
  /** The end of a long name, which stays visible when the rest is truncated. */
  readonly tail?: string;
  /** Accessible name, if it says more than the text. */
  readonly label?: string;
  readonly title?: string;
  /** A name of several words, which takes lines where it is too long. */
  readonly wraps?: boolean;
  readonly pressed: boolean;
  readonly onClick: () => void;
}

/** The name at the head of a row, as a button. */
export function RowName({ text, tail = '', label, title, wraps, pressed, onClick }: RowNameProps): ReactElement {
  return (
    <button
      type="button"
      className={styles['name']}
      title={title}
      aria-label={label}
      aria-pressed={pressed}
      data-wraps={wraps}
      onClick={onClick}
    >
      <span className={styles['head']}>{text}</span>
      {tail !== '' && <span className={styles['tail']}>{tail}</span>}
    </button>
  );
}

/** The same without a button. */
export function PlainRowName({ children }: { readonly children: string }): ReactElement {
  return <span className={styles['name']}>{children}</span>;
}
