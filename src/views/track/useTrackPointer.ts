/** Pointer handling of the track: highlights what would be dragged; a press acts by tool and modifiers. */
import { useEffect, useRef, useState, type MouseEvent, type PointerEvent } from 'react';
import { useActions, useStoreApi } from '../../store/playgroundContext.tsx';
import { useChartPointer, type ChartPointer } from '../charts/useChartPointer.ts';
import { useDrag, type Drag } from '../ui/useDrag.ts';
import type { BlockPart, Hit } from './hitTest.ts';
import { effectiveTool, type PointerAction, type TrackTool } from './pointerActions.ts';
import { clickTrack, dragFor } from './trackPress.ts';
import { TrackSurface, type TrackContext, type TrackRefs } from './trackSurface.ts';

/** The part of a block that would be dragged. */
export interface HoveredPart {
  readonly phase: number;
  readonly part: BlockPart;
}

export interface TrackHandlers extends Omit<ChartPointer, 'onDoubleClick'> {
  readonly onMouseDown: (event: MouseEvent<HTMLElement>) => void;
  readonly onDoubleClick: (event: MouseEvent<HTMLElement>) => void;
  readonly onClickCapture: (event: MouseEvent<HTMLElement>) => void;
}

type TrackPointerEvent = PointerEvent<HTMLElement>;

/** The track's own press handles clicks. */
const TRACK_OPTIONS = { wheelZooms: true, onClick: () => undefined };

export function useTrackPointer(
  refs: TrackRefs,
  context: TrackContext,
): {
  readonly handlers: TrackHandlers;
  readonly hovered: HoveredPart | null;
  /** The upper edge that is being dragged, which changes a rate. */
  readonly draggedRate: HoveredPart | null;
} {
  const store = useStoreApi();
  const cancelDrag = useRef<() => void>(null);
  const chartPointer = useChartPointer(refs.chart, { ...TRACK_OPTIONS, onPinch: () => cancelDrag.current?.() });
  const latest = useRef(context);
  useEffect(() => {
    latest.current = context;
  });
  const surfaceOf = (event: MouseEvent<HTMLElement>) => new TrackSurface(event.currentTarget, refs, latest, store);
  const { hovered, hover, leave } = useHoveredPart();
  const actions = useActions();
  const { drag, clickOpens, focusHandled, draggedRate } = useTrackDrag(surfaceOf, context.tool, chartPointer, hover);
  useEffect(() => {
    cancelDrag.current = drag.cancel;
  }, [drag]);

  const handlers: TrackHandlers = {
    onPointerDown(event) {
      clickOpens.current = undefined;
      const touch = event.pointerType === 'touch';
      if (touch) chartPointer.onPointerDown(event);
      // A second finger zooms, and reverts what the first one did.
      if (touch && drag.isPressed()) drag.cancel();
      else drag.handlers.onPointerDown(event);
    },
    onPointerMove(event) {
      chartPointer.onPointerMove(event);
      if (drag.isPressed()) {
        drag.handlers.onPointerMove(event);
      } else if (event.pointerType !== 'touch') {
        const surface = surfaceOf(event);
        const hit = surface.hitAt(surface.pointAt(event.clientX, event.clientY), false);
        hover(event.currentTarget, hit, surface.actionAt(hit, effectiveTool(context.tool, event)), false);
      }
    },
    onPointerUp(event) {
      chartPointer.onPointerUp(event);
      drag.handlers.onPointerUp(event);
    },
    onPointerCancel(event) {
      chartPointer.onPointerCancel(event);
      drag.handlers.onPointerCancel(event);
    },
    onPointerLeave() {
      chartPointer.onPointerLeave();
      if (!drag.isPressed()) leave();
    },
    onDoubleClick(event) {
      const surface = surfaceOf(event);
      const hit = surface.hitAt(surface.pointAt(event.clientX, event.clientY), false);
      // A phase's second click is for its form; with a tool, both clicks were for the tool.
      if (surface.actionAt(hit, effectiveTool(context.tool, event)).kind === 'span') chartPointer.onDoubleClick();
    },
    onMouseDown(event) {
      if (focusHandled.current && event.button === 0) event.preventDefault();
    },
    onClickCapture(event) {
      // A button activated by keyboard is clicked without a pointer.
      if (clickOpens.current !== undefined && event.detail > 0) {
        event.stopPropagation();
        if (clickOpens.current !== null) actions.editPhase(clickOpens.current);
      }
      clickOpens.current = undefined;
    },
  };
  return { handlers, hovered, draggedRate };
}

