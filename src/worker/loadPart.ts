/** Parts of the worker's code that only some scenarios and questions need. */

/**
 * @param name as in `the sandbox for scripts`
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
      throw new Error(
        `${name} could not be loaded: there is no network, or a new version of Spillway has taken its place`,
        { cause },
      );
    });
    return await prepare(part);
  } finally {
    clearInterval(timer);
  }
}
