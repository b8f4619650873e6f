/** The programs that this thread has loaded: none, or those of all that can be distributed, see `programs.ts`. */
import type { Scheme } from '../scheme.ts';

/** The program of a scheme, or of a real system, by id. */
type FindProgram = (id: string) => Scheme | undefined;

let find: FindProgram = () => undefined;

export function setPrograms(finder: FindProgram): void {
  find = finder;
}

/** @throws {TypeError} if there is none of that id, or if it is not loaded yet */
export function programById(id: string): Scheme {
  const program = find(id);
  if (program === undefined) throw new TypeError(`the program of ${id} is not loaded`);
  return program;
}
