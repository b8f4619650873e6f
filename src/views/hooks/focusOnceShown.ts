/** Five seconds, for a part of the page that comes over a slow network. */
const MAX_FRAMES = 300;

/** Moves the focus to an element as soon as it is shown: its code may still be loading. Not if the focus moved meanwhile. */
export function focusOnceShown(selector: string): void {
  const before = document.activeElement;
  let frames = 0;
  const look = (): void => {
    // The focus falls to the body when what had it goes away.
    const { activeElement, body } = document;
    if (activeElement !== before && activeElement !== body) return;
    const element = document.querySelector<HTMLElement>(selector);
    if (element !== null) element.focus();
    else if (++frames < MAX_FRAMES) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** For a change that may take what has the focus away: it goes to an element then, and else stays. */
export function focusIfLost(selector: string): void {
  const before = document.activeElement;
  // React has changed the page by then.
  requestAnimationFrame(() => {
    if (before?.isConnected === false) focusOnceShown(selector);
  });
}
