/**
 * What the engine is measured against: for each limiter a loop written by hand for it alone. One key, costs of 1, the
 * state in local variables, everything that no request changes taken out of the loop, and the same column filled. They
 * follow the same algorithm on the same whole numbers, so they must give the same verdicts: `specialised.test.ts`.
 */
import type { CooldownParams } from '../sim/limiters/cooldownScore.ts';
import type { FixedWindowParams } from '../sim/limiters/fixedWindow.ts';
import type { GcraParams } from '../sim/limiters/gcra.ts';
import type { LeakyMeterParams } from '../sim/limiters/leakyMeter.ts';
import { ALLOW, DENY, type Edition, type Params } from '../sim/limiters/limiter.ts';
import type { SlidingLogParams } from '../sim/limiters/slidingLog.ts';
import type { TokenBucketParams } from '../sim/limiters/tokenBucket.ts';

/** Fills `verdicts` for requests of cost 1 of one key at `at`, microseconds, never falling. */
export type Loop<P = Params> = (params: P, at: Float64Array, verdicts: Uint8Array) => void;

/** The loop for a limiter's edition, if someone wrote one. */
export function specialisedLoop(limiter: string, edition: Edition): Loop | undefined {
  return loops[`${limiter} ${edition}`] as Loop | undefined;
}

const fixedWindow: Loop<FixedWindowParams> = ({ n, T }, at, verdicts) => {
  let end = T;
  let count = 0;
  for (let i = 0; i < at.length; i++) {
    const now = at[i] as number;
    if (now >= end) {
      end = (Math.floor(now / T) + 1) * T;
      count = 0;
    }
    if (count < n) {
      count++;
      verdicts[i] = ALLOW;
    } else {
      verdicts[i] = DENY;
    }
  }
};

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

const tokenBucket: Loop<TokenBucketParams> = ({ rate, token, full, fills, start }, at, verdicts) => {
  const { perUnit } = rate;
  let tokens = start;
  let time = 0;
  for (let i = 0; i < at.length; i++) {
    const now = at[i] as number;
    const elapsed = now - time;
    // A long silence is compared, not multiplied: the product would pass 2^53.
    tokens = elapsed >= fills ? full : Math.min(full, tokens + elapsed * perUnit);
    time = now;
    if (tokens < token) {
      verdicts[i] = DENY;
    } else {
      tokens -= token;
      verdicts[i] = ALLOW;
    }
  }
};

const leakyMeter: Loop<LeakyMeterParams> = ({ rate, drop, full, drains }, at, verdicts) => {
  const { perUnit } = rate;
  let water = 0;
  let time = 0;
  for (let i = 0; i < at.length; i++) {
    const now = at[i] as number;
    const elapsed = now - time;
    water = elapsed >= drains ? 0 : Math.max(0, water - elapsed * perUnit);
    time = now;
    if (water + drop <= full) {
      water += drop;
      verdicts[i] = ALLOW;
    } else {
      verdicts[i] = DENY;
    }
  }
};

const leakyMeterPublished: Loop<LeakyMeterParams> = ({ rate, drop, full, drains, clock: tick }, at, verdicts) => {
  const { perUnit } = rate;
  let water = 0;
  let time = 0;
  for (let i = 0; i < at.length; i++) {
    const clock = Math.floor((at[i] as number) / tick) * tick;
    const elapsed = clock - time;
    water = elapsed >= drains ? 0 : Math.max(0, water - Math.floor((elapsed * perUnit) / drop) * drop);
    if (water + drop <= full) {
      water += drop;
      time = clock;
      verdicts[i] = ALLOW;
    } else {
      verdicts[i] = DENY;
    }
  }
};

const gcra: Loop<GcraParams> = ({ perMicro, interval, tolerance }, at, verdicts) => {
  let tat = 0;
  for (let i = 0; i < at.length; i++) {
    const now = (at[i] as number) * perMicro;
    const next = Math.max(now, tat) + interval;
    if (now < next - tolerance) {
      verdicts[i] = DENY;
    } else {
      tat = next;
      verdicts[i] = ALLOW;
    }
  }
};

const cooldownScore: Loop<CooldownParams> = ({ rate, permit, span }, at, verdicts) => {
  const { perUnit } = rate;
  let score = -Infinity;
  for (let i = 0; i < at.length; i++) {
    const clock = (at[i] as number) * perUnit;
    const trial = score + permit;
    if (trial > clock + span) {
      verdicts[i] = DENY;
    } else {
      score = trial < clock ? clock + permit : trial;
      verdicts[i] = ALLOW;
    }
  }
};

const cooldownScorePublished: Loop<CooldownParams> = (params, at, verdicts) => {
  const { unit, offset, base, turn, zero, permit, span, rate } = params;
  const { perUnit } = rate;
  let score = -Infinity;
  for (let i = 0; i < at.length; i++) {
    const units = Math.floor(((at[i] as number) + offset) / unit);
    const clock = (units < turn ? units : ((base + units) | 0) - base) * perUnit;
    const trial = score + permit;
    if (trial > clock + span) {
      verdicts[i] = DENY;
    } else {
      const next = trial < clock ? clock + permit : trial;
      score = next === zero ? -Infinity : next;
      verdicts[i] = ALLOW;
    }
  }
};

const loops: Readonly<Record<string, unknown>> = {
  'fixed-window corrected': fixedWindow,
  'sliding-log corrected': slidingLog,
  'sliding-log published': slidingLogPublished,
  'token-bucket corrected': tokenBucket,
  'leaky-meter corrected': leakyMeter,
  'leaky-meter published': leakyMeterPublished,
  'gcra corrected': gcra,
  'cooldown-score corrected': cooldownScore,
  'cooldown-score published': cooldownScorePublished,
};
