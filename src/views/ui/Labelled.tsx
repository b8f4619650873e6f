import type { ReactElement, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Glyph } from './Glyph.tsx';
import styles from './Labelled.module.css';

export interface LabelledProps {
  /** The accessible name of the control, which is also the visible label unless `hideLabel`. */
  readonly label: string;
  /** The label is for assistive technology alone, because something else on the screen already shows it. */
  readonly hideLabel?: boolean;
  readonly className?: string | undefined;
}

interface LabelledControlProps extends LabelledProps {
  readonly controlId: string;
  readonly errorId?: string;
  /** What is wrong, as a sentence. */
  readonly error?: string | undefined;
  /** The error overlays what is below, so that nothing moves. */
  readonly errorFloats?: boolean;
  readonly children: ReactNode;
}

/** A control with its label above and its error below. */
export function Labelled({
  label,
  hideLabel = false,
  className,
  controlId,
  errorId,
  error,
  errorFloats = false,
  children,
}: LabelledControlProps): ReactElement {
  return (
    <div className={cx(styles['frame'], className)}>
      {!hideLabel && (
        <label className={styles['label']} htmlFor={controlId}>
          {label}
        </label>
      )}
      {children}
      {error !== undefined && (
        <p
          ref={errorFloats ? (element) => keepInWindow(element) : undefined}
          id={errorId}
          className={cx(styles['error'], errorFloats && styles['floating'])}
        >
          <Glyph name="notice" />
          {error}
        </p>
      )}
    </div>
  );
}

/** What floats below a field near the window's edge is moved in by as much as it would be beyond it, and 8 px. */
function keepInWindow(element: HTMLElement | null): void {
  if (element === null) return;
  element.style.translate = '';
  const { left, right } = element.getBoundingClientRect();
  const { clientWidth } = document.documentElement;
  element.style.translate = `${left < 8 ? 8 - left : Math.min(0, clientWidth - 8 - right)}px`;
}
