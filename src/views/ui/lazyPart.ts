import { lazy, type FunctionComponent, type LazyExoticComponent } from 'react';

export const NOT_LOADED =
  'This part of the page could not be loaded: there is no network, or a new version of Spillway has taken its place. Your scenario is unchanged.';

/** The files of a part did not come: there is no network, or the server has a newer release, without them. */
export class PartNotLoadedError extends Error {
  override readonly name = 'PartNotLoadedError';
}

const listeners = new Set<() => void>();
let loaded = 0;

/** How many parts have come, or failed to come. */
export function loadedParts(): number {
  return loaded;
}

/** @returns what ends it */
export function onPartLoaded(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * A component that is loaded when it is first shown. Where that fails it throws a `PartNotLoadedError`, and goes on to do so:
 * the browser remembers modules that it could not load until the page is reloaded.
 */
export function lazyPart<P>(
  load: () => Promise<{ default: FunctionComponent<P> }>,
): LazyExoticComponent<FunctionComponent<P>> {
  return lazy(() => {
    const part = load().catch((cause: unknown) => {
      throw new PartNotLoadedError('A part of the page could not be loaded.', { cause });
    });
    // A link further, when React has the part too.
    void part
      .catch(() => undefined)
      .then(() => {
        loaded++;
        listeners.forEach((listener) => listener());
      });
    return part;
  });
}
