import type { FocusEvent, KeyboardEvent } from 'react';
import type { Sequence, SequenceMessage } from '../../sim/index.ts';
import { delayOf } from '../../store/messageEdits.ts';
import { useActions, useStoreApi } from '../../store/react.tsx';
import { laneNow } from '../../store/selectors.ts';
import type { Explained } from '../../store/state.ts';
import { useCommit } from '../ui/useCommit.ts';
import { useGesture } from '../hooks/useGesture.ts';
import { keyStep, movable, stepped } from './hand.ts';

/** What a message answers to while it has the focus. */
export const MESSAGE_KEYS = 'Alt+ArrowRight Alt+ArrowLeft Alt+Home';

/** Alt with ← and → moves the message that has the focus, with Home puts it back; until a pause it is one undo step. */
export function useMessageKeys({ run, lane: place }: Explained, sequence: Sequence) {
  const store = useStoreApi();
  const actions = useActions();
  const gesture = useGesture();
  const commit = useCommit<undefined>(gesture.end);
  return {
    onKeyDown(event: KeyboardEvent, message: SequenceMessage): void {
      const { altKey, ctrlKey, metaKey, shiftKey, key } = event;
      const direction = { ArrowRight: 1, ArrowLeft: -1, Home: 0 }[key];
      if (!altKey || ctrlKey || metaKey || shiftKey || direction === undefined) return;
      // Else the browser goes back a page, or home.
      event.preventDefault();
      const state = store.getState();
      const lane = laneNow(state, run, place);
      if (lane < 0) return;
      const name = movable(message, lane);
      const delay = delayOf(state.scenario, name);
      const to = direction === 0 ? 0 : stepped(delay, keyStep(sequence), direction as 1 | -1);
      actions.moveMessage(name, to, gesture.name());
      commit.later(undefined);
    },
    onBlur: (_: FocusEvent): void => commit.now(),
  };
}
