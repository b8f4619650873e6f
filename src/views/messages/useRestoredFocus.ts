import { useEffect, useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react';

/**
 * A message that has the focus keeps it when a new run puts it elsewhere in the list: an element that is moved within the
 * page loses it to the page. Whoever presses elsewhere, or goes on by key, takes it away.
 */
export function useRestoredFocus(svg: RefObject<SVGSVGElement | null>) {
  const focusedId = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (focusedId.current === null || document.activeElement !== document.body) return;
    svg.current?.querySelector<SVGElement>(`[data-message="${focusedId.current}"]`)?.focus({ preventScroll: true });
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
