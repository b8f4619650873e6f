/** The playhead, and what is selected at it. */
import type { Desk } from './desk.ts';
import { comparedLanes } from './selectors.ts';
import type { State } from './state.ts';

export function transportActions({ store, get, set, player, say, seek, select }: Desk) {
  const play = (): void => {
    set({ playedThrough: false, selection: null });
    // Over again, from where the eyes are.
    if (player.at >= (get().result?.end ?? Infinity)) player.seek(get().range.from);
    player.play();
  };

  return {
    play,
    pause: () => player.pause(),
    toggle: () => {
      if (player.playing) player.pause();
      else play();
    },
    setSpeed: (speed: number) => player.setSpeed(speed),
    seek,
    /** The next or previous request, in that lane; unless told, in the one where a request is selected. */
    step: (by: 1 | -1, lane: number | null = null) => {
      player.pause();
      const { selection, answering } = get();
      if (!answering) say('There is no run to step through. Run it again first.');
      store.ask('step', { at: player.at, selected: selection?.request ?? null, by }, (found) => {
        if (found === null) say(by > 0 ? 'There is no later request.' : 'There is no earlier request.');
        else select(lane ?? selection?.lane ?? 0, found.request, found.at);
      });
    },
    select,
    /** The next request on which the compared lanes decide differently; the page stays in the lane, if that is one. */
    stepDisagreement: (by: 1 | -1) => {
      player.pause();
      const state = get();
      const compared = comparedLanes(state);
      if (compared.length < 2) {
        say('There is no other lane to disagree with. Add one to compare.');
        return;
      }
      const { selection } = state;
      const question = { compared, at: player.at, selected: selection?.request ?? null, by };
      store.ask('disagreement', question, (found) => {
        if (found === null) {
          say('The lanes agree on every request.');
          return;
        }
        const lane = selection !== null && compared.includes(selection.lane) ? selection.lane : (compared[0] ?? 0);
        select(lane, found.request, found.at);
        say(`Disagreement ${found.index + 1} of ${found.of}.`);
      });
    },
    /** Which two lanes are compared; fewer than two for what the scenario itself compares. */
    compare: (picked: State['picked']) => set({ picked }),
    deselect: () => set({ selection: null, key: null }),
    /** The same request in the lane above or below. */
    selectLane: (by: 1 | -1) => {
      const { selection, scenario } = get();
      if (selection === null) return;
      const lane = selection.lane + by;
      if (lane >= 0 && lane < scenario.lanes.length) set({ selection: { ...selection, lane }, lane });
    },
  };
}
