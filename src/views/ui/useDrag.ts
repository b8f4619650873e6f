/**
 * Dragging, for everything that can be dragged: a press becomes a drag past a threshold, captures the pointer, receives
 * its position once a frame, and ends, or is cancelled by Esc or by the browser. What a press does is defined by the
 * component. @use-gesture/react 10.3 has no frame batching, no Esc and no thresholds by pointer type, adds drags by arrow
 * keys that would have to be switched off, and is 7 kB compressed: configuring it would take more code than this file.
 */
import { useEffect, useState, type PointerEvent } from 'react';

/** Where the pointer is, in CSS pixels of the viewport. */
export interface DragPoint {
  readonly x: number;
  readonly y: number;
  readonly shiftKey: boolean;
}

/** What one press does. Its state lives in the closure that created it. */
export interface Drag {
  /** In pixels: a press that moves less is a click. With 0 the press is a drag at once. */
  readonly threshold?: number;
  /** The threshold applies to horizontal movement alone. */
  readonly horizontal?: boolean;
  readonly onClick?: (point: DragPoint) => void;
  readonly onStart?: () => void;
  /** Called at most once a frame, and before the end. */
  readonly onMove?: (point: DragPoint) => void;
  readonly onEnd?: () => void;
  /** Without it a drag cannot be cancelled: it leaves Esc alone, and an interruption ends it. */
  readonly onCancel?: () => void;
}

/** Returns what a press of the main button does; null for nothing. */
export type OnPress<E extends Element> = (event: PointerEvent<E>) => Drag | null;

export interface DragHandlers<E extends Element> {
  readonly onPointerDown: (event: PointerEvent<E>) => void;
  readonly onPointerMove: (event: PointerEvent<E>) => void;
  readonly onPointerUp: (event: PointerEvent<E>) => void;
  readonly onPointerCancel: (event: PointerEvent<E>) => void;
}

export interface DragControl<E extends Element> {
  readonly handlers: DragHandlers<E>;
  readonly isPressed: () => boolean;
  readonly cancel: () => void;
  /** For later presses. */
  readonly setOnPress: (onPress: OnPress<E>) => void;
}

/** In pixels: a press that moves less is a click. */
export const CLICK_PX = { mouse: 4, touch: 8 } as const;

export type PointerKind = keyof typeof CLICK_PX;

export function pointerKind({ pointerType }: PointerEvent): PointerKind {
  return pointerType === 'touch' ? 'touch' : 'mouse';
}

interface Press {
  readonly pointerId: number;
  readonly drag: Drag;
  readonly threshold: number;
  readonly start: DragPoint;
  started: boolean;
  /** A move that waits for the next frame. */
  pending: DragPoint | null;
  frame: number;
}

export function createDrag<E extends Element>(firstOnPress: OnPress<E>): DragControl<E> {
  let onPress = firstOnPress;
  let press: Press | null = null;

  function start(held: Press, event: PointerEvent<E>): void {
    held.started = true;
    event.currentTarget.setPointerCapture(held.pointerId);
    held.drag.onStart?.();
  }

  function flush(): void {
    if (press === null || press.pending === null) return;
    const { drag, pending, frame } = press;
    cancelAnimationFrame(frame);
    press.pending = null;
    drag.onMove?.(pending);
  }

  function release(): void {
    if (press !== null) cancelAnimationFrame(press.frame);
    press = null;
    removeEventListener('keydown', onKeyDown, true);
  }

  function cancel(): void {
    const held = press;
    release();
    if (held?.started === true) (held.drag.onCancel ?? held.drag.onEnd)?.();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || press?.started !== true || press.drag.onCancel === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    cancel();
  }

  function onPointerDown(event: PointerEvent<E>): void {
    // A pointer that is pressed again was released without this element noticing.
    if (press?.pointerId === event.pointerId) cancel();
    if (event.button !== 0 || press !== null) return;
    const drag = onPress(event);
    if (drag === null) return;
    const { pointerId } = event;
    const { threshold = CLICK_PX[pointerKind(event)] } = drag;
    press = { pointerId, drag, threshold, start: pointOf(event), started: false, pending: null, frame: 0 };
    addEventListener('keydown', onKeyDown, true);
    if (threshold === 0) start(press, event);
  }

  function onPointerMove(event: PointerEvent<E>): void {
    const held = press;
    if (held?.pointerId !== event.pointerId) return;
    const point = pointOf(event);
    if (!held.started) {
      if (distance(held, point) < held.threshold) return;
      start(held, event);
    }
    // A move with Shift must not replace one without it.
    if (held.pending !== null && held.pending.shiftKey !== point.shiftKey) flush();
    if (held.pending === null) held.frame = requestAnimationFrame(flush);
    held.pending = point;
  }

  function onPointerUp(event: PointerEvent<E>): void {
    if (press?.pointerId !== event.pointerId) return;
    flush();
    const { drag, started } = press;
    release();
    if (started) drag.onEnd?.();
    else drag.onClick?.(pointOf(event));
  }

  function onPointerCancel(event: PointerEvent<E>): void {
    if (press?.pointerId === event.pointerId) cancel();
  }

  return {
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel },
    isPressed: () => press !== null,
    cancel,
    setOnPress(next) {
      onPress = next;
    },
  };
}

function pointOf({ clientX, clientY, shiftKey }: PointerEvent): DragPoint {
  return { x: clientX, y: clientY, shiftKey };
}

function distance({ start, drag }: Press, { x, y }: DragPoint): number {
  return drag.horizontal === true ? Math.abs(x - start.x) : Math.hypot(x - start.x, y - start.y);
}

/** `createDrag` for a component: a drag is cancelled when the component unmounts. */
export function useDrag<E extends Element>(onPress: OnPress<E>): DragControl<E> {
  const [control] = useState(() => createDrag(onPress));
  useEffect(() => control.setOnPress(onPress));
  useEffect(() => control.cancel, [control]);
  return control;
}
