/** The state of a limiter at the playhead, for its card: a lane's own, or tried on the scenario's traffic. */
import { useEffect, useRef, useState } from 'react';
import { limiterById, type Instant, type StateMoment } from '../../sim/index.ts';
import { newLane } from '../../store/edits.ts';
import { useApp, useStoreApi } from '../../store/react.tsx';
import type { State } from '../../store/state.ts';

/** A state, and the instant at which it was asked for; or why there is none. */
export type CardMoment = { readonly moment: StateMoment; readonly at: Instant } | { readonly refused: string };

/** A scheme's state is that of nodes which run it. */
const NO_AUDITION: CardMoment = {
  refused: 'In no lane, so no node runs it. Add a lane with it to see what each node lets in.',
};

/** The lane that a card is about: the one that was named, while it has this limiter, else the first that has it. */
export function useCardLane(limiter: string, named: number | null): number | null {
  return useApp(({ scenario: { lanes } }) => {
    if (named !== null && lanes[named]?.limiter === limiter) return named;
    const first = lanes.findIndex((lane) => lane.limiter === limiter);
    return first < 0 ? null : first;
  });
}

/**
 * The moment as React knows it, renewed when the playhead rests; null until there is one. `live` hears of every other
 * while it plays. Another limiter or lane is for another component.
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
    const show: Show = (next) => {
      const moving = store.getState().playing && known.current;
      known.current = next !== null && 'moment' in next;
      // The first one is what there is to read until the playhead rests.
      if (moving && next !== null && 'moment' in next) live(next.moment);
      else setResting((now) => (sameRefusal(now, next) ? now : next));
    };
    if (lane !== null) return watchLane(store, lane, show);
    if (limiterById(limiter) === undefined) {
      show(NO_AUDITION);
      return undefined;
    }
    return watchAudition(store, limiter, show);
  }, [store, limiter, lane, live]);
  return resting;
}

/** Said once, not anew for every frame that is played. */
function sameRefusal(now: CardMoment | null, next: CardMoment | null): boolean {
  return now !== null && next !== null && 'refused' in now && 'refused' in next && now.refused === next.refused;
}

type Store = ReturnType<typeof useStoreApi>;
type Show = (next: CardMoment | null) => void;

function watchLane(store: Store, lane: number, show: Show): () => void {
  const tell = ({ moments, momentsAt }: State): void => {
    const moment = moments?.[lane];
    show(moment === undefined ? null : { moment, at: momentsAt });
  };
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
    const through = selection?.at === at ? selection : null;
    store.ask('audition', { lane, at, through, key }, (answer) => {
      if (!ended) show('refused' in answer ? answer : { moment: answer, at });
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
