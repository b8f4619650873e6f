/** The last child of an area that scrolls: an edge that says so while something is below what is in sight. */
import { useEffect, useRef, useState, type ReactElement } from 'react';
import styles from './MoreBelow.module.css';

export function MoreBelow(): ReactElement {
  const end = useRef<HTMLDivElement>(null);
  const [more, setMore] = useState(false);
  useEffect(() => {
    const element = end.current as HTMLElement;
    const observer = new IntersectionObserver((entries) => setMore(entries.at(-1)?.isIntersecting === false), {
      root: element.parentElement,
      // What is off to one side of a wide table is not below it.
      rootMargin: '0px 9999px',
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <>
      <div ref={end} className={styles['end']} />
      <div className={styles['edge']} data-more={more} aria-hidden="true">
        <span>More below</span>
      </div>
    </>
  );
}
