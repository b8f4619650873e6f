/** What an action has made appear below is brought into view: in a low window it would go unseen. */
import { useEffect, useRef, type RefObject } from 'react';
import styles from './Learn.module.css';

/** @param shown what appeared; null or false while there is nothing */
export function useBroughtIntoView(shown: string | boolean | null): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const target = element.current;
    if (target === null || shown === null || shown === false) return undefined;
    target.scrollIntoView({ block: 'nearest' });
    const pane = target.closest(`.${styles['scroll']}`);
    if (pane === null) return undefined;
    // What then appears below the pane takes some of its height, and must not cover what was just in sight.
    let height = pane.clientHeight;
    const observer = new ResizeObserver(() => {
      const bottom = target.getBoundingClientRect().bottom - pane.getBoundingClientRect().top;
      // A text that was folded when it appeared, or has been since, is shown again at its top.
      const unfolded = height === 0;
      if (unfolded || (bottom <= height && bottom > pane.clientHeight)) target.scrollIntoView({ block: 'nearest' });
      height = pane.clientHeight;
    });
    observer.observe(pane);
    return () => observer.disconnect();
  }, [shown]);
  return element;
}
