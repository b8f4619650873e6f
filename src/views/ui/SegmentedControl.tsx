/** A few exclusive choices in one frame, the chosen one in ink: a radio group that looks like a row of buttons. */
import { useId, type ReactElement } from 'react';
import { useDisabled } from './Disabled.tsx';
import styles from './SegmentedControl.module.css';

export interface SegmentedControlProps<T extends string> {
  /** The accessible name of the group. */
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

export function SegmentedControl<T extends string>({
  label,
  options,
  value,
  onChange,
}: SegmentedControlProps<T>): ReactElement {
  const name = useId();
  const why = useDisabled();
  return (
    <div className={styles['group']} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={styles['option']}>
          <input
            className={styles['input']}
            type="radio"
            name={name}
            checked={option.value === value}
            disabled={why !== null}
            title={why ?? undefined}
            onChange={() => onChange(option.value)}
          />
          <span className={styles['label']}>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
