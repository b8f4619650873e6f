import { useState, type ReactElement } from 'react';
import { formatNumbers } from '../format/lists.ts';
import { TextField, type TextFieldProps } from '../ui/TextField.tsx';

interface NumberListFieldProps<List> extends Pick<TextFieldProps, 'label' | 'className' | 'placeholder' | 'onCommit'> {
  readonly value: readonly number[];
  /** Parses the text to a list, null for an empty one that means something else, or to a sentence that says what is wrong. */
  readonly parse: (text: string) => { readonly list: List } | { readonly error: string };
  /** Called for each valid list as it is typed. */
  readonly onInput: (list: List) => void;
}

/** A list of numbers as text. An invalid draft is kept until the list changes elsewhere. */
export function NumberListField<List extends readonly number[] | null>({
  value,
  parse,
  onInput,
  ...field
}: NumberListFieldProps<List>): ReactElement {
  const shown = formatNumbers(value);
  /** What is typed, and the list that it was typed for or that it gave, as text. */
  const [draft, setDraft] = useState({ text: shown, of: shown });
  const text = draft.of === shown ? draft.text : shown;
  if (draft.of !== shown) setDraft({ text, of: shown });
  const parsed = parse(text);
  return (
    <TextField
      {...field}
      value={text}
      code
      error={'error' in parsed ? parsed.error : undefined}
      onInput={(typed) => {
        const next = parse(typed);
        setDraft({ text: typed, of: 'error' in next ? shown : formatNumbers(next.list ?? []) });
        if ('list' in next) onInput(next.list);
      }}
    />
  );
}
