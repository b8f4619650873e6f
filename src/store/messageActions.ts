/** What is done with the messages of a lane of several processes: by hand later, back again, and without the race. */
import type { Duration } from '../sim/index.ts';
import type { ActionContext } from './actionContext.ts';
import { withAtomicLane, withMessageDelay, type MessageRef } from './messageEdits.ts';

/** A message in hand: wherever it is put, it is one undo step, or none. */
export interface MessageDrag {
  /** Makes it later by so much than its node sends it. */
  moveTo(by: Duration): void;
  /** Whether there is anything that an undo would take back. */
  hasChanges(): boolean;
  /** As if it had never been in hand. */
  revert(): void;
}

const MOVE_LABEL = 'move of a message';

export function messageActions({ get, set, edit, say, undoable }: ActionContext) {
  return {
    dragMessage: (message: MessageRef): MessageDrag => {
      const before = get();
      const gesture = `message-${++dragCount}`;
      let current = before.scenario;
      const restore = (): void =>
        set({ scenario: before.scenario, history: before.history, playedThrough: before.playedThrough });
      return {
        moveTo(by) {
          // An undo while the mouse is down ends what it does.
          if (get().scenario !== current) return;
          const next = withMessageDelay(before.scenario, message, by);
          if (next !== before.scenario) edit(MOVE_LABEL, () => next, gesture);
          else if (current !== before.scenario) restore();
          current = next;
        },
        hasChanges: () => current !== before.scenario && get().scenario === current,
        revert() {
          if (current !== before.scenario && get().scenario === current) restore();
        },
      };
    },
    moveMessage: (message: MessageRef, by: Duration, gesture: string | null = null) =>
      edit(MOVE_LABEL, (scenario) => withMessageDelay(scenario, message, by), gesture),
    putMessagesBack: (messages: readonly MessageRef[]) => {
      const { scenario } = get();
      edit('putting messages back', () =>
        messages.reduce((old, message) => withMessageDelay(old, message, 0), scenario),
      );
      if (get().scenario !== scenario) undoable('Each message is sent when its node sends it');
    },
    /** The lane on the same arrivals by the same rule, without the race. */
    showAtomic: (lane: number) => {
      const { scenario } = get();
      edit(`atomic version of lane ${lane + 1}`, () => withAtomicLane(scenario, lane));
      if (get().scenario !== scenario) say(`Lane ${lane + 1} is atomic now. Ctrl+Z brings the race back.`);
    },
  };
}

/** Counted for the whole page: no drag goes on with the undo step of another. */
let dragCount = 0;
