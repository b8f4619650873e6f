import type { LeakyIntervalParams } from '../../sim/limiters/leakyInterval.ts';
import type { LeakyQueueParams } from '../../sim/limiters/leakyQueue.ts';
import { ALLOW, DELAY, DENY } from '../../sim/verdict.ts';
import type { DecisionLoop, DecisionLoops } from './decisionLoop.ts';

const leakyInterval: DecisionLoop<LeakyIntervalParams> = (
  { interval: { ticksPerPermit, ticksPerUnit } },
  at,
  verdicts,
) => {
  const shut = Math.ceil(ticksPerPermit / ticksPerUnit);
  let opens = 0;
  for (let i = 0; i < at.length; i++) {
    const now = at[i] as number;
    if (now < opens) {
      verdicts[i] = DENY;
    } else {
      opens = now + shut;
      verdicts[i] = ALLOW;
    }
  }
};

const leakyIntervalPublished: DecisionLoop<LeakyIntervalParams> = ({ interval, clock: tick }, at, verdicts) => {
  // Whole milliseconds, as the clock: the gate opens at the same microsecond by either.
  const shut = interval.ticksPerPermit;
  let opens = 0;
  for (let i = 0; i < at.length; i++) {
    const now = at[i] as number;
    if (now < opens) {
      verdicts[i] = DENY;
    } else {
      opens = Math.floor(now / tick) * tick + shut;
      verdicts[i] = ALLOW;
    }
  }
};

/** With departures in a ring, as the limiter keeps them: costs of 1 alone would need the end of the line only. */
const leakyQueue: DecisionLoop<LeakyQueueParams> = ({ ticksPerMicro, interval, capacity }, at, verdicts, waits) => {
  const full = capacity * interval;
  const departures = new Float64Array(capacity);
  let head = 0;
  let size = 0;
  let next = 0;
  for (let i = 0; i < at.length; i++) {
    const now = (at[i] as number) * ticksPerMicro;
    const queueTicks = next - now;
    if (queueTicks <= 0) {
      next = now + interval;
      size = 0;
      verdicts[i] = ALLOW;
      continue;
    }
    while (size > 0 && (departures[head] as number) <= now) {
      head = head + 1 < capacity ? head + 1 : 0;
      size--;
    }
    if (size > 0 && next - (departures[head] as number) + interval > full) {
      verdicts[i] = DENY;
      continue;
    }
    const tail = head + size;
    departures[tail < capacity ? tail : tail - capacity] = next;
    size++;
    next += interval;
    waits[i] = Math.ceil(queueTicks / ticksPerMicro);
    verdicts[i] = DELAY;
  }
};

export const queueLoops: DecisionLoops = {
  'leaky-interval corrected': leakyInterval,
  'leaky-interval published': leakyIntervalPublished,
  'leaky-queue corrected': leakyQueue,
};
