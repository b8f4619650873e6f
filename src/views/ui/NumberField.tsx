import { useId, useState, type KeyboardEvent, type ReactElement, type ReactNode, type Ref } from 'react';
import { cx } from './cx.ts';
import { useDisabled } from './Disabled.tsx';
import { Labelled, type LabelledProps } from './Labelled.tsx';
import styles from './NumberField.module.css';
import { useDebouncedCommit } from './useDebouncedCommit.ts';

export interface NumberFieldProps extends LabelledProps {
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** Parses the text to a value, or to a sentence that says what is wrong and what is allowed. */
  readonly parse: (text: string) => { readonly value: number } | { readonly error: string };
  /** The value as the field's text; `String` by default. */
  readonly format?: (value: number) => string;
  /** The value as it is read out: `10 requests`. By default, with a `format`, what the field shows and its unit. */
  readonly valueText?: string;
  /** The next value up or down, by default 1 more or less. The field limits it to min and max. */
  readonly step?: (value: number, direction: 1 | -1) => number;
  /**
   * Called for each valid value as it is typed or stepped to; once the text is invalid, with the value from before it
   * was typed, so that `1e9` leaves 100 and not 1.
   */
  readonly onInput: (value: number) => void;
  /** The last valid value after 800 ms without typing, on Enter and on blur: one undo step. `onInput` had it before. */
  readonly onCommit?: (value: number) => void;
  /** Shown in the second ink: the value is derived from another one. */
  readonly muted?: boolean;
  /** What follows the field, such as its unit. */
  readonly suffix?: ReactNode;
  /** The unit in words, read out after the name: `requests`. By default that of a `suffix` in `UNIT_WORDS`. */
  readonly unit?: string | undefined;
  /** The error overlays what is below the field, so that nothing moves. */
  readonly errorFloats?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

/** Units as they are written after a field, in words. */
const UNIT_WORDS: Readonly<Record<string, string>> = {
  ms: 'milliseconds',
  s: 'seconds',
  min: 'minutes',
  h: 'hours',
  d: 'days',
  ppm: 'parts per million',
  '×': 'times',
  '× n/T': 'times n per T',
};

function unitInWords(suffix: ReactNode): string | undefined {
  return typeof suffix === 'string' ? (UNIT_WORDS[suffix] ?? suffix) : undefined;
}

/** `0.5 milliseconds`, `1 second` */
function withUnit(figure: string, unit: string | undefined): string {
  if (unit === undefined) return figure;
  return `${figure} ${figure === '1' ? unit.replace(/s\b/, '') : unit}`;
}

function stepByOne(value: number, direction: 1 | -1): number {
  return value + direction;
}

/** The text being typed, while it differs from the value's own text. */
interface Draft {
  readonly text: string;
  /** Valid values that were passed to `onInput` and have not come back as `value` yet. */
  readonly emitted: readonly number[];
  /** The value before the first key. */
  readonly start: number;
  /** What the field was given when it was last rendered. */
  readonly value: number;
  readonly valueString: string;
}

/** A number in a text field, so that it may be incomplete or invalid while typing and is never corrected silently. */
export function NumberField({
  value,
  min,
  max,
  parse,
  format,
  valueText,
  step = stepByOne,
  onInput,
  onCommit,
  muted = false,
  suffix,
  unit = unitInWords(suffix),
  errorFloats = false,
  ref,
  ...labelled
}: NumberFieldProps): ReactElement {
  const id = useId();
  const why = useDisabled();
  const commit = useDebouncedCommit<number>((last) => onCommit?.(last));
  const valueString = (format ?? String)(value);
  const { text, error, type, stepTo, discard } = useNumberDraft(value, valueString, parse, (next) => {
    onInput(next);
    commit.schedule(next);
  });

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.ctrlKey || event.metaKey || event.key === 'Enter') commit.flush();
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || why !== null) return;
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      stepTo(Math.min(max, Math.max(min, step(value, event.key === 'ArrowUp' ? 1 : -1))));
    } else if (event.key === 'Enter' && error === undefined) {
      discard();
    } else if (event.key === 'Escape' && error !== undefined) {
      // The first Escape discards the invalid text, the next one closes the surrounding dialog or drawer.
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
          readOnly={why !== null}
          aria-disabled={why !== null || undefined}
          title={why ?? undefined}
          spellCheck={false}
          value={text}
          aria-label={labelled.hideLabel === true ? labelled.label : undefined}
          aria-valuenow={value}
          aria-valuemin={min}
          aria-valuemax={max}
          aria-valuetext={valueText ?? (format === undefined ? undefined : withUnit(valueString, unit))}
          aria-invalid={error !== undefined || undefined}
          data-undo={onCommit === undefined ? undefined : 'page'}
          aria-describedby={cx(unit !== undefined && `${id}-unit`, error !== undefined && `${id}-error`) || undefined}
          onChange={(event) => type(event.target.value)}
          onKeyDown={handleKeyDown}
          onBlur={handleBlur}
        />
        {suffix !== undefined && <span className={styles['suffix']}>{suffix}</span>}
        {unit !== undefined && (
          <span id={`${id}-unit`} hidden>
            {unit}
          </span>
        )}
      </span>
    </Labelled>
  );
}

/** The field's text: the draft being typed, or the formatted value. */
function useNumberDraft(
  value: number,
  valueString: string,
  parse: NumberFieldProps['parse'],
  onValue: (value: number) => void,
) {
  const [draft, setDraft] = useState<Draft | null>(null);

  // A value that was not typed here came from a slider, an undo or a link: it replaces the text, valid or not.
  // So does a change of unit, with which the text would mean something else.
  if (draft !== null && (value !== draft.value || valueString !== draft.valueString)) {
    const emittedIndex = value === draft.value ? -1 : draft.emitted.indexOf(value);
    setDraft(
      emittedIndex < 0 ? null : { ...draft, emitted: draft.emitted.slice(emittedIndex + 1), value, valueString },
    );
  }

  const parsed = draft === null ? { value } : parse(draft.text);
  const { emitted = [], start = value } = draft ?? {};

  return {
    text: draft?.text ?? valueString,
    error: 'error' in parsed ? parsed.error : undefined,
    type: (text: string): void => {
      const typed = parse(text);
      const next = 'error' in typed ? start : typed.value;
      const isNew = next !== (emitted.at(-1) ?? value);
      setDraft({ text, emitted: isNew ? [...emitted, next] : emitted, start, value, valueString });
      if (isNew) onValue(next);
    },
    stepTo: (next: number): void => {
      setDraft(null);
      if (next !== value) onValue(next);
    },
    discard: () => setDraft(null),
  };
}
