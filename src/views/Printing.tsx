/**
 * While the browser prints, the page is a sheet of its own. A browser lays out for paper as soon as the listeners return,
 * so the sheet is loaded long before, and put together in one go.
 */
import { useEffect, useState, type ComponentType } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { firstChart } from './hooks/firstChart.ts';
import { whenIdle } from './hooks/whenIdle.ts';

export function Printing() {
  const [Sheet, setSheet] = useState<ComponentType | null>(null);
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    let wanted = true;
    void firstChart.then(() =>
      whenIdle(() => {
        if (!wanted) return;
        import('./print/PrintSheet.tsx').then(
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
  }, []);
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
