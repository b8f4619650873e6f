/** Keeps the chip of a time axis at the crosshair, without rendering. */
import { useEffect, type RefObject } from 'react';
import { useStoreApi } from '../../store/playgroundContext.tsx';
import { formatInstant } from '../format/time.ts';
import type { AxisHeaderHandle } from './AxisHeader.tsx';

export function useCrosshairChip(axis: RefObject<AxisHeaderHandle | null>): void {
  const store = useStoreApi();
  useEffect(
    () =>
      store.subscribe(({ hoveredAt, range, chartColumns }, before) => {
        if (hoveredAt === before.hoveredAt && range === before.range && chartColumns === before.chartColumns) return;
        const text = hoveredAt === null ? '' : formatInstant(hoveredAt, (range.to - range.from) / chartColumns);
        axis.current?.setChip(hoveredAt, text);
      }),
    [store, axis],
  );
}
