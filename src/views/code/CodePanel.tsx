/** The code editor with what is wrong below it. The editor is loaded when a panel is first shown. */
import { lazy, Suspense, useId, useState, type ReactElement, type RefObject } from 'react';
import type { PlanProblem, ScriptApiEntry } from '../../sim/index.ts';
import { useActions } from '../../store/playgroundContext.tsx';
import type { CodeLanguage } from '../script/languages.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { useDisabled } from '../ui/Disabled.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { Glyph } from '../ui/Glyph.tsx';
import { TextField } from '../ui/TextField.tsx';
import styles from './CodePanel.module.css';
import type { CodeText } from './useCodeText.ts';

const ScriptEditor = lazy(() => import('../script/ScriptEditor.tsx'));

export interface CodePanelProps {
  /** The accessible name of the editor. */
  readonly label: string;
  readonly text: CodeText;
  /** JavaScript if absent. */
  readonly language?: CodeLanguage;
  /** What the code may use: completed while typing. */
  readonly api: readonly ScriptApiEntry[];
  /** What an empty editor shows. */
  readonly example: string;
  /** What the last run found wrong; a new object each time. */
  readonly problem: Pick<PlanProblem, 'sentence' | 'line' | 'column'> | undefined;
  /** The element that takes the focus. */
  readonly content?: RefObject<HTMLElement | null>;
  /** As high as there is room, instead of as high as the user makes it. */
  readonly fills?: boolean;
}

export function CodePanel({
  label,
  text,
  language = 'javascript',
  api,
  example,
  problem: found,
  content,
  fills = false,
}: CodePanelProps): ReactElement {
  const { code, refusal, editor, position, subscribeToCode, onTyping, onChange, onLeave } = text;
  const id = useId();
  const actions = useActions();
  const locked = useDisabled() !== null;
  const [tabIndents, setTabIndents] = useState(false);
  const problem = refusal === undefined ? found : undefined;
  const error = refusal ?? problem?.sentence;
  const { line, column } = problem ?? {};
  const className = cx(styles['editor'], fills && styles['fills']);

  return (
    <div className={styles['panel']}>
      <ErrorBoundary
        fallback={<TextField label={label} value={code} rows={8} code onInput={onChange} onCommit={onLeave} />}
        onError={() => actions.say('The code editor could not be loaded. A plain text field is used instead.')}
      >
        <Suspense fallback={<pre className={cx(className, styles['loading'])}>{code}</pre>}>
          <ScriptEditor
            label={label}
            describedBy={`${id}-error ${id}-keys`}
            className={className}
            code={code}
            language={language}
            api={api}
            example={example}
            invalid={error !== undefined}
            readOnly={locked}
            problem={problem ?? null}
            position={position}
            editor={editor}
            {...(content !== undefined && { contentRef: content })}
            subscribeToCode={subscribeToCode}
            onTyping={onTyping}
            onChange={onChange}
            onLeave={onLeave}
            onUndo={actions.undo}
            onRedo={actions.redo}
            onTabIndents={setTabIndents}
          />
        </Suspense>
      </ErrorBoundary>
      <div className={styles['error']} hidden={error === undefined}>
        <p id={`${id}-error`}>
          <Glyph name="notice" />
          {error}
        </p>
        {line !== undefined && (
          <Button size="small" onClick={() => editor.current?.goTo({ line, column })}>
            Go to line {line}
          </Button>
        )}
      </div>
      <p id={`${id}-keys`} className="label" aria-live="polite">
        {tabIndents
          ? 'Tab indents; Ctrl+M makes it leave the editor.'
          : 'Tab leaves the editor; Ctrl+M makes it indent.'}{' '}
        Ctrl+Space completes.
      </p>
    </div>
  );
}
