/**
 * The hand on the track. What a press is on, the tool and the modifiers decide what a drag from there does; the store is
 * written once a frame, all of one drag is one undo step, and Esc takes it back. A press that does not move is a click.
 */
import { useEffect, useMemo, useRef, useState, type MouseEvent, type PointerEvent, type RefObject } from 'react';
import { MILLISECOND, type Instant } from '../../sim/index.ts';
import { useActions, useStoreApi } from '../../store/playgroundContext.tsx';
import { currentPhaseSelection } from '../../store/selectors.ts';
import type { PhaseSelection } from '../../store/state.ts';
import type { TrackDrag } from '../../store/trafficActions.ts';
import { trafficItemsText, itemsWithin } from '../../store/trafficEdits.ts';
import type { AxisHeaderHandle } from '../charts/AxisHeader.tsx';
import type { ChartHandle } from '../charts/ChartLayers.tsx';
import type { Gutters } from '../charts/viewport.ts';
import { pluralize } from '../format/numbers.ts';
import { useChartPointer } from '../charts/useChartPointer.ts';
import type { PhaseBlock, TrackGeometry } from './blockLayout.ts';
import { pointerAction, toggleItems, effectiveTool, type PointerAction, type TrackTool } from './pointerActions.ts';
import { dragText, applyDrag, dragReadout, dragLabel, type DragTarget } from './drags.ts';
import { hitAt, type Hit, type BlockPart } from './hitTest.ts';
import { niceStep } from '../format/niceSteps.ts';

/** A press that moves less than this is a click. */
const CLICK_PX = { mouse: 4, touch: 8 } as const;
/** Painting puts a request each so many pixels. */
const PAINT_SPACING_PX = 6;
/** With Shift down the hand goes a tenth of the pointer's way. */
const FINE_FACTOR = 0.1;

/** A part of a block that would be taken hold of here. */
export interface HoveredPart {
  readonly phase: number;
  readonly part: BlockPart;
}

interface TrackRefs {
  readonly chart: RefObject<ChartHandle | null>;
  readonly axis: RefObject<AxisHeaderHandle | null>;
  /** The box of what is being selected: it is moved without React. */
  readonly box: RefObject<HTMLElement | null>;
}

/** Pixels of the plot. */
interface Point {
  readonly x: number;
  readonly y: number;
}

interface Press {
  readonly pointerId: number;
  readonly kind: 'mouse' | 'touch';
  readonly hit: Hit | null;
  readonly tool: TrackTool;
  readonly action: PointerAction;
  readonly start: Point;
  /** The instant that was pressed. */
  readonly at: Instant;
  /** What was selected then. */
  readonly selectionBefore: PhaseSelection | null;
  /** Where the pointer was last, and where the hand is: there too, unless Shift slowed it down on the way. */
  pointerAt: Point;
  dragAt: Point;
  fine: boolean;
  /** The earliest and the latest instant that the hand came to. */
  from: Instant;
  to: Instant;
  moved: boolean;
  drag: TrackDrag | null;
  frame: number | null;
}

export interface TrackHandlers {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerLeave: (event: PointerEvent<HTMLElement>) => void;
  readonly onMouseDown: (event: MouseEvent<HTMLElement>) => void;
  readonly onClickCapture: (event: MouseEvent<HTMLElement>) => void;
}

/** What the hand goes by, as it is now. */
interface TrackContext {
  readonly track: TrackGeometry;
  readonly blocks: readonly PhaseBlock[];
  readonly gutters: Gutters;
  readonly tool: TrackTool;
}

const WHEEL_ZOOMS = { wheelZooms: true };

