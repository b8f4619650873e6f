/** Marks the span that a drag selects in a chart, wherever the hand is. */
import { useEffect, type RefObject } from 'react';
import { useStoreApi } from '../../store/playgroundContext.tsx';
import type { ChartHandle } from './ChartLayers.tsx';

export function useDraggedSpan(chart: RefObject<ChartHandle | null>): void {
  const store = useStoreApi();
  useEffect(
    () =>
      store.subscribe(({ draggedSpan }, before) => {
        if (draggedSpan !== before.draggedSpan) chart.current?.setSpan(draggedSpan);
      }),
    [store, chart],
  );
}
