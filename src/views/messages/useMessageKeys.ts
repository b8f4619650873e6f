import type { FocusEvent, KeyboardEvent } from 'react';
import type { Sequence, SequenceMessage } from '../../sim/index.ts';
import { messageDelay } from '../../store/messageEdits.ts';
import { useActions, useStoreApi } from '../../store/playgroundContext.tsx';
import { currentLaneIndex } from '../../store/selectors.ts';
import type { ExplainedDecision } from '../../store/state.ts';
import { useDebouncedCommit } from '../ui/useDebouncedCommit.ts';
import { useUndoGesture } from '../hooks/useUndoGesture.ts';
import { keyStep, messageRefOf, steppedDelay } from './messageDrag.ts';

/** The keys that a focused message handles. */
export const MESSAGE_KEYS = 'Alt+ArrowRight Alt+ArrowLeft Alt+Home';

/**
 * Alt with ← and → moves the focused message, Alt+Home resets it; presses without a pause are one undo step. So are those of
 * buttons, which call `step`: 1 for later, -1 for earlier, 0 for when it was sent.
 */
export function useMessageKeys({ result, lane: ranLane }: ExplainedDecision, sequence: Sequence) {
  const store = useStoreApi();
  const actions = useActions();
  const gesture = useUndoGesture();
  const commit = useDebouncedCommit<undefined>(gesture.end);
  const step = (message: SequenceMessage, direction: 1 | 0 | -1): void => {
    const state = store.getState();
    const lane = currentLaneIndex(state, result, ranLane);
    if (lane < 0) return;
    const name = messageRefOf(message, lane);
    const delay = messageDelay(state.scenario, name);
    actions.moveMessage(name, direction === 0 ? 0 : steppedDelay(delay, keyStep(sequence), direction), gesture.id());
    commit.schedule(undefined);
  };
  return {
    step,
    onKeyDown(event: KeyboardEvent, message: SequenceMessage): void {
      const { altKey, ctrlKey, metaKey, shiftKey, key } = event;
      const direction = ({ ArrowRight: 1, ArrowLeft: -1, Home: 0 } as const)[key];
      if (!altKey || ctrlKey || metaKey || shiftKey || direction === undefined) return;
      // Otherwise the browser navigates back or to the home page.
      event.preventDefault();
      step(message, direction);
    },
    onBlur: (_: FocusEvent): void => commit.flush(),
  };
}
