/** Runs a task once the browser has nothing more urgent to do. */
export function whenBrowserIdle(task: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(task);
  else setTimeout(task);
}
