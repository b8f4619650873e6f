/**
 * Whether another page has this one in a frame. There, nothing is brought into sight before the reader has come: a browser would
 * scroll the page around the frame as well, away from what is being read in it.
 */
export function isFramed(): boolean {
  return window !== window.parent;
}
