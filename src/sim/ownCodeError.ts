/** A user's program failed: why, as a sentence, and where in its text, as far as it is known. */
import type { Instant } from './time.ts';

export class OwnCodeError extends Error {
  override readonly name = 'OwnCodeError';
  /** From 1, as editors count. */
  readonly line: number | null;
  readonly column: number | null;
  /** The request that it was deciding: its place in its block, and its instant. Null where there was none. */
  readonly place: number | null;
  readonly at: Instant | null;
  /** Its place among all requests of a run, from 0, where that is known. */
  request: number | null = null;

  constructor(
    message: string,
    line: number | null,
    column: number | null,
    { place = null, at = null }: { readonly place?: number | null; readonly at?: Instant | null } = {},
  ) {
    super(message);
    this.line = line;
    this.column = column;
    this.place = place;
    this.at = at;
  }
}
