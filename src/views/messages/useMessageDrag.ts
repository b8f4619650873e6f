/** A pointer on the picture: it tells of the message that it is nearest to, and takes it by its way to the store. */
import { useEffect, useMemo, useRef, type PointerEvent, type RefObject } from 'react';
import { nodeName, type Duration } from '../../sim/index.ts';
import type { MessageDrag } from '../../store/messageActions.ts';
import { useActions, useStoreApi } from '../../store/react.tsx';
import { laneNow } from '../../store/selectors.ts';
import type { Explained } from '../../store/state.ts';
import { dragged, heldScale, idOf, movable } from './hand.ts';
import { messageAt, type Layout, type PlacedMessage } from './layout.ts';
import type { Scale } from './timeline.ts';
import { lengthWords } from './words.ts';

/** A press that moves less than this is a click. */
const CLICK_PX = { mouse: 4, touch: 8 } as const;
/** A stroke so far away is still meant. */
const REACH_PX = { mouse: 8, touch: 22 } as const;

interface Press {
  readonly pointer: number;
  readonly kind: 'mouse' | 'touch';
  readonly placed: PlacedMessage;
  readonly scale: Scale;
  readonly start: number;
  x: number;
  drag: MessageDrag | null;
  frame: number | null;
  by: Duration;
}

interface Listeners {
  readonly onTell: (id: string | null) => void;
  readonly onHold: (scale: Scale | null) => void;
}

export function useMessageDrag(
  svg: RefObject<SVGSVGElement | null>,
  shown: Explained,
  layout: Layout,
  { onTell, onHold }: Listeners,
) {
  const store = useStoreApi();
  const actions = useActions();
  const around = useRef({ shown, layout });
  useEffect(() => {
    around.current = { shown, layout };
  });

  const { handlers, leave } = useMemo(() => {
    let press: Press | null = null;

    const kindOf = ({ pointerType }: PointerEvent): Press['kind'] => (pointerType === 'touch' ? 'touch' : 'mouse');
    const xOf = (event: PointerEvent): number => event.clientX - (svg.current?.getBoundingClientRect().left ?? 0);
    const yOf = (event: PointerEvent): number => event.clientY - (svg.current?.getBoundingClientRect().top ?? 0);
    const nearest = (event: PointerEvent): PlacedMessage | null =>
      messageAt(around.current.layout, { x: xOf(event), y: yOf(event) }, REACH_PX[kindOf(event)]);
    const pointAt = (placed: PlacedMessage | null): void => {
      onTell(placed === null ? focusedIn(svg.current) : idOf(placed.message));
      if (svg.current !== null) svg.current.style.cursor = placed === null ? '' : 'ew-resize';
    };

    const act = (held: Press): void => {
      held.frame = null;
      held.by = dragged(held.placed.message.moved, held.x - held.start, held.scale);
      held.drag?.to(held.by);
    };
    const letGo = (): void => {
      if (press === null) return;
      if (press.frame !== null) cancelAnimationFrame(press.frame);
      if (press.drag !== null) onHold(null);
      press = null;
      removeEventListener('keydown', escape, true);
    };
    const abandon = (): void => {
      press?.drag?.takeBack();
      letGo();
    };
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || press === null || press.drag === null) return;
      event.preventDefault();
      event.stopPropagation();
      abandon();
    };

    return {
      leave: abandon,
      handlers: {
        onPointerDown(event: PointerEvent<SVGSVGElement>) {
          const placed = nearest(event);
          if (event.button !== 0 || press !== null || placed === null) return;
          // Else the press would select text, or take the focus to the panel.
          event.preventDefault();
          const own = svg.current?.querySelector<SVGElement>(`[data-message="${idOf(placed.message)}"]`);
          own?.focus({ preventScroll: true });
          press = {
            pointer: event.pointerId,
            kind: kindOf(event),
            placed,
            scale: heldScale(around.current.layout.scale),
            start: xOf(event),
            x: xOf(event),
            drag: null,
            frame: null,
            by: placed.message.moved,
          };
          event.currentTarget.setPointerCapture(event.pointerId);
          addEventListener('keydown', escape, true);
        },
        onPointerMove(event: PointerEvent<SVGSVGElement>) {
          const held = press;
          if (held === null) {
            pointAt(nearest(event));
            return;
          }
          if (held.pointer !== event.pointerId) return;
          held.x = xOf(event);
          if (held.drag === null) {
            if (Math.abs(held.x - held.start) < CLICK_PX[held.kind]) return;
            const { run, lane: place } = around.current.shown;
            const lane = laneNow(store.getState(), run, place);
            if (lane < 0) return;
            held.drag = actions.dragMessage(movable(held.placed.message, lane));
            onHold(held.scale);
          }
          held.frame ??= requestAnimationFrame(() => act(held));
        },
        onPointerUp(event: PointerEvent<SVGSVGElement>) {
          const held = press;
          if (held === null || held.pointer !== event.pointerId) return;
          if (held.frame !== null) {
            cancelAnimationFrame(held.frame);
            act(held);
          }
          if (held.drag?.made() === true) actions.say(doneWords(held));
          letGo();
        },
        onPointerCancel: abandon,
        onPointerLeave() {
          if (press === null) pointAt(null);
        },
      },
    };
  }, [svg, store, actions, onTell, onHold]);

  useEffect(() => leave, [leave]);
  return handlers;
}

function doneWords({ placed: { message }, by }: Press): string {
  const what = `${message.name} of ${nodeName(message.node)}`;
  return by === 0
    ? `${what} comes when its node sends it. Ctrl+Z moves it again.`
    : `${what} comes ${lengthWords(by)} later. Ctrl+Z puts it back.`;
}

/** What has the focus goes on being told of when the pointer leaves. */
function focusedIn(svg: SVGSVGElement | null): string | null {
  const { activeElement } = document;
  return svg?.contains(activeElement) === true ? (activeElement?.getAttribute('data-message') ?? null) : null;
}
