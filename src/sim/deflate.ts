/**
 * Deflate, in which links and recordings are packed. It is a part of its own, to be loaded before one of them is read or written: to
 * make its tables takes a thread that has just started 10 ms, and the first chart needs none.
 */
import type * as Part from './deflatePart.ts';

let loaded: typeof Part | null = null;

/** From then on links and recordings can be read and written; nothing happens if they can already. */
export async function loadDeflate(): Promise<void> {
  loaded ??= await import('./deflatePart.ts');
}

/** @throws {TypeError} before `loadDeflate` */
export function deflate(): typeof Part {
  if (loaded === null)
    throw new TypeError('`loadDeflate` has to be done before a link or a recording is read or written.');
  return loaded;
}
