/**
 * Deflate, which links and recordings are packed with. It is loaded apart, before the first of them is read or written: building
 * its tables costs a cold thread 10 ms, and the first chart needs none of them.
 */
import type * as Part from './deflatePart.ts';

let loaded: typeof Part | null = null;

/** From then on links and recordings can be read and written; nothing happens if they can already. */
export async function loadDeflate(): Promise<void> {
  loaded ??= await import('./deflatePart.ts');
}

/** @throws {TypeError} before `loadDeflate` */
export function deflate(): typeof Part {
  if (loaded === null) throw new TypeError('Await `loadDeflate` before reading or writing a link or a recording.');
  return loaded;
}
