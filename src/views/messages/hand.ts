/** How far a hand, or a key, moves a message. */
import type { Duration, Sequence, SequenceMessage } from '../../sim/index.ts';
import type { MessageName } from '../../store/messageEdits.ts';
import { readable, stepFrom } from '../track/steps.ts';
import type { Scale } from './timeline.ts';

/** Names a message among those of its lane. */
export function idOf({ request, command }: Pick<SequenceMessage, 'request' | 'command'>): string {
  return `${request}/${command}`;
}

export function movable({ request, command }: SequenceMessage, lane: number): MessageName {
  return { lane, request, command };
}

/** A picture in which nothing takes any time tells nothing of how long a step may be. */
const LEAST_SPAN: Duration = 1_000;
/** A pixel of it is then so much. */
const PIXEL: Duration = 10;
/** A sequence is so many steps of a key. */
const STEPS = 20;

/** What a key moves a message by: a step of the 1-2-5 scale. */
export function keyStep({ from, to }: Pick<Sequence, 'from' | 'to'>): Duration {
  return readable(Math.max(LEAST_SPAN, to - from) / STEPS);
}

/** From one whole step to the next, and never before its node sends it. */
export function stepped(delay: Duration, step: Duration, direction: 1 | -1): Duration {
  return Math.max(0, delay + stepFrom(delay, step, direction));
}

/** The scale that a picture keeps while a message is in hand: where it has none, one that can be dragged along. */
export function heldScale(scale: Scale): Scale {
  return scale.perMicro > 0 ? scale : { ...scale, perMicro: 1 / PIXEL, longest: Infinity };
}

/** Where the hand puts a message that was so much later when it took it: on a figure that a pixel can tell. */
export function dragged(delay: Duration, pixels: number, { perMicro }: Scale): Duration {
  const step = readable(1 / perMicro);
  return Math.max(0, Math.round((delay + pixels / perMicro) / step) * step);
}
