/** The answers of a choice: each with what has to hold on the run for it to be right. */
import type { ReactElement } from 'react';
import { joinWithAnd, LESSON_LIMITS, type Bet, type Condition } from '../../sim/index.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { Group } from '../ui/Group.tsx';
import { ConditionFields, FIRST_CONDITION } from './ConditionFields.tsx';
import { emptyText, TypedField } from './TypedField.tsx';
import styles from './MakeLesson.module.css';
import type { RunValues } from './useRunValues.ts';

type Choice = Extract<Bet, { kind: 'choice' }>;
type Option = Choice['options'][number];

interface ChoiceFormProps {
  readonly bet: Choice;
  readonly run: RunValues | null;
  readonly onChange: (bet: Choice) => void;
}

export function ChoiceForm({ bet, run, onChange }: ChoiceFormProps): ReactElement {
  const { options } = bet;
  const replace = (index: number, option: Option): void =>
    onChange({ ...bet, options: options.map((one, other) => (other === index ? option : one)) });
  const firstResults = options.map((_, index) => conditionsIn(options.slice(0, index)).length);
  const rights =
    run === null
      ? null
      : options.flatMap(({ when = [] }, index) => {
          const own = run.options.slice(firstResults[index], (firstResults[index] ?? 0) + when.length);
          return own.length > 0 && own.every(({ holds }) => holds) ? [index + 1] : [];
        });
  return (
    <>
      {options.map((option, index) => (
        // An answer has no identity besides its position.
        // oxlint-disable-next-line react/no-array-index-key
        <Group key={index} label={`Answer ${index + 1}`} className={styles['part']}>
          <TypedField
            label="Words"
            value={option.text}
            maxLength={LESSON_LIMITS.option}
            problem={emptyText('The answer')}
            onChange={(text) => replace(index, { ...option, text })}
          />
          <Checkbox
            label="It can be right"
            checked={option.when !== undefined}
            onChange={(can) => replace(index, { text: option.text, ...(can ? { when: [FIRST_CONDITION] } : {}) })}
          />
          {option.when?.map((condition, nth) => (
            <ConditionFields
              // oxlint-disable-next-line react/no-array-index-key
              key={nth}
              condition={condition}
              result={run?.options[(firstResults[index] ?? 0) + nth] ?? null}
              onChange={(changed) =>
                replace(index, { ...option, when: (option.when ?? []).map((one, i) => (i === nth ? changed : one)) })
              }
            />
          ))}
          {options.length > 2 && (
            <Button
              size="small"
              label={`Remove answer ${index + 1}`}
              onClick={() => onChange({ ...bet, options: options.filter((_, other) => other !== index) })}
            >
              Remove
            </Button>
          )}
        </Group>
      ))}
      <Button
        size="small"
        disabled={options.length >= LESSON_LIMITS.options}
        onClick={() => onChange({ ...bet, options: [...options, { text: 'I cannot tell' }] })}
      >
        Add an answer
      </Button>
      {rights !== null && <p className="label">{rightText(rights)}</p>}
    </>
  );
}

function rightText(rights: readonly number[]): string {
  if (rights.length === 1) return `On this run answer ${rights[0]} is right.`;
  return rights.length === 0
    ? 'On this run no answer is right.'
    : `On this run answers ${joinWithAnd(rights.map(String))} hold; the first counts as right.`;
}

function conditionsIn(options: readonly Option[]): readonly Condition[] {
  return options.flatMap(({ when = [] }) => when);
}
