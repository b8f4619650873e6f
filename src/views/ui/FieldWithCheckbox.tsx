import type { ReactElement, ReactNode } from 'react';
import { Checkbox } from './Checkbox.tsx';
import styles from './FieldWithCheckbox.module.css';

export interface FieldWithCheckboxProps {
  /** The checkbox's. */
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
}

/** A field, and below it a checkbox that stands for a value of its own: `To the end`. */
export function FieldWithCheckbox({ label, checked, onChange, children }: FieldWithCheckboxProps): ReactElement {
  return (
    <div>
      {children}
      <Checkbox label={label} small className={styles['checkbox'] ?? ''} checked={checked} onChange={onChange} />
    </div>
  );
}
