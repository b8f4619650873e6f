import type { LeakyIntervalParams } from '../../sim/limiters/leakyInterval.ts';
import type { LeakyQueueParams } from '../../sim/limiters/leakyQueue.ts';
import { ALLOW, DELAY, DENY } from '../../sim/limiters/limiter.ts';
import type { Loop, Loops } from './loop.ts';

const leakyInterval: Loop<LeakyIntervalParams> = ({ interval: { perPermit, perUnit } }, at, verdicts) => {
  const shut = Math.ceil(perPermit / perUnit);
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

const leakyIntervalPublished: Loop<LeakyIntervalParams> = ({ interval, clock: tick }, at, verdicts) => {
  // Whole milliseconds, as the clock: the gate opens at the same microsecond by either.
  const shut = interval.perPermit;
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

const leakyQueue: Loop<LeakyQueueParams> = ({ perMicro, interval, capacity }, at, verdicts, waits) => {
  const longest = capacity * interval;
  let next = 0;
  for (let i = 0; i < at.length; i++) {
    const now = (at[i] as number) * perMicro;
    const line = next - now;
    if (line > longest) {
      verdicts[i] = DENY;
    } else if (line > 0) {
      next += interval;
      waits[i] = Math.ceil(line / perMicro);
      verdicts[i] = DELAY;
    } else {
      next = now + interval;
      verdicts[i] = ALLOW;
    }
  }
};

export const queuesAndPacing: Loops = {
  'leaky-interval corrected': leakyInterval,
  'leaky-interval published': leakyIntervalPublished,
  'leaky-queue corrected': leakyQueue,
};
