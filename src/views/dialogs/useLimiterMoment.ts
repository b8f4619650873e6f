/** The state of a limiter at the playhead, for its card: that of a lane, or of a preview on the scenario's traffic. */
import { useEffect, useRef, useState } from 'react';
import { limiterById, type Instant, type KeySnapshot } from '../../sim/index.ts';
import { newLane } from '../../store/scenarioEdits.ts';
import { useAppState, useStoreApi } from '../../store/playgroundContext.tsx';
import { momentOf } from '../../store/selectors.ts';
import type { State } from '../../store/state.ts';

/** A state and the instant that it belongs to; or why there is none. */
export type LimiterMoment = { readonly snapshot: KeySnapshot; readonly at: Instant } | { readonly problem: string };

/** A scheme has no state of its own, only that of the nodes that run it. */
const NO_PREVIEW: LimiterMoment = {
  problem: 'Not used in any lane. Add a lane with it to see what each node admits.',
};

/** The index of the lane that a card shows: the preferred lane if it runs this limiter, else the first that does. */
export function useLaneOfLimiter(limiter: string, preferredLane: number | null): number | null {
  return useAppState(({ scenario: { lanes } }) => {
    if (preferredLane !== null && lanes[preferredLane]?.limiter === limiter) return preferredLane;
    const first = lanes.findIndex((lane) => lane.limiter === limiter);
    return first < 0 ? null : first;
  });
}

/**
 * The moment as React state, updated when the playhead rests; null until there is one. During playback every further
 * moment goes to `onPlaying` instead. Remount the component for another limiter or lane.
 */
export function useLimiterMoment(
  limiter: string,
  lane: number | null,
  onPlaying: (snapshot: KeySnapshot) => void,
): LimiterMoment | null {
  const store = useStoreApi();
  const [atRest, setAtRest] = useState<LimiterMoment | null>(null);
  const hasMoment = useRef(false);

  useEffect(() => {
    const show: ShowMoment = (next) => {
      const moving = store.getState().playing && hasMoment.current;
      hasMoment.current = next !== null && 'snapshot' in next;
      // The first moment goes to React even while playing, so that there is something to read.
      if (moving && next !== null && 'snapshot' in next) onPlaying(next.snapshot);
      else setAtRest((now) => (sameRefusal(now, next) ? now : next));
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

/** Whether both are the same problem: then there is nothing to re-render. */
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
  const update = (state: State): void => {
    const snapshot = momentOf(state, lane);
    show(snapshot === null ? null : { snapshot, at: state.momentsAt });
  };
  update(store.getState());
  return store.subscribe((state, before) => {
    if (state.moments !== before.moments || state.playing !== before.playing) update(state);
  });
}

/** Asks the worker whenever the playhead moves or anything else that the preview depends on changes. */
function watchPreview(store: Store, limiter: string, show: ShowMoment): () => void {
  let ended = false;
  const ask = (): void => {
    const { result, selection, shownKey, scenario } = store.getState();
    const { n, capacity = n } = scenario.policy;
    const lane = newLane(limiter, capacity);
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