function useTrackDrag(
  surfaceOf: (event: TrackPointerEvent) => TrackSurface,
  chosenTool: TrackTool,
  chartPointer: ChartPointer,
  hover: Hover,
) {
  const actions = useActions();
  /**
   * The phase whose form the click after a press opens, which need not be the block on top; null after a drag and with
   * a tool.
   */
  const clickOpens = useRef<number | null>(undefined);
  /** Prevents the browser from moving the focus: the press has already set it. */
  const focusHandled = useRef(false);
  const [draggedRate, setDraggedRate] = useState<HoveredPart | null>(null);

  const drag = useDrag<HTMLElement>((event): Drag => {
    const touch = event.pointerType === 'touch';
    const surface = surfaceOf(event);
    const tool = effectiveTool(chosenTool, event);
    const start = surface.pointAt(event.clientX, event.clientY);
    const hit = surface.hitAt(start, touch);
    const action = surface.actionAt(hit, tool);
    const at = surface.instantAt(start.x);
    const press = { surface, actions, hit, tool, start, at, selectionBefore: surface.selection };
    if (action.kind === 'span' && !touch) chartPointer.onPointerDown(event);
    const phase = action.kind === 'drag' && action.target.kind === 'phase' ? action.target.phase : null;
    if (phase !== null) actions.choosePhase(phase);
    focusHandled.current = focusPressed(event, phase);
    hover(event.currentTarget, hit, action, true);
    const made = dragFor(action, press);
    const { onEnd, onCancel } = made;
    return {
      ...made,
      onStart() {
        clickOpens.current = null;
        setDraggedRate(ratePartOf(action));
        made.onStart?.();
      },
      onEnd() {
        setDraggedRate(null);
        onEnd?.();
      },
      // A drag that cannot be cancelled stays one.
      ...(onCancel && {
        onCancel() {
          setDraggedRate(null);
          onCancel();
        },
      }),
      onClick() {
        clickOpens.current = clickTrack(press);
      },
    };
  });
  return { drag, clickOpens, focusHandled, draggedRate };
}

/** The upper edge that such a drag moves; null if it moves something else. */
function ratePartOf(action: PointerAction): HoveredPart | null {
  if (action.kind !== 'drag' || action.target.kind !== 'phase') return null;
  const { phase, part } = action.target;
  return part === 'rate' || part === 'first' || part === 'last' ? { phase, part } : null;
}

/**
 * Focuses what was pressed, a block or the track, so that keys continue with it.
 *
 * @returns false where the browser focuses the pressed button itself, without a focus ring
 */
function focusPressed({ currentTarget, target }: TrackPointerEvent, phase: number | null): boolean {
  const block = currentTarget.querySelector<HTMLElement>(`[data-phase="${phase}"]`);
  if (block?.contains(target as Node) === true) return false;
  (block ?? currentTarget).focus({ preventScroll: true });
  return true;
}

type Hover = (element: HTMLElement, hit: Hit | null, action: PointerAction, down: boolean) => void;

/** Highlights what would be dragged, in the blocks and the cursor. */
function useHoveredPart() {
  const [hovered, setHovered] = useState<HoveredPart | null>(null);
  const hover: Hover = (element, hit, action, down) => {
    element.style.cursor = cursorOf(action, down);
    const grip = action.kind === 'drag' && action.target.kind === 'phase' ? action.target : null;
    const next = grip !== null && hit?.on === 'block' ? { phase: hit.phase, part: hit.part } : null;
    setHovered((before) => (before?.phase === next?.phase && before?.part === next?.part ? before : next));
  };
  return { hovered, hover, leave: () => setHovered(null) };
}

const CURSORS: Readonly<Record<BlockPart, string>> = {
  body: 'grab',
  from: 'ew-resize',
  to: 'ew-resize',
  rate: 'ns-resize',
  first: 'ns-resize',
  last: 'ns-resize',
};

function cursorOf(action: PointerAction, down: boolean): string {
  if (action.kind !== 'drag') return 'crosshair';
  const cursor = action.target.kind === 'several' ? 'grab' : CURSORS[action.target.part];
  return down && cursor === 'grab' ? 'grabbing' : cursor;
}
