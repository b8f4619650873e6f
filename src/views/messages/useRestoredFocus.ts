import { useEffect, useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react';

/**
 * Keeps the focus on a message when a new run moves it within the list: browsers blur an element that is moved within
 * the page. Where it is gone, as when a key selects another request, that request's first message gets the focus. Pressing
 * elsewhere or tabbing away ends this.
 * @param firstId `messageId` of the selected request's first message
 */
export function useRestoredFocus(stage: RefObject<HTMLElement | null>, firstId: string) {
  const focusedId = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (focusedId.current === null || document.activeElement !== document.body) return;
    const messageOf = (id: string | null) => stage.current?.querySelector<HTMLElement>(`[data-message="${id}"]`);
    (messageOf(focusedId.current) ?? messageOf(firstId))?.focus({ preventScroll: true });
  });
  useEffect(() => {
    const pressed = (): void => {
      focusedId.current = null;
    };
    addEventListener('pointerdown', pressed, true);
    return () => removeEventListener('pointerdown', pressed, true);
  }, []);
  return {
    on: (id: string): void => {
      focusedId.current = id;
    },
    off: ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget !== null) focusedId.current = null;
    },
  };
}
