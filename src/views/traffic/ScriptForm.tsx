/** A script: its program in the code editor, what is wrong with it, and the fields that its requests share. */
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
import { parseScenario, scriptExamples, scriptWords, sentence, type Refusal, type Traffic } from '../../sim/index.ts';
import { useActions, useApp, useStoreApi } from '../../store/react.tsx';
import { Boundary } from '../ui/Boundary.tsx';
import { counted } from '../format/numbers.ts';
import type { Editor, Whereabouts } from '../script/editor.ts';
import { requestsText } from '../track/requestCount.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Glyph } from '../ui/Glyph.tsx';
import { Menu } from '../ui/Menu.tsx';
import { TextField } from '../ui/TextField.tsx';
import { useCommit } from '../ui/useCommit.ts';
import { CommonFields, CostField } from './CommonFields.tsx';
import type { PartProps } from './Field.tsx';
import { KeyField } from './KeyField.tsx';
import styles from './ScriptForm.module.css';
import fields from './TrafficTab.module.css';

const ScriptEditor = lazy(() => import('../script/ScriptEditor.tsx'));

type Script = Extract<Traffic, { kind: 'script' }>;

interface ScriptFormProps extends PartProps<Script> {
  readonly phase: number;
  readonly kind: ReactNode;
}

export function ScriptForm({ phase, kind, ...part }: ScriptFormProps): ReactElement {
  const [large, setLarge] = useState(false);
  const writing = useWriting(phase, part);
  const content = useRef<HTMLElement>(null);
  const requests = useApp((state) => requestsText(state.result));
  return (
    <>
      <div className={styles['script']}>
        <div className={styles['tools']}>
          {kind}
          <Examples {...part} />
          <Button onClick={() => setLarge(true)}>Larger view</Button>
        </div>
        {large ? <p className="label">The script is open in the larger view.</p> : <Writing {...writing} />}
      </div>
      <div className={fields['fields']}>
        <KeyField {...part} />
        <CostField {...part} />
        <CommonFields {...part} />
      </div>
      {!large && (
        <details className={styles['help']}>
          <summary>What a script may use</summary>
          <Words />
        </details>
      )}
      {large && (
        <Dialog
          open
          onClose={() => setLarge(false)}
          title={`Script of phase ${phase + 1}`}
          width={1120}
          height={860}
          page
          initialFocus={content}
        >
          <div className={styles['large']}>
            <Writing {...writing} content={content} />
            <div className={styles['beside']}>
              <Examples {...part} />
              <p className="label">{requests === '–' ? requests : `${requests} in all`}</p>
              <h3>What a script may use</h3>
              <Words />
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}

interface WritingProps {
  readonly phase: number;
  readonly code: string;
  readonly error: string | undefined;
  readonly refusal: Refusal | undefined;
  readonly editor: RefObject<Editor | null>;
  readonly whereabouts: RefObject<Whereabouts | null>;
  readonly onTyping: () => void;
  readonly follow: (listener: (code: string) => void) => () => void;
  readonly onChange: (code: string) => boolean;
  readonly onLeave: () => void;
}

/** A script being written: how its text gets into the scenario, and what is wrong with it. */
function useWriting(phase: number, { entry, gesture, onChange }: PartProps<Script>): WritingProps {
  const store = useStoreApi();
  const [tooMuch, setTooMuch] = useState<{ readonly of: string; readonly error: string } | null>(null);
  const pause = useCommit<null>(gesture.end);
  const path = `traffic[${phase}].code`;
  const refusal = useApp((state) => state.refusals.find((one) => one.path === path));
  const { stream } = entry;

  /** The script as the scenario has it; it may be gone by the time that its last keys arrive. */
  const current = useCallback((): Script | null => {
    const now = store.getState().scenario.traffic[phase];
    return now?.kind === 'script' && now.stream === stream ? now : null;
  }, [store, phase, stream]);

  // By hand: what is typed and taken back at once is no change that a component would hear of.
  const follow = useCallback(
    (listener: (code: string) => void) =>
      store.subscribe(() => {
        const now = current();
        if (now !== null) listener(now.code);
      }),
    [store, current],
  );

  function take(code: string): boolean {
    const now = current();
    if (now === null) return false;
    const error = codeProblem(code);
    setTooMuch(error === undefined ? null : { of: now.code, error });
    if (error === undefined && code !== now.code) onChange({ ...now, code });
    return error === undefined;
  }

  return {
    phase,
    code: entry.code,
    // What was typed and not taken is gone once an undo has brought another text.
    error: tooMuch?.of === entry.code ? tooMuch.error : undefined,
    refusal,
    editor: useRef<Editor>(null),
    whereabouts: useRef<Whereabouts>(null),
    onTyping: () => pause.later(null),
    follow,
    onChange: take,
    onLeave: pause.now,
  };
}

/** What the format says of a program: only that it is too long. */
function codeProblem(code: string): string | undefined {
  const parsed = parseScenario({ traffic: [{ kind: 'script', code }] });
  const problem = parsed.ok ? undefined : parsed.problems[0];
  return problem && sentence({ ...problem, path: 'code', was: counted(code.length, 'character') });
}

function Writing(props: WritingProps & { readonly content?: RefObject<HTMLElement | null> }): ReactElement {
  const { phase, code, refusal, editor, whereabouts, content, follow, onTyping, onChange, onLeave } = props;
  const id = useId();
  const actions = useActions();
  const [indents, setIndents] = useState(false);
  const problem = props.error === undefined ? refusal : undefined;
  const error = props.error ?? problem?.sentence;
  const { line, column } = problem ?? {};
  const label = `Script of phase ${phase + 1}`;

  return (
    <div className={styles['writing']}>
      <Boundary
        fallback={<TextField label={label} value={code} rows={8} code onInput={onChange} onCommit={onLeave} />}
        onError={() => actions.say('The code editor could not be loaded. The script is in a plain field.')}
      >
        <Suspense fallback={<pre className={cx(styles['editor'], styles['waiting'])}>{code}</pre>}>
          <ScriptEditor
            label={label}
            describedBy={`${id}-error ${id}-keys`}
            className={styles['editor']}
            code={code}
            words={scriptWords}
            wrong={error !== undefined}
            problem={problem ?? null}
            whereabouts={whereabouts}
            editor={editor}
            {...(content !== undefined && { content })}
            follow={follow}
            onTyping={onTyping}
            onChange={onChange}
            onLeave={onLeave}
            onUndo={actions.undo}
            onRedo={actions.redo}
            onTabIndents={setIndents}
          />
        </Suspense>
      </Boundary>
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
        {indents ? 'Tab indents; Ctrl+M lets it leave the editor.' : 'Tab leaves the editor; Ctrl+M makes it indent.'}{' '}
        Ctrl+Space completes.
      </p>
    </div>
  );
}

function Examples({ entry, gesture, onChange }: PartProps<Script>): ReactElement {
  const actions = useActions();
  return (
    <Menu
      label="Insert an example"
      variant="outline"
      align="start"
      items={scriptExamples.map(({ title, sentence: words, code }) => ({
        label: title,
        onSelect: () => {
          gesture.end();
          onChange({ ...entry, code });
          gesture.end();
          actions.say(`${words} Ctrl+Z brings back what was there.`);
        },
      }))}
    >
      Insert an example
    </Menu>
  );
}

function Words(): ReactElement {
  return (
    <dl className={styles['words']}>
      {scriptWords.map(({ name, signature, help }) => (
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
