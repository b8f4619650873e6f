/** How far a drag or a key press delays a message. */
import type { Duration, Sequence, SequenceMessage } from '../../sim/index.ts';
import type { MessageRef } from '../../store/messageEdits.ts';
import { niceStep, shiftToNextStep } from '../format/niceSteps.ts';
import type { TimeScale } from './timeline.ts';

/** Identifies a message within its lane. */
export function messageId({ request, command }: Pick<SequenceMessage, 'request' | 'command'>): string {
  return `${request}/${command}`;
}

export function messageRefOf({ request, command }: SequenceMessage, lane: number): MessageRef {
  return { lane, request, command };
}

/** Minimum span to assume, µs, for sequences in which nothing takes any time. */
const MIN_SPAN: Duration = 1_000;
/** Microseconds per pixel in that case. */
const FALLBACK_MICROS_PER_PX: Duration = 10;
/** Key presses across a whole sequence, about. */
const KEY_STEPS = 20;

/** The step of one key press, on the 1-2-5 scale. */
export function keyStep({ from, to }: Pick<Sequence, 'from' | 'to'>): Duration {
  return niceStep(Math.max(MIN_SPAN, to - from) / KEY_STEPS);
}

/** The next multiple of the step; a delay is never negative. */
export function steppedDelay(delay: Duration, step: Duration, direction: 1 | -1): Duration {
  return Math.max(0, delay + shiftToNextStep(delay, step, direction));
}

/** The scale to keep during a drag; a default if nothing in the diagram takes any time. */
export function dragScale(scale: TimeScale): TimeScale {
  return scale.pxPerMicro > 0 ? scale : { ...scale, pxPerMicro: 1 / FALLBACK_MICROS_PER_PX, maxGap: Infinity };
}

/** The delay after a drag that began at the given delay, rounded to what a pixel can resolve. */
export function draggedDelay(delay: Duration, pixels: number, { pxPerMicro }: TimeScale): Duration {
  if (pixels === 0) return delay;
  const step = niceStep(1 / pxPerMicro);
  return Math.max(0, Math.round((delay + pixels / pxPerMicro) / step) * step);
}
