/** The state of a limiter at the playhead, for its card: a lane's own, or tried on the scenario's traffic. */
import { useEffect, useRef, useState } from 'react';
import type { Instant, StateMoment } from '../../sim/index.ts';
import { newLane } from '../../store/edits.ts';
import { useApp, useStoreApi } from '../../store/react.tsx';
import type { State } from '../../store/state.ts';

export interface CardMoment {
  readonly moment: StateMoment;
  readonly at: Instant;
}

/** The lane that a card is about: the one that was named, while it has this limiter, else the first that has it. */
export function useCardLane(limiter: string, named: number | null): number | null {
  return useApp(({ scenario: { lanes } }) => {
    if (named !== null && lanes[named]?.limiter === limiter) return named;
    const first = lanes.findIndex((lane) => lane.limiter === limiter);
    return first < 0 ? null : first;
  });
}

/**
 * The moment as React knows it, renewed when the playhead rests; null until there is one, or where the limiter cannot
 * run on this scenario. `live` hears of every other while it plays. Another limiter or lane is for another component.
 */
export function useCardMoment(
  limiter: string,
  lane: number | null,
  live: (moment: StateMoment) => void,
): CardMoment | null {
  const store = useStoreApi();
  const [resting, setResting] = useState<CardMoment | null>(null);
  const known = useRef(false);

  useEffect(() => {
    const show = (moment: StateMoment | null | undefined): void => {
      const { playing, at } = store.getState();
      // The first one is what there is to read until the playhead rests.
      if (moment && playing && known.current) live(moment);
      else setResting(moment ? { moment, at } : null);
      known.current = Boolean(moment);
    };
    return lane === null ? watchAudition(store, limiter, show) : watchLane(store, lane, show);
  }, [store, limiter, lane, live]);
  return resting;
}

type Store = ReturnType<typeof useStoreApi>;
type Show = (moment: StateMoment | null | undefined) => void;

function watchLane(store: Store, lane: number, show: Show): () => void {
  const tell = ({ moments }: State): void => show(moments?.[lane]);
  tell(store.getState());
  return store.subscribe((state, before) => {
    if (state.moments !== before.moments || state.playing !== before.playing) tell(state);
  });
}

/** Asks the worker at every move of the playhead, and when what it would answer may be another. */
function watchAudition(store: Store, limiter: string, show: Show): () => void {
  const lane = newLane(limiter);
  let ended = false;
  const ask = (): void => {
    const { result, selection, key } = store.getState();
    if (result === null) return;
    const { at } = store.player;
    const through = selection?.at === at ? selection.request : null;
    store.ask('audition', { lane, at, through, key }, (moment) => {
      if (!ended) show(moment);
    });
  };
  ask();
  const stops = [
    store.player.subscribe(ask),
    store.subscribe((state, before) => {
      const same = (['result', 'selection', 'key', 'playing'] as const).every((part) => state[part] === before[part]);
      if (!same) ask();
    }),
  ];
  return () => {
    ended = true;
    for (const stop of stops) stop();
  };
}
