/** What the browser says about its user, asked when it matters: both may change while the page is open. */

/** Whether there is a mouse, and so a keyboard: on a touch screen, focusing a search would open one over half of a dialog. */
export const hasHover = (): boolean => matchMedia('(hover: hover)').matches;

/** Whether motion on the screen should be reduced to a minimum. */
export const reducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
