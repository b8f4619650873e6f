/** A pointer on the picture: it tells of the message that it is nearest to, and takes it by its way to the store. */
import { useEffect, useMemo, useRef, type PointerEvent, type RefObject } from 'react';
import { nodeName, type Duration } from '../../sim/index.ts';
import type { MessageDrag } from '../../store/messageActions.ts';
import { useActions, useStoreApi } from '../../store/playgroundContext.tsx';
import { currentLaneIndex } from '../../store/selectors.ts';
import type { ExplainedDecision } from '../../store/state.ts';
import { draggedDelay, dragScale, messageId, messageRefOf } from './messageDrag.ts';
import { messageAt, type DiagramLayout, type PlacedMessage } from './diagramLayout.ts';
import type { TimeScale } from './timeline.ts';
import { formatDelay } from './messageText.ts';

/** A press that moves less than this is a click. */
const CLICK_PX = { mouse: 4, touch: 8 } as const;
/** A stroke so far away is still meant. */
const HIT_PX = { mouse: 8, touch: 22 } as const;

interface Press {
  readonly pointerId: number;
  readonly kind: 'mouse' | 'touch';
  readonly placed: PlacedMessage;
  readonly scale: TimeScale;
  readonly start: number;
  x: number;
  drag: MessageDrag | null;
  frame: number | null;
  delay: Duration;
}

interface Listeners {
  readonly onHighlight: (id: string | null) => void;
  readonly onDragScale: (scale: TimeScale | null) => void;
}

export function useMessageDrag(
  svg: RefObject<SVGSVGElement | null>,
  shown: ExplainedDecision,
  layout: DiagramLayout,
  { onHighlight, onDragScale }: Listeners,
) {
  const store = useStoreApi();
  const actions = useActions();
  const latest = useRef({ shown, layout });
  useEffect(() => {
    latest.current = { shown, layout };
  });

  const { handlers, leave: cancelOnUnmount } = useMemo(() => {
    let press: Press | null = null;

    const kindOf = ({ pointerType }: PointerEvent): Press['kind'] => (pointerType === 'touch' ? 'touch' : 'mouse');
    const xOf = (event: PointerEvent): number => event.clientX - (svg.current?.getBoundingClientRect().left ?? 0);
    const yOf = (event: PointerEvent): number => event.clientY - (svg.current?.getBoundingClientRect().top ?? 0);
    const nearest = (event: PointerEvent): PlacedMessage | null =>
      messageAt(latest.current.layout, { x: xOf(event), y: yOf(event) }, HIT_PX[kindOf(event)]);
    const highlight = (placed: PlacedMessage | null): void => {
      onHighlight(placed === null ? focusedMessageId(svg.current) : messageId(placed.message));
      if (svg.current !== null) svg.current.style.cursor = placed === null ? '' : 'ew-resize';
    };

    const applyDrag = (held: Press): void => {
      held.frame = null;
      held.delay = draggedDelay(held.placed.message.manualDelay, held.x - held.start, held.scale);
      held.drag?.moveTo(held.delay);
    };
    const release = (): void => {
      if (press === null) return;
      if (press.frame !== null) cancelAnimationFrame(press.frame);
      if (press.drag !== null) onDragScale(null);
      press = null;
      removeEventListener('keydown', onKeyDown, true);
    };
    const cancel = (): void => {
      press?.drag?.revert();
      release();
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || press === null || press.drag === null) return;
      event.preventDefault();
      event.stopPropagation();
      cancel();
    };

    return {
      leave: cancel,
      handlers: {
        onPointerDown(event: PointerEvent<SVGSVGElement>) {
          const placed = nearest(event);
          if (event.button !== 0 || press !== null || placed === null) return;
          // Else the press would select text, or take the focus to the panel.
          event.preventDefault();
          const own = svg.current?.querySelector<SVGElement>(`[data-message="${messageId(placed.message)}"]`);
          own?.focus({ preventScroll: true });
          press = {
            pointerId: event.pointerId,
            kind: kindOf(event),
            placed,
            scale: dragScale(latest.current.layout.scale),
            start: xOf(event),
            x: xOf(event),
            drag: null,
            frame: null,
            delay: placed.message.manualDelay,
          };
          event.currentTarget.setPointerCapture(event.pointerId);
          addEventListener('keydown', onKeyDown, true);
        },
        onPointerMove(event: PointerEvent<SVGSVGElement>) {
          const held = press;
          if (held === null) {
            highlight(nearest(event));
            return;
          }
          if (held.pointerId !== event.pointerId) return;
          held.x = xOf(event);
          if (held.drag === null) {
            if (Math.abs(held.x - held.start) < CLICK_PX[held.kind]) return;
            const { result, lane: place } = latest.current.shown;
            const lane = currentLaneIndex(store.getState(), result, place);
            if (lane < 0) return;
            held.drag = actions.dragMessage(messageRefOf(held.placed.message, lane));
            onDragScale(held.scale);
          }
          held.frame ??= requestAnimationFrame(() => applyDrag(held));
        },
        onPointerUp(event: PointerEvent<SVGSVGElement>) {
          const held = press;
          if (held === null || held.pointerId !== event.pointerId) return;
          if (held.frame !== null) {
            cancelAnimationFrame(held.frame);
            applyDrag(held);
          }
          if (held.drag?.hasChanges() === true) actions.say(dragDoneText(held));
          release();
        },
        onPointerCancel: cancel,
        onPointerLeave() {
          if (press === null) highlight(null);
        },
      },
    };
  }, [svg, store, actions, onHighlight, onDragScale]);

  useEffect(() => cancelOnUnmount, [cancelOnUnmount]);
  return handlers;
}

function dragDoneText({ placed: { message }, delay }: Press): string {
  const what = `${message.name} of ${nodeName(message.node)}`;
  return delay === 0
    ? `${what} comes when its node sends it. Ctrl+Z moves it again.`
    : `${what} comes ${formatDelay(delay)} later. Ctrl+Z puts it back.`;
}

/** What has the focus goes on being told of when the pointer leaves. */
function focusedMessageId(svg: SVGSVGElement | null): string | null {
  const { activeElement } = document;
  return svg?.contains(activeElement) === true ? (activeElement?.getAttribute('data-message') ?? null) : null;
}
