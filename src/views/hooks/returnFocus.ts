/** Where the focus goes when the part of the page that has it closes. */
import type { RefCallback } from 'react';

/**
 * For a part that closes by a key: the focus goes back to what had it before it came into the part, or to the lanes if
 * that is gone. A focus elsewhere stays where it is.
 */
export const returnFocus: RefCallback<HTMLElement> = (part) => {
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
      const back =
        outside !== document.body && outside?.isConnected === true ? outside : document.querySelector('#lanes');
      if (back instanceof HTMLElement || back instanceof SVGElement) back.focus({ preventScroll: true });
    });
  };
};
