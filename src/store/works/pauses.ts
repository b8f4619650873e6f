/** Keeps the page's thread free while much is read. */

/** The thread is never kept for much longer than this. */
const SLICE_MS = 30;

/** @returns to be awaited between two steps: lets others have the thread when this work has had it for a slice */
export function createPauses(): () => Promise<void> {
  let sliceEnd = performance.now() + SLICE_MS;
  return async () => {
    if (performance.now() < sliceEnd) return;
    await new Promise((resume) => setTimeout(resume));
    sliceEnd = performance.now() + SLICE_MS;
  };
}
