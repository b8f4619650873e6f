/** Moves faults on the track, by pointer and by keys: a drag, or a key that is held, is one undo step. */
import { useRef, type KeyboardEvent, type MouseEvent, type PointerEvent, type RefObject } from 'react';
import { nodeName, SECOND, type Scenario } from '../../sim/index.ts';
import { useClusterActions } from '../../store/clusterHooks.ts';
import { nodeClock } from '../../store/clusterEdits.ts';
import { withFaultMoved, type FaultItem, type FaultPart } from '../../store/faultMoves.ts';
import { useActions, useStoreApi } from '../../store/playgroundContext.tsx';
import type { AxisHeaderHandle } from '../charts/AxisHeader.tsx';
import { niceStep, shiftToNextStep, snappedShift } from '../format/niceSteps.ts';
import { formatSeconds } from '../format/time.ts';
import { useUndoGesture } from '../hooks/useUndoGesture.ts';
import { useDrag, type Drag, type DragHandlers } from '../ui/useDrag.ts';
import type { TrackGeometry } from './blockLayout.ts';
import { faultEnd, faultMarks, faultPartAt, type FaultBar, type FaultMark } from './faultLayout.ts';
import { MIN_STEP_PX, rangeRevealing } from './trackKeys.ts';
import { FINE_FACTOR } from './trackPress.ts';

type Bar = HTMLButtonElement;

export interface FaultEditing extends DragHandlers<Bar> {
  readonly onKeyDown: (event: KeyboardEvent<Bar>) => void;
  readonly onKeyUp: () => void;
  readonly onBlur: () => void;
  readonly onClick: (event: MouseEvent<Bar>) => void;
}

