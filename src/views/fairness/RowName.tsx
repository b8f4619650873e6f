import type { ReactElement, ReactNode } from 'react';
import styles from './RowName.module.css';

export interface RowNameProps {
  readonly text: ReactNode;
  /** The end of a long name, which stays in sight when the rest is cut off. */
  readonly tail?: string;
  /** What it is called where that is more than its text. */
  readonly label?: string;
  readonly title?: string;
  readonly pressed: boolean;
  readonly onClick: () => void;
}

/** The name at the head of a row, which can be pressed. */
export function RowName({ text, tail = '', label, title, pressed, onClick }: RowNameProps): ReactElement {
  return (
    <button
      type="button"
      className={styles['name']}
      title={title}
      aria-label={label}
      aria-pressed={pressed}
      onClick={onClick}
    >
      <span className={styles['head']}>{text}</span>
      {tail !== '' && <span className={styles['tail']}>{tail}</span>}
    </button>
  );
}

/** The same where there is nothing to be chosen. */
export function PlainRowName({ children }: { readonly children: string }): ReactElement {
  return <span className={styles['name']}>{children}</span>;
}
