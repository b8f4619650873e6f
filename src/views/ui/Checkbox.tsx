import type { ReactElement } from 'react';
import { cx } from './cx.ts';
import styles from './Checkbox.module.css';
import { useDisabled } from './Disabled.tsx';
import { Glyph } from './Glyph.tsx';

export interface CheckboxProps {
  readonly label: string;
  /** Shows the box alone; the label is for assistive technology. */
  readonly hideLabel?: boolean;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** 12 px type, 16 px high, for the line of labels above the sliders. */
  readonly small?: boolean;
  readonly className?: string;
}

export function Checkbox({
  label,
  hideLabel = false,
  checked,
  onChange,
  small = false,
  className,
}: CheckboxProps): ReactElement {
  const why = useDisabled();
  return (
    <label className={cx(styles['checkbox'], small && styles['small'], className)}>
      <input
        className={styles['input']}
        type="checkbox"
        checked={checked}
        disabled={why !== null}
        title={why ?? undefined}
        aria-label={hideLabel ? label : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={styles['box']} aria-hidden="true">
        {checked && <Glyph name="check" />}
      </span>
      {!hideLabel && label}
    </label>
  );
}
