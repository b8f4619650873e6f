/** What an action has made appear below is brought into view: in a low window it would go unseen. */
import { useEffect, useRef, type RefObject } from 'react';

/** @param shown what appeared; null or false while there is nothing */
export function useBroughtIntoView(shown: string | boolean | null): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (shown !== null && shown !== false) element.current?.scrollIntoView({ block: 'nearest' });
  }, [shown]);
  return element;
}
