/** What a pointer does on any chart of the time axis: hover moves the crosshair, drag pans, the wheel zooms. */
import { useEffect, useMemo, useRef, type PointerEvent, type RefObject } from 'react';
import { useActions, useStoreApi } from '../../store/playgroundContext.tsx';
import type { ChartHandle } from './ChartLayers.tsx';

/** A press that moves less than this is a click. */
const CLICK_PX = 4;
const ZOOM_PER_PX = 1.002;

export interface ChartPointerOptions {
  /** The wheel zooms by itself; elsewhere only with Ctrl or ⌘, so that lanes scroll. */
  readonly wheelZooms?: boolean;
  /** A press and release in place, in pixels from the chart's corner. */
  readonly onClick?: (x: number, y: number, touch: boolean) => void;
}

export interface ChartPointer {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerLeave: (event: PointerEvent<HTMLElement>) => void;
}

interface Press {
  readonly x: number;
  readonly from: number;
  readonly to: number;
  readonly perPixel: number;
  dragging: boolean;
}

export function useChartPointer(
  chart: RefObject<ChartHandle | null>,
  { wheelZooms = false, onClick }: ChartPointerOptions,
): ChartPointer {
  const store = useStoreApi();
  const actions = useActions();
  const onClickRef = useRef(onClick);
  useEffect(() => {
    onClickRef.current = onClick;
  });

  // React listens to the wheel passively; zooming must keep the page from scrolling.
  useEffect(() => {
    const element = chart.current?.element?.parentElement;
    if (element === null || element === undefined) return undefined;
    const wheel = (event: WheelEvent): void => {
      const handle = chart.current;
      if (handle === null || !(wheelZooms || event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      const x = event.clientX - element.getBoundingClientRect().left;
      actions.zoom(ZOOM_PER_PX ** -event.deltaY, handle.instantAt(x));
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => element.removeEventListener('wheel', wheel);
  }, [chart, actions, wheelZooms]);

  return useMemo(() => {
    let press: Press | null = null;
    /** Fingers on the chart, by pointer, where they were last. */
    const fingers = new Map<number, number>();
    /** Two fingers zoom by how far they move apart, around the middle between them. */
    const pinch = (event: PointerEvent<HTMLElement>, x: number): boolean => {
      if (event.pointerType !== 'touch' || !fingers.has(event.pointerId)) return false;
      const distance = (): number => Math.max(1, Math.max(...fingers.values()) - Math.min(...fingers.values()));
      const before = distance();
      fingers.set(event.pointerId, x);
      if (fingers.size !== 2 || chart.current === null) return false;
      const [a = 0, b = 0] = fingers.values();
      actions.zoom(distance() / before, chart.current.instantAt((a + b) / 2));
      return true;
    };
    const pointIn = (event: PointerEvent<HTMLElement>) => {
      const box = event.currentTarget.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    const instantInView = (at: number): number | null => {
      const { from, to } = store.getState().range;
      return at >= from && at <= to ? at : null;
    };
    return {
      onPointerDown(event) {
        const handle = chart.current;
        if (event.button !== 0 || handle === null) return;
        const { x } = pointIn(event);
        if (event.pointerType === 'touch') fingers.set(event.pointerId, x);
        const { from, to } = store.getState().range;
        press = { x, from, to, perPixel: handle.instantAt(1) - handle.instantAt(0), dragging: false };
      },
      onPointerMove(event) {
        const handle = chart.current;
        if (handle === null) return;
        const { x } = pointIn(event);
        if (pinch(event, x)) {
          press = null;
          return;
        }
        actions.hover(instantInView(handle.instantAt(x)));
        if (press === null) return;
        // A finger moves the crosshair; the page scrolls under it, the range does not.
        if (event.pointerType === 'touch') return;
        if (!press.dragging && Math.abs(x - press.x) >= CLICK_PX) {
          press.dragging = true;
          event.currentTarget.setPointerCapture(event.pointerId);
        }
        if (press.dragging) {
          const by = (press.x - x) * press.perPixel;
          actions.setRange({ from: press.from + by, to: press.to + by });
        }
      },
      onPointerUp(event) {
        const { x, y } = pointIn(event);
        fingers.delete(event.pointerId);
        if (press !== null && !press.dragging && Math.abs(x - press.x) < CLICK_PX) {
          onClickRef.current?.(x, y, event.pointerType === 'touch');
        }
        press = null;
        if (event.pointerType === 'touch') actions.hover(null);
      },
      onPointerCancel(event) {
        fingers.delete(event.pointerId);
        press = null;
        actions.hover(null);
      },
      onPointerLeave() {
        actions.hover(null);
      },
    } satisfies ChartPointer;
  }, [chart, store, actions]);
}
