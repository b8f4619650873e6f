import type { ReactElement } from 'react';
import { cx } from './cx.ts';
import styles from './ProgressBar.module.css';

export interface ProgressBarProps {
  /** What goes on, and how far it is: `1.2 of 5.0 million decisions`. */
  readonly label: string;
  /** 0 to 1; null while nothing runs, when the bar's place stays empty. */
  readonly value: number | null;
  readonly className?: string;
}

/** 2 px of ink. It keeps its place, so that nothing moves when it comes. */
export function ProgressBar({ label, value, className }: ProgressBarProps): ReactElement {
  if (value === null) return <div className={cx(styles['place'], className)} />;
  return (
    <progress className={cx(styles['place'], styles['bar'], className)} value={value} max={1} aria-label={label} />
  );
}
