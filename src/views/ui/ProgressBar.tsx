import type { ReactElement } from 'react';
import { cx } from './cx.ts';
import styles from './ProgressBar.module.css';

export interface ProgressBarProps {
  /** What is in progress, and how far: `1.2 of 5.0 million decisions`. */
  readonly label: string;
  /** 0 to 1; null while nothing runs, when only the space is reserved. */
  readonly value: number | null;
  readonly className?: string;
}

/** A 2 px bar in ink. Its space is always reserved, so that nothing moves when it appears. */
export function ProgressBar({ label, value, className }: ProgressBarProps): ReactElement {
  if (value === null) return <div className={cx(styles['place'], className)} />;
  return (
    <progress className={cx(styles['place'], styles['bar'], className)} value={value} max={1} aria-label={label} />
  );
}
