/** Parts of the code that only some scenarios and questions need. */
import { loadDeflate, loadSystems } from '../sim/index.ts';

const NOT_LOADED = 'could not be loaded: there is no network, or a new version of Spillway has taken its place';

/** Whether an error's message says that a part did not load: no fault of the page. */
export function isNotLoaded(message: string): boolean {
  return message.endsWith(NOT_LOADED);
}

/**
 * @param name as in `The sandbox for scripts`
 * @param prepare gets the part ready
 * @param onWork called once a second until the part is there: a silent worker would be taken for one that hangs
 */
export async function loadPart<M, T>(
  name: string,
  load: () => Promise<M>,
  prepare: (part: M) => T | Promise<T>,
  onWork: () => void,
): Promise<T> {
  const timer = setInterval(onWork, 1_000);
  try {
    const part = await load().catch((cause: unknown) => {
      throw new Error(`${name} ${NOT_LOADED}`, { cause });
    });
    return await prepare(part);
  } finally {
    clearInterval(timer);
  }
}

/** @param onWork as for `loadPart` */
export function loadSystemsPart(onWork: () => void): Promise<void> {
  return loadPart('What simulates real systems', loadSystems, () => undefined, onWork);
}

/** @param onWork as for `loadPart` */
export function loadUnpacker(onWork: () => void): Promise<void> {
  return loadPart('What unpacks links and recordings', loadDeflate, () => undefined, onWork);
}
