/** Pointer actions on any chart of the time axis: hover moves the crosshair, drag pans, wheel and pinch zoom. */
import { useEffect, useRef, type PointerEvent, type RefObject } from 'react';
import { useActions, useStoreApi } from '../../store/playgroundContext.tsx';
import { useDrag, type Drag, type DragHandlers } from '../ui/useDrag.ts';
import type { ChartHandle } from './ChartLayers.tsx';

/** A press that moves less than this is a click, with a finger too, which hardly ever pans so little. */
const CLICK_PX = 4;
const ZOOM_PER_PX = 1.002;

export interface ChartPointerOptions {
  /** Whether the wheel alone zooms; otherwise only with Ctrl or ⌘, so that lanes scroll. */
  readonly wheelZooms?: boolean;
  /** Called for a press and release in place, in pixels from the chart's corner. */
  readonly onClick?: (x: number, y: number, touch: boolean) => void;
}

export interface ChartPointer extends DragHandlers<HTMLElement> {
  readonly onPointerLeave: () => void;
}

export function useChartPointer(
  chart: RefObject<ChartHandle | null>,
  { wheelZooms = false, onClick }: ChartPointerOptions,
): ChartPointer {
  const store = useStoreApi();
  const actions = useActions();
  const pinch = usePinchZoom(chart);
  useWheelZoom(chart, wheelZooms);

  const pan = useDrag<HTMLElement>((event): Drag | null => {
    const handle = chart.current;
    if (handle === null) return null;
    const element = event.currentTarget;
    const touch = event.pointerType === 'touch';
    const { from, to } = store.getState().range;
    const perPixel = handle.instantAt(1) - handle.instantAt(0);
    return {
      // A finger moves the crosshair; the page scrolls under it, the range does not.
      threshold: touch ? Infinity : CLICK_PX,
      horizontal: true,
      onMove({ x }) {
        const by = (event.clientX - x) * perPixel;
        actions.setRange({ from: from + by, to: to + by });
      },
      onClick({ x, y }) {
        const { left, top } = element.getBoundingClientRect();
        if (Math.abs(x - event.clientX) < CLICK_PX) onClick?.(x - left, y - top, touch);
      },
    };
  });

  return {
    onPointerDown(event) {
      pinch.down(event);
      pan.handlers.onPointerDown(event);
    },
    onPointerMove(event) {
      if (chart.current === null) return;
      if (pinch.move(event)) {
        pan.cancel();
        return;
      }
      const { from, to } = store.getState().range;
      const at = chart.current.instantAt(xIn(event));
      actions.hover(at >= from && at <= to ? at : null);
      pan.handlers.onPointerMove(event);
    },
    onPointerUp(event) {
      pinch.up(event);
      pan.handlers.onPointerUp(event);
      if (event.pointerType === 'touch') actions.hover(null);
    },
    onPointerCancel(event) {
      pinch.up(event);
      pan.handlers.onPointerCancel(event);
      actions.hover(null);
    },
    onPointerLeave: () => actions.hover(null),
  };
}

function xIn(event: PointerEvent<HTMLElement>): number {
  return event.clientX - event.currentTarget.getBoundingClientRect().left;
}

function useWheelZoom(chart: RefObject<ChartHandle | null>, wheelZooms: boolean): void {
  const actions = useActions();
  // React's wheel listeners are passive; zooming must prevent the page from scrolling.
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
}

/** Pinch zooms by the change of distance between two fingers, around the point halfway between them. */
function usePinchZoom(chart: RefObject<ChartHandle | null>) {
  const actions = useActions();
  /** Last position of each finger on the chart, by pointer id. */
  const fingersRef = useRef(new Map<number, number>());
  return {
    down(event: PointerEvent<HTMLElement>): void {
      if (event.button === 0 && event.pointerType === 'touch') fingersRef.current.set(event.pointerId, xIn(event));
    },
    /** @returns whether it zoomed */
    move(event: PointerEvent<HTMLElement>): boolean {
      const fingers = fingersRef.current;
      if (!fingers.has(event.pointerId)) return false;
      const distance = (): number => Math.max(1, Math.max(...fingers.values()) - Math.min(...fingers.values()));
      const before = distance();
      fingers.set(event.pointerId, xIn(event));
      if (fingers.size !== 2 || chart.current === null) return false;
      const [a = 0, b = 0] = fingers.values();
      actions.zoom(distance() / before, chart.current.instantAt((a + b) / 2));
      return true;
    },
    up(event: PointerEvent<HTMLElement>): void {
      fingersRef.current.delete(event.pointerId);
    },
  };
}
