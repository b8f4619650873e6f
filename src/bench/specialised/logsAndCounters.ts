import { ALLOW, DENY } from '../../sim/limiters/limiter.ts';
import type { SlidingCounterParams } from '../../sim/limiters/slidingCounter.ts';
import type { SlidingLogParams } from '../../sim/limiters/slidingLog.ts';
import type { SubWindowParams } from '../../sim/limiters/subWindow.ts';
import type { Loop, Loops } from './loop.ts';

const slidingLog: Loop<SlidingLogParams> = ({ n, lifetime }, at, verdicts) => {
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

const slidingLogPublished: Loop<SlidingLogParams> = ({ n, lifetime, clock: tick }, at, verdicts) => {
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

const slidingCounter: Loop<SlidingCounterParams> = ({ n, T }, at, verdicts) => {
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

const slidingCounterPublished: Loop<SlidingCounterParams> = ({ n, T, clock: tick }, at, verdicts) => {
  // The estimate is cut to a whole number, so that it may be anything below n + 1.
  const most = n * T - 1;
  let end = T;
  let previous = 0;
  let current = 0;
  let spare = most;
  for (let i = 0; i < at.length; i++) {
    const clock = Math.floor((at[i] as number) / tick) * tick;
    if (clock >= end) {
      previous = clock - end < T ? current : 0;
      current = 0;
      end = (Math.floor(clock / T) + 1) * T;
      spare = most;
    }
    verdicts[i] = previous * (end - clock) <= spare ? ALLOW : DENY;
    // Denied requests count too.
    current++;
    spare -= T;
  }
};

const subWindow: Loop<SubWindowParams> = ({ n, slices, pace }, at, verdicts) => {
  const { perUnit, perPermit } = pace;
  const counts = new Uint32Array(slices);
  let slice = 0;
  let place = 0;
  let sum = 0;
  for (let i = 0; i < at.length; i++) {
    const current = Math.floor(((at[i] as number) * perUnit) / perPermit);
    if (current - slice >= slices) {
      counts.fill(0);
      sum = 0;
      slice = current;
    }
    while (slice < current) {
      slice++;
      place = place + 1 < slices ? place + 1 : 0;
      sum -= counts[place] as number;
      counts[place] = 0;
    }
    if (sum < n) {
      sum++;
      counts[place]!++;
      verdicts[i] = ALLOW;
    } else {
      verdicts[i] = DENY;
    }
  }
};

export const logsAndCounters: Loops = {
  'sliding-log corrected': slidingLog,
  'sliding-log published': slidingLogPublished,
  'sliding-counter corrected': slidingCounter,
  'sliding-counter published': slidingCounterPublished,
  'sub-window corrected': subWindow,
};
