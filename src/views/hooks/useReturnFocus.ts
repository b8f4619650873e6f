/** Where the focus goes when the part of the page that has it closes. */
import { useLayoutEffect, type RefObject } from 'react';

/**
 * For a part that closes by a key: the focus goes back to what had it before it came into the part, or to the lanes if
 * that is gone. A focus elsewhere stays where it is.
 */
export function useReturnFocus(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const part = ref.current;
    if (part === null) return undefined;
    let outside = document.activeElement;
    const onFocus = ({ target }: FocusEvent): void => {
      if (target instanceof Element && !part.contains(target)) outside = target;
    };
    document.addEventListener('focusin', onFocus);
    return () => {
      document.removeEventListener('focusin', onFocus);
      if (!part.contains(document.activeElement)) return;
      // React is about to remove the part.
      queueMicrotask(() => {
        const isThere = outside !== document.body && outside?.isConnected === true;
        const back = isThere ? outside : document.querySelector('#lanes');
        if (back instanceof HTMLElement) back.focus({ preventScroll: true });
      });
    };
  }, [ref]);
}
