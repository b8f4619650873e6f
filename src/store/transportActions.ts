/** The playhead, and what is selected at it. */
import type { Conversation } from '../worker/client.ts';
import type { Desk } from './desk.ts';
import { comparedLanes } from './selectors.ts';
import type { State } from './state.ts';
import { createTurns } from './turns.ts';

/** Presses that may wait for the answer to an earlier one. */
const MOST_WAITING = 8;

/** Questions of where to go. */
type Way = 'step' | 'disagreement';

export function transportActions({ store, get, set, player, say, whenSettled, seek, select, selectIn }: Desk) {
  const turns = createTurns(MOST_WAITING);
  /** What the hand does now counts, and not what is still to come of earlier presses. */
  const byHand =
    <Args extends readonly unknown[]>(act: (...args: Args) => void) =>
    (...args: Args): void => {
      turns.forget();
      act(...args);
    };

  const play = byHand(() => {
    set({ playedThrough: false, selection: null });
    // Over again, from where the eyes are.
    if (player.at >= (get().result?.end ?? Infinity)) player.seek(get().range.from);
    player.play();
  });

  /**
   * Pauses, asks the run of the scenario as it stands where to go, and goes there.
   * @param question built in its turn; null when there is nothing to ask
   */
  const go = <W extends Way>(
    way: W,
    question: () => Conversation[W]['ask'] | null,
    take: (found: Conversation[W]['answer']) => void,
  ): void => {
    player.pause();
    turns.take(({ holds, end }) =>
      whenSettled(() => {
        if (!holds()) return;
        const { answering, result, scenario } = get();
        const able = answering && result !== null;
        if (!able) say('There is no run to step through. Run it again first.');
        const asked = able ? question() : null;
        if (asked === null) {
          end();
          return;
        }
        // The requests of another scenario are others.
        const stands = (): boolean => holds() && get().scenario === scenario;
        store.ask(way, asked, (found) => stands() && take(found), end);
      }),
    );
  };
  /** The compared lane in which the page stays. */
  const laneCompared = (): number => {
    const [first = 0, ...others] = comparedLanes(get());
    const selected = get().selection?.lane ?? first;
    return others.includes(selected) ? selected : first;
  };
  /** From where the next step goes. */
  const here = () => ({ at: player.at, selected: get().selection });

  return {
    play,
    pause: () => player.pause(),
    toggle: () => {
      if (player.playing) player.pause();
      else play();
    },
    setSpeed: (speed: number) => player.setSpeed(speed),
    seek: byHand(seek),
    /** The next or previous request, in that lane; unless told, in the one where a request is selected. */
    step: (by: 1 | -1, lane: number | null = null) =>
      go(
        'step',
        () => ({ lane: lane ?? get().selection?.lane ?? 0, ...here(), by }),
        (found) => {
          if (found === null) say(by > 0 ? 'There is no later request.' : 'There is no earlier request.');
          else select(lane ?? get().selection?.lane ?? 0, found.request, found.at);
        },
      ),
    select: byHand(select),
    /** The next request on which the compared lanes decide differently; the page stays in the lane, if that is one. */
    stepDisagreement: (by: 1 | -1) =>
      go(
        'disagreement',
        () => {
          const compared = comparedLanes(get());
          if (compared.length >= 2) return { compared, lane: laneCompared(), ...here(), by };
          say('There is no other lane to disagree with. Add one to compare.');
          return null;
        },
        (found) => {
          if (found === null) {
            say('The lanes agree on every request.');
            return;
          }
          select(laneCompared(), found.request, found.at);
          say(`Disagreement ${found.index + 1} of ${found.of}.`);
        },
      ),
    /** Which two lanes are compared; fewer than two for what the scenario itself compares. */
    compare: (picked: State['picked']) => set({ picked }),
    deselect: byHand(() => set({ selection: null, key: null })),
    /** The same request in the lane above or below. */
    selectLane: (by: 1 | -1) =>
      turns.take(({ end }) => {
        const { selection, scenario } = get();
        const lane = (selection?.lane ?? 0) + by;
        if (selection !== null && lane >= 0 && lane < scenario.lanes.length) selectIn(lane, end);
        else end();
      }),
  };
}
