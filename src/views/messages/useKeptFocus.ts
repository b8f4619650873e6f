import { useEffect, useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react';

/**
 * A message that has the focus keeps it when a new run puts it elsewhere in the list: an element that is moved within the
 * page loses it to the page. Whoever presses elsewhere, or goes on by key, takes it away.
 */
export function useKeptFocus(svg: RefObject<SVGSVGElement | null>) {
  const kept = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (kept.current === null || document.activeElement !== document.body) return;
    svg.current?.querySelector<SVGElement>(`[data-message="${kept.current}"]`)?.focus({ preventScroll: true });
  });
  useEffect(() => {
    const pressed = (): void => {
      kept.current = null;
    };
    addEventListener('pointerdown', pressed, true);
    return () => removeEventListener('pointerdown', pressed, true);
  }, []);
  return {
    on: (id: string): void => {
      kept.current = id;
    },
    off: ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget !== null) kept.current = null;
    },
  };
}
