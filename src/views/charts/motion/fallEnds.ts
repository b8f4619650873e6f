/** Where requests fall from and into: attributes, by which what lets them fall finds the places. */

/** On the track's plot. */
export const FALLS_FROM = { 'data-falls-from': '' };

/** On the picture of lane `index`. */
export function fallsInto(index: number): Readonly<Record<string, number>> {
  return { 'data-falls-into': index };
}
