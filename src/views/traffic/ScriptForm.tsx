/** A script: its program in the code editor, its errors, and the fields shared by its requests. */
import {
  lazy,
  Suspense,
  useCallback,
  useId,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
  type RefObject,
} from 'react';
import {
  parseScenario,
  scriptExamples,
  scriptApi,
  problemMessage,
  type PlanProblem,
  type EntryOfKind,
} from '../../sim/index.ts';
import { useActions, useAppState, useStoreApi } from '../../store/playgroundContext.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { pluralize } from '../format/numbers.ts';
import type { CodeEditor, EditorPosition } from '../script/codeEditor.ts';
import { totalRequestsText } from '../text/requestCount.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { FieldGrid } from '../ui/FieldGrid.tsx';
import { Glyph } from '../ui/Glyph.tsx';
import { Menu } from '../ui/Menu.tsx';
import { TextField } from '../ui/TextField.tsx';
import { useDebouncedCommit } from '../ui/useDebouncedCommit.ts';
import { CommonFields, CostField } from './CommonFields.tsx';
import type { PhaseEditProps } from './PhaseNumberField.tsx';
import { KeyField } from './KeyField.tsx';
import styles from './ScriptForm.module.css';

const ScriptEditor = lazy(() => import('../script/ScriptEditor.tsx'));

type ScriptEntry = EntryOfKind<'script'>;

interface ScriptFormProps extends PhaseEditProps<ScriptEntry> {
  readonly phase: number;
  readonly kind: ReactNode;
}

