/** What the walk needs of a browser, whatever drives it: code in the page, and input as from a user's hand. */

/** CSS pixels from the viewport's upper left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export type NamedKey = 'Control' | 'Home' | 'End' | 'Enter' | 'Escape';

type Plain = string | number | boolean | null;

/** One browser with one page of 1440 by 900 CSS pixels. */
export interface Browser {
  /** Until the page has loaded. */
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Calls a function in the page. It is sent as text, so it can use only its arguments and what the page has. */
  evaluate<Args extends readonly Plain[], Result>(body: (...args: Args) => Result, ...args: Args): Promise<Result>;
  /** Presses the main button at the first point, moves through the others, and releases it at the last. */
  drag(...points: readonly [Point, ...Point[]]): Promise<void>;
  /** Key by key; a line break is the Enter key. */
  type(text: string): Promise<void>;
  /** Presses the keys one after another, then releases them. */
  press(...keys: readonly NamedKey[]): Promise<void>;
  /** As PNG. */
  screenshot(): Promise<Uint8Array>;
  close(): Promise<void>;
}

export const VIEWPORT = { width: 1440, height: 900 } as const;
