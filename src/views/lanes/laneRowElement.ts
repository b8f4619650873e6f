/** The row of a lane on the screen, to scroll it into sight; undefined where there is none. */
export function laneRowElement(lane: number): HTMLElement | undefined {
  return document.querySelectorAll<HTMLElement>('#lanes > * > section')[lane];
}
