/** The playhead, and what is selected at it. */
import type { WorkerQuestions } from '../worker/simulationClient.ts';
import type { ActionContext } from './actionContext.ts';
import { comparedLanes } from './selectors.ts';
import type { State } from './state.ts';
import { createPressQueue } from './pressQueue.ts';

/** Presses that may wait for the answer to an earlier one. */
const MAX_WAITING = 8;

/** Questions of where to go. */
type StepQuestion = 'step' | 'nextDisagreement';

export function transportActions({ store, get, set, player, say, whenSettled, seek, select, selectIn }: ActionContext) {
  const presses = createPressQueue(MAX_WAITING);
  /** What the hand does now counts, and not what is still to come of earlier presses. */
  const cancelPresses =
    <Args extends readonly unknown[]>(act: (...args: Args) => void) =>
    (...args: Args): void => {
      presses.clear();
      act(...args);
    };

  const play = cancelPresses(() => {
    set({ playedThrough: false, selection: null });
    // Over again, from where the eyes are.
    if (player.at >= (get().result?.end ?? Infinity)) player.seek(get().range.from);
    player.play();
  });

  /**
   * Pauses, asks the run of the scenario as it stands where to go, and goes there.
   * @param question built in its turn; null when there is nothing to ask
   */
  const askAndGo = <W extends StepQuestion>(
    kind: W,
    buildQuestion: () => WorkerQuestions[W]['params'] | null,
    onAnswer: (found: WorkerQuestions[W]['result']) => void,
  ): void => {
    player.pause();
    presses.enqueue(({ isCurrent: holds, done }) =>
      whenSettled(() => {
        if (!holds()) return;
        const { canQuery, result, scenario } = get();
        const able = canQuery && result !== null;
        if (!able) say('There is no run to step through. Run it again first.');
        const input = able ? buildQuestion() : null;
        if (input === null) {
          done();
          return;
        }
        // The requests of another scenario are others.
        const isCurrent = (): boolean => holds() && get().scenario === scenario;
        store.ask(kind, input, (found) => isCurrent() && onAnswer(found), done);
      }),
    );
  };
  /** The compared lane in which the page stays. */
  const laneToStayIn = (): number => {
    const [first = 0, ...others] = comparedLanes(get());
    const selected = get().selection?.lane ?? first;
    return others.includes(selected) ? selected : first;
  };
  /** From where the next step goes. */
  const currentPosition = () => ({ at: player.at, selected: get().selection });

  return {
    play,
    pause: () => player.pause(),
    toggle: () => {
      if (player.playing) player.pause();
      else play();
    },
    setSpeed: (speed: number) => player.setSpeed(speed),
    seek: cancelPresses(seek),
    /** The next or previous request, in that lane; unless told, in the one where a request is selected. */
    step: (by: 1 | -1, lane: number | null = null) =>
      askAndGo(
        'step',
        () => ({ lane: lane ?? get().selection?.lane ?? 0, ...currentPosition(), by }),
        (found) => {
          if (found === null) say(by > 0 ? 'There is no later request.' : 'There is no earlier request.');
          else select(lane ?? get().selection?.lane ?? 0, found.request, found.at);
        },
      ),
    select: cancelPresses(select),
    /** The next request on which the compared lanes decide differently; the page stays in the lane, if that is one. */
    stepDisagreement: (by: 1 | -1) =>
      askAndGo(
        'nextDisagreement',
        () => {
          const compared = comparedLanes(get());
          if (compared.length >= 2) return { compared, lane: laneToStayIn(), ...currentPosition(), by };
          say('There is no other lane to disagree with. Add one to compare.');
          return null;
        },
        (found) => {
          if (found === null) {
            say('The lanes agree on every request.');
            return;
          }
          select(laneToStayIn(), found.request, found.at);
          say(`Disagreement ${found.index + 1} of ${found.count}.`);
        },
      ),
    /** Which two lanes are compared; fewer than two for what the scenario itself compares. */
    compare: (picked: State['pickedLanes']) => set({ pickedLanes: picked }),
    deselect: cancelPresses(() => set({ selection: null, shownKey: null })),
    /** The same request in the lane above or below. */
    selectLane: (by: 1 | -1) =>
      presses.enqueue(({ done: end }) => {
        const { selection, scenario } = get();
        const lane = (selection?.lane ?? 0) + by;
        if (selection !== null && lane >= 0 && lane < scenario.lanes.length) selectIn(lane, end);
        else end();
      }),
  };
}
