/** Which lines of a log are left out, and why: the first of them. */
import type { ReactElement } from 'react';
import type { LogSummary } from '../../../logs/index.ts';
import { formatCount } from '../../format/numbers.ts';
import { cx } from '../../ui/cx.ts';
import styles from './BadLines.module.css';
import { badLinesText } from './logText.ts';

interface BadLinesProps {
  readonly summary: Pick<LogSummary, 'badLines' | 'files' | 'lines'>;
  /** Whether they are seen without asking. */
  readonly open?: boolean;
}

/** Nothing where all lines are read. */
export function BadLines({ summary, open = false }: BadLinesProps): ReactElement | null {
  const { count, first } = summary.badLines;
  if (count === 0) return null;
  const several = summary.files.length > 1;
  return (
    <details open={open} className={cx(styles['lines'], !open && 'label')}>
      <summary>{badLinesText(summary)}</summary>
      <ul>
        {first.map(({ file, line, reason }) => (
          <li key={`${file} ${line}`}>
            {several ? `${file}, line` : 'Line'} {formatCount(line)}: {reason}.
          </li>
        ))}
      </ul>
      {first.length < count && <p>Only the first {first.length === 1 ? 'is' : `${first.length} are`} listed.</p>}
    </details>
  );
}
