import { createContext, type RefObject } from 'react';

/** Where a menu hangs and whether it is open: from its button to what it shows. */
export interface OpenedMenu {
  readonly id: string;
  readonly label: string;
  readonly align: 'start' | 'end';
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

export const OpenedMenuContext = createContext<OpenedMenu | null>(null);
