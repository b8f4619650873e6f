import { useId, type ChangeEvent, type KeyboardEvent, type ReactElement, type Ref } from 'react';
import { cx } from './cx.ts';
import { useDisabled } from './Disabled.tsx';
import { Labelled, type LabelledProps } from './Labelled.tsx';
import { useDebouncedCommit } from './useDebouncedCommit.ts';

export interface TextFieldProps extends LabelledProps {
  readonly value: string;
  /** Called for each change while typing. Without it the field is read-only. */
  readonly onInput?: (text: string) => void;
  /** The text after 800 ms without typing, on Enter and on blur: one undo step. `onInput` had it before. */
  readonly onCommit?: (text: string) => void;
  readonly error?: string | undefined;
  readonly kind?: 'text' | 'search';
  /** Monospaced: for links and scripts. */
  readonly code?: boolean;
  /** For several lines: the initial number of rows. */
  readonly rows?: number;
  readonly placeholder?: string;
  readonly maxLength?: number;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly onBlur?: () => void;
  /** The input element of a single-line field. */
  readonly ref?: Ref<HTMLInputElement>;
}

/** A text field of one or several lines; a read-only one selects all of its text on focus. */
export function TextField({
  value,
  onInput,
  onCommit,
  error,
  kind = 'text',
  code = false,
  rows,
  placeholder,
  maxLength,
  onKeyDown,
  onBlur,
  ref,
  ...labelled
}: TextFieldProps): ReactElement {
  const id = useId();
  const why = useDisabled();
  const commit = useDebouncedCommit<string>((text) => onCommit?.(text));

  const common = {
    id,
    value,
    placeholder,
    maxLength,
    className: cx('field', code && 'field--code'),
    readOnly: onInput === undefined || why !== null,
    'aria-disabled': why !== null || undefined,
    title: why ?? undefined,
    autoComplete: 'off',
    spellCheck: !code && kind === 'text' && rows !== undefined,
    'aria-label': labelled.hideLabel === true ? labelled.label : undefined,
    'aria-invalid': error !== undefined || undefined,
    'aria-describedby': error === undefined ? undefined : `${id}-error`,
    onChange(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) {
      onInput?.(event.target.value);
      commit.schedule(event.target.value);
    },
    onFocus(event: { readonly target: HTMLInputElement | HTMLTextAreaElement }) {
      if (onInput === undefined) event.target.select();
    },
    onKeyDown(event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) {
      // These keys are the input method's: Enter takes its word, Esc drops it.
      if (event.nativeEvent.isComposing) return;
      if (event.ctrlKey || event.metaKey || (event.key === 'Enter' && rows === undefined)) commit.flush();
      onKeyDown?.(event);
    },
    onBlur() {
      commit.flush();
      onBlur?.();
    },
  };

  return (
    <Labelled {...labelled} controlId={id} errorId={`${id}-error`} error={error}>
      {rows === undefined ? <input {...common} ref={ref} type={kind} /> : <textarea {...common} rows={rows} />}
    </Labelled>
  );
}
