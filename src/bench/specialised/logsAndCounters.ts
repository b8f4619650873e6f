import { ALLOW, DENY } from '../../sim/verdict.ts';
import type { SlidingCounterParams } from '../../sim/limiters/slidingCounter.ts';
import type { SlidingLogParams } from '../../sim/limiters/slidingLog.ts';
import type { SubWindowParams } from '../../sim/limiters/subWindow.ts';
import type { DecisionLoop, DecisionLoops } from './decisionLoop.ts';

const slidingLog: DecisionLoop<SlidingLogParams> = ({ n, lifetime }, at, verdicts) => {
  const times = new Float64Array(n);
  let head = 0;
  let size = 0;
  for (let i = 0; i < at.length; i++) {
    const now = at[i] as number;
    const edge = now - lifetime;
    while (size > 0 && (times[head] as number) <= edge) {
      head = head + 1 < n ? head + 1 : 0;
      size--;
    }
    if (size < n) {
      const tail = head + size;
      times[tail < n ? tail : tail - n] = now;
      size++;
      verdicts[i] = ALLOW;
    } else {
      verdicts[i] = DENY;
    }
  }
};

const slidingLogPublished: DecisionLoop<SlidingLogParams> = ({ n, lifetime, clock: tick }, at, verdicts) => {
  // Denied requests are written down too, so the ring has no bound: it doubles when it is full.
  let times = new Float64Array(n);
  let head = 0;
  let size = 0;
  for (let i = 0; i < at.length; i++) {
    const clock = Math.floor((at[i] as number) / tick) * tick;
    const edge = clock - lifetime;
    while (size > 0 && (times[head] as number) <= edge) {
      head = head + 1 < times.length ? head + 1 : 0;
      size--;
    }
    verdicts[i] = size < n ? ALLOW : DENY;
    if (size === times.length) {
      const larger = new Float64Array(size * 2);
      larger.set(times.subarray(head));
      larger.set(times.subarray(0, head), size - head);
      times = larger;
      head = 0;
    }
    const tail = head + size;
    times[tail < times.length ? tail : tail - times.length] = clock;
    size++;
  }
};

const slidingCounter: DecisionLoop<SlidingCounterParams> = ({ n, T }, at, verdicts) => {
  let end = T;
  let previous = 0;
  let current = 0;
  // What the weighted previous count, times T, may be at most: multiplied instead of divided.
  let spare = (n - 1) * T;
  for (let i = 0; i < at.length; i++) {
    const now = at[i] as number;
    if (now >= end) {
      previous = now - end < T ? current : 0;
      current = 0;
      end = (Math.floor(now / T) + 1) * T;
      spare = (n - 1) * T;
    }
    if (previous * (end - now) <= spare) {
      current++;
      spare -= T;
      verdicts[i] = ALLOW;
    } else {
      verdicts[i] = DENY;
    }
  }
};

const slidingCounterPublished: DecisionLoop<SlidingCounterParams> = ({ n, T, clock: tick }, at, verdicts) => {
  // The estimate is cut to a whole number, so that it may be anything below n + 1.
  const maxWeighted = n * T - 1;
  let end = T;
  let previous = 0;
  let current = 0;
  let spare = maxWeighted;
  for (let i = 0; i < at.length; i++) {
    const clock = Math.floor((at[i] as number) / tick) * tick;
    if (clock >= end) {
      previous = clock - end < T ? current : 0;
      current = 0;
      end = (Math.floor(clock / T) + 1) * T;
      spare = maxWeighted;
    }
    verdicts[i] = previous * (end - clock) <= spare ? ALLOW : DENY;
    // Denied requests count too.
    current++;
    spare -= T;
  }
};

const subWindow: DecisionLoop<SubWindowParams> = ({ n, slices, sliceRate }, at, verdicts) => {
  const { ticksPerUnit, ticksPerPermit } = sliceRate;
  const counts = new Uint32Array(slices);
  let slice = 0;
  let slot = 0;
  let sum = 0;
  for (let i = 0; i < at.length; i++) {
    const current = Math.floor(((at[i] as number) * ticksPerUnit) / ticksPerPermit);
    if (current - slice >= slices) {
      counts.fill(0);
      sum = 0;
      slice = current;
    }
    while (slice < current) {
      slice++;
      slot = slot + 1 < slices ? slot + 1 : 0;
      sum -= counts[slot] as number;
      counts[slot] = 0;
    }
    if (sum < n) {
      sum++;
      counts[slot]!++;
      verdicts[i] = ALLOW;
    } else {
      verdicts[i] = DENY;
    }
  }
};

export const logAndCounterLoops: DecisionLoops = {
  'sliding-log corrected': slidingLog,
  'sliding-log published': slidingLogPublished,
  'sliding-counter corrected': slidingCounter,
  'sliding-counter published': slidingCounterPublished,
  'sub-window corrected': subWindow,
};
