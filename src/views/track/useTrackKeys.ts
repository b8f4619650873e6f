/**
 * The keys of the track: of the block that has the focus, or of what is selected when the track itself has it. A held
 * key is one undo step, and says what it did when it is let go.
 */
import { useEffect, useMemo, useRef, type KeyboardEvent } from 'react';
import type { Instant, Scenario } from '../../sim/index.ts';
import { useActions, useStoreApi } from '../../store/react.tsx';
import { markedOf } from '../../store/selectors.ts';
import { extentOf, moved, paced, ratesOf, stretched } from '../../store/trafficEdits.ts';
import { useGesture } from '../hooks/useGesture.ts';
import type { Track } from './blocks.ts';
import { doneWords, labelOf, only, type Grip } from './drags.ts';
import { instantsOf } from './requests.ts';
import { nextCount, nextFigure, readable, stepFrom } from './steps.ts';

/** A key moves by a readable step of at least so many pixels. */
const STEP_PX = 4;
/** What a key moves out of sight comes back into it by this share of the range. */
const BESIDE = 0.1;

export interface TrackKeys {
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly onKeyUp: () => void;
  readonly onBlur: () => void;
}

export function useTrackKeys(now: Track): TrackKeys {
  const store = useStoreApi();
  const actions = useActions();
  const gesture = useGesture();
  const track = useRef(now);
  const names = useRef(gesture);
  useEffect(() => {
    track.current = now;
    names.current = gesture;
  });

  return useMemo((): TrackKeys => {
    /** What is said when the key is let go. */
    let changed: Grip | null = null;

    /** All that is selected where the focused block is of it; else that block alone; on the track itself, what is selected. */
    const gripOf = (element: HTMLElement): Grip | null => {
      const state = store.getState();
      const marked = markedOf(state);
      const own = element.dataset['phase'];
      const { traffic } = state.scenario;
      const { end } = track.current;
      if (own !== undefined && marked?.phases.includes(Number(own)) !== true) {
        return { of: 'phase', phase: Number(own), part: 'body' };
      }
      if (marked === null) return null;
      const firsts = marked.phases.map((phase) => extentOf(traffic[phase]!, end)?.from ?? Infinity);
      const first = Math.min(instantsOf(traffic, marked)?.[0] ?? Infinity, ...firsts);
      return { of: 'several', several: marked, at: first };
    };

    const change = (grip: Grip, make: (scenario: Scenario) => Scenario): void => {
      const before = store.getState().scenario;
      actions.redraw(labelOf(grip), make, names.current.name());
      if (store.getState().scenario !== before) changed = grip;
    };

    const moveBy = (grip: Grip, direction: 1 | -1, end: boolean): void => {
      const { range, width } = track.current;
      const step = readable(((range.to - range.from) / width) * STEP_PX);
      if (grip.of === 'several') {
        if (!end) change(grip, (scenario) => moved(scenario, grip.several, stepFrom(grip.at, step, direction)));
        return;
      }
      const { phase } = grip;
      const { from, to } = extentAt(phase);
      if (end) {
        change(grip, (scenario) => stretched(scenario, phase, 'to', to + stepFrom(to, step, direction), step));
        reveal(extentAt(phase).to);
      } else {
        change(grip, (scenario) => moved(scenario, only(phase), stepFrom(from, step, direction)));
        reveal(extentAt(phase).from);
      }
    };
    const extentAt = (phase: number) => {
      const entry = store.getState().scenario.traffic[phase];
      return (entry && extentOf(entry, track.current.end)) ?? { from: 0, to: 0 };
    };
    const reveal = (at: Instant): void => {
      const { range } = store.getState();
      const length = range.to - range.from;
      const from = at < range.from ? at - BESIDE * length : at > range.to ? at - (1 - BESIDE) * length : range.from;
      if (from !== range.from) actions.setRange({ from, to: from + length });
    };

    const raise = (grip: Grip, direction: 1 | -1): void => {
      if (grip.of === 'phase') change(grip, (scenario) => raised(scenario, grip.phase, direction));
    };

    const remove = (grip: Grip, element: HTMLElement): void => {
      const area = element.closest<HTMLElement>('[data-track]');
      const place = blocksIn(area).indexOf(element);
      const byKey = element.matches(':focus-visible');
      names.current.end();
      changed = null;
      if (grip.of === 'several') actions.removeMarked();
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
      names.current.end();
      if (changed === null) return;
      const words = doneWords(store.getState().scenario, changed);
      changed = null;
      actions.say(words);
    };

    return {
      onKeyDown(event) {
        if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return;
        const { target, key, shiftKey } = event;
        const grip = gripOf(target);
        if (grip === null) return;
        const action: Readonly<Record<string, () => void>> = {
          ArrowLeft: () => moveBy(grip, -1, shiftKey),
          ArrowRight: () => moveBy(grip, 1, shiftKey),
          ArrowUp: () => raise(grip, 1),
          ArrowDown: () => raise(grip, -1),
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
function raised(scenario: Scenario, phase: number, direction: 1 | -1): Scenario {
  const entry = scenario.traffic[phase]!;
  if (entry.kind === 'burst') {
    const [rate = 1] = ratesOf(entry);
    return paced(scenario, phase, 0, (nextCount(entry.count, direction) / entry.count) * rate);
  }
  return ratesOf(entry).reduce<Scenario>(
    (next, rate, which) => (rate === 0 ? next : paced(next, phase, which === 1 ? 1 : 0, nextFigure(rate, direction))),
    scenario,
  );
}

function blocksIn(area: HTMLElement | null): HTMLElement[] {
  return [...(area?.querySelectorAll<HTMLElement>('[data-phase]') ?? [])];
}
