import type { HybridParams } from '../../sim/limiters/hybrid.ts';
import type { LeakyMeterParams } from '../../sim/limiters/leakyMeter.ts';
import { ALLOW, DENY } from '../../sim/verdict.ts';
import type { QuotaAndLinearParams } from '../../sim/limiters/quotaAndLinear.ts';
import type { TokenBucketParams } from '../../sim/limiters/tokenBucket.ts';
import type { TokenBucketLazyParams } from '../../sim/limiters/tokenBucketLazy.ts';
import type { TokenBucketThrottlerParams } from '../../sim/limiters/tokenBucketThrottler.ts';
import type { TokenBucketTickedParams } from '../../sim/limiters/tokenBucketTicked.ts';
import { MILLISECOND } from '../../sim/time.ts';
import type { DecisionLoop, DecisionLoops } from './decisionLoop.ts';

// In all of these a long silence is compared, not multiplied: the product would pass 2^53.

const tokenBucket: DecisionLoop<TokenBucketParams> = (
  { rate, ticksPerToken, capacityTicks, fillTime, initialTicks },
  at,
  verdicts,
) => {
  const { ticksPerUnit } = rate;
  let tokens = initialTicks;
  let time = 0;
  for (let i = 0; i < at.length; i++) {
    const now = at[i] as number;
    const elapsed = now - time;
    tokens = elapsed >= fillTime ? capacityTicks : Math.min(capacityTicks, tokens + elapsed * ticksPerUnit);
    time = now;
    if (tokens < ticksPerToken) {
      verdicts[i] = DENY;
    } else {
      tokens -= ticksPerToken;
      verdicts[i] = ALLOW;
    }
  }
};

const leakyMeter: DecisionLoop<LeakyMeterParams> = ({ rate, ticksPerDrop, capacityTicks, drainTime }, at, verdicts) => {
  const { ticksPerUnit } = rate;
  let water = 0;
  let time = 0;
  for (let i = 0; i < at.length; i++) {
    const now = at[i] as number;
    const elapsed = now - time;
    water = elapsed >= drainTime ? 0 : Math.max(0, water - elapsed * ticksPerUnit);
    time = now;
    if (water + ticksPerDrop <= capacityTicks) {
      water += ticksPerDrop;
      verdicts[i] = ALLOW;
    } else {
      verdicts[i] = DENY;
    }
  }
};

const leakyMeterPublished: DecisionLoop<LeakyMeterParams> = (
  { rate, ticksPerDrop, capacityTicks, drainTime, clock: tick },
  at,
  verdicts,
) => {
  const { ticksPerUnit } = rate;
  let water = 0;
  let time = 0;
  for (let i = 0; i < at.length; i++) {
    const clock = Math.floor((at[i] as number) / tick) * tick;
    const elapsed = clock - time;
    water =
      elapsed >= drainTime
        ? 0
        : Math.max(0, water - Math.floor((elapsed * ticksPerUnit) / ticksPerDrop) * ticksPerDrop);
    if (water + ticksPerDrop <= capacityTicks) {
      water += ticksPerDrop;
      time = clock;
      verdicts[i] = ALLOW;
    } else {
      verdicts[i] = DENY;
    }
  }
};

const tokenBucketTicked: DecisionLoop<TokenBucketTickedParams> = (
  { tickRate, tokensPerTick, capacity },
  at,
  verdicts,
) => {
  const { ticksPerUnit, ticksPerPermit } = tickRate;
  let tokens = capacity;
  let last = 0;
  for (let i = 0; i < at.length; i++) {
    const tick = Math.floor(((at[i] as number) * ticksPerUnit) / ticksPerPermit);
    tokens = Math.min(capacity, tokens + (tick - last) * tokensPerTick);
    last = tick;
    if (tokens > 0) {
      tokens--;
      verdicts[i] = ALLOW;
    } else {
      verdicts[i] = DENY;
    }
  }
};

const tokenBucketLazy: DecisionLoop<TokenBucketLazyParams> = ({ n, T, rate }, at, verdicts) => {
  const { ticksPerUnit, ticksPerPermit } = rate;
  let tokens = n;
  let time = 0;
  for (let i = 0; i < at.length; i++) {
    const clock = Math.floor((at[i] as number) / MILLISECOND) * MILLISECOND;
    const elapsed = clock - time;
    const add = elapsed >= T ? n : Math.floor((elapsed * ticksPerUnit) / ticksPerPermit);
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

const tokenBucketThrottler: DecisionLoop<TokenBucketThrottlerParams> = ({ capacity, T, rate }, at, verdicts) => {
  const { ticksPerUnit, ticksPerPermit } = rate;
  let left = capacity;
  let time = 0;
  for (let i = 0; i < at.length; i++) {
    const clock = Math.floor((at[i] as number) / MILLISECOND) * MILLISECOND;
    const elapsed = clock - time;
    left = elapsed >= T ? capacity : Math.min(capacity, left + Math.floor((elapsed * ticksPerUnit) / ticksPerPermit));
    if (left > 1) {
      left--;
      time = clock;
      verdicts[i] = ALLOW;
    } else {
      verdicts[i] = DENY;
    }
  }
};

const quotaAndLinear: DecisionLoop<QuotaAndLinearParams> = (
  { n, T, rate, ticksPerToken, capacityTicks, fillTime, initialTicks },
  at,
  verdicts,
) => {
  const { ticksPerUnit } = rate;
  let end = -Infinity;
  let quota = 0;
  let tokens = initialTicks;
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
    tokens = elapsed >= fillTime ? capacityTicks : Math.min(capacityTicks, tokens + elapsed * ticksPerUnit);
    time = now;
    if (tokens < ticksPerToken) {
      verdicts[i] = DENY;
    } else {
      tokens -= ticksPerToken;
      quota--;
      verdicts[i] = ALLOW;
    }
  }
};

const hybrid: DecisionLoop<HybridParams> = ({ T, rate, ticksPerToken, fullTicks }, at, verdicts) => {
  const { ticksPerUnit } = rate;
  const recoveryTime = 2 * T;
  let smooth = false;
  let tokens = 0;
  // In bursty mode the end of the window, in smooth mode the last request.
  let time = -Infinity;
  for (let i = 0; i < at.length; i++) {
    const now = at[i] as number;
    if (smooth) {
      const elapsed = now - time;
      tokens = elapsed >= recoveryTime ? fullTicks : Math.min(fullTicks, tokens + elapsed * ticksPerUnit);
      time = now;
      if (tokens === fullTicks) {
        smooth = false;
        time = now + T;
      }
    } else if (now >= time) {
      tokens = fullTicks;
      time = now + T;
    } else if (tokens === ticksPerToken) {
      // The last token of the window: what is owed is there again when it ends, with one more.
      smooth = true;
      tokens = ticksPerToken - (time - now) * ticksPerUnit;
      time = now;
      verdicts[i] = ALLOW;
      continue;
    }
    if (tokens < ticksPerToken) {
      verdicts[i] = DENY;
    } else {
      tokens -= ticksPerToken;
      verdicts[i] = ALLOW;
    }
  }
};

export const bucketLoops: DecisionLoops = {
  'token-bucket corrected': tokenBucket,
  'leaky-meter corrected': leakyMeter,
  'leaky-meter published': leakyMeterPublished,
  'token-bucket-ticked corrected': tokenBucketTicked,
  'token-bucket-lazy published': tokenBucketLazy,
  'token-bucket-throttler published': tokenBucketThrottler,
  'quota-and-linear corrected': quotaAndLinear,
  'hybrid corrected': hybrid,
};
