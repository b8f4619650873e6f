/** One step as the teacher makes it: its text, where it looks, what it asks, and what is locked. */
import type { ReactElement } from 'react';
import {
  formatTime,
  LESSON_LIMITS,
  SECOND,
  LOCKS,
  type Bet,
  type Lock,
  type ReadStep,
  type StepView,
  type Task,
} from '../../sim/index.ts';
import { useLearning } from '../../store/learning/learningContext.tsx';
import { withParts } from '../../store/learning/lessonEdits.ts';
import { formatInstant } from '../format/time.ts';
import { LOCK_NAMES, missingTargetText } from '../learn/targetText.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { Group } from '../ui/Group.tsx';
import { Select } from '../ui/Select.tsx';
import { BetForm } from './BetForm.tsx';
import { FIRST_CONDITION } from './ConditionFields.tsx';
import styles from './MakeLesson.module.css';
import { TaskForm } from './TaskForm.tsx';
import { TypedField } from './TypedField.tsx';
import { useRunValues } from './useRunValues.ts';

type Asked = Bet['kind'] | 'task' | 'nothing';

const ASKED: readonly { readonly value: Asked; readonly label: string }[] = [
  { value: 'nothing', label: 'nothing: just text' },
  { value: 'number', label: 'a bet on a number' },
  { value: 'choice', label: 'a bet on one of a few answers' },
  { value: 'time', label: 'a bet on a time' },
  { value: 'line', label: 'a bet on a line to draw' },
  { value: 'task', label: 'a task' },
];

export function StepForm({ index, step }: { index: number; step: ReadStep }): ReactElement {
  const { making } = useLearning();
  const run = useRunValues(step);
  const missing = (words: string): string | null => missingTargetText(words, step.scenario);
  const { text, view = {}, bet, task, after = '', locks = [], hideFuture = false } = step;
  const change = (what: string, parts: Parameters<typeof withParts>[2]): void =>
    making.edit(`${what} of step ${index + 1}`, (lesson) => withParts(lesson, index, parts));
  const ask = (asked: Asked): void => {
    const isBet = asked !== 'nothing' && asked !== 'task';
    change('question', {
      bet: isBet ? newBet(asked, bet?.question, making.viewNow()) : undefined,
      task: asked === 'task' ? NEW_TASK : undefined,
      ...(isBet && bet === undefined ? unanswered(view) : {}),
    });
  };
  const lock = (name: Lock, on: boolean): void => {
    const next = LOCKS.filter((one) => (one === name ? on : locks.includes(one)));
    change('locks', { locks: next.length === 0 ? undefined : next });
  };
  return (
    <div className={styles['form']}>
      <TypedField
        label="Text"
        value={text}
        rows={4}
        maxLength={LESSON_LIMITS.text}
        placeholder="One or two sentences. **strong**, [words](lane:0) highlights lane 1 and [words](lane:1) lane 2, [14 s](time:14) moves the playhead."
        warning={missing}
        onChange={(words) => change('text', { text: words })}
      />
      <Group label="View" className={styles['part']}>
        <p className="label">{viewText(view)}</p>
        <Button size="small" onClick={() => change('view', { view: { ...view, ...making.viewNow() } })}>
          Use the current view
        </Button>
        <Checkbox
          label="Start paused, with nothing beyond the playhead shown"
          checked={hideFuture}
          onChange={(on) => change('start', { hideFuture: on ? true : undefined })}
        />
      </Group>
      <Select
        label="It asks for"
        value={bet?.kind ?? (task === undefined ? 'nothing' : 'task')}
        options={ASKED}
        onChange={ask}
      />
      {bet !== undefined && <BetForm bet={bet} run={run} onChange={(changed) => change('bet', { bet: changed })} />}
      {task !== undefined && (
        <TaskForm index={index} task={task} run={run} onChange={(changed) => change('task', { task: changed })} />
      )}
      <TypedField
        label={bet === undefined && task === undefined ? 'More text' : 'Shown with the answer'}
        value={after}
        rows={2}
        maxLength={LESSON_LIMITS.text}
        warning={missing}
        onChange={(words) => change('answer', { after: words === '' ? undefined : words })}
      />
      <Group label="Locked" className={styles['part']}>
        <div className={styles['locks']}>
          {LOCKS.map((name) => (
            <Checkbox
              key={name}
              label={LOCK_NAMES[name]}
              checked={locks.includes(name)}
              onChange={(on) => lock(name, on)}
            />
          ))}
        </div>
      </Group>
    </div>
  );
}

/** Where a new bet starts: what has been played would answer it. What comes after is hidden until the bet is placed. */
function unanswered(view: StepView): Pick<ReadStep, 'view'> {
  return view.at === undefined ? {} : { view: { ...view, at: view.from ?? 0 } };
}

const NEW_TASK: Task = { prompt: 'Make lane 1 deny a request.', until: [FIRST_CONDITION], solution: {} };

function newBet(kind: Bet['kind'], question: string | undefined, view: StepView): Bet {
  switch (kind) {
    case 'number':
      return { kind, question: question ?? 'How many are admitted?', quantity: { of: 'admitted', lane: 0 } };
    case 'time':
      return {
        kind,
        question: question ?? 'When is the first one denied?',
        quantity: { of: 'firstDenialAt', lane: 0 },
        within: 1,
      };
    case 'choice':
      return {
        kind,
        question: question ?? 'Is any request denied?',
        options: [
          { text: 'Yes', when: [FIRST_CONDITION] },
          { text: 'No', when: [{ ...FIRST_CONDITION, at: 'most', value: 0 }] },
        ],
      };
    case 'line': {
      const { from = 0, to = 1 } = view;
      return { kind, question: question ?? 'Draw the level.', lane: 0, curve: 'level', from, to, points: 9 };
    }
  }
}

/** Of the charts, in pixels, more or less. */
const A_WIDTH = 1_000;

function viewText({ at, from, to, selected }: StepView): string {
  if (at === undefined || from === undefined || to === undefined) return 'As the run is shown: all of it.';
  const request =
    selected === undefined ? '' : `, request ${selected.request + 1} of lane ${selected.lane + 1} selected`;
  // The playhead as the clock has it: where it was stopped by hand, microseconds say nothing.
  const playhead = formatInstant(at * SECOND, ((to - from) * SECOND) / A_WIDTH);
  return `${formatTime(from)} to ${formatTime(to)}, the playhead at ${playhead}${request}.`;
}
