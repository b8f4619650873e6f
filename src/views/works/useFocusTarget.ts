import { useEffect, useRef, useState, type RefObject } from 'react';

/** The control that gets the focus once the list shows it. */
export interface FocusTarget {
  readonly id: string;
  readonly control: 'rename' | 'delete' | 'undo';
}

/** Moves the focus to a control of an item as soon as the list shows it: what was pressed may be gone by then. */
export function useFocusTarget(list: RefObject<HTMLElement | null>): (target: FocusTarget) => void {
  const [wanted, setWanted] = useState<FocusTarget | null>(null);
  const reached = useRef<FocusTarget | null>(null);
  useEffect(() => {
    if (wanted === null || wanted === reached.current) return;
    const item = list.current?.querySelector(`[data-work="${CSS.escape(wanted.id)}"]`);
    const button = item?.querySelector<HTMLElement>(`[data-control="${wanted.control}"]`);
    if (!button) return;
    reached.current = wanted;
    button.focus();
  });
  return setWanted;
}
