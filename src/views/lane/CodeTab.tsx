/** The Code tab: what a lane runs that its user writes, templates to start from, and its other options. */
import { useCallback, useState, type ReactElement } from 'react';
import { catalogueEntryById, parseScenario, problemMessage, type Lane } from '../../sim/index.ts';
import { useActions, useAppState, useStoreApi } from '../../store/playgroundContext.tsx';
import { withLane, withOption } from '../../store/scenarioEdits.ts';
import { hasCode } from '../../store/codeLanes.ts';
import { failedLaneIn } from '../../store/selectors.ts';
import { pluralize } from '../format/numbers.ts';
import { useUndoGesture } from '../hooks/useUndoGesture.ts';
import { KnobField } from './KnobField.tsx';
import { laneName } from '../text/laneText.ts';
import { Locked } from '../text/Locked.tsx';
import { Button } from '../ui/Button.tsx';
import { Menu } from '../ui/Menu.tsx';
import { Select } from '../ui/Select.tsx';
import { ApiReference } from '../code/ApiReference.tsx';
import { CodeDialog } from '../code/CodeDialog.tsx';
import { CodePanel, type CodePanelProps } from '../code/CodePanel.tsx';
import styles from './CodeTab.module.css';
import { codeWordsOf, type CodeWords } from './codeWords.ts';
import { useCodeText } from '../code/useCodeText.ts';

export default function CodeTab(): ReactElement | null {
  const index = useAppState((state) => state.focusedLane);
  const lane = useAppState((state) => state.scenario.lanes[index]);
  const words = lane === undefined ? undefined : codeWordsOf(lane.limiter);
  if (lane === undefined || words === undefined) return null;
  return (
    <Locked by="options">
      <LaneCode key={`${index} ${lane.limiter}`} index={index} lane={lane} words={words} />
    </Locked>
  );
}

interface LaneCodeProps {
  readonly index: number;
  readonly lane: Lane;
  readonly words: CodeWords;
}

function LaneCode(props: LaneCodeProps): ReactElement {
  const { index, lane, words } = props;
  const [isEnlarged, setEnlarged] = useState(false);
  const { text, replace } = useLaneCode(props);
  const failed = useAppState((state) => failedLaneIn(state, index));
  const panel: CodePanelProps = {
    label: `Code of lane ${index + 1}`,
    text,
    language: words.language,
    api: words.api,
    example: words.example,
    problem: failed === null ? undefined : { ...failed, sentence: failed.error },
  };
  const templates = <TemplatesMenu words={words} onChoose={replace} />;
  return (
    <div className={styles['code']}>
      <div className={styles['tools']}>
        <CodeLaneChoice index={index} />
        {templates}
        <Button onClick={() => setEnlarged(true)}>Larger view</Button>
      </div>
      <div className={styles['settings']}>
        {catalogueEntryById(lane.limiter)
          ?.knobs.filter(({ kind }) => kind !== 'code')
          .map((knob) => (
            <KnobField key={knob.id} index={index} lane={lane} knob={knob} />
          ))}
        <SandboxNote index={index} />
      </div>
      <div className={styles['editor']}>
        {isEnlarged ? <p className="label">The code is open in the larger view.</p> : <CodePanel {...panel} fills />}
      </div>
      {/* Scrolling areas take focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles['reference']} tabIndex={0} role="group" aria-label="What the code exports and is given">
        <ApiReference api={words.api} />
      </div>
      {isEnlarged && (
        <CodeDialog {...panel} onClose={() => setEnlarged(false)}>
          {templates}
          <h3>What the code exports and is given</h3>
          <ApiReference api={words.api} />
        </CodeDialog>
      )}
    </div>
  );
}

/** The code of a lane for the editor, and a way to put another in its place. */
function useLaneCode({ index, lane, words }: LaneCodeProps) {
  const store = useStoreApi();
  const actions = useActions();
  const gesture = useUndoGesture();
  const { limiter } = lane;
  const initial = words.templates[0]?.code ?? '';
  const codeIn = ({ options: { code } }: Lane): string => (typeof code === 'string' ? code : initial);
  const read = useCallback((): string | null => {
    const now = store.getState().scenario.lanes[index];
    if (now?.limiter !== limiter) return null;
    const { code } = now.options;
    return typeof code === 'string' ? code : initial;
  }, [store, index, limiter, initial]);
  const write = (code: string): boolean =>
    actions.editLanes(
      `change of the code in lane ${index + 1}`,
      (scenario) => withLane(scenario, index, (old) => withOption(old, 'code', code)),
      gesture.id(),
    );
  return {
    text: useCodeText(codeIn(lane), {
      read,
      write,
      refusalOf: (code) => codeProblem(limiter, code),
      endStep: gesture.end,
    }),
    replace: (code: string) => gesture.once(() => write(code)),
  };
}

/** The format's error for a program: only its length is limited. */
function codeProblem(limiter: string, code: string): string | undefined {
  const parsed = parseScenario({ lanes: [{ limiter, options: { code } }] });
  const problem = parsed.ok ? undefined : parsed.problems[0];
  return problem && problemMessage({ ...problem, path: 'The code', actual: pluralize(code.length, 'character') });
}

/** Of several lanes with code, the one that is edited. */
function CodeLaneChoice({ index }: { readonly index: number }): ReactElement | null {
  const lanes = useAppState((state) => state.scenario.lanes);
  const { focusLane } = useActions();
  const options = lanes.flatMap((lane, place) =>
    hasCode(lane) ? [{ value: String(place), label: `${place + 1} ${laneName(lane)}` }] : [],
  );
  if (options.length < 2) return null;
  return (
    <Select label="Lane" value={String(index)} options={options} onChange={(chosen) => focusLane(Number(chosen))} />
  );
}

interface TemplatesMenuProps {
  readonly words: CodeWords;
  readonly onChoose: (code: string) => void;
}

function TemplatesMenu({ words, onChoose }: TemplatesMenuProps): ReactElement {
  const { say } = useActions();
  return (
    <Menu
      label="Start from a template"
      variant="outline"
      align="start"
      items={words.templates.map(({ title, description, code }) => ({
        label: title,
        onSelect: () => {
          onChoose(code);
          say(description, 'brings back what was there');
        },
      }))}
    >
      Start from a template
    </Menu>
  );
}

/** Whose code it is, and what it can reach. */
function SandboxNote({ index }: { readonly index: number }): ReactElement {
  const isLinked = useAppState(({ scenario, linked }) => {
    const code = scenario.lanes[index]?.options['code'];
    return code !== undefined && linked?.scenario.lanes.some(({ options }) => options['code'] === code) === true;
  });
  return (
    <p className="label">
      {isLinked
        ? 'This code came with the link. It runs in a sandbox in your browser, and reaches neither this page nor the network.'
        : 'It runs in a sandbox in your browser, and is sent nowhere. A link to this run holds it.'}
    </p>
  );
}