export function ScriptForm({ phase, kind, ...edit }: ScriptFormProps): ReactElement {
  const [isEnlarged, setLarge] = useState(false);
  const editing = useScriptEditing(phase, edit);
  const content = useRef<HTMLElement>(null);
  const requests = useAppState((state) => totalRequestsText(state.result));
  return (
    <>
      <div className={styles['script']}>
        <div className={styles['tools']}>
          {kind}
          <ScriptExamplesMenu {...edit} />
          <Button onClick={() => setLarge(true)}>Larger view</Button>
        </div>
        {isEnlarged ? (
          <p className="label">The script is open in the larger view.</p>
        ) : (
          <ScriptEditorPanel {...editing} />
        )}
      </div>
      <FieldGrid>
        <KeyField {...edit} />
        <CostField {...edit} />
        <CommonFields {...edit} />
      </FieldGrid>
      {!isEnlarged && (
        <details className={styles['help']}>
          <summary>Script API</summary>
          <ScriptApiReference />
        </details>
      )}
      {isEnlarged && (
        <Dialog
          open
          onClose={() => setLarge(false)}
          title={`Script of phase ${phase + 1}`}
          width={1120}
          height={860}
          fullScreenOnPhone
          initialFocus={content}
        >
          <div className={styles['enlarged']}>
            <ScriptEditorPanel {...editing} content={content} />
            <div className={styles['sidePanel']}>
              <ScriptExamplesMenu {...edit} />
              <p className="label">{requests}</p>
              <h3>Script API</h3>
              <ScriptApiReference />
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}

interface ScriptEditingProps {
  readonly phase: number;
  readonly code: string;
  readonly error: string | undefined;
  readonly problem: PlanProblem | undefined;
  readonly editor: RefObject<CodeEditor | null>;
  readonly position: RefObject<EditorPosition | null>;
  readonly onTyping: () => void;
  readonly subscribeToCode: (listener: (code: string) => void) => () => void;
  readonly onChange: (code: string) => boolean;
  readonly onLeave: () => void;
}

/** Editing state of a script: applies its text to the scenario, and reports its errors. */
function useScriptEditing(
  phase: number,
  { entry, gesture, onChange }: PhaseEditProps<ScriptEntry>,
): ScriptEditingProps {
  const store = useStoreApi();
  const [rejected, setTooMuch] = useState<{ readonly of: string; readonly error: string } | null>(null);
  const commit = useDebouncedCommit<null>(gesture.end);
  const path = `traffic[${phase}].code`;
  const planRefusal = useAppState((state) => state.refusals.find((one) => one.path === path));
  const { stream } = entry;

  /** The scenario's script; it may be gone by the time the last keystrokes arrive. */
  const currentEntry = useCallback((): ScriptEntry | null => {
    const now = store.getState().scenario.traffic[phase];
    return now?.kind === 'script' && now.stream === stream ? now : null;
  }, [store, phase, stream]);

  // Set directly: text typed and undone at once causes no change that React would render.
  const follow = useCallback(
    (listener: (code: string) => void) =>
      store.subscribe(() => {
        const now = currentEntry();
        if (now !== null) listener(now.code);
      }),
    [store, currentEntry],
  );

  function commitCode(code: string): boolean {
    const now = currentEntry();
    if (now === null) return false;
    const error = codeProblem(code);
    setTooMuch(error === undefined ? null : { of: now.code, error });
    if (error === undefined && code !== now.code) onChange({ ...now, code });
    return error === undefined;
  }

  return {
    phase,
    code: entry.code,
    // A draft that was not applied is dropped when an undo brings another text.
    error: rejected?.of === entry.code ? rejected.error : undefined,
    problem: planRefusal,
    editor: useRef<CodeEditor>(null),
    position: useRef<EditorPosition>(null),
    onTyping: () => commit.schedule(null),
    subscribeToCode: follow,
    onChange: commitCode,
    onLeave: commit.flush,
  };
}

/** The format's error for a program: only its length is limited. */
function codeProblem(code: string): string | undefined {
  const parsed = parseScenario({ traffic: [{ kind: 'script', code }] });
  const problem = parsed.ok ? undefined : parsed.problems[0];
  return problem && problemMessage({ ...problem, path: 'code', actual: pluralize(code.length, 'character') });
}

function ScriptEditorPanel(
  props: ScriptEditingProps & { readonly content?: RefObject<HTMLElement | null> },
): ReactElement {
  const {
    phase,
    code,
    problem: refusal,
    editor,
    position,
    content,
    subscribeToCode,
    onTyping,
    onChange,
    onLeave,
  } = props;
  const id = useId();
  const actions = useActions();
  const [tabIndents, setIndents] = useState(false);
  const problem = props.error === undefined ? refusal : undefined;
  const error = props.error ?? problem?.sentence;
  const { line, column } = problem ?? {};
  const label = `Script of phase ${phase + 1}`;

  return (
    <div className={styles['editorPanel']}>
      <ErrorBoundary
        fallback={<TextField label={label} value={code} rows={8} code onInput={onChange} onCommit={onLeave} />}
        onError={() => actions.say('The code editor could not be loaded. A plain text field is used instead.')}
      >
        <Suspense fallback={<pre className={cx(styles['editor'], styles['loading'])}>{code}</pre>}>
          <ScriptEditor
            label={label}
            describedBy={`${id}-error ${id}-keys`}
            className={styles['editor']}
            code={code}
            api={scriptApi}
            invalid={error !== undefined}
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
            onTabIndents={setIndents}
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

function ScriptExamplesMenu({ entry, gesture, onChange }: PhaseEditProps<ScriptEntry>): ReactElement {
  const actions = useActions();
  return (
    <Menu
      label="Insert an example"
      variant="outline"
      align="start"
      items={scriptExamples.map(({ title, description: words, code }) => ({
        label: title,
        onSelect: () => {
          gesture.once(() => onChange({ ...entry, code }));
          actions.say(`${words} Ctrl+Z brings back what was there.`);
        },
      }))}
    >
      Insert an example
    </Menu>
  );
}

function ScriptApiReference(): ReactElement {
  return (
    <dl className={styles['apiReference']}>
      {scriptApi.map(({ name, signature, help }) => (
        <div key={name}>
          <dt>
            <code>{signature}</code>
          </dt>
          <dd>{help}</dd>
        </div>
      ))}
    </dl>
  );
}
