/**
 * Pointer actions on anything with a time axis: hover moves the crosshair, a click scrubs or selects, a drag selects a
 * span to zoom to, with Shift it pans; the wheel and two fingers zoom; a double click shows everything.
 */
import { useEffect, type PointerEvent, type RefObject } from 'react';
import type { Instant } from '../../sim/index.ts';
import type { Actions } from '../../store/actions.ts';
import { useActions, useStoreApi } from '../../store/playgroundContext.tsx';
import { microsPerPixel } from '../../store/selectors.ts';
import type { State } from '../../store/state.ts';
import type { ReadableStore } from '../../store/store.ts';
import { formatInstant } from '../format/time.ts';
import { CLICK_PX, pointerKind, useDrag, type Drag, type DragHandlers } from '../ui/useDrag.ts';
import { dragKind, pinchedRange, spanBetween, type PinchScale } from './chartGestures.ts';
import type { TimeRange } from './viewport.ts';

const ZOOM_PER_PX = 1.002;

/** Something with a time axis: x is in CSS pixels from its left edge. */
export interface TimeSurface {
  readonly instantAt: (x: number) => Instant;
  readonly xOf: (at: Instant) => number;
  readonly element: HTMLElement | null;
  /** The length of the span that is being selected, shown where the hand is. */
  readonly setSpanLabel?: (span: TimeRange | null) => void;
}

export interface ChartPointerOptions {
  /** Whether the wheel alone zooms; otherwise only with Ctrl or ⌘, so that lanes scroll. */
  readonly wheelZooms?: boolean;
  /** Called for a press and release in place, in pixels from the chart's corner; without it, a click scrubs. */
  readonly onClick?: (x: number, y: number, touch: boolean) => void;
  /** Called while two fingers zoom, one of them on this surface: what its own press began does not go on. */
  readonly onPinch?: () => void;
}

export interface ChartPointer extends DragHandlers<HTMLElement> {
  readonly onPointerLeave: () => void;
  readonly onDoubleClick: () => void;
}

/** What lies on a chart and has a drag of its own: there the chart only handles clicks. */
export const OWN_DRAG = 'data-own-drag';

export function useChartPointer(
  chart: RefObject<TimeSurface | null>,
  { wheelZooms = false, onClick, onPinch }: ChartPointerOptions = {},
): ChartPointer {
  const store = useStoreApi();
  const actions = useActions();
  const pinch = usePinch(chart);
  useWheelZoom(chart, wheelZooms);

  const drag = useDrag<HTMLElement>((event): Drag | null => {
    const surface = chart.current;
    if (surface === null) return null;
    const element = event.currentTarget;
    const kind = pointerKind(event);
    const touch = kind === 'touch';
    const click: Drag = {
      threshold: Infinity,
      onClick({ x, y }) {
        if (Math.hypot(x - event.clientX, y - event.clientY) >= CLICK_PX[kind]) return;
        const { left, top } = element.getBoundingClientRect();
        if (onClick === undefined) actions.scrub(surface.instantAt(x - left));
        else onClick(x - left, y - top, touch);
      },
    };
    if (event.target instanceof Element && event.target.closest(`[${OWN_DRAG}]`) !== null) return click;
    const what = dragKind({ touch, shiftKey: event.shiftKey });
    if (what === 'crosshair') return click;
    const at = xIn(event);
    return {
      ...click,
      ...(what === 'pan'
        ? panDrag(surface, store, actions, event.clientX)
        : spanDrag(chart, store, actions, surface.instantAt(at), event.clientX - at)),
      threshold: CLICK_PX[kind],
      horizontal: true,
    };
  });

  const stopOwn = (): void => {
    drag.cancel();
    onPinch?.();
  };

  return {
    onPointerDown(event) {
      pinch.down(event, stopOwn);
      drag.handlers.onPointerDown(event);
    },
    onPointerMove(event) {
      if (chart.current === null) return;
      if (pinch.move(event)) return;
      const { from, to } = store.getState().range;
      const at = chart.current.instantAt(xIn(event));
      actions.hover(at >= from && at <= to ? at : null);
      drag.handlers.onPointerMove(event);
    },
    onPointerUp(event) {
      pinch.up(event);
      drag.handlers.onPointerUp(event);
      if (event.pointerType === 'touch') actions.hover(null);
    },
    onPointerCancel(event) {
      pinch.up(event);
      drag.handlers.onPointerCancel(event);
      actions.hover(null);
    },
    onPointerLeave: () => actions.hover(null),
    onDoubleClick: actions.showAll,
  };
}

function panDrag(surface: TimeSurface, store: ReadableStore, actions: Actions, pressedX: number): Drag {
  const { range } = store.getState();
  // Not from the instants of two pixels, which are whole microseconds.
  const perPixel = (range.to - range.from) / (surface.xOf(range.to) - surface.xOf(range.from));
  return {
    onMove({ x }) {
      const by = (pressedX - x) * perPixel;
      actions.setRange({ from: range.from + by, to: range.to + by });
    },
    onCancel: () => actions.setRange(range),
  };
}

