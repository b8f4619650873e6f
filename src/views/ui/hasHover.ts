/** Whether there is a mouse: on a touch screen, focusing a search would open a keyboard over half of a dialog. */
export const hasHover = (): boolean => matchMedia('(hover: hover)').matches;
