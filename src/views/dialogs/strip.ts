/** What comes out of a preset's lane, small: its decisions one by one where they fit, else how many of each. */

export interface Outcome {
  readonly admitted: number;
  readonly denied: number;
  /** Every decision in order, `A` or `D`. */
  readonly decisions?: string;
}

export const WIDTH = 96;
export const HEIGHT = 14;
const PITCH = 6;
const MOST_MARKS = WIDTH / PITCH;

export type Strip =
  | { readonly kind: 'marks'; readonly marks: readonly { readonly x: number; readonly admitted: boolean }[] }
  /** The share that was admitted, as a length; a share that is not nothing is seen. */
  | { readonly kind: 'shares'; readonly admitted: number };

export function stripOf({ admitted, denied, decisions }: Outcome): Strip {
  if (decisions !== undefined && decisions.length <= MOST_MARKS) {
    const marks = Array.from(decisions, (letter, index) => ({
      x: PITCH * index + PITCH / 2,
      admitted: letter === 'A',
    }));
    return { kind: 'marks', marks };
  }
  const all = admitted + denied;
  const length = all === 0 ? 0 : (WIDTH * admitted) / all;
  return {
    kind: 'shares',
    admitted: Math.min(denied === 0 ? WIDTH : WIDTH - 2, Math.max(admitted === 0 ? 0 : 2, length)),
  };
}

/** `Fixed window: 24 admitted, 8 denied.` */
export function stripWords(label: string, outcome: Outcome | undefined): string {
  return outcome === undefined ? `${label}.` : `${label}: ${outcome.admitted} admitted, ${outcome.denied} denied.`;
}
