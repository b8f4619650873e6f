/**
 * The hand on the track. What a press is on, the tool and the modifiers decide what a drag from there does; the store is
 * written once a frame, all of one drag is one undo step, and Esc takes it back. A press that does not move is a click.
 */
import { useEffect, useMemo, useRef, useState, type MouseEvent, type PointerEvent, type RefObject } from 'react';
import { MILLISECOND, type Instant } from '../../sim/index.ts';
import { useActions, useStoreApi } from '../../store/react.tsx';
import { markedOf } from '../../store/selectors.ts';
import type { Marked } from '../../store/state.ts';
import type { Drag } from '../../store/trafficActions.ts';
import { severalWords, within } from '../../store/trafficEdits.ts';
import type { AxisHeadHandle } from '../charts/AxisHead.tsx';
import type { ChartHandle } from '../charts/ChartLayers.tsx';
import type { Gutters } from '../charts/frame.ts';
import { counted } from '../format/numbers.ts';
import { useChartPointer } from '../hooks/useChartPointer.ts';
import type { Block, Track } from './blocks.ts';
import { deedOf, toggled, toolOf, type Deed, type Tool } from './deeds.ts';
import { doneWords, dragged, figureOf, labelOf, type Grip } from './drags.ts';
import { hitAt, type Hit, type Part } from './hit.ts';
import { readable } from './steps.ts';

/** A press that moves less than this is a click. */
const CLICK_PX = { mouse: 4, touch: 8 } as const;
/** Painting puts a request each so many pixels. */
const PAINT_PX = 6;
/** With Shift down the hand goes a tenth of the pointer's way. */
const FINE = 0.1;

/** A part of a block that would be taken hold of here. */
export interface Hot {
  readonly phase: number;
  readonly part: Part;
}

interface Parts {
  readonly chart: RefObject<ChartHandle | null>;
  readonly axis: RefObject<AxisHeadHandle | null>;
  /** The box of what is being selected: it is moved without React. */
  readonly box: RefObject<HTMLElement | null>;
}

/** Pixels of the plot. */
interface Place {
  readonly x: number;
  readonly y: number;
}

