import type { ReactElement } from 'react';
import { Button, IconButton } from './Button.tsx';
import { Glyph } from './Glyph.tsx';
import styles from './NoticeBar.module.css';
import { cx } from './cx.ts';

export interface NoticeBarAction {
  readonly label: string;
  readonly onPress: () => void;
}

export interface NoticeBarProps {
  /** What is wrong and what to do about it; null while there is nothing to report. */
  readonly text: string | null;
  readonly actions?: readonly NoticeBarAction[];
  /** Nothing is wrong: it has no sign. */
  readonly done?: boolean | undefined;
  /** Adds a ✕. */
  readonly onDismiss?: () => void;
  readonly dismissLabel?: string;
  readonly className?: string;
}

const NO_ACTIONS: readonly NoticeBarAction[] = [];

/**
 * The page's only `alert`. It is always in the document, empty while there is nothing to report, because a screen reader
 * announces a text that changes, not a region that appears. The buttons are beside it, not in it.
 */
export function NoticeBar({
  text,
  actions = NO_ACTIONS,
  done,
  onDismiss,
  dismissLabel = 'Dismiss',
  className,
}: NoticeBarProps): ReactElement {
  const shown = text !== null;
  return (
    <div className={cx(shown && styles['notice'], shown && className)}>
      {shown && done !== true && <Glyph name="notice" size={16} />}
      <p className={shown ? styles['text'] : undefined} role="alert" aria-live="assertive">
        {text}
      </p>
      {shown && (actions.length > 0 || onDismiss !== undefined) && (
        <div className={styles['actions']}>
          {actions.map((action) => (
            <Button key={action.label} onClick={action.onPress}>
              {action.label}
            </Button>
          ))}
          {onDismiss !== undefined && <IconButton label={dismissLabel} glyph="close" onClick={onDismiss} />}
        </div>
      )}
    </div>
  );
}
