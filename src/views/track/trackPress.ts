/** Handles a press on the track: a click, or a drag of any kind, which is one undo step. */
import type { Duration, Instant } from '../../sim/index.ts';
import type { Actions } from '../../store/actions.ts';
import type { PhaseSelection } from '../../store/state.ts';
import type { TrackDrag } from '../../store/trafficActions.ts';
import { itemsWithin, trafficItemsText } from '../../store/trafficEdits.ts';
import { pluralize } from '../format/numbers.ts';
import type { Drag } from '../ui/useDrag.ts';
import { applyDrag, dragLabel, dragText, type DragTarget } from './drags.ts';
import type { Hit } from './hitTest.ts';
import { niceStep } from '../format/niceSteps.ts';
import { toggleItems, type PointerAction, type TrackTool } from './pointerActions.ts';
import type { Point, TrackSurface } from './trackSurface.ts';

/** Distance between painted requests, px. */
const PAINT_SPACING_PX = 6;
/** With Shift held, a drag moves a tenth of the pointer's distance. */
export const FINE_FACTOR = 0.1;

export interface TrackPress {
  readonly surface: TrackSurface;
  readonly actions: Actions;
  readonly hit: Hit | null;
  readonly tool: TrackTool;
  readonly start: Point;
  /** The instant at the press. */
  readonly at: Instant;
  /** The selection at the press. */
  readonly selectionBefore: PhaseSelection | null;
}

export function dragFor(action: PointerAction, press: TrackPress): Drag {
  switch (action.kind) {
    case 'span':
      return {}; // the chart's own
    case 'paint':
      return paintDrag(press);
    case 'box':
      return boxDrag(press);
    case 'drag':
      return itemsDrag(press, action.target);
  }
}

function paintDrag({ surface, actions, at: pressed, selectionBefore }: TrackPress): Drag {
  let drag: TrackDrag | null = null;
  let from = pressed;
  let to = pressed;
  const painted = (): readonly Instant[] =>
    paintedInstants(pressed, from, to, PAINT_SPACING_PX * surface.microsPerPixel(), surface.requestStep());
  return {
    onStart() {
      drag = actions.startDrag();
    },
    onMove({ x, y }) {
      const at = surface.instantAt(surface.pointAt(x, y).x);
      from = Math.min(from, at);
      to = Math.max(to, at);
      drag?.paint(painted());
    },
    onEnd() {
      if (drag?.hasChanges() !== true) return;
      const count = painted().length;
      actions.say(`Painted ${pluralize(count, 'request')}.`, 'undoes this');
    },
    onCancel() {
      drag?.revert();
      actions.mark(selectionBefore);
    },
  };
}

/**
 * Places a request at the press and every `spacing` from there, as far as the pointer has reached in either direction.
 */
function paintedInstants(
  pressed: Instant,
  from: Instant,
  to: Instant,
  spacing: Duration,
  step: Duration,
): readonly Instant[] {
  const instants: Instant[] = [];
  for (let k = -Math.floor((pressed - from) / spacing); pressed + k * spacing <= to; k++) {
    instants.push(Math.round((pressed + k * spacing) / step) * step);
  }
  return instants;
}

function boxDrag({ surface, actions, at: pressed, selectionBefore }: TrackPress): Drag {
  return {
    onMove({ x, y }) {
      const at = surface.instantAt(surface.pointAt(x, y).x);
      surface.showBox(pressed, at);
      actions.mark(itemsWithin(surface.scenario, Math.min(pressed, at), Math.max(pressed, at)));
    },
    onEnd() {
      surface.hideBox();
      actions.say(selectionText(surface.selection));
    },
    onCancel() {
      surface.hideBox();
      actions.mark(selectionBefore);
    },
  };
}

function selectionText(selection: PhaseSelection | null): string {
  return selection === null
    ? 'Nothing selected.'
    : `${trafficItemsText(selection)} selected. Arrow keys move, Delete removes, Esc deselects.`;
}

function itemsDrag({ surface, actions, start, at: pressed, selectionBefore }: TrackPress, target: DragTarget): Drag {
  let drag: TrackDrag | null = null;
  let pointer = start;
  /** The dragged position; equals the pointer's unless Shift slowed the drag. */
  let held = start;
  return {
    onStart() {
      actions.mark(target.kind === 'several' ? target.items : null);
      drag = actions.startDrag();
    },
    onMove({ x, y, shiftKey }) {
      const next = surface.pointAt(x, y);
      const share = shiftKey ? FINE_FACTOR : 1;
      held = { x: held.x + (next.x - pointer.x) * share, y: held.y + (next.y - pointer.y) * share };
      pointer = next;
      const by = surface.instantAt(held.x) - pressed;
      const step = niceStep(surface.microsPerPixel() * share);
      drag?.update(dragLabel(target), (before) =>
        applyDrag(before, target, { by, up: start.y - held.y, step }, surface.track),
      );
      surface.showReadout(target);
    },
    onEnd() {
      surface.hideReadout();
      if (drag?.hasChanges() === true) actions.say(dragText(surface.scenario, target), 'undoes this');
    },
    onCancel() {
      drag?.revert();
      surface.hideReadout();
      actions.mark(selectionBefore);
    },
  };
}

/** @returns the phase whose form is to be opened, or null */
export function clickTrack({ surface, actions, hit, tool, at, selectionBefore }: TrackPress): number | null {
  const { traffic } = surface.scenario;
  // A click beside a block, however near, counts as the empty track.
  const on = hit?.on === 'block' && !hit.inside ? null : hit;
  if (tool === 'select') {
    actions.mark(on === null ? null : toggleItems(selectionBefore, on, traffic));
    if (surface.selection !== null) actions.say(selectionText(surface.selection));
    return null;
  }
  if (tool === 'paint') {
    actions.place(at, surface.requestStep());
    return null;
  }
  if (on === null) {
    if (selectionBefore === null) actions.scrub(at);
    else actions.mark(null);
    return null;
  }
  actions.mark(on.on === 'request' ? toggleItems(null, on, traffic) : null);
  return on.on === 'request' ? null : on.phase;
}
