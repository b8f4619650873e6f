/**
 * While the browser prints, the page is a sheet of its own: the run, or in a lesson its handout. A browser lays out for paper
 * as soon as the listeners return, so the sheet is put together in one go.
 */
import { useEffect, useState, type ComponentType } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { useAppState } from '../store/playgroundContext.tsx';
import { isInLesson } from '../store/selectors.ts';
import { PaperChartsContext, usePaperCharts } from './print/paperCharts.ts';
import PrintSheet from './print/PrintSheet.tsx';

export default function Paper() {
  const inLesson = useAppState(isInLesson);
  // Null until it is loaded: then the run is printed.
  const [Handout, setHandout] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (!inLesson) return undefined;
    let wanted = true;
    import('./teach/Handout.tsx').then(
      (part) => {
        if (wanted) setHandout(() => part.default);
      },
      // Without a network, or after a new release.
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [inLesson]);
  const charts = usePaperCharts();
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
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
  }, []);
  if (!printing) return null;
  return createPortal(
    <PaperChartsContext value={charts}>
      {inLesson && Handout !== null ? <Handout /> : <PrintSheet />}
    </PaperChartsContext>,
    document.body,
  );
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
