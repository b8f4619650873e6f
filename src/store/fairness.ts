/** Keeps up who got how much while the drawer shows it: asked again for another run, range, lane or width. */
import type { StoreApi } from 'zustand/vanilla';
import type { Fairness, FairnessQuery } from '../sim/index.ts';
import { laneIndexInResult } from './selectors.ts';
import type { State } from './state.ts';

/** Keys that are shown by name, the busiest; the others are shown together. */
const MAX_KEYS = 20;

/** What an answer depends on. */
const QUERY_INPUTS = ['drawer', 'result', 'range', 'focusedLane', 'keyStripColumns', 'canQuery'] as const;

/** The part of the store that this takes. */
interface FairnessHost extends Pick<StoreApi<State>, 'getState' | 'setState' | 'subscribe'> {
  ask(kind: 'fairness', question: { readonly query: FairnessQuery }, take: (answer: Fairness) => void): void;
}

export function watchFairness(host: FairnessHost): void {
  const refresh = (state: State): void => {
    const { drawer, result, range, keyStripColumns: columns, canQuery } = state;
    if (drawer !== 'fairness' || result === null || !canQuery) return;
    const lane = laneIndexInResult(state, state.focusedLane);
    if (lane < 0) return;
    host.ask('fairness', { query: { lane, ...range, columns, maxKeys: MAX_KEYS } }, (answer) => {
      // Another run asks for itself.
      if (host.getState().result === result) host.setState({ fairness: { result, lane, range, answer } });
    });
  };
  host.subscribe((state, before) => {
    if (QUERY_INPUTS.some((part) => state[part] !== before[part])) refresh(state);
  });
}
