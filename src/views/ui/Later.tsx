import { Suspense, useSyncExternalStore, type ReactElement, type ReactNode } from 'react';
import { loadedParts, onPartLoaded } from './lazyPart.ts';

interface LaterProps {
  /** Shown while it loads. */
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

/**
 * `Suspense` for parts that come later. By itself React would hold back a part that has come until 300 ms after it showed what
 * stands for it, even if that is nothing, and the keys that somebody types meanwhile would be lost. It holds back no update.
 */
export function Later({ fallback, children }: LaterProps): ReactElement {
  useSyncExternalStore(onPartLoaded, loadedParts);
  return <Suspense fallback={fallback}>{children}</Suspense>;
}
