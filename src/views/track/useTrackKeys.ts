/**
 * The keys of the track: of the block that has the focus, or of what is selected when the track itself has it. A held
 * key is one undo step, and says what it did when it is let go.
 */
import { useEffect, useMemo, useRef, type KeyboardEvent } from 'react';
import type { Instant, Scenario } from '../../sim/index.ts';
import { useActions, useStoreApi } from '../../store/playgroundContext.tsx';
import { currentPhaseSelection } from '../../store/selectors.ts';
import { phaseSpan, withItemsMoved, withPhaseRate, phaseRates, withPhaseEnd } from '../../store/trafficEdits.ts';
import { useUndoGesture } from '../hooks/useUndoGesture.ts';
import type { TrackGeometry } from './blockLayout.ts';
import { dragText, dragLabel, singlePhase, type DragTarget } from './drags.ts';
import { instantsOfItems } from './timesRequests.ts';
import { nextNiceCount, nextNiceNumber, niceStep, shiftToNextStep } from '../format/niceSteps.ts';

/** A key moves by a readable step of at least so many pixels. */
const MIN_STEP_PX = 4;
/** What a key moves out of sight comes back into it by this share of the range. */
const REVEAL_MARGIN = 0.1;

export interface TrackKeys {
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly onKeyUp: () => void;
  readonly onBlur: () => void;
}

export function useTrackKeys(geometry: TrackGeometry): TrackKeys {
  const store = useStoreApi();
  const actions = useActions();
  const gesture = useUndoGesture();
  const track = useRef(geometry);
  const gestureRef = useRef(gesture);
  useEffect(() => {
    track.current = geometry;
    gestureRef.current = gesture;
  });

  return useMemo((): TrackKeys => {
    /** What is said when the key is let go. */
    let changed: DragTarget | null = null;

    /** All that is selected where the focused block is of it; else that block alone; on the track itself, what is selected. */
    const targetOf = (element: HTMLElement): DragTarget | null => {
      const state = store.getState();
      const phaseSelection = currentPhaseSelection(state);
      const own = element.dataset['phase'];
      const { traffic } = state.scenario;
      const { runEnd } = track.current;
      if (own !== undefined && phaseSelection?.phases.includes(Number(own)) !== true) {
        return { kind: 'phase', phase: Number(own), part: 'body' };
      }
      if (phaseSelection === null) return null;
      const firsts = phaseSelection.phases.map((phase) => phaseSpan(traffic[phase]!, runEnd)?.from ?? Infinity);
      const first = Math.min(instantsOfItems(traffic, phaseSelection)?.[0] ?? Infinity, ...firsts);
      return { kind: 'several', items: phaseSelection, at: first };
    };

    const change = (grip: DragTarget, edit: (scenario: Scenario) => Scenario): void => {
      const before = store.getState().scenario;
      actions.redraw(dragLabel(grip), edit, gestureRef.current.id());
      if (store.getState().scenario !== before) changed = grip;
    };

    const moveBy = (grip: DragTarget, direction: 1 | -1, stretches: boolean): void => {
      const { range, width } = track.current;
      const step = niceStep(((range.to - range.from) / width) * MIN_STEP_PX);
      if (grip.kind === 'several') {
        if (!stretches)
          change(grip, (scenario) => withItemsMoved(scenario, grip.items, shiftToNextStep(grip.at, step, direction)));
        return;
      }
      const { phase } = grip;
      const { from, to } = extentAt(phase);
      if (stretches) {
        change(grip, (scenario) =>
          withPhaseEnd(scenario, phase, 'to', to + shiftToNextStep(to, step, direction), step),
        );
        reveal(extentAt(phase).to);
      } else {
        change(grip, (scenario) =>
          withItemsMoved(scenario, singlePhase(phase), shiftToNextStep(from, step, direction)),
        );
        reveal(extentAt(phase).from);
      }
    };
    const extentAt = (phase: number) => {
      const entry = store.getState().scenario.traffic[phase];
      return (entry && phaseSpan(entry, track.current.runEnd)) ?? { from: 0, to: 0 };
    };
    const reveal = (at: Instant): void => {
      const { range } = store.getState();
      const length = range.to - range.from;
      const from =
        at < range.from ? at - REVEAL_MARGIN * length : at > range.to ? at - (1 - REVEAL_MARGIN) * length : range.from;
      if (from !== range.from) actions.setRange({ from, to: from + length });
    };

    const changeRate = (grip: DragTarget, direction: 1 | -1): void => {
      if (grip.kind === 'phase') change(grip, (scenario) => withNextRate(scenario, grip.phase, direction));
    };

    const remove = (grip: DragTarget, element: HTMLElement): void => {
      const area = element.closest<HTMLElement>('[data-track]');
      const place = blocksIn(area).indexOf(element);
      const byKey = element.matches(':focus-visible');
      gestureRef.current.end();
      changed = null;
      if (grip.kind === 'several') actions.removeMarked();
      else actions.removePhase(grip.phase);
      if (place < 0) return;
      // The block that had the focus is gone: whoever goes by key is at the next one, a hand is on the track.
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body && !area?.contains(document.activeElement)) return;
        const left = blocksIn(area);
        const next = byKey ? left[Math.min(place, left.length - 1)] : undefined;
        (next ?? area)?.focus({ preventScroll: true });
      });
    };

    const finish = (): void => {
      gestureRef.current.end();
      if (changed === null) return;
      const words = dragText(store.getState().scenario, changed);
      changed = null;
      actions.say(words);
    };

    return {
      onKeyDown(event) {
        if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return;
        const { target, key, shiftKey } = event;
        const grip = targetOf(target);
        if (grip === null) return;
        const action: Readonly<Record<string, () => void>> = {
          ArrowLeft: () => moveBy(grip, -1, shiftKey),
          ArrowRight: () => moveBy(grip, 1, shiftKey),
          ArrowUp: () => changeRate(grip, 1),
          ArrowDown: () => changeRate(grip, -1),
          Delete: () => remove(grip, target),
          Backspace: () => remove(grip, target),
        };
        if (!Object.hasOwn(action, key)) return;
        event.preventDefault();
        // A key that is held down removes one thing, not all.
        if (!event.repeat || key.startsWith('Arrow')) action[key]?.();
      },
      onKeyUp: finish,
      onBlur: finish,
    };
  }, [store, actions]);
}

/** Faster or slower by a readable figure; of a ramp both rates, unless one is nothing, and of a burst the count. */
function withNextRate(scenario: Scenario, phase: number, direction: 1 | -1): Scenario {
  const entry = scenario.traffic[phase]!;
  if (entry.kind === 'burst') {
    const [rate = 1] = phaseRates(entry);
    return withPhaseRate(scenario, phase, 0, (nextNiceCount(entry.count, direction) / entry.count) * rate);
  }
  return phaseRates(entry).reduce<Scenario>(
    (next, rate, which) =>
      rate === 0 ? next : withPhaseRate(next, phase, which === 1 ? 1 : 0, nextNiceNumber(rate, direction)),
    scenario,
  );
}

function blocksIn(area: HTMLElement | null): HTMLElement[] {
  return [...(area?.querySelectorAll<HTMLElement>('[data-phase]') ?? [])];
}
