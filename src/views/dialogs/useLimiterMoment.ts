/** The state of a limiter at the playhead, for its card: a lane's own, or tried on the scenario's traffic. */
import { useEffect, useRef, useState } from 'react';
import { limiterById, type Instant, type KeySnapshot } from '../../sim/index.ts';
import { newLane } from '../../store/scenarioEdits.ts';
import { useAppState, useStoreApi } from '../../store/playgroundContext.tsx';
import type { State } from '../../store/state.ts';

/** A state, and the instant at which it was asked for; or why there is none. */
export type LimiterMoment = { readonly snapshot: KeySnapshot; readonly at: Instant } | { readonly problem: string };

/** A scheme's state is that of nodes which run it. */
const NO_PREVIEW: LimiterMoment = {
  problem: 'In no lane, so no node runs it. Add a lane with it to see what each node lets in.',
};

/** The lane that a card is about: the one that was named, while it has this limiter, else the first that has it. */
export function useLaneOfLimiter(limiter: string, preferredLane: number | null): number | null {
  return useAppState(({ scenario: { lanes } }) => {
    if (preferredLane !== null && lanes[preferredLane]?.limiter === limiter) return preferredLane;
    const first = lanes.findIndex((lane) => lane.limiter === limiter);
    return first < 0 ? null : first;
  });
}

/**
 * The moment as React knows it, renewed when the playhead rests; null until there is one. `live` hears of every other
 * while it plays. Another limiter or lane is for another component.
 */
export function useLimiterMoment(
  limiter: string,
  lane: number | null,
  onPlaying: (snapshot: KeySnapshot) => void,
): LimiterMoment | null {
  const store = useStoreApi();
  const [atRest, setResting] = useState<LimiterMoment | null>(null);
  const hasMoment = useRef(false);

  useEffect(() => {
    const show: ShowMoment = (next) => {
      const moving = store.getState().playing && hasMoment.current;
      hasMoment.current = next !== null && 'snapshot' in next;
      // The first one is what there is to read until the playhead rests.
      if (moving && next !== null && 'snapshot' in next) onPlaying(next.snapshot);
      else setResting((now) => (sameRefusal(now, next) ? now : next));
    };
    if (lane !== null) return watchLaneMoment(store, lane, show);
    if (limiterById(limiter) === undefined) {
      show(NO_PREVIEW);
      return undefined;
    }
    return watchPreview(store, limiter, show);
  }, [store, limiter, lane, onPlaying]);
  return atRest;
}

/** Said once, not anew for every frame that is played. */
function sameRefusal(previous: LimiterMoment | null, next: LimiterMoment | null): boolean {
  return (
    previous !== null &&
    next !== null &&
    'problem' in previous &&
    'problem' in next &&
    previous.problem === next.problem
  );
}

type Store = ReturnType<typeof useStoreApi>;
type ShowMoment = (next: LimiterMoment | null) => void;

function watchLaneMoment(store: Store, lane: number, show: ShowMoment): () => void {
  const tell = ({ moments, momentsAt }: State): void => {
    const snapshot = moments?.[lane];
    show(snapshot === undefined ? null : { snapshot, at: momentsAt });
  };
  tell(store.getState());
  return store.subscribe((state, before) => {
    if (state.moments !== before.moments || state.playing !== before.playing) tell(state);
  });
}

/** Asks the worker at every move of the playhead, and when what it would answer may be another. */
function watchPreview(store: Store, limiter: string, show: ShowMoment): () => void {
  const lane = newLane(limiter);
  let ended = false;
  const ask = (): void => {
    const { result, selection, shownKey } = store.getState();
    if (result === null) return;
    const { at } = store.player;
    const through = selection?.at === at ? selection : null;
    store.ask('preview', { lane, at, through, key: shownKey }, (answer) => {
      if (!ended) show('problem' in answer ? answer : { snapshot: answer, at });
    });
  };
  ask();
  const unsubscribers = [
    store.player.subscribe(ask),
    store.subscribe((state, before) => {
      const same = (['result', 'selection', 'shownKey', 'playing'] as const).every(
        (part) => state[part] === before[part],
      );
      if (!same) ask();
    }),
  ];
  return () => {
    ended = true;
    for (const stop of unsubscribers) stop();
  };
}
