import type { ReactElement, ReactNode } from 'react';
import { Checkbox } from './Checkbox.tsx';
import styles from './FieldWithCheckbox.module.css';

export interface FieldWithCheckboxProps {
  /** The checkbox's label. */
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
}

/** A field with a checkbox below it that selects a special value: `To the end`. */
export function FieldWithCheckbox({ label, checked, onChange, children }: FieldWithCheckboxProps): ReactElement {
  return (
    <div>
      {children}
      <Checkbox label={label} small className={styles['checkbox'] ?? ''} checked={checked} onChange={onChange} />
    </div>
  );
}
