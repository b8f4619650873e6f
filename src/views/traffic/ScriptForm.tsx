/** A script: its program in the code editor, its errors, and the fields shared by its requests. */
import { useCallback, useState, type ReactElement, type ReactNode } from 'react';
import { parseScenario, problemMessage, scriptApi, scriptExamples, type EntryOfKind } from '../../sim/index.ts';
import { useActions, useAppState, useStoreApi } from '../../store/playgroundContext.tsx';
import { ApiReference } from '../code/ApiReference.tsx';
import { CodeDialog } from '../code/CodeDialog.tsx';
import { CodePanel, type CodePanelProps } from '../code/CodePanel.tsx';
import { useCodeText, type CodeText } from '../code/useCodeText.ts';
import { pluralize } from '../format/numbers.ts';
import { totalRequestsText } from '../text/requestCount.ts';
import { Button } from '../ui/Button.tsx';
import { FieldGrid } from '../ui/FieldGrid.tsx';
import { Menu } from '../ui/Menu.tsx';
import { CommonFields, CostField } from './CommonFields.tsx';
import type { PhaseEditProps } from './PhaseNumberField.tsx';
import { KeyField } from './KeyField.tsx';
import styles from './ScriptForm.module.css';

type ScriptEntry = EntryOfKind<'script'>;

interface ScriptFormProps extends PhaseEditProps<ScriptEntry> {
  readonly phase: number;
  readonly kind: ReactNode;
}

export function ScriptForm({ phase, kind, ...edit }: ScriptFormProps): ReactElement {
  const [isEnlarged, setIsEnlarged] = useState(false);
  const text = useScriptText(phase, edit);
  const requests = useAppState((state) => totalRequestsText(state.result));
  const path = `traffic[${phase}].code`;
  const problem = useAppState((state) => state.refusals.find((one) => one.path === path));
  const panel: CodePanelProps = {
    label: `Script of phase ${phase + 1}`,
    text,
    api: scriptApi,
    example: 'send(1);',
    problem,
  };
  return (
    <>
      <div className={styles['script']}>
        <div className={styles['tools']}>
          {kind}
          <ScriptExamplesMenu {...edit} />
          <Button onClick={() => setIsEnlarged(true)}>Larger view</Button>
        </div>
        {isEnlarged ? <p className="label">The script is open in the larger view.</p> : <CodePanel {...panel} />}
      </div>
      <FieldGrid>
        <KeyField {...edit} />
        <CostField {...edit} />
        <CommonFields {...edit} />
      </FieldGrid>
      {!isEnlarged && (
        <details className={styles['help']}>
          <summary>Script API</summary>
          <ApiReference api={scriptApi} />
        </details>
      )}
      {isEnlarged && (
        <CodeDialog {...panel} onClose={() => setIsEnlarged(false)}>
          <ScriptExamplesMenu {...edit} />
          <p className="label">{requests}</p>
          <h3>Script API</h3>
          <ApiReference api={scriptApi} />
        </CodeDialog>
      )}
    </>
  );
}

function useScriptText(phase: number, { entry, gesture, onChange }: PhaseEditProps<ScriptEntry>): CodeText {
  const store = useStoreApi();
  const { stream } = entry;
  const currentEntry = useCallback((): ScriptEntry | null => {
    const now = store.getState().scenario.traffic[phase];
    return now?.kind === 'script' && now.stream === stream ? now : null;
  }, [store, phase, stream]);
  const read = useCallback(() => currentEntry()?.code ?? null, [currentEntry]);
  return useCodeText(entry.code, {
    read,
    write(code) {
      const now = currentEntry();
      if (now !== null) onChange({ ...now, code });
    },
    refusalOf: codeProblem,
    endStep: gesture.end,
  });
}

/** The format's error for a program: only its length is limited. */
function codeProblem(code: string): string | undefined {
  const parsed = parseScenario({ traffic: [{ kind: 'script', code }] });
  const problem = parsed.ok ? undefined : parsed.problems[0];
  return problem && problemMessage({ ...problem, path: 'The code', actual: pluralize(code.length, 'character') });
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
          actions.say(words, 'brings back what was there');
        },
      }))}
    >
      Insert an example
    </Menu>
  );
}
