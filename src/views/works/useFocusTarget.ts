import { useEffect, useRef, type RefObject } from 'react';

/** The control that gets the focus once the list shows it. */
export interface FocusTarget {
  readonly id: string;
  readonly control: 'rename' | 'delete' | 'undo';
}

/** Moves the focus to a control of an item as soon as the list shows it: what was pressed may be gone by then. */
export function useFocusTarget(list: RefObject<HTMLElement | null>): (target: FocusTarget) => void {
  const wanted = useRef<FocusTarget | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    const { id, control } = wanted.current;
    const item = list.current?.querySelector(`[data-work="${CSS.escape(id)}"]`);
    const button = item?.querySelector<HTMLElement>(`[data-control="${control}"]`);
    if (!button) return;
    wanted.current = null;
    button.focus();
  });
  return (target) => {
    wanted.current = target;
  };
}
