/** Actions on the playhead and the selection. */
import { formatNumber, type Instant } from '../sim/index.ts';
import type { WorkerQuestions } from '../worker/simulationClient.ts';
import type { ActionContext } from './actionContext.ts';
import { RETRIES_DIFFER_TEXT, disagreementText, oddAnswer } from './disagreementText.ts';
import { createPressQueue, type PressQueue } from './pressQueue.ts';
import { comparedLanes, failedLaneIn, isFutureHidden, runningLaneFrom } from './selectors.ts';

export function transportActions(context: ActionContext) {
  const presses = createPressQueue();
  return {
    ...playActions(context, presses),
    ...stepActions(context, presses),
    /** Whether a press waits for the answer to an earlier one. */
    hasWaitingPress: () => presses.hasWaiting(),
  };
}

function playActions({ get, set, player, seek, select }: ActionContext, presses: PressQueue) {
  /** Cancels pending presses, so that their answers do not override this action. */
  const cancelPresses =
    <Args extends readonly unknown[]>(act: (...args: Args) => void) =>
    (...args: Args): void => {
      presses.clear();
      act(...args);
    };
  const play = cancelPresses(() => {
    set({ playedThrough: false, selection: null });
    // At the end, start over from the start of the visible range.
    if (player.at >= (get().result?.end ?? Infinity)) player.seek(get().range.from);
    player.play();
  });
  const deselect = cancelPresses(() => set({ selection: null, shownKey: null }));
  return {
    play,
    pause: () => player.pause(),
    toggle: () => {
      if (player.playing) player.pause();
      else play();
    },
    setSpeed: (speed: number) => player.setSpeed(speed),
    seek: cancelPresses(seek),
    /** Takes the playhead by hand: it stops there, away from any selection. */
    scrub: (at: Instant) => {
      player.pause();
      deselect();
      seek(at);
    },
    select: cancelPresses(select),
    deselect,
  };
}

function stepActions(context: ActionContext, presses: PressQueue) {
  const { get, set, player, seek, showStatus, select, selectInLane } = context;
  const askAndGo = createStepper(context, presses);
  /** Where stepping begins: where a request is selected, or else in the first lane that runs; null without any. */
  const currentLane = (): number | null => get().selection?.lane ?? runningLaneFrom(get(), 0, 1);
  const comparedRunningLanes = (): readonly number[] =>
    comparedLanes(get()).filter((lane) => failedLaneIn(get(), lane) === null);
  /** The compared lane in which the page stays. */
  const laneToStayIn = (): number => {
    const [first = 0, ...others] = comparedRunningLanes();
    const selected = get().selection?.lane ?? first;
    return others.includes(selected) ? selected : first;
  };
  /** Where the next step starts: at the selected request, unless the playhead has been moved away from it. */
  const currentPosition = () => {
    const { at } = player;
    const { selection } = get();
    return { at, selected: selection?.at === at ? selection : null };
  };

  return {
    /** The next or previous request, in that lane, or else in the one where a request is selected. */
    step: (by: 1 | -1, lane: number | null = null) =>
      askAndGo(
        'step',
        () => {
          const within = lane ?? currentLane();
          if (within !== null) return { lane: within, ...currentPosition(), by };
          showStatus('There is no lane that decides on requests. Add one first.');
          return null;
        },
        (found, asked) => {
          if (found === null) showStatus(by > 0 ? 'There is no later request.' : 'There is no earlier request.');
          else select(asked.lane, found.request, found.at);
        },
      ),
    /** The next request on which the compared lanes decide differently, in the lane that stands alone on it. */
    stepDisagreement: (by: 1 | -1) =>
      askAndGo(
        'nextDisagreement',
        () => {
          const compared = comparedRunningLanes();
          if (compared.length >= 2) return { compared, ...currentPosition(), by };
          showStatus('There is no other lane to compare with. Add one first.');
          return null;
        },
        (found) => {
          const odd = found === null ? undefined : oddAnswer(found.answers, laneToStayIn());
          if (found === null || odd === undefined) {
            showStatus(
              get().chartData?.disagreements.requestsDiffer === true
                ? RETRIES_DIFFER_TEXT
                : 'The lanes agree on every request.',
            );
            return;
          }
          select(odd.lane, odd.request, odd.at);
          const { lanes } = get().scenario;
          const total = isFutureHidden(get()) ? '' : ` of ${formatNumber(found.count)}`;
          showStatus(
            `Disagreement ${formatNumber(found.index + 1)}${total}. ${disagreementText(found.answers, lanes)}`,
          );
        },
      ),
    /** The next good request that a lane refuses, or bad one that it admits. */
    stepWrong: (lane: number, label: 'good' | 'bad') =>
      askAndGo(
        'nextWrong',
        () => ({ query: { lane, label }, ...currentPosition() }),
        (found) => {
          if (found === null) return;
          select(lane, found.request, found.at);
          const what = label === 'good' ? 'refuses this request, which is good' : 'admits this request, which is bad';
          showStatus(`Lane ${lane + 1} ${what}.`);
        },
      ),
    /** Why a key was first refused in the focused lane, at or after an instant, where the playhead goes at once. */
    showRefusal: (key: string, from: Instant) => {
      const at = Math.round(from);
      seek(at);
      askAndGo(
        'nextRefusal',
        () => ({ lane: get().focusedLane, key, at }),
        (found, { lane }) => {
          if (found === null) return;
          select(lane, found.request, found.at);
          set({ drawer: 'why' });
        },
      );
    },
    /** The same request in the lane above or below. */
    selectLane: (by: 1 | -1) =>
      presses.enqueue((turn) => {
        const { selection } = get();
        const lane = selection === null ? null : runningLaneFrom(get(), selection.lane + by, by);
        if (lane !== null) selectInLane(lane, turn);
        else turn.done();
      }),
  };
}

/** Questions whose answer is a destination. */
type StepQuestion = 'step' | 'nextDisagreement' | 'nextWrong' | 'nextRefusal';

/**
 * Pauses, asks the current scenario's run where to go, and goes there.
 * @returns takes a function that builds the question when its turn comes, or null if there is nothing to ask
 */
function createStepper({ store, get, player, showStatus, whenRunSettled }: ActionContext, presses: PressQueue) {
  return <K extends StepQuestion>(
    kind: K,
    buildQuestion: () => WorkerQuestions[K]['params'] | null,
    onAnswer: (found: WorkerQuestions[K]['result'], asked: WorkerQuestions[K]['params']) => void,
  ): void => {
    player.pause();
    presses.enqueue(({ isCurrent, done }) =>
      whenRunSettled(() => {
        if (!isCurrent()) return;
        const { canQuery, result, scenario } = get();
        const able = canQuery && result !== null;
        if (!able) showStatus('There is no run to step through. Run the scenario again first.');
        const question = able ? buildQuestion() : null;
        if (question === null) {
          done();
          return;
        }
        // Another scenario numbers its requests differently.
        const answer = (found: WorkerQuestions[K]['result']): void => {
          if (isCurrent() && get().scenario === scenario) onAnswer(found, question);
        };
        store.ask(kind, question, answer, done);
      }),
    );
  };
}
