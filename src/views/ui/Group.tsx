import type { ReactElement, ReactNode } from 'react';
import { cx } from './cx.ts';

export interface GroupProps {
  /** The accessible name. */
  readonly label: string;
  /** The visible heading: the label by default, none when empty. */
  readonly heading?: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A named section of a tab, with its heading in small type. */
export function Group({ label, heading = label, className, children }: GroupProps): ReactElement {
  return (
    <fieldset className={cx(className)} aria-label={label}>
      {heading !== '' && (
        <p className="label" aria-hidden={heading === label}>
          {heading}
        </p>
      )}
      {children}
    </fieldset>
  );
}
