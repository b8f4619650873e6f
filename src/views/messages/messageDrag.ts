/** How far a hand, or a key, moves a message. */
import type { Duration, Sequence, SequenceMessage } from '../../sim/index.ts';
import type { MessageRef } from '../../store/messageEdits.ts';
import { niceStep, shiftToNextStep } from '../format/niceSteps.ts';
import type { TimeScale } from './timeline.ts';

/** Names a message among those of its lane. */
export function messageId({ request, command }: Pick<SequenceMessage, 'request' | 'command'>): string {
  return `${request}/${command}`;
}

export function messageRefOf({ request, command }: SequenceMessage, lane: number): MessageRef {
  return { lane, request, command };
}

/** A picture in which nothing takes any time tells nothing of how long a step may be. */
const MIN_SPAN: Duration = 1_000;
/** A pixel of it is then so much. */
const FALLBACK_MICROS_PER_PX: Duration = 10;
/** A sequence is so many steps of a key. */
const KEY_STEPS = 20;

/** What a key moves a message by: a step of the 1-2-5 scale. */
export function keyStep({ from, to }: Pick<Sequence, 'from' | 'to'>): Duration {
  return niceStep(Math.max(MIN_SPAN, to - from) / KEY_STEPS);
}

/** From one whole step to the next, and never before its node sends it. */
export function steppedDelay(delay: Duration, step: Duration, direction: 1 | -1): Duration {
  return Math.max(0, delay + shiftToNextStep(delay, step, direction));
}

/** The scale that a picture keeps while a message is in hand: where it has none, one that can be dragged along. */
export function dragScale(scale: TimeScale): TimeScale {
  return scale.pxPerMicro > 0 ? scale : { ...scale, pxPerMicro: 1 / FALLBACK_MICROS_PER_PX, maxGap: Infinity };
}

/** Where the hand puts a message that was so much later when it took it: on a figure that a pixel can tell. */
export function draggedDelay(delay: Duration, pixels: number, { pxPerMicro }: TimeScale): Duration {
  const step = niceStep(1 / pxPerMicro);
  return Math.max(0, Math.round((delay + pixels / pxPerMicro) / step) * step);
}