/** @param left the axis' left edge in the window */
function spanDrag(
  chart: RefObject<TimeSurface | null>,
  store: ReadableStore,
  actions: Actions,
  pressed: Instant,
  left: number,
): Drag {
  const show = (span: TimeRange | null): void => {
    actions.dragSpan(span);
    chart.current?.setSpanLabel?.(span);
  };
  return {
    onMove({ x }) {
      const at = chart.current?.instantAt(x - left) ?? pressed;
      show(spanBetween(pressed, at, store.getState().range));
    },
    onEnd() {
      const { draggedSpan } = store.getState();
      show(null);
      if (draggedSpan === null || draggedSpan.to <= draggedSpan.from) return;
      actions.zoomTo(draggedSpan);
      actions.say(`Shows ${spanText(store.getState())}. A double click or 0 shows the whole run.`);
    },
    onCancel: () => show(null),
  };
}

/** `10.000 s to 13.200 s` */
function spanText(state: State): string {
  const { from, to } = state.range;
  const perPixel = microsPerPixel(state);
  return `${formatInstant(from, perPixel)} to ${formatInstant(to, perPixel)}`;
}

function xIn(event: PointerEvent<HTMLElement>): number {
  return event.clientX - event.currentTarget.getBoundingClientRect().left;
}

function useWheelZoom(chart: RefObject<TimeSurface | null>, wheelZooms: boolean): void {
  const actions = useActions();
  // React's wheel listeners are passive; zooming must prevent the page from scrolling.
  useEffect(() => {
    const element = chart.current?.element?.parentElement;
    if (element === null || element === undefined) return undefined;
    const wheel = (event: WheelEvent): void => {
      const surface = chart.current;
      if (surface === null || !(wheelZooms || event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      const x = event.clientX - element.getBoundingClientRect().left;
      actions.zoom(ZOOM_PER_PX ** -event.deltaY, surface.instantAt(x));
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => element.removeEventListener('wheel', wheel);
  }, [chart, actions, wheelZooms]);
}

/** A finger on a surface; `x` and the surface's left edge are in pixels of the window. */
interface Finger {
  x: number;
  readonly surface: TimeSurface;
  readonly left: number;
  readonly stopOwn: () => void;
}

/** Where two fingers took hold. */
interface Pinch {
  readonly held: readonly [Instant, Instant];
  readonly scale: PinchScale;
}

/** By pointer. On a phone a chart is not as high as two fingers are apart, so each may be on a chart of its own: stacked, they share an axis. */
const fingers = new Map<number, Finger>();
let pinch: Pinch | null = null;

/** Two fingers keep the instants that they took hold of: apart they zoom, together they pan. */
function usePinch(chart: RefObject<TimeSurface | null>) {
  const store = useStoreApi();
  const actions = useActions();
  const scaleOf = ({ surface, left }: Finger): PinchScale => {
    const { from, to } = store.getState().range;
    const start = surface.xOf(from);
    return { left: left + start, width: surface.xOf(to) - start };
  };
  const instantUnder = ({ x, surface, left }: Finger): Instant => surface.instantAt(x - left);
  return {
    /** @param stopOwn ends what the finger began on its surface, before it became one of two */
    down(event: PointerEvent<HTMLElement>, stopOwn: () => void): void {
      const surface = chart.current;
      if (event.button !== 0 || event.pointerType !== 'touch' || surface === null) return;
      // The first finger of all: one that was down before has left with its surface.
      if (event.isPrimary) {
        fingers.clear();
        pinch = null;
      }
      const x = event.clientX;
      fingers.set(event.pointerId, { x, surface, left: x - xIn(event), stopOwn });
      const [first, second] = fingers.values();
      if (fingers.size !== 2 || first === undefined || second === undefined) return;
      const [scale, other] = [scaleOf(first), scaleOf(second)];
      // Columns, and the traffic above them, have axes of their own.
      if (Math.abs(scale.left - other.left) > 1 || Math.abs(scale.width - other.width) > 1) return;
      pinch = { held: [instantUnder(first), instantUnder(second)], scale };
    },
    /** @returns whether two fingers are down */
    move(event: PointerEvent<HTMLElement>): boolean {
      const finger = fingers.get(event.pointerId);
      if (finger === undefined) return false;
      finger.x = event.clientX;
      const [first, second] = fingers.values();
      if (fingers.size !== 2 || pinch === null || first === undefined || second === undefined) return false;
      first.stopOwn();
      second.stopOwn();
      const range = pinchedRange(pinch.held, [first.x, second.x], pinch.scale);
      if (range !== null) actions.setRange(range);
      return true;
    },
    up(event: PointerEvent<HTMLElement>): void {
      if (fingers.delete(event.pointerId)) pinch = null;
    },
  };
}
