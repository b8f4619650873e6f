/** The schemes' programs that this thread has loaded: none or all, see `programs.ts`. */
import type { Scheme } from '../scheme.ts';

const byId = new Map<string, Scheme>();

export function addPrograms(programs: readonly Scheme[]): void {
  for (const program of programs) byId.set(program.id, program);
}

/** @throws {TypeError} if there is no such scheme, or if its program is not loaded yet */
export function programById(id: string): Scheme {
  const program = byId.get(id);
  if (program === undefined) throw new TypeError(`the program of ${id} is not loaded`);
  return program;
}
