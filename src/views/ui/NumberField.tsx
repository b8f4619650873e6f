import {
  useId,
  useState,
  type ChangeEvent,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
} from 'react';
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
  const [draft, setDraft] = useState<Draft | null>(null);
  const commit = useDebouncedCommit<number>((last) => onCommit?.(last));

  // A value that was not typed here came from a slider, an undo or a link: it replaces the text, wrong or not.
  // So does another unit: the text would mean something else in it.
  const valueString = format(value);
  const [previous, setSeen] = useState({ value, own: valueString });
  if (value !== previous.value || valueString !== previous.own) {
    setSeen({ value, own: valueString });
    const emittedIndex = value === previous.value ? -1 : (draft?.emitted.indexOf(value) ?? -1);
    setDraft(draft === null || emittedIndex < 0 ? null : { ...draft, emitted: draft.emitted.slice(emittedIndex + 1) });
  }

  const parsedDraft = draft === null ? { value } : parse(draft.text);
  const error = 'error' in parsedDraft ? parsedDraft.error : undefined;

  function emit(next: number, text: string | null): void {
    const sent = draft?.emitted ?? [];
    const known = sent.at(-1) ?? value;
    setDraft(text === null ? null : { text, emitted: next === known ? sent : [...sent, next] });
    onInput(next);
    commit.schedule(next);
  }

  function handleChange(event: ChangeEvent<HTMLInputElement>): void {
    const text = event.target.value;
    const parsed = parse(text);
    if ('value' in parsed) emit(parsed.value, text);
    else setDraft({ text, emitted: draft?.emitted ?? [] });
  }

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.ctrlKey || event.metaKey || event.key === 'Enter') commit.flush();
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      const next = Math.min(max, Math.max(min, step(value, event.key === 'ArrowUp' ? 1 : -1)));
      if (next !== value) emit(next, null);
      else setDraft(null);
    } else if (event.key === 'Enter' && error === undefined) {
      setDraft(null);
    } else if (event.key === 'Escape' && error !== undefined) {
      // The first Escape gives up the wrong text, the next one closes what the field is in.
      event.preventDefault();
      event.stopPropagation();
      setDraft(null);
    }
  }

  function handleBlur(): void {
    commit.flush();
    if (error === undefined) setDraft(null);
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
          value={draft?.text ?? valueString}
          aria-label={labelled.hideLabel === true ? labelled.label : undefined}
          aria-valuenow={value}
          aria-valuemin={min}
          aria-valuemax={max}
          aria-valuetext={valueText}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onChange={handleChange}
          onKeyDown={handleKeyDown}
          onBlur={handleBlur}
        />
        {suffix !== undefined && <span className={styles['suffix']}>{suffix}</span>}
      </span>
    </Labelled>
  );
}
