import { useEffect, useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react';

/**
 * Keeps the focus on a message when a new run moves it within the list: browsers blur an element that is moved within
 * the page. Pressing elsewhere or tabbing away ends this.
 */
export function useRestoredFocus(stage: RefObject<HTMLElement | null>) {
  const focusedId = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (focusedId.current === null || document.activeElement !== document.body) return;
    stage.current?.querySelector<HTMLElement>(`[data-message="${focusedId.current}"]`)?.focus({ preventScroll: true });
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
