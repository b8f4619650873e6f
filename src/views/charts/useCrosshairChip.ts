/** Keeps the chip of a time axis at the crosshair, without rendering. */
import { useEffect, type RefObject } from 'react';
import { useStoreApi } from '../../store/playgroundContext.tsx';
import { microsPerPixel } from '../../store/selectors.ts';
import { formatInstant } from '../format/time.ts';
import { useTimeNote } from '../text/laterTimeNote.ts';
import type { AxisHeaderHandle } from './AxisHeader.tsx';

export function useCrosshairChip(axis: RefObject<AxisHeaderHandle | null>): void {
  const store = useStoreApi();
  const part = useTimeNote();
  useEffect(
    () =>
      store.subscribe(({ hoveredAt, range, chartColumns, scenario }, before) => {
        if (hoveredAt === before.hoveredAt && range === before.range && chartColumns === before.chartColumns) return;
        if (hoveredAt === null) {
          axis.current?.setChip(null);
          return;
        }
        const text = formatInstant(hoveredAt, microsPerPixel({ range, chartColumns }));
        axis.current?.setChip(hoveredAt, text + (part?.timeNote(hoveredAt, scenario) ?? ''));
      }),
    [store, axis, part],
  );
}
