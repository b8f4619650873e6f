import * as Radix from '@radix-ui/react-tabs';
import type { ReactElement, ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './Tabs.module.css';

export interface TabItem<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly content: ReactNode;
}

export interface TabsProps<Id extends string> {
  /** The name of the list of tabs. */
  readonly label: string;
  readonly tabs: readonly TabItem<Id>[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
  /** What stands at the other end of the bar: `Close details`. */
  readonly aside?: ReactNode;
  readonly className?: string;
}

/** For a button that goes with what it removes: the panel that it stands in takes the focus. */
export function focusTabPanel(button: Element): void {
  button.closest<HTMLElement>('[role=tabpanel]')?.focus({ preventScroll: true });
}

/** A bar of tabs over the panel of the chosen one, which fills the height it is given and scrolls; the others are not there. */
export function Tabs<Id extends string>({
  label,
  tabs,
  value,
  onChange,
  aside,
  className,
}: TabsProps<Id>): ReactElement {
  return (
    <Radix.Root
      className={cx(styles['tabs'], className)}
      value={value}
      onValueChange={(id) => {
        const chosen = tabs.find((tab) => tab.id === id);
        if (chosen !== undefined) onChange(chosen.id);
      }}
    >
      <div className={styles['bar']}>
        <Radix.List className={styles['list']} aria-label={label}>
          {tabs.map((tab) => (
            <Radix.Trigger key={tab.id} className={styles['tab']} value={tab.id} data-label={tab.label}>
              {tab.label}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {aside}
      </div>
      {tabs.map((tab) => (
        <Radix.Content key={tab.id} className={styles['panel']} value={tab.id}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
