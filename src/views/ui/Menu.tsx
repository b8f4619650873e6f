/** A button with a menu. What the menu shows is loaded when the button is first pointed at, or has the focus. */
import {
  isValidElement,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { Button, IconButton, type ButtonProps } from './Button.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Later } from './Later.tsx';
import { lazyPart } from './lazyPart.ts';
import type { MenuItem } from './menuItem.ts';
import { OpenedMenuContext } from './openedMenu.ts';

export type { MenuItem } from './menuItem.ts';

const MenuPopup = lazyPart(() => import('./MenuPopup.tsx'));

export interface MenuProps {
  /** The accessible name of the button and of the menu. */
  readonly label: string;
  /** What it shows, or a lazy part that ends in a `MenuPopup` with it. */
  readonly items: readonly MenuItem[] | ReactElement;
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
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  // It stays once it was there: it follows the keys pressed on the button, and closes by itself.
  const [wanted, setWanted] = useState(false);
  const [failed, setFailed] = useState(false);

  const buttonProps = {
    ref: button,
    label,
    disabled: failed,
    ...(failed ? { title: 'This menu could not be loaded. Reload the page to try again.' } : {}),
    variant,
    size,
    className: className ?? '',
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    'aria-controls': open ? id : undefined, // there is none while it is closed
    onPointerEnter: () => setWanted(true),
    onFocus: () => setWanted(true),
    onPointerDown(event: PointerEvent): void {
      if (event.button !== 0 || event.ctrlKey) return;
      setWanted(true);
      setOpen(!open);
      // The menu takes the focus.
      if (!open) event.preventDefault();
    },
    onKeyDown(event: KeyboardEvent): void {
      // Alt+↓ moves a lane, also from its menu's button.
      if (event.altKey || !['Enter', ' ', 'ArrowDown'].includes(event.key)) return;
      event.preventDefault();
      setWanted(true);
      setOpen(event.key === 'ArrowDown' || !open);
    },
  } as const;

  return (
    <>
      {children === undefined ? (
        <IconButton {...buttonProps} glyph="more" />
      ) : (
        <Button {...buttonProps}>{children}</Button>
      )}
      {wanted && (
        <ErrorBoundary fallback={null} onError={() => setFailed(true)}>
          <Later>
            <OpenedMenuContext value={{ id, label, align, button, open, onOpenChange: setOpen }}>
              {isValidElement(items) ? items : <MenuPopup items={items} />}
            </OpenedMenuContext>
          </Later>
        </ErrorBoundary>
      )}
    </>
  );
}
