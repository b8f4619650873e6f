/** Keeps up who got how much while the drawer shows it: asked again for another run, range, lane or width. */
import type { StoreApi } from 'zustand/vanilla';
import type { Fairness, FairnessLook } from '../sim/index.ts';
import { placeInResult } from './selectors.ts';
import type { State } from './state.ts';

/** Keys that are shown by name, the busiest; the others are shown together. */
const MOST_KEYS = 20;

/** What an answer depends on. */
const PARTS = ['drawer', 'result', 'range', 'lane', 'stripColumns', 'answering'] as const;

/** The part of the store that this takes. */
interface Host extends Pick<StoreApi<State>, 'getState' | 'setState' | 'subscribe'> {
  ask(kind: 'fairness', question: { readonly look: FairnessLook }, take: (answer: Fairness) => void): void;
}

export function watchShares(host: Host): void {
  const askAgain = (state: State): void => {
    const { drawer, result: run, range, stripColumns: columns, answering } = state;
    if (drawer !== 'fairness' || run === null || !answering) return;
    const lane = placeInResult(state, state.lane);
    if (lane < 0) return;
    host.ask('fairness', { look: { lane, ...range, columns, most: MOST_KEYS } }, (answer) => {
      // Another run asks for itself.
      if (host.getState().result === run) host.setState({ shares: { run, lane, range, answer } });
    });
  };
  host.subscribe((state, before) => {
    if (PARTS.some((part) => state[part] !== before[part])) askAgain(state);
  });
}
