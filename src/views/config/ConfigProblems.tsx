/** The lines of a config that are not understood, beside the text: below it they would be out of sight. */
import type { ReactElement, RefObject } from 'react';
import type { ReadConfig } from '../../configs/index.ts';
import { useLayout } from '../hooks/useLayout.ts';
import { formatCount } from '../format/numbers.ts';
import { Button } from '../ui/Button.tsx';
import { Glyph } from '../ui/Glyph.tsx';
import styles from './ConfigTab.module.css';

/** More are not listed: the first ones usually explain the others. */
const MAX_PROBLEMS = 20;

interface ConfigProblemsProps {
  readonly id: string;
  readonly problems: ReadConfig['problems'];
  readonly area: RefObject<HTMLTextAreaElement | null>;
}

export function ConfigProblems({ id, problems, area }: ConfigProblemsProps): ReactElement | null {
  if (problems.length === 0) return null;
  return (
    <div>
      <p className="label" aria-hidden="true">
        Not understood
      </p>
      <ul id={id} className={styles['problems']} aria-label="Not understood" aria-live="polite">
        {problems.slice(0, MAX_PROBLEMS).map(({ line, message }) => (
          <li key={`${line} ${message}`}>
            <Glyph name="notice" />
            <Button size="small" variant="quiet" onClick={() => goToLine(area.current, line)}>
              Line {formatCount(line)}
            </Button>
            <span>{message}</span>
          </li>
        ))}
        {problems.length > MAX_PROBLEMS && <li>And {formatCount(problems.length - MAX_PROBLEMS)} more.</li>}
      </ul>
    </div>
  );
}

interface FirstProblemProps {
  /** Of the list. */
  readonly listId: string;
  readonly problems: ReadConfig['problems'];
}

/** On a phone the list is screens below, behind the editor: its first line stands above all, and leads to it. */
export function FirstProblem({ listId, problems }: FirstProblemProps): ReactElement | null {
  const [first] = problems;
  if (useLayout().width !== 'phone' || first === undefined) return null;
  const others = problems.length - 1;
  return (
    <Button
      variant="quiet"
      className={styles['first']}
      onClick={() => document.getElementById(listId)?.querySelector('button')?.focus()}
    >
      <Glyph name="notice" />
      <span>
        Line {formatCount(first.line)}: {first.message}
        {others > 0 && ` And ${formatCount(others)} more.`}
      </span>
    </Button>
  );
}

/** Selects the line and brings it into sight. */
function goToLine(area: HTMLTextAreaElement | null, line: number): void {
  if (area === null) return;
  const lines = area.value.split('\n');
  const start = lines.slice(0, line - 1).reduce((length, one) => length + one.length + 1, 0);
  area.focus();
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  const height = Number.parseFloat(getComputedStyle(area).lineHeight);
  area.scrollTop = Math.max(0, (line - 3) * height);
}
