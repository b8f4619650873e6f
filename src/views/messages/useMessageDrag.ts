/** Pointer handling of the diagram: highlights the nearest message, and drags it to delay it. */
import { useEffect, useRef, type PointerEvent, type RefObject } from 'react';
import { nodeName, type Duration, type SequenceMessage } from '../../sim/index.ts';
import type { MessageDrag } from '../../store/messageActions.ts';
import { useActions, useStoreApi } from '../../store/playgroundContext.tsx';
import { currentLaneIndex } from '../../store/selectors.ts';
import type { ExplainedDecision } from '../../store/state.ts';
import { pointerKind, useDrag, type Drag } from '../ui/useDrag.ts';
import { draggedDelay, dragScale, messageId, messageRefOf } from './messageDrag.ts';
import { messageAt, type DiagramLayout, type PlacedMessage } from './diagramLayout.ts';
import type { TimeScale } from './timeline.ts';
import { formatDelay } from './messageText.ts';

/** Maximum distance from an arrow at which it is hit, px. */
const HIT_PX = { mouse: 8, touch: 22 } as const;

interface Listeners {
  readonly onHighlight: (id: string | null) => void;
  readonly onDragScale: (scale: TimeScale | null) => void;
}

export function useMessageDrag(
  stage: RefObject<HTMLElement | null>,
  shown: ExplainedDecision,
  layout: DiagramLayout,
  { onHighlight, onDragScale }: Listeners,
) {
  const store = useStoreApi();
  const actions = useActions();
  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
  });

  const leftOf = (): number => stage.current?.getBoundingClientRect().left ?? 0;
  const nearest = (event: PointerEvent): PlacedMessage | null => {
    const { left = 0, top = 0 } = stage.current?.getBoundingClientRect() ?? {};
    return messageAt(layout, { x: event.clientX - left, y: event.clientY - top }, HIT_PX[pointerKind(event)]);
  };
  const highlight = (placed: PlacedMessage | null): void => {
    onHighlight(placed === null ? focusedMessageId(stage.current) : messageId(placed.message));
    if (stage.current !== null) stage.current.style.cursor = placed === null ? '' : 'ew-resize';
  };

  function dragOf({ message }: PlacedMessage, start: number): Drag {
    const scale = dragScale(layout.scale);
    let drag: MessageDrag | null = null;
    let delay = message.manualDelay;
    return {
      horizontal: true,
      onStart() {
        const { result, lane } = latest.current;
        const index = currentLaneIndex(store.getState(), result, lane);
        if (index < 0) return;
        drag = actions.dragMessage(messageRefOf(message, index));
        onDragScale(scale);
      },
      onMove({ x }) {
        delay = draggedDelay(message.manualDelay, x - leftOf() - start, scale);
        drag?.moveTo(delay);
      },
      onEnd() {
        if (drag?.hasChanges() === true)
          actions.say(dragDoneText(message, delay), delay === 0 ? 'delays it again' : 'undoes this');
        onDragScale(null);
      },
      onCancel() {
        drag?.revert();
        onDragScale(null);
      },
    };
  }

  const drag = useDrag<HTMLElement>((event) => {
    const placed = nearest(event);
    if (placed === null) return null;
    // Otherwise the press would select text or move the focus to the panel.
    event.preventDefault();
    const own = stage.current?.querySelector<HTMLElement>(`[data-message="${messageId(placed.message)}"]`);
    own?.focus({ preventScroll: true });
    // A fast pull could leave the diagram before it counts as a drag.
    event.currentTarget.setPointerCapture(event.pointerId);
    return dragOf(placed, event.clientX - leftOf());
  });

  return {
    ...drag.handlers,
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (drag.isPressed()) drag.handlers.onPointerMove(event);
      else highlight(nearest(event));
    },
    onPointerLeave() {
      if (!drag.isPressed()) highlight(null);
    },
  };
}

function dragDoneText(message: SequenceMessage, delay: Duration): string {
  const what = `${message.name} of ${nodeName(message.node)}`;
  return delay === 0 ? `${what} is no longer delayed.` : `${what} is delayed by ${formatDelay(delay)}.`;
}

/** When the pointer leaves, the focused message is highlighted again. */
function focusedMessageId(stage: HTMLElement | null): string | null {
  const { activeElement } = document;
  return stage?.contains(activeElement) === true ? (activeElement?.getAttribute('data-message') ?? null) : null;
}
