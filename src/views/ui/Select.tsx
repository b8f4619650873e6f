import { useId, type ReactElement, type Ref } from 'react';
import { useDisabled } from './Disabled.tsx';
import { Glyph } from './Glyph.tsx';
import { Labelled, type LabelledProps } from './Labelled.tsx';
import styles from './Select.module.css';

export interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly disabled?: boolean;
}

export interface SelectProps<Value extends string> extends LabelledProps {
  readonly value: Value;
  readonly options: readonly Option<Value>[];
  readonly onChange: (value: Value) => void;
  readonly disabled?: boolean;
  readonly ref?: Ref<HTMLSelectElement>;
}

/** The native select, which every phone and screen reader supports, styled like our fields. */
export function Select<Value extends string>({
  value,
  options,
  onChange,
  disabled = false,
  ref,
  ...labelled
}: SelectProps<Value>): ReactElement {
  const id = useId();
  const why = useDisabled();
  return (
    <Labelled {...labelled} controlId={id}>
      <span className={styles['box']}>
        <select
          id={id}
          ref={ref}
          className="field select"
          value={value}
          disabled={disabled || why !== null}
          title={why ?? undefined}
          aria-label={labelled.hideLabel === true ? labelled.label : undefined}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value);
            if (chosen !== undefined) onChange(chosen.value);
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <Glyph name="down" className={styles['arrow'] ?? ''} />
      </span>
    </Labelled>
  );
}