interface Press {
  readonly pointer: number;
  readonly kind: 'mouse' | 'touch';
  readonly hit: Hit | null;
  readonly tool: Tool;
  readonly deed: Deed;
  readonly start: Place;
  /** The instant that was pressed. */
  readonly at: Instant;
  /** What was selected then. */
  readonly marked: Marked | null;
  /** Where the pointer was last, and where the hand is: there too, unless Shift slowed it down on the way. */
  pointed: Place;
  hand: Place;
  fine: boolean;
  /** The earliest and the latest instant that the hand came to. */
  from: Instant;
  to: Instant;
  moved: boolean;
  drag: Drag | null;
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
interface Around {
  readonly track: Track;
  readonly blocks: readonly Block[];
  readonly gutters: Gutters;
  readonly tool: Tool;
}

const WHEEL_ZOOMS = { wheelZooms: true };

export function useTrackPointer(
  { chart, axis, box }: Parts,
  now: Around,
): { readonly handlers: TrackHandlers; readonly hot: Hot | null } {
  const store = useStoreApi();
  const actions = useActions();
  const panning = useChartPointer(chart, WHEEL_ZOOMS);
  const [hot, setHot] = useState<Hot | null>(null);
  const around = useRef(now);
  useEffect(() => {
    around.current = now;
  });

  const { handlers, leave } = useMemo(() => {
    let press: Press | null = null;
    /** The click that follows is not the button's: the hand did something else. */
    let clickIsOurs = false;
    /** The press has put the focus where it belongs, whatever the pointer was over. */
    let focusIsOurs = false;

    const placeOf = (event: PointerEvent<HTMLElement>): Place => {
      const { left, top } = event.currentTarget.getBoundingClientRect();
      return { x: event.clientX - left - around.current.gutters.left, y: event.clientY - top };
    };
    /** Of a place within the run; one beside the plot counts as at its edge, so that what is held stays in sight. */
    const instantAt = (x: number): Instant => {
      const { track, gutters } = around.current;
      const inside = Math.max(0, Math.min(track.width, x)) + gutters.left;
      return Math.max(0, Math.min(track.end, chart.current?.instantAt(inside) ?? 0));
    };
    const perPixel = (): number => {
      const { range, width } = around.current.track;
      return (range.to - range.from) / width;
    };
    /** Requests by hand are on the millisecond; where a pixel is less than one, on its own step. */
    const unit = (): number => Math.min(MILLISECOND, readable(perPixel()));
    const hitBy = ({ x, y }: Place, touch: boolean): Hit | null =>
      hitAt(around.current.blocks, store.getState().scenario.traffic, around.current.track, { x, y, touch });
    const deedAt = (hit: Hit | null, tool: Tool): Deed => {
      const state = store.getState();
      return deedOf(hit, tool, markedOf(state), state.scenario.traffic, around.current.track.end);
    };

    const show = (element: HTMLElement, hit: Hit | null, deed: Deed, down: boolean): void => {
      element.style.cursor = cursorOf(deed, down);
      const grip = deed.does === 'drag' && deed.grip.of === 'phase' ? deed.grip : null;
      const next = grip !== null && hit?.on === 'block' ? { phase: hit.phase, part: hit.part } : null;
      setHot((before) => (before?.phase === next?.phase && before?.part === next?.part ? before : next));
    };

    /** What the hand makes of the scenario, or selects, where it is now. */
    const act = (held: Press): void => {
      held.frame = null;
      const at = instantAt(held.hand.x);
      held.from = Math.min(held.from, at);
      held.to = Math.max(held.to, at);
      const { deed } = held;
      switch (deed.does) {
        case 'paint':
          held.drag?.paint(painted(held, PAINT_PX * perPixel(), unit()));
          break;
        case 'box':
          drawBox(held.at, at);
          actions.mark(within(store.getState().scenario, Math.min(held.at, at), Math.max(held.at, at)));
          break;
        case 'drag': {
          const step = readable(perPixel() * (held.fine ? FINE : 1));
          const way = { by: at - held.at, up: held.start.y - held.hand.y, step };
          held.drag?.to(labelOf(deed.grip), (before) => dragged(before, deed.grip, way, around.current.track));
          showFigure(deed.grip);
          break;
        }
        case 'pan':
          break;
      }
    };
    const drawBox = (one: Instant, other: Instant): void => {
      const element = box.current;
      if (element === null) return;
      const [from, to] = [one, other].map((at) => (chart.current?.xOf(at) ?? 0) - around.current.gutters.left);
      element.hidden = false;
      element.style.left = `${Math.min(from as number, to as number)}px`;
      element.style.width = `${Math.abs((to as number) - (from as number))}px`;
    };
    const showFigure = (grip: Grip): void => {
      const { end, range } = around.current.track;
      const figure = figureOf(store.getState().scenario, grip, end);
      const at = figure === null ? null : Math.max(range.from, Math.min(range.to, figure.at));
      axis.current?.setChip(at, figure?.text);
    };

    const begin = (held: Press, element: HTMLElement): void => {
      held.moved = true;
      element.setPointerCapture(held.pointer);
      const { deed } = held;
      if (deed.does === 'drag' && deed.grip.of === 'several') actions.mark(deed.grip.several);
      else if (deed.does === 'drag') actions.mark(null);
      if (deed.does === 'drag' || deed.does === 'paint') held.drag = actions.startDrag();
    };
    /** No press any more, and nothing of it on the screen. */
    const letGo = (): void => {
      const frame = press?.frame ?? null;
      if (frame !== null) cancelAnimationFrame(frame);
      press = null;
      removeEventListener('keydown', escape, true);
      axis.current?.setChip(null);
      if (box.current !== null) box.current.hidden = true;
    };
    const abandon = (): void => {
      if (press === null) return;
      press.drag?.takeBack();
      if (press.moved && press.deed.does !== 'pan') actions.mark(press.marked);
      letGo();
    };
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || press?.moved !== true || press.deed.does === 'pan') return;
      event.preventDefault();
      event.stopPropagation();
      abandon();
      clickIsOurs = true;
    };

    const finish = (held: Press): void => {
      if (held.frame !== null) cancelAnimationFrame(held.frame);
      act(held);
      const { scenario } = store.getState();
      if (held.deed.does === 'box') saySelected(markedOf(store.getState()));
      else if (held.drag?.made() !== true) return;
      else if (held.deed.does === 'drag') actions.say(doneWords(scenario, held.deed.grip));
      else if (held.deed.does === 'paint') {
        const count = painted(held, PAINT_PX * perPixel(), unit()).length;
        actions.say(`Painted ${counted(count, 'request')}. Ctrl+Z takes ${count === 1 ? 'it' : 'them'} back.`);
      }
    };
    const saySelected = (marked: Marked | null): void =>
      actions.say(
        marked === null
          ? 'Nothing lies wholly in there.'
          : `${severalWords(marked)} selected. Arrow keys move, Delete removes, Esc lets go.`,
      );

    /** @returns whether the click is done with: else it is the pressed button's */
    const click = ({ hit, tool, at, marked }: Press): boolean => {
      const { traffic } = store.getState().scenario;
      // What is beside a block, however near, is a place of its own.
      const on = hit?.on === 'block' && !hit.inside ? null : hit;
      if (tool === 'select') {
        actions.mark(on === null ? null : toggled(marked, on, traffic));
        saySelectedOrNot();
        return true;
      }
      if (tool === 'paint' || on === null) {
        if (tool === 'move' && marked !== null) actions.mark(null);
        else actions.place(at, unit());
        return true;
      }
      actions.mark(on.on === 'request' ? toggled(null, on, traffic) : null);
      return on.on === 'request';
    };
    const saySelectedOrNot = (): void => {
      const marked = markedOf(store.getState());
      if (marked !== null) saySelected(marked);
    };

    const down = (event: PointerEvent<HTMLElement>): void => {
      clickIsOurs = false;
      if (event.button !== 0) return;
      const touch = event.pointerType === 'touch';
      if (press !== null || touch) panning.onPointerDown(event);
      // A second finger: both zoom, and the first one's work is undone.
      if (press !== null) {
        abandon();
        return;
      }
      const start = placeOf(event);
      const tool = toolOf(around.current.tool, event);
      const hit = hitBy(start, touch);
      const deed = deedAt(hit, tool);
      const at = instantAt(start.x);
      press = {
        pointer: event.pointerId,
        kind: touch ? 'touch' : 'mouse',
        hit,
        tool,
        deed,
        start,
        at,
        marked: markedOf(store.getState()),
        pointed: start,
        hand: start,
        fine: false,
        from: at,
        to: at,
        moved: false,
        drag: null,
        frame: null,
      };
      addEventListener('keydown', escape, true);
      if (deed.does === 'pan' && !touch) panning.onPointerDown(event);
      const phase = deed.does === 'drag' && deed.grip.of === 'phase' ? deed.grip.phase : null;
      if (phase !== null) actions.choosePhase(phase);
      // Keys go on with what the hand had: a block, or what is selected.
      const block = event.currentTarget.querySelector<HTMLElement>(`[data-phase="${phase}"]`);
      // The browser gives a pressed button the focus, and knows that no ring is wanted there.
      focusIsOurs = block === null || !block.contains(event.target as Node);
      if (focusIsOurs) (block ?? event.currentTarget).focus({ preventScroll: true });
      show(event.currentTarget, hit, deed, true);
    };

    const move = (event: PointerEvent<HTMLElement>): void => {
      panning.onPointerMove(event);
      const pointed = placeOf(event);
      const held = press;
      if (held === null) {
        if (event.pointerType === 'touch') return;
        const hit = hitBy(pointed, false);
        show(event.currentTarget, hit, deedAt(hit, toolOf(around.current.tool, event)), false);
        return;
      }
      if (held.pointer !== event.pointerId) return;
      if (!held.moved) {
        const far = Math.hypot(pointed.x - held.start.x, pointed.y - held.start.y);
        if (far < CLICK_PX[held.kind]) return;
        begin(held, event.currentTarget);
      }
      held.fine = event.shiftKey && held.deed.does === 'drag';
      const share = held.fine ? FINE : 1;
      held.hand = {
        x: held.hand.x + (pointed.x - held.pointed.x) * share,
        y: held.hand.y + (pointed.y - held.pointed.y) * share,
      };
      held.pointed = pointed;
      held.frame ??= requestAnimationFrame(() => act(held));
    };

    const up = (event: PointerEvent<HTMLElement>): void => {
      panning.onPointerUp(event);
      const held = press;
      if (held === null || held.pointer !== event.pointerId) return;
      if (held.moved) {
        finish(held);
        clickIsOurs = true;
      } else clickIsOurs = click(held);
      letGo();
    };

    return {
      leave: abandon,
      handlers: {
        onPointerDown: down,
        onPointerMove: move,
        onPointerUp: up,
        onPointerCancel(event) {
          panning.onPointerCancel(event);
          abandon();
        },
        onPointerLeave(event) {
          panning.onPointerLeave(event);
          if (press === null) setHot(null);
        },
        onMouseDown(event) {
          if (focusIsOurs && event.button === 0) event.preventDefault();
        },
        onClickCapture(event) {
          // A button that is pressed by key is clicked without a hand.
          if (clickIsOurs && event.detail > 0) event.stopPropagation();
          clickIsOurs = false;
        },
      } satisfies TrackHandlers,
    };
  }, [chart, axis, box, store, actions, panning]);

  useEffect(() => leave, [leave]);
  return { handlers, hot };
}

/** A request at the press and each so many microseconds from there, as far as the hand came either way. */
function painted({ at, from, to }: Press, apart: number, unit: number): readonly Instant[] {
  const instants: Instant[] = [];
  for (let k = -Math.floor((at - from) / apart); at + k * apart <= to; k++) {
    instants.push(Math.round((at + k * apart) / unit) * unit);
  }
  return instants;
}

const CURSORS: Readonly<Record<Part, string>> = {
  body: 'grab',
  from: 'ew-resize',
  to: 'ew-resize',
  rate: 'ns-resize',
  first: 'ns-resize',
  last: 'ns-resize',
};

function cursorOf(deed: Deed, down: boolean): string {
  if (deed.does !== 'drag') return 'crosshair';
  const cursor = deed.grip.of === 'several' ? 'grab' : CURSORS[deed.grip.part];
  return down && cursor === 'grab' ? 'grabbing' : cursor;
}
