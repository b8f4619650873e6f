/** Make a lesson: the form beside the page, on which views are taken and tasks are shown. */
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { LESSON_LIMITS } from '../../sim/index.ts';
import { draftOf, type LessonDraft } from '../../store/learning/making.ts';
import { useLearning, WithLearning } from '../../store/learning/learningContext.tsx';
import { withoutStep, withStepMoved, withTitle } from '../../store/learning/lessonEdits.ts';
import { useActions, useAppState, useStoreApi } from '../../store/playgroundContext.tsx';
import { saveFile } from '../files/saveFile.ts';
import { focusOnceShown } from '../hooks/focusOnceShown.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { paragraphsOf } from './handoutText.ts';
import styles from './MakeLesson.module.css';
import { StepForm } from './StepForm.tsx';
import { TypedField } from './TypedField.tsx';

/** @param beside whether it stands at the left; else it is a sheet below */
export default function MakeLesson({ beside }: { readonly beside: boolean }): ReactElement {
  return (
    <WithLearning>
      <section className={styles['make']} aria-label="Make a lesson" data-place={beside ? 'beside' : 'below'}>
        <Content />
      </section>
    </WithLearning>
  );
}

function Content(): ReactElement {
  const { making } = useLearning();
  const { endMaking } = useActions();
  const scenario = useAppState((state) => state.scenario);
  const draft = draftOf(scenario);
  const { title, steps, problems } = draft;
  const [chosen, setChosen] = useState(0);
  const index = Math.max(0, Math.min(chosen, steps.length - 1));
  const step = steps[index];
  const heading = useRef<HTMLHeadingElement>(null);
  // What opened it may have gone with the lesson's text.
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <div className={styles['scroll']}>
        <div className={styles['head']}>
          <h2 ref={heading} tabIndex={-1} className={styles['title']}>
            Make a lesson
          </h2>
          <IconButton
            glyph="close"
            label="Close"
            onClick={() => {
              making.takeBack();
              endMaking();
              focusOnceShown('#lanes');
            }}
          />
        </div>
        <p className="label">
          Made from the scenario on the page, and part of it: you share, save and undo the two together.
        </p>
        <TypedField
          label="Title of the lesson"
          value={title}
          maxLength={200}
          placeholder={scenario.title}
          normalize={(text) => text.trim()}
          onChange={(text) => making.edit('title of the lesson', (lesson) => withTitle(lesson, text))}
        />
        <StepList draft={draft} index={index} onChoose={setChosen} />
        {step !== undefined && (
          <fieldset className={styles['step']} aria-label={`Step ${index + 1}`}>
            {/* Another step is not this one with other words. */}
            <StepForm key={`${index}/${steps.length}`} index={index} step={step} />
          </fieldset>
        )}
        {problems.length > 0 && (
          <ul className={styles['problems']} aria-label="What is left out">
            {problems.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
      </div>
      <Foot index={index} isEmpty={steps.length === 0} />
    </>
  );
}

interface StepListProps {
  readonly draft: LessonDraft;
  readonly index: number;
  readonly onChoose: (index: number) => void;
}

function StepList({ draft: { steps }, index, onChoose }: StepListProps): ReactElement {
  const { making } = useLearning();
  const adder = useRef<HTMLButtonElement>(null);
  const move = (to: number): void => {
    making.edit(`move of step ${index + 1}`, (lesson) => withStepMoved(lesson, index, to));
    onChoose(to);
  };
  return (
    <>
      {steps.length > 0 && (
        <ol className={styles['steps']} aria-label="Steps">
          {steps.map(({ text, bet, task }, step) => (
            // A step has no identity besides its position.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={step}>
              <button
                type="button"
                className={styles['choose']}
                aria-current={step === index ? 'step' : undefined}
                onClick={() => onChoose(step)}
              >
                {step + 1} {text === '' ? 'No text' : paragraphsOf(text).join(' ')}
                {bet !== undefined && ' (bet)'}
                {task !== undefined && ' (task)'}
              </button>
            </li>
          ))}
        </ol>
      )}
      <div className={styles['row']}>
        <Button
          ref={adder}
          size="small"
          disabled={steps.length >= LESSON_LIMITS.steps}
          onClick={() => {
            making.add();
            onChoose(steps.length);
            // Its words are what is written next.
            focusOnceShown(`fieldset[aria-label="Step ${steps.length + 1}"] textarea`);
          }}
        >
          Add a step
        </Button>
        {steps.length > 0 && (
          <>
            <Button
              size="small"
              label={`Move step ${index + 1} up`}
              disabled={index === 0}
              onClick={() => move(index - 1)}
            >
              Up
            </Button>
            <Button
              size="small"
              label={`Move step ${index + 1} down`}
              disabled={index === steps.length - 1}
              onClick={() => move(index + 1)}
            >
              Down
            </Button>
            <Button
              size="small"
              label={`Remove step ${index + 1}`}
              onClick={() => {
                making.edit(`removal of step ${index + 1}`, (lesson) => withoutStep(lesson, index));
                // With the last step its buttons go.
                adder.current?.focus();
              }}
            >
              Remove
            </Button>
          </>
        )}
      </div>
    </>
  );
}

function Foot({ index, isEmpty }: { index: number; isEmpty: boolean }): ReactElement {
  const { tryOwn, making } = useLearning();
  const actions = useActions();
  const store = useStoreApi();
  return (
    <footer className={styles['foot']}>
      <Button
        variant="primary"
        disabled={isEmpty}
        onClick={() => {
          tryOwn(index);
          // The form goes, and the step is there in its place.
          focusOnceShown('section[aria-label="Lesson"] [role=group][aria-label^="Step "]');
        }}
      >
        Try it
      </Button>
      <Button
        disabled={isEmpty}
        onClick={() => {
          making.takeBack();
          actions.openDialog({ name: 'share' });
        }}
        label="Share the lesson"
      >
        Share
      </Button>
      <Button
        disabled={isEmpty}
        onClick={() => {
          making.takeBack();
          saveFile(store.getState().scenario, actions);
        }}
      >
        Save file
      </Button>
    </footer>
  );
}
