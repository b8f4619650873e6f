/**
 * While the browser prints, the page is a sheet of its own. A browser lays out for paper as soon as the listeners return,
 * so the sheet is loaded long before, and put together in one go. In a lesson it is the lesson's handout.
 */
import { useEffect, useState, type ComponentType } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { useAppState } from '../store/playgroundContext.tsx';
import { isInLesson } from '../store/selectors.ts';
import { firstChart } from './hooks/firstChart.ts';
import { whenIdle } from './hooks/whenIdle.ts';

/** Apart: two imports in one conditional expression are minified into one, with the styles of only one of them. */
const loaders = {
  run: () => import('./print/PrintSheet.tsx'),
  lesson: () => import('./teach/Handout.tsx'),
};

export function Printing() {
  const [Sheet, setSheet] = useState<ComponentType | null>(null);
  const [printing, setPrinting] = useState(false);
  const inLesson = useAppState(isInLesson);
  useEffect(() => {
    let wanted = true;
    void firstChart.then(() =>
      whenIdle(() => {
        if (!wanted) return;
        loaders[inLesson ? 'lesson' : 'run']().then(
          (part) => {
            if (wanted) setSheet(() => part.default);
          },
          // Without a network, or after a new release, the page is printed as it stands on the screen.
          () => undefined,
        );
      }),
    );
    return () => {
      wanted = false;
    };
  }, [inLesson]);
  useEffect(() => {
    if (Sheet === null) return undefined;
    const show = (): void => {
      if (document.documentElement.dataset['theme'] !== 'light') restoreTheme ??= lightTheme();
      flushSync(() => setPrinting(true));
    };
    const hide = (): void => {
      setPrinting(false);
      restoreTheme?.();
      restoreTheme = null;
    };
    let restoreTheme: (() => void) | null = null;
    const paper = matchMedia('print');
    const onMedia = (): void => (paper.matches ? show() : hide());
    addEventListener('beforeprint', show);
    addEventListener('afterprint', hide);
    paper.addEventListener('change', onMedia);
    if (paper.matches) show();
    return () => {
      removeEventListener('beforeprint', show);
      removeEventListener('afterprint', hide);
      paper.removeEventListener('change', onMedia);
      hide();
    };
  }, [Sheet]);
  return printing && Sheet !== null ? createPortal(<Sheet />, document.body) : null;
}

/** Paper is white, whatever the theme. @returns a function that brings the theme back */
function lightTheme(): () => void {
  const { dataset } = document.documentElement;
  const before = dataset['theme'];
  dataset['theme'] = 'light';
  return () => {
    if (before === undefined) delete dataset['theme'];
    else dataset['theme'] = before;
  };
}
