import type { HybridParams } from '../../sim/limiters/hybrid.ts';
import type { LeakyMeterParams } from '../../sim/limiters/leakyMeter.ts';
import { ALLOW, DENY } from '../../sim/limiters/limiter.ts';
import type { QuotaAndLinearParams } from '../../sim/limiters/quotaAndLinear.ts';
import type { TokenBucketParams } from '../../sim/limiters/tokenBucket.ts';
import type { TokenBucketLazyParams } from '../../sim/limiters/tokenBucketLazy.ts';
import type { TokenBucketThrottlerParams } from '../../sim/limiters/tokenBucketThrottler.ts';
import type { TokenBucketTickedParams } from '../../sim/limiters/tokenBucketTicked.ts';
import { MILLISECOND } from '../../sim/time.ts';
import type { Loop, Loops } from './loop.ts';

// In all of these a long silence is compared, not multiplied: the product would pass 2^53.

const tokenBucket: Loop<TokenBucketParams> = ({ rate, token, full, fills, start }, at, verdicts) => {
  const { perUnit } = rate;
  let tokens = start;
  let time = 0;
  for (let i = 0; i < at.length; i++) {
    const now = at[i] as number;
    const elapsed = now - time;
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

const tokenBucketTicked: Loop<TokenBucketTickedParams> = ({ ticks, brings, capacity }, at, verdicts) => {
  const { perUnit, perPermit } = ticks;
  let tokens = capacity;
  let last = 0;
  for (let i = 0; i < at.length; i++) {
    const tick = Math.floor(((at[i] as number) * perUnit) / perPermit);
    tokens = Math.min(capacity, tokens + (tick - last) * brings);
    last = tick;
    if (tokens > 0) {
      tokens--;
      verdicts[i] = ALLOW;
    } else {
      verdicts[i] = DENY;
    }
  }
};

const tokenBucketLazy: Loop<TokenBucketLazyParams> = ({ n, T, rate }, at, verdicts) => {
  const { perUnit, perPermit } = rate;
  let tokens = n;
  let time = 0;
  for (let i = 0; i < at.length; i++) {
    const clock = Math.floor((at[i] as number) / MILLISECOND) * MILLISECOND;
    const elapsed = clock - time;
    const add = elapsed >= T ? n : Math.floor((elapsed * perUnit) / perPermit);
    if (add > 0) {
      tokens = Math.min(n, tokens + add);
      time = clock;
    }
    if (tokens > 0) {
      tokens--;
      verdicts[i] = ALLOW;
    } else {
      verdicts[i] = DENY;
    }
  }
};

const tokenBucketThrottler: Loop<TokenBucketThrottlerParams> = ({ capacity, T, rate }, at, verdicts) => {
  const { perUnit, perPermit } = rate;
  let left = capacity;
  let time = 0;
  for (let i = 0; i < at.length; i++) {
    const clock = Math.floor((at[i] as number) / MILLISECOND) * MILLISECOND;
    const elapsed = clock - time;
    left = elapsed >= T ? capacity : Math.min(capacity, left + Math.floor((elapsed * perUnit) / perPermit));
    if (left > 1) {
      left--;
      time = clock;
      verdicts[i] = ALLOW;
    } else {
      verdicts[i] = DENY;
    }
  }
};

const quotaAndLinear: Loop<QuotaAndLinearParams> = ({ n, T, rate, token, full, fills, start }, at, verdicts) => {
  const { perUnit } = rate;
  let end = -Infinity;
  let quota = 0;
  let tokens = start;
  let time = 0;
  for (let i = 0; i < at.length; i++) {
    const now = at[i] as number;
    if (now >= end) {
      end = now + T;
      quota = n;
    }
    if (quota === 0) {
      verdicts[i] = DENY;
      continue;
    }
    const elapsed = now - time;
    tokens = elapsed >= fills ? full : Math.min(full, tokens + elapsed * perUnit);
    time = now;
    if (tokens < token) {
      verdicts[i] = DENY;
    } else {
      tokens -= token;
      quota--;
      verdicts[i] = ALLOW;
    }
  }
};

const hybrid: Loop<HybridParams> = ({ T, rate, token, full }, at, verdicts) => {
  const { perUnit } = rate;
  const recovers = 2 * T;
  let smooth = false;
  let tokens = 0;
  // In bursty mode the end of the window, in smooth mode the last request.
  let time = -Infinity;
  for (let i = 0; i < at.length; i++) {
    const now = at[i] as number;
    if (smooth) {
      const elapsed = now - time;
      tokens = elapsed >= recovers ? full : Math.min(full, tokens + elapsed * perUnit);
      time = now;
      if (tokens === full) {
        smooth = false;
        time = now + T;
      }
    } else if (now >= time) {
      tokens = full;
      time = now + T;
    } else if (tokens === token) {
      // The last token of the window: what is owed is there again when it ends, with one more.
      smooth = true;
      tokens = token - (time - now) * perUnit;
      time = now;
      verdicts[i] = ALLOW;
      continue;
    }
    if (tokens < token) {
      verdicts[i] = DENY;
    } else {
      tokens -= token;
      verdicts[i] = ALLOW;
    }
  }
};

export const buckets: Loops = {
  'token-bucket corrected': tokenBucket,
  'leaky-meter corrected': leakyMeter,
  'leaky-meter published': leakyMeterPublished,
  'token-bucket-ticked corrected': tokenBucketTicked,
  'token-bucket-lazy published': tokenBucketLazy,
  'token-bucket-throttler published': tokenBucketThrottler,
  'quota-and-linear corrected': quotaAndLinear,
  'hybrid corrected': hybrid,
};