export function useTrackPointer(
  { chart, axis, box }: TrackRefs,
  context: TrackContext,
): { readonly handlers: TrackHandlers; readonly hovered: HoveredPart | null } {
  const store = useStoreApi();
  const actions = useActions();
  const panning = useChartPointer(chart, WHEEL_ZOOMS);
  const [hovered, setHot] = useState<HoveredPart | null>(null);
  const latest = useRef(context);
  useEffect(() => {
    latest.current = context;
  });

  const { handlers, leave: cancelOnUnmount } = useMemo(() => {
    let press: Press | null = null;
    /** The click that follows is not the button's: the hand did something else. */
    let suppressClick = false;
    /** The press has put the focus where it belongs, whatever the pointer was over. */
    let focusHandled = false;

    const placeOf = (event: PointerEvent<HTMLElement>): Point => {
      const { left, top } = event.currentTarget.getBoundingClientRect();
      return { x: event.clientX - left - latest.current.gutters.left, y: event.clientY - top };
    };
    /** Of a place within the run; one beside the plot counts as at its edge, so that what is held stays in sight. */
    const instantAt = (x: number): Instant => {
      const { track, gutters } = latest.current;
      const inside = Math.max(0, Math.min(track.width, x)) + gutters.left;
      return Math.max(0, Math.min(track.runEnd, chart.current?.instantAt(inside) ?? 0));
    };
    const perPixel = (): number => {
      const { range, width } = latest.current.track;
      return (range.to - range.from) / width;
    };
    /** Requests by hand are on the millisecond; where a pixel is less than one, on its own step. */
    const unit = (): number => Math.min(MILLISECOND, niceStep(perPixel()));
    const hitAtPoint = ({ x, y }: Point, touch: boolean): Hit | null =>
      hitAt(latest.current.blocks, store.getState().scenario.traffic, latest.current.track, { x, y, touch });
    const actionAt = (hit: Hit | null, tool: TrackTool): PointerAction => {
      const state = store.getState();
      return pointerAction(
        hit,
        tool,
        currentPhaseSelection(state),
        state.scenario.traffic,
        latest.current.track.runEnd,
      );
    };

    const showHover = (element: HTMLElement, hit: Hit | null, deed: PointerAction, down: boolean): void => {
      element.style.cursor = cursorOf(deed, down);
      const grip = deed.kind === 'drag' && deed.target.kind === 'phase' ? deed.target : null;
      const next = grip !== null && hit?.on === 'block' ? { phase: hit.phase, part: hit.part } : null;
      setHot((before) => (before?.phase === next?.phase && before?.part === next?.part ? before : next));
    };

    /** What the hand makes of the scenario, or selects, where it is now. */
    const applyPress = (held: Press): void => {
      held.frame = null;
      const at = instantAt(held.dragAt.x);
      held.from = Math.min(held.from, at);
      held.to = Math.max(held.to, at);
      const { action } = held;
      switch (action.kind) {
        case 'paint':
          held.drag?.paint(paintedInstants(held, PAINT_SPACING_PX * perPixel(), unit()));
          break;
        case 'box':
          drawSelectionBox(held.at, at);
          actions.mark(itemsWithin(store.getState().scenario, Math.min(held.at, at), Math.max(held.at, at)));
          break;
        case 'drag': {
          const step = niceStep(perPixel() * (held.fine ? FINE_FACTOR : 1));
          const way = { by: at - held.at, up: held.start.y - held.dragAt.y, step };
          held.drag?.update(dragLabel(action.target), (before) =>
            applyDrag(before, action.target, way, latest.current.track),
          );
          showReadout(action.target);
          break;
        }
        case 'pan':
          break;
      }
    };
    const drawSelectionBox = (one: Instant, other: Instant): void => {
      const element = box.current;
      if (element === null) return;
      const [from, to] = [one, other].map((at) => (chart.current?.xOf(at) ?? 0) - latest.current.gutters.left);
      element.hidden = false;
      element.style.left = `${Math.min(from as number, to as number)}px`;
      element.style.width = `${Math.abs((to as number) - (from as number))}px`;
    };
    const showReadout = (target: DragTarget): void => {
      const { runEnd, range } = latest.current.track;
      const figure = dragReadout(store.getState().scenario, target, runEnd);
      const at = figure === null ? null : Math.max(range.from, Math.min(range.to, figure.at));
      axis.current?.setChip(at, figure?.text);
    };

    const begin = (held: Press, element: HTMLElement): void => {
      held.moved = true;
      element.setPointerCapture(held.pointerId);
      const { action: deed } = held;
      if (deed.kind === 'drag' && deed.target.kind === 'several') actions.mark(deed.target.items);
      else if (deed.kind === 'drag') actions.mark(null);
      if (deed.kind === 'drag' || deed.kind === 'paint') held.drag = actions.startDrag();
    };
    /** No press any more, and nothing of it on the screen. */
    const release = (): void => {
      const frame = press?.frame ?? null;
      if (frame !== null) cancelAnimationFrame(frame);
      press = null;
      removeEventListener('keydown', onKeyDown, true);
      axis.current?.setChip(null);
      if (box.current !== null) box.current.hidden = true;
    };
    const cancelPress = (): void => {
      if (press === null) return;
      press.drag?.revert();
      if (press.moved && press.action.kind !== 'pan') actions.mark(press.selectionBefore);
      release();
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || press?.moved !== true || press.action.kind === 'pan') return;
      event.preventDefault();
      event.stopPropagation();
      cancelPress();
      suppressClick = true;
    };

    const finish = (held: Press): void => {
      if (held.frame !== null) cancelAnimationFrame(held.frame);
      applyPress(held);
      const { scenario } = store.getState();
      if (held.action.kind === 'box') announceSelection(currentPhaseSelection(store.getState()));
      else if (held.drag?.hasChanges() !== true) return;
      else if (held.action.kind === 'drag') actions.say(dragText(scenario, held.action.target));
      else if (held.action.kind === 'paint') {
        const count = paintedInstants(held, PAINT_SPACING_PX * perPixel(), unit()).length;
        actions.say(`Painted ${pluralize(count, 'request')}. Ctrl+Z takes ${count === 1 ? 'it' : 'them'} back.`);
      }
    };
    const announceSelection = (phaseSelection: PhaseSelection | null): void =>
      actions.say(
        phaseSelection === null
          ? 'Nothing lies wholly in there.'
          : `${trafficItemsText(phaseSelection)} selected. Arrow keys move, Delete removes, Esc lets go.`,
      );

    /** @returns whether the click is done with: else it is the pressed button's */
    const click = ({ hit, tool, at, selectionBefore }: Press): boolean => {
      const { traffic } = store.getState().scenario;
      // What is beside a block, however near, is a place of its own.
      const on = hit?.on === 'block' && !hit.inside ? null : hit;
      if (tool === 'select') {
        actions.mark(on === null ? null : toggleItems(selectionBefore, on, traffic));
        announceSelectionIfAny();
        return true;
      }
      if (tool === 'paint' || on === null) {
        if (tool === 'move' && selectionBefore !== null) actions.mark(null);
        else actions.place(at, unit());
        return true;
      }
      actions.mark(on.on === 'request' ? toggleItems(null, on, traffic) : null);
      return on.on === 'request';
    };
    const announceSelectionIfAny = (): void => {
      const phaseSelection = currentPhaseSelection(store.getState());
      if (phaseSelection !== null) announceSelection(phaseSelection);
    };

    const down = (event: PointerEvent<HTMLElement>): void => {
      suppressClick = false;
      if (event.button !== 0) return;
      const touch = event.pointerType === 'touch';
      if (press !== null || touch) panning.onPointerDown(event);
      // A second finger: both zoom, and the first one's work is undone.
      if (press !== null) {
        cancelPress();
        return;
      }
      const start = placeOf(event);
      const tool = effectiveTool(latest.current.tool, event);
      const hit = hitAtPoint(start, touch);
      const deed = actionAt(hit, tool);
      const at = instantAt(start.x);
      press = {
        pointerId: event.pointerId,
        kind: touch ? 'touch' : 'mouse',
        hit,
        tool,
        action: deed,
        start,
        at,
        selectionBefore: currentPhaseSelection(store.getState()),
        pointerAt: start,
        dragAt: start,
        fine: false,
        from: at,
        to: at,
        moved: false,
        drag: null,
        frame: null,
      };
      addEventListener('keydown', onKeyDown, true);
      if (deed.kind === 'pan' && !touch) panning.onPointerDown(event);
      const phase = deed.kind === 'drag' && deed.target.kind === 'phase' ? deed.target.phase : null;
      if (phase !== null) actions.choosePhase(phase);
      // Keys go on with what the hand had: a block, or what is selected.
      const block = event.currentTarget.querySelector<HTMLElement>(`[data-phase="${phase}"]`);
      // The browser gives a pressed button the focus, and knows that no ring is wanted there.
      focusHandled = block === null || !block.contains(event.target as Node);
      if (focusHandled) (block ?? event.currentTarget).focus({ preventScroll: true });
      showHover(event.currentTarget, hit, deed, true);
    };

    const move = (event: PointerEvent<HTMLElement>): void => {
      panning.onPointerMove(event);
      const pointed = placeOf(event);
      const held = press;
      if (held === null) {
        if (event.pointerType === 'touch') return;
        const hit = hitAtPoint(pointed, false);
        showHover(event.currentTarget, hit, actionAt(hit, effectiveTool(latest.current.tool, event)), false);
        return;
      }
      if (held.pointerId !== event.pointerId) return;
      if (!held.moved) {
        const far = Math.hypot(pointed.x - held.start.x, pointed.y - held.start.y);
        if (far < CLICK_PX[held.kind]) return;
        begin(held, event.currentTarget);
      }
      held.fine = event.shiftKey && held.action.kind === 'drag';
      const share = held.fine ? FINE_FACTOR : 1;
      held.dragAt = {
        x: held.dragAt.x + (pointed.x - held.pointerAt.x) * share,
        y: held.dragAt.y + (pointed.y - held.pointerAt.y) * share,
      };
      held.pointerAt = pointed;
      held.frame ??= requestAnimationFrame(() => applyPress(held));
    };

    const up = (event: PointerEvent<HTMLElement>): void => {
      panning.onPointerUp(event);
      const held = press;
      if (held === null || held.pointerId !== event.pointerId) return;
      if (held.moved) {
        finish(held);
        suppressClick = true;
      } else suppressClick = click(held);
      release();
    };

    return {
      leave: cancelPress,
      handlers: {
        onPointerDown: down,
        onPointerMove: move,
        onPointerUp: up,
        onPointerCancel(event) {
          panning.onPointerCancel(event);
          cancelPress();
        },
        onPointerLeave(event) {
          panning.onPointerLeave(event);
          if (press === null) setHot(null);
        },
        onMouseDown(event) {
          if (focusHandled && event.button === 0) event.preventDefault();
        },
        onClickCapture(event) {
          // A button that is pressed by key is clicked without a hand.
          if (suppressClick && event.detail > 0) event.stopPropagation();
          suppressClick = false;
        },
      } satisfies TrackHandlers,
    };
  }, [chart, axis, box, store, actions, panning]);

  useEffect(() => cancelOnUnmount, [cancelOnUnmount]);
  return { handlers, hovered };
}

/** A request at the press and each so many microseconds from there, as far as the hand came either way. */
function paintedInstants({ at, from, to }: Press, spacing: number, unit: number): readonly Instant[] {
  const instants: Instant[] = [];
  for (let k = -Math.floor((at - from) / spacing); at + k * spacing <= to; k++) {
    instants.push(Math.round((at + k * spacing) / unit) * unit);
  }
  return instants;
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
