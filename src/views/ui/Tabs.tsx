import * as Radix from '@radix-ui/react-tabs';
import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { MoreBelow } from './MoreBelow.tsx';
import styles from './Tabs.module.css';

export interface TabItem<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly content: ReactNode;
  /** Its content shrinks to the height that there is, instead of being scrolled. */
  readonly fills?: boolean;
}

export interface TabsProps<Id extends string> {
  /** The accessible name of the tab list. */
  readonly label: string;
  readonly tabs: readonly TabItem<Id>[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
  /** What is at the other end of the bar: `Close details`. */
  readonly aside?: ReactNode;
  readonly className?: string;
}

/** For a button that disappears with what it removes: moves the focus to the panel around it. */
export function focusTabPanel(button: Element): void {
  button.closest<HTMLElement>('[role=tabpanel]')?.focus({ preventScroll: true });
}

/** A tab bar above the selected panel, which scrolls where it is too high; the other panels are not rendered. */
export function Tabs<Id extends string>({
  label,
  tabs,
  value,
  onChange,
  aside,
  className,
}: TabsProps<Id>): ReactElement {
  const list = useRef<HTMLDivElement>(null);
  // On a phone the tabs are scrolled.
  useEffect(() => {
    const active = list.current?.querySelector('[data-state=active]');
    active?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [value]);
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
        <Radix.List ref={list} className={styles['list']} aria-label={label}>
          {tabs.map((tab) => (
            <Radix.Trigger key={tab.id} className={styles['tab']} value={tab.id} data-label={tab.label}>
              {tab.label}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {aside}
      </div>
      {tabs.map((tab) => (
        <Radix.Content key={tab.id} className={styles['panel']} value={tab.id} data-fills={tab.fills}>
          {tab.content}
          <MoreBelow />
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
