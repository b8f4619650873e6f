/** Actions on messages of a distributed lane: delaying them, removing delays, and making the lane atomic. */
import type { Duration } from '../sim/index.ts';
import type { ActionContext } from './actionContext.ts';
import { createDrag, type Drag } from './drag.ts';
import { withAtomicLane, withMessageDelay, type MessageRef } from './messageEdits.ts';

/** A drag of one message. */
export interface MessageDrag extends Omit<Drag, 'update'> {
  /** Delays the message by that much after its node would send it. */
  moveTo(by: Duration): void;
}

const MOVE_LABEL = 'delay of a message';

export function messageActions(context: ActionContext) {
  const { edit, showStatus } = context;
  return {
    dragMessage: (message: MessageRef): MessageDrag => {
      const { update, ...drag } = createDrag(context, edit);
      return { ...drag, moveTo: (by) => update(MOVE_LABEL, (scenario) => withMessageDelay(scenario, message, by)) };
    },
    moveMessage: (message: MessageRef, by: Duration, gesture: string | null = null) =>
      edit(MOVE_LABEL, (scenario) => withMessageDelay(scenario, message, by), gesture),
    putMessagesBack: (messages: readonly MessageRef[]) => {
      const removed = edit('removal of message delays', (scenario) =>
        messages.reduce((old, message) => withMessageDelay(old, message, 0), scenario),
      );
      if (removed) showStatus('Removed the message delays.', 'undoes this');
    },
    /** Replaces the lane by the atomic variant of its rule, on the same arrivals. */
    showAtomic: (lane: number) => {
      if (edit(`atomic version of lane ${lane + 1}`, (scenario) => withAtomicLane(scenario, lane)))
        showStatus(`Lane ${lane + 1} is now atomic.`, 'undoes this');
    },
  };
}
