/** The row of a lane on the screen, to scroll it into sight; undefined where there is none. */
export function laneRowElement(lane: number): Element | undefined {
  return document.querySelectorAll('#lanes > * > section')[lane];
}
