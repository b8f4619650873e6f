import * as Radix from '@radix-ui/react-dropdown-menu';
import { useRef, type ReactElement, type ReactNode } from 'react';
import { Button, IconButton, type ButtonProps } from './Button.tsx';
import { cx } from './cx.ts';
import { Glyph } from './Glyph.tsx';
import { Kbd } from './Kbd.tsx';
import styles from './Menu.module.css';

interface Action {
  readonly kind?: 'action';
  readonly label: string;
  /** The keyboard shortcut for the same action: `Alt+↑`. */
  readonly shortcut?: string;
  readonly disabled?: boolean;
  /** Called once the menu has closed and its button has the focus again, so that a dialog returns the focus there. */
  readonly onSelect: () => void;
}

interface Choice {
  readonly kind: 'choice';
  /** The heading of the choices. */
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

interface Toggle {
  readonly kind: 'toggle';
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

interface Separator {
  readonly kind: 'separator';
}

export type MenuItem = Action | Choice | Toggle | Separator;

export interface MenuProps {
  /** The accessible name of the button and of the menu. */
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** The button's content; ⋯ by default. */
  readonly children?: ReactNode;
  readonly variant?: ButtonProps['variant'];
  readonly size?: ButtonProps['size'];
  /** Which edges of button and menu are aligned. */
  readonly align?: 'start' | 'end';
  readonly className?: string;
}

export function Menu({
  label,
  items,
  children,
  variant = 'quiet',
  size = 'regular',
  align = 'end',
  className,
}: MenuProps): ReactElement {
  const button = useRef<HTMLButtonElement>(null);
  const pendingAction = useRef<(() => void) | null>(null);
  function choose(action: () => void): void {
    pendingAction.current = action;
  }

  const buttonProps = { label, variant, size, ref: button, className: className ?? '' };

  return (
    // Not modal: the page beside it keeps running and keeps its scroll bars.
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>
        {children === undefined ? (
          <IconButton {...buttonProps} glyph="more" />
        ) : (
          <Button {...buttonProps}>{children}</Button>
        )}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className={styles['menu']}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          onCloseAutoFocus={(event) => {
            const act = pendingAction.current;
            pendingAction.current = null;
            if (act === null) return;
            event.preventDefault();
            button.current?.focus({ preventScroll: true });
            act();
          }}
        >
          {items.map((item, index) => (
            // The items do not move while the menu is open.
            // oxlint-disable-next-line react/no-array-index-key
            <MenuEntry key={index} item={item} choose={choose} />
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface MenuEntryProps {
  readonly item: MenuItem;
  readonly choose: (act: () => void) => void;
}

function MenuEntry({ item, choose }: MenuEntryProps): ReactElement {
  switch (item.kind) {
    case 'separator':
      return <Radix.Separator className={styles['separator']} />;
    case 'choice':
      return (
        <Radix.RadioGroup
          value={item.value}
          aria-label={item.label}
          onValueChange={(value) => choose(() => item.onChange(value))}
        >
          <div className={styles['heading']} aria-hidden="true">
            {item.label}
          </div>
          {item.options.map((option) => (
            <Radix.RadioItem key={option.value} className={styles['item']} value={option.value}>
              <ItemMark glyph="chosen" />
              {option.label}
            </Radix.RadioItem>
          ))}
        </Radix.RadioGroup>
      );
    case 'toggle':
      return (
        <Radix.CheckboxItem
          className={styles['item']}
          checked={item.checked}
          onCheckedChange={(checked) => choose(() => item.onChange(checked))}
        >
          <ItemMark glyph="check" />
          {item.label}
        </Radix.CheckboxItem>
      );
    default:
      return (
        <Radix.Item
          className={cx(styles['item'], styles['action'])}
          disabled={item.disabled === true}
          onSelect={() => choose(item.onSelect)}
        >
          {item.label}
          {item.shortcut !== undefined && (
            <span className={styles['shortcut']} aria-hidden="true">
              <Kbd>{item.shortcut}</Kbd>
            </span>
          )}
        </Radix.Item>
      );
  }
}

/** Takes up space even when unchecked, so that the labels are aligned. */
function ItemMark({ glyph }: { readonly glyph: 'check' | 'chosen' }): ReactElement {
  return (
    <span className={styles['mark']}>
      <Radix.ItemIndicator>
        <Glyph name={glyph} />
      </Radix.ItemIndicator>
    </span>
  );
}
