/**
 * Keyboard handling of the track: for the focused block, or for the selection when the track itself is focused. A held
 * key is one undo step; the status line reports it on release.
 */
import type { KeyboardEvent } from 'react';
import type { Duration, Instant, Scenario, TimeSpan } from '../../sim/index.ts';
import type { Actions } from '../../store/actions.ts';
import type { ReadableStore } from '../../store/store.ts';
import { currentPhaseSelection } from '../../store/selectors.ts';
import type { Range, State } from '../../store/state.ts';
import { phaseSpan, withItemsMoved, withPhaseRate, phaseRates, withPhaseEnd } from '../../store/trafficEdits.ts';
import { createUndoGesture } from '../hooks/useUndoGesture.ts';
import type { TrackGeometry } from './blockLayout.ts';
import { dragText, dragLabel, singlePhase, type DragTarget } from './drags.ts';
import { instantsOfItems } from './timesRequests.ts';
import { nextNiceCount, nextNiceNumber, niceStep, shiftToNextStep } from '../format/niceSteps.ts';

/** Minimum step of a key press, px; the step is rounded up to a readable figure. */
export const MIN_STEP_PX = 4;
/** When a key moves an item out of the visible range, the range shifts by this share. */
const REVEAL_MARGIN = 0.1;

export interface TrackKeys {
  /** @param track as it is placed now */
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>, track: TrackGeometry) => void;
  readonly onKeyUp: () => void;
  readonly onBlur: () => void;
}

export function createTrackKeys(store: ReadableStore, actions: Actions): TrackKeys {
  const gesture = createUndoGesture();
  /** What the key that is down has changed, for the status line. */
  let changed: DragTarget | null = null;

  const change = (target: DragTarget, edit: (scenario: Scenario) => Scenario): void => {
    const before = store.getState().scenario;
    actions.redraw(dragLabel(target), edit, gesture.id());
    if (store.getState().scenario !== before) changed = target;
  };
  const reveal = (at: Instant): void => {
    const { range } = store.getState();
    const next = rangeRevealing(at, range);
    if (next !== range) actions.setRange(next);
  };
  const moveBy = (target: DragTarget, direction: 1 | -1, stretches: boolean, track: TrackGeometry): void => {
    const { range, width, runEnd } = track;
    const step = niceStep(((range.to - range.from) / width) * MIN_STEP_PX);
    const shift = (at: Instant): Duration => shiftToNextStep(at, step, direction);
    if (target.kind === 'several') {
      if (!stretches) change(target, (scenario) => withItemsMoved(scenario, target.items, shift(target.at)));
      return;
    }
    const { phase } = target;
    const span = (): TimeSpan => spanOf(store.getState().scenario, phase, runEnd);
    const { from, to } = span();
    change(target, (scenario) =>
      stretches
        ? withPhaseEnd(scenario, phase, 'to', to + shift(to), step)
        : withItemsMoved(scenario, singlePhase(phase), shift(from)),
    );
    reveal(stretches ? span().to : span().from);
  };
  const changeRate = (target: DragTarget, direction: 1 | -1): void => {
    if (target.kind === 'phase') change(target, (scenario) => withNextRate(scenario, target.phase, direction));
  };
  const remove = (target: DragTarget, element: HTMLElement): void => {
    const refocus = focusAfterRemovalOf(element);
    gesture.end();
    changed = null;
    if (target.kind === 'several') actions.removeMarked();
    else actions.removePhase(target.phase);
    requestAnimationFrame(refocus);
  };
  const finish = (): void => {
    gesture.end();
    if (changed === null) return;
    const text = dragText(store.getState().scenario, changed);
    changed = null;
    actions.say(text, 'undoes this');
  };

  return {
    onKeyDown(event, track) {
      if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return;
      const { target: element, key, shiftKey } = event;
      const target = targetOf(element, store.getState(), track.runEnd);
      if (target === null) return;
      const action: Readonly<Record<string, () => void>> = {
        ArrowLeft: () => moveBy(target, -1, shiftKey, track),
        ArrowRight: () => moveBy(target, 1, shiftKey, track),
        ArrowUp: () => changeRate(target, 1),
        ArrowDown: () => changeRate(target, -1),
        Delete: () => remove(target, element),
        Backspace: () => remove(target, element),
      };
      if (!Object.hasOwn(action, key)) return;
      event.preventDefault();
      // A held key removes one item, not all.
      if (!event.repeat || key.startsWith('Arrow')) action[key]?.();
    },
    onKeyUp: finish,
    onBlur: finish,
  };
}

/** The selection if it contains the focused block or the track itself is focused; else that block alone. */
function targetOf(element: HTMLElement, state: State, runEnd: Instant): DragTarget | null {
  const selection = currentPhaseSelection(state);
  const own = element.dataset['phase'];
  if (own !== undefined && selection?.phases.includes(Number(own)) !== true) {
    return { kind: 'phase', phase: Number(own), part: 'body' };
  }
  if (selection === null) return null;
  const { traffic } = state.scenario;
  const firsts = selection.phases.map((phase) => phaseSpan(traffic[phase]!, runEnd)?.from ?? Infinity);
  const first = Math.min(instantsOfItems(traffic, selection)?.[0] ?? Infinity, ...firsts);
  return { kind: 'several', items: selection, at: first };
}

function spanOf({ traffic }: Scenario, phase: number, runEnd: Instant): TimeSpan {
  const entry = traffic[phase];
  return (entry && phaseSpan(entry, runEnd)) ?? { from: 0, to: 0 };
}

/** Returns the same range if the instant is visible. */
export function rangeRevealing(at: Instant, range: Range): Range {
  const length = range.to - range.from;
  if (at >= range.from && at <= range.to) return range;
  const from = at - (at < range.from ? REVEAL_MARGIN : 1 - REVEAL_MARGIN) * length;
  return { from, to: from + length };
}

/**
 * Moves the focus from a block that is about to be removed: to the next one if it was reached by keyboard, else to the
 * track.
 *
 * @returns a function to call once the block is removed
 */
function focusAfterRemovalOf(element: HTMLElement): () => void {
  const area = element.closest<HTMLElement>('[data-track]');
  const place = blocksIn(area).indexOf(element);
  const byKey = element.matches(':focus-visible');
  return () => {
    if (place < 0) return;
    if (document.activeElement !== document.body && !area?.contains(document.activeElement)) return;
    const left = blocksIn(area);
    const next = byKey ? left[Math.min(place, left.length - 1)] : undefined;
    (next ?? area)?.focus({ preventScroll: true });
  };
}

/** Steps the rate to the next readable figure; for a ramp both rates, unless one is 0, for a burst the count. */
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
