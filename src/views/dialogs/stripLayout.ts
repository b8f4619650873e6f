/** The outcome of a preset's lane as a small strip: individual decisions where they fit, else the share of each outcome. */
import { formatCount } from '../format/numbers.ts';

export interface OutcomeCounts {
  readonly admitted: number;
  readonly denied: number;
  /** How many of the admitted requests were delayed; 0 by default. */
  readonly delayed?: number;
  /** Every decision in order, `A`, `W` (after a wait) or `D`. */
  readonly decisions?: string;
}

export const WIDTH = 96;
export const HEIGHT = 14;
const PITCH = 6;
const MAX_MARKS = WIDTH / PITCH;
/** Any share above 0 stays visible. */
const MIN_WIDTH = 2;

export type DecisionMark = 'admitted' | 'delayed' | 'denied';
const MARK_OF_LETTER: Readonly<Record<string, DecisionMark>> = { A: 'admitted', W: 'delayed', D: 'denied' };

export type StripLayout =
  | { readonly kind: 'marks'; readonly marks: readonly { readonly x: number; readonly mark: DecisionMark }[] }
  /** Lengths that add up to the width. */
  | { readonly kind: 'shares'; readonly admitted: number; readonly delayed: number; readonly denied: number };

export function layoutStrip({ admitted, denied, delayed = 0, decisions }: OutcomeCounts): StripLayout {
  if (decisions !== undefined && decisions.length <= MAX_MARKS) {
    const marks = Array.from(decisions, (letter, index) => ({
      x: PITCH * index + PITCH / 2,
      mark: MARK_OF_LETTER[letter] as DecisionMark,
    }));
    return { kind: 'marks', marks };
  }
  const counts = [admitted - delayed, delayed, denied];
  const total = admitted + denied;
  const tooSmall = counts.filter((count) => count > 0 && (WIDTH * count) / total < MIN_WIDTH);
  // What small shares gain is taken from the others.
  const rest = total - tooSmall.reduce((sum, count) => sum + count, 0);
  const [one = 0, other = 0, last = 0] = counts.map((count) =>
    count === 0 ? 0 : tooSmall.includes(count) ? MIN_WIDTH : ((WIDTH - MIN_WIDTH * tooSmall.length) * count) / rest,
  );
  return { kind: 'shares', admitted: one, delayed: other, denied: last };
}

/** `Fixed window: 24 admitted, 8 denied.`, `Leaky queue: 1 admitted at once, 5 after a wait, 2 denied.` */
export function outcomeText(label: string, outcome: OutcomeCounts | undefined): string {
  if (outcome === undefined) return `${label}.`;
  const { admitted, denied, delayed = 0 } = outcome;
  return delayed === 0
    ? `${label}: ${formatCount(admitted)} admitted, ${formatCount(denied)} denied.`
    : `${label}: ${formatCount(admitted - delayed)} admitted at once, ${formatCount(delayed)} after a wait, ${formatCount(denied)} denied.`;
}
