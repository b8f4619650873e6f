/** What is done with the messages of a lane of several processes: by hand later, back again, and without the race. */
import type { Duration } from '../sim/index.ts';
import type { Desk } from './desk.ts';
import { withAtomic, withMove, type MessageName } from './messageEdits.ts';

/** A message in hand: wherever it is put, it is one undo step, or none. */
export interface MessageDrag {
  /** Makes it later by so much than its node sends it. */
  to(by: Duration): void;
  /** Whether there is anything that an undo would take back. */
  made(): boolean;
  /** As if it had never been in hand. */
  takeBack(): void;
}

const LABEL = 'move of a message';

export function messageActions({ get, set, edit, say, undoable }: Desk) {
  return {
    dragMessage: (message: MessageName): MessageDrag => {
      const before = get();
      const gesture = `message-${++drags}`;
      let made = before.scenario;
      const putBack = (): void =>
        set({ scenario: before.scenario, history: before.history, playedThrough: before.playedThrough });
      return {
        to(by) {
          // An undo while the mouse is down ends what it does.
          if (get().scenario !== made) return;
          const next = withMove(before.scenario, message, by);
          if (next !== before.scenario) edit(LABEL, () => next, gesture);
          else if (made !== before.scenario) putBack();
          made = next;
        },
        made: () => made !== before.scenario && get().scenario === made,
        takeBack() {
          if (made !== before.scenario && get().scenario === made) putBack();
        },
      };
    },
    moveMessage: (message: MessageName, by: Duration, gesture: string | null = null) =>
      edit(LABEL, (scenario) => withMove(scenario, message, by), gesture),
    putMessagesBack: (messages: readonly MessageName[]) => {
      const { scenario } = get();
      edit('putting messages back', () => messages.reduce((old, message) => withMove(old, message, 0), scenario));
      if (get().scenario !== scenario) undoable('Each message is sent when its node sends it');
    },
    /** The lane on the same arrivals by the same rule, without the race. */
    showAtomic: (lane: number) => {
      const { scenario } = get();
      edit(`atomic version of lane ${lane + 1}`, () => withAtomic(scenario, lane));
      if (get().scenario !== scenario) say(`Lane ${lane + 1} is atomic now. Ctrl+Z brings the race back.`);
    },
  };
}

/** Counted for the whole page: no drag goes on with the undo step of another. */
let drags = 0;
