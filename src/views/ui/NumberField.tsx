import { useId, useState, type KeyboardEvent, type ReactElement, type ReactNode, type Ref } from 'react';
import { cx } from './cx.ts';
import { Labelled, type LabelledProps } from './Labelled.tsx';
import styles from './NumberField.module.css';
import { useDebouncedCommit } from './useDebouncedCommit.ts';

export interface NumberFieldProps extends LabelledProps {
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** What the text means: a value, or a sentence that says what it is and what it may be. */
  readonly parse: (text: string) => { readonly value: number } | { readonly error: string };
  /** The value as the field's text; `String` unless told. */
  readonly format?: (value: number) => string;
  /** The value as it is said: `10 requests`. */
  readonly valueText?: string;
  /** The next value up or down; one more or less unless told. It is kept within min and max here. */
  readonly step?: (value: number, direction: 1 | -1) => number;
  /** Each good value as it is typed or stepped to. While the text is wrong nothing is called and the last one holds. */
  readonly onInput: (value: number) => void;
  /** The last good value once typing pauses for 800 ms, at Enter, and on leaving: the end of an undo step. `onInput` had it before. */
  readonly onCommit?: (value: number) => void;
  /** Its figure in the second ink: it shows a value that comes from elsewhere. */
  readonly muted?: boolean;
  /** What stands after it, such as its unit. */
  readonly suffix?: ReactNode;
  /** The sentence lies over what comes below the field, so that nothing moves. */
  readonly errorFloats?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

function stepByOne(value: number, direction: 1 | -1): number {
  return value + direction;
}

/** What is being typed, as long as it differs from what the value's own text would be. */
interface Draft {
  readonly text: string;
  /** Good values that were handed out and did not come back as `value` yet. */
  readonly emitted: readonly number[];
}

/** A figure in a text field, so that it can be half typed or wrong, and is never changed behind one's back. */
export function NumberField({
  value,
  min,
  max,
  parse,
  format = String,
  valueText,
  step = stepByOne,
  onInput,
  onCommit,
  muted = false,
  suffix,
  errorFloats = false,
  ref,
  ...labelled
}: NumberFieldProps): ReactElement {
  const id = useId();
  const commit = useDebouncedCommit<number>((last) => onCommit?.(last));
  const { text, error, type, stepTo, discard } = useNumberDraft(value, format(value), parse, (next) => {
    onInput(next);
    commit.schedule(next);
  });

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.ctrlKey || event.metaKey || event.key === 'Enter') commit.flush();
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      stepTo(Math.min(max, Math.max(min, step(value, event.key === 'ArrowUp' ? 1 : -1))));
    } else if (event.key === 'Enter' && error === undefined) {
      discard();
    } else if (event.key === 'Escape' && error !== undefined) {
      // The first Escape gives up the wrong text, the next one closes what the field is in.
      event.preventDefault();
      event.stopPropagation();
      discard();
    }
  }

  function handleBlur(): void {
    commit.flush();
    if (error === undefined) discard();
  }

  return (
    <Labelled {...labelled} controlId={id} errorId={`${id}-error`} error={error} errorFloats={errorFloats}>
      <span className={styles['row']}>
        <input
          id={id}
          ref={ref}
          className={cx('field field--figure', muted && styles['muted'])}
          type="text"
          role="spinbutton"
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          value={text}
          aria-label={labelled.hideLabel === true ? labelled.label : undefined}
          aria-valuenow={value}
          aria-valuemin={min}
          aria-valuemax={max}
          aria-valuetext={valueText}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onChange={(event) => type(event.target.value)}
          onKeyDown={handleKeyDown}
          onBlur={handleBlur}
        />
        {suffix !== undefined && <span className={styles['suffix']}>{suffix}</span>}
      </span>
    </Labelled>
  );
}

/** The field's text: what is being typed, or the value's own. */
function useNumberDraft(
  value: number,
  valueString: string,
  parse: NumberFieldProps['parse'],
  onValue: (value: number) => void,
) {
  const [draft, setDraft] = useState<Draft | null>(null);

  // A value that was not typed here came from a slider, an undo or a link: it replaces the text, wrong or not.
  // So does another unit: the text would mean something else in it.
  const [previous, setPrevious] = useState({ value, valueString });
  if (value !== previous.value || valueString !== previous.valueString) {
    setPrevious({ value, valueString });
    const emittedIndex = value === previous.value ? -1 : (draft?.emitted.indexOf(value) ?? -1);
    setDraft(draft === null || emittedIndex < 0 ? null : { ...draft, emitted: draft.emitted.slice(emittedIndex + 1) });
  }

  const parsed = draft === null ? { value } : parse(draft.text);
  const emitted = draft?.emitted ?? [];

  return {
    text: draft?.text ?? valueString,
    error: 'error' in parsed ? parsed.error : undefined,
    type: (text: string): void => {
      const typed = parse(text);
      if ('error' in typed) {
        setDraft({ text, emitted });
        return;
      }
      setDraft({ text, emitted: typed.value === (emitted.at(-1) ?? value) ? emitted : [...emitted, typed.value] });
      onValue(typed.value);
    },
    stepTo: (next: number): void => {
      setDraft(null);
      if (next !== value) onValue(next);
    },
    discard: () => setDraft(null),
  };
}
