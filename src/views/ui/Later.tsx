import { Suspense, useEffect, useReducer, type ReactElement, type ReactNode } from 'react';
import { onPartLoaded } from './lazyPart.ts';

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
  const [, update] = useReducer((count: number) => count + 1, 0);
  useEffect(() => onPartLoaded(update), []);
  return <Suspense fallback={fallback}>{children}</Suspense>;
}