/** @param bars as they are drawn; a bar's element has its place among them as `data-bar` */
export function useFaultEditing(
  bars: readonly FaultBar[],
  track: TrackGeometry,
  axis: RefObject<AxisHeaderHandle | null>,
): FaultEditing {
  const store = useStoreApi();
  const actions = useActions();
  const { removeFault, setClock } = useClusterActions();
  const gesture = useUndoGesture();
  /** Whether the last press became a drag, whose click opens no form. */
  const dragged = useRef(false);
  /** What the key that is down has moved, for the status line. */
  const moved = useRef<FaultItem | null>(null);

  const barOf = (element: Bar): FaultBar => bars[Number(element.dataset['bar'])] as FaultBar;
  const partAt = (event: PointerEvent<Bar>): FaultPart =>
    faultPartAt(barOf(event.currentTarget), event.clientX - event.currentTarget.getBoundingClientRect().left, track);
  const showInstant = (item: FaultItem, part: FaultPart): void => {
    const mark = markOf(store.getState().scenario, item);
    const at = mark === undefined ? null : faultEnd(mark, part, track.runEnd);
    axis.current?.setChip(at, at === null ? undefined : formatSeconds(at / SECOND));
  };
  const report = (item: FaultItem): void => {
    const mark = markOf(store.getState().scenario, item);
    if (mark !== undefined) actions.say(`${mark.name}.`, 'undoes this');
  };

  const drag = useDrag<Bar>((event): Drag => {
    dragged.current = false;
    // From the end of a bar, the first move is outside it.
    event.currentTarget.setPointerCapture(event.pointerId);
    const { mark } = barOf(event.currentTarget);
    const part = partAt(event);
    const anchor = faultEnd(mark, part, track.runEnd);
    const perPixel = (track.range.to - track.range.from) / track.width;
    let edit: ReturnType<typeof actions.startLaneDrag> | null = null;
    let pointer = event.clientX;
    /** How far it has been dragged, px; with Shift slower than the pointer. */
    let distance = 0;
    return {
      horizontal: true,
      onStart() {
        dragged.current = true;
        edit = actions.startLaneDrag();
      },
      onMove({ x, shiftKey }) {
        const share = shiftKey ? FINE_FACTOR : 1;
        distance += (x - pointer) * share;
        pointer = x;
        const step = niceStep(perPixel * share);
        const by = snappedShift(anchor, distance * perPixel, step);
        edit?.update(labelOf(mark), (before) => withFaultMoved(before, mark, part, by, step));
        showInstant(mark, part);
      },
      onEnd() {
        axis.current?.setChip(null);
        if (edit?.hasChanges() === true) report(mark);
      },
      onCancel() {
        edit?.revert();
        axis.current?.setChip(null);
      },
    };
  });

  const moveBy = (mark: FaultMark, part: FaultPart, direction: 1 | -1): void => {
    const { range, width, runEnd } = track;
    const step = niceStep(((range.to - range.from) / width) * MIN_STEP_PX);
    const by = shiftToNextStep(faultEnd(mark, part, runEnd), step, direction);
    const edit = (scenario: Scenario): Scenario => withFaultMoved(scenario, mark, part, by, step);
    if (!actions.editLanes(labelOf(mark), edit, gesture.id())) return;
    moved.current = mark;
    const now = markOf(store.getState().scenario, mark);
    if (now !== undefined) actions.setRange(rangeRevealing(faultEnd(now, part, runEnd), range));
  };
  const remove = ({ of, index }: FaultMark, element: Bar): void => {
    const { cluster } = store.getState().scenario;
    const refocus = focusAfterRemovalOf(element);
    if (of === 'fault') removeFault(index);
    else if (cluster !== undefined) {
      const { step: _, ...clock } = nodeClock(cluster, index);
      if (setClock(clock, null)) actions.say(`Removed the step of the clock of ${nodeName(index)}.`, 'undoes this');
    }
    requestAnimationFrame(refocus);
  };
  const finish = (): void => {
    gesture.end();
    if (moved.current !== null) report(moved.current);
    moved.current = null;
  };

  return {
    ...drag.handlers,
    onPointerMove(event) {
      drag.handlers.onPointerMove(event);
      if (!drag.isPressed()) event.currentTarget.style.cursor = partAt(event) === 'body' ? 'grab' : 'ew-resize';
    },
    onKeyDown(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const { mark } = barOf(event.currentTarget);
      const part = event.shiftKey ? 'to' : 'body';
      const action: Readonly<Record<string, () => void>> = {
        ArrowLeft: () => moveBy(mark, part, -1),
        ArrowRight: () => moveBy(mark, part, 1),
        Delete: () => remove(mark, event.currentTarget),
        Backspace: () => remove(mark, event.currentTarget),
      };
      if (!Object.hasOwn(action, event.key)) return;
      event.preventDefault();
      if (!event.repeat || event.key.startsWith('Arrow')) action[event.key]?.();
    },
    onKeyUp: finish,
    onBlur: finish,
    onClick({ currentTarget, detail }) {
      const { of, index } = barOf(currentTarget).mark;
      // A key clicks without a press before it.
      if (detail === 0 || !dragged.current) actions.editCluster({ of, index });
      dragged.current = false;
    },
  };
}

/** The fault, or the clock's step, as it is now. */
function markOf({ cluster }: Scenario, { of, index }: FaultItem): FaultMark | undefined {
  return cluster === undefined ? undefined : faultMarks(cluster).find((mark) => mark.of === of && mark.index === index);
}

/** Name of the undo step. */
function labelOf({ of, index }: FaultItem): string {
  return of === 'fault' ? `change of fault ${index + 1}` : 'change of a clock';
}

/** @returns a function that focuses the next bar, else the track, once the bar is removed */
function focusAfterRemovalOf(element: Bar): () => void {
  const region = element.closest('section');
  const bars = (): Bar[] => [...(region?.querySelectorAll<Bar>('[data-bar]') ?? [])];
  const place = bars().indexOf(element);
  return () => {
    const left = bars();
    const next = left[Math.min(place, left.length - 1)] ?? region?.querySelector<HTMLElement>('[data-track]');
    if (!element.isConnected) next?.focus({ preventScroll: true });
  };
}
