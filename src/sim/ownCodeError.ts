/** A user's program failed: why, as a sentence, and where in its text, as far as it is known. */
import type { Instant } from './time.ts';

export class OwnCodeError extends Error {
  override readonly name = 'OwnCodeError';
  /** From 1, as editors count. */
  readonly line: number | null;
  readonly column: number | null;
  /** The request that it was deciding: its place among all, from 0, and its instant. Null where there was none, or it is not known. */
  readonly request: number | null;
  readonly at: Instant | null;

  constructor(
    message: string,
    line: number | null,
    column: number | null,
    { request = null, at = null }: { readonly request?: number | null; readonly at?: Instant | null } = {},
  ) {
    super(message);
    this.line = line;
    this.column = column;
    this.request = request;
    this.at = at;
  }
}
