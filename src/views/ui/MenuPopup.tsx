/** What an open menu shows; loaded after the page, since no menu is open at first. */
import * as Radix from '@radix-ui/react-menu';
import { use, useRef, type ReactElement } from 'react';
import { cx } from './cx.ts';
import { Glyph } from './Glyph.tsx';
import { Kbd } from './Kbd.tsx';
import type { MenuItem } from './menuItem.ts';
import { MoreBelow } from './MoreBelow.tsx';
import { OpenedMenuContext } from './openedMenu.ts';
import styles from './Menu.module.css';
import { useCloseRequest } from './useCloseRequest.ts';

export default function MenuPopup({ items }: { items: readonly MenuItem[] }): ReactElement {
  const menu = use(OpenedMenuContext);
  if (menu === null) throw new Error('A menu is shown without its button.');
  const { id, label, align, button, open, onOpenChange } = menu;
  const pendingAction = useRef<(() => void) | null>(null);
  const pressedOutside = useRef(false);
  useCloseRequest(open, () => onOpenChange(false));
  function choose(action: () => void): void {
    pendingAction.current = action;
  }

  return (
    // Not modal: the page beside it keeps running and keeps its scroll bars.
    <Radix.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <Radix.Anchor virtualRef={button} />
      <Radix.Portal>
        <Radix.Content
          id={id}
          className={styles['menu']}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          onInteractOutside={() => {
            pressedOutside.current = true;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            const act = pendingAction.current;
            // A press elsewhere takes the focus there.
            if (act !== null || !pressedOutside.current) button.current?.focus({ preventScroll: true });
            pendingAction.current = null;
            pressedOutside.current = false;
            act?.();
          }}
        >
          {items.map((item, index) => (
            // The items do not move while the menu is open.
            // oxlint-disable-next-line react/no-array-index-key
            <MenuEntry key={index} item={item} choose={choose} />
          ))}
          <MoreBelow />
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
          disabled={Boolean(item.disabled)}
          title={typeof item.disabled === 'string' ? item.disabled : undefined}
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
