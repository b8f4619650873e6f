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
  /** The key that does the same: `Alt+↑`. */
  readonly shortcut?: string;
  readonly disabled?: boolean;
  /** Called once the menu is gone and its button has the focus again, so that a dialog gives it back there. */
  readonly onSelect: () => void;
}

interface Choice {
  readonly kind: 'choice';
  /** What is chosen, above the choices. */
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
  /** The name of the button, and of the menu. */
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** What the button shows; ⋯ unless told. */
  readonly children?: ReactNode;
  readonly variant?: ButtonProps['variant'];
  readonly size?: ButtonProps['size'];
  /** Which edges of button and menu meet. */
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
    // Not modal: the page beside it goes on, and keeps its scroll bars.
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
            // A menu's items stay where they are while it is open.
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

/** The place of the mark is kept where there is none, so that the words stand in line. */
function ItemMark({ glyph }: { readonly glyph: 'check' | 'chosen' }): ReactElement {
  return (
    <span className={styles['mark']}>
      <Radix.ItemIndicator>
        <Glyph name={glyph} />
      </Radix.ItemIndicator>
    </span>
  );
}
