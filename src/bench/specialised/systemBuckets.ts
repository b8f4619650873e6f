/** Loops for real systems that keep tokens, permits or a next instant, each with the product's defaults. */
import type { TokenBucketParams } from '../../sim/limiters/tokenBucket.ts';
import type { Bucket4jParams } from '../../sim/systems/bucket4j.ts';
import type { GolangRateParams } from '../../sim/systems/golangRate.ts';
import type { NpmLimiterParams } from '../../sim/systems/npmLimiter.ts';
import type { Resilience4jParams } from '../../sim/systems/resilience4j.ts';
import type { SpringGatewayParams } from '../../sim/systems/springGateway.ts';
import type { TraefikParams } from '../../sim/systems/traefik.ts';
import type { VsthrottleParams } from '../../sim/systems/vsthrottle.ts';
import { ALLOW, DELAY, DENY } from '../../sim/verdict.ts';
import { bucketLoops } from './buckets.ts';
import { ofChosenRule } from './chosenRule.ts';
import type { DecisionLoop, DecisionLoops } from './decisionLoop.ts';

/** Of the bucket of tokens, and of all that count by the interval between them. */
const tokenBucket = bucketLoops['token-bucket corrected'] as DecisionLoop<TokenBucketParams>;

const spring: DecisionLoop<SpringGatewayParams> = (params, at, verdicts) => {
  const { rate, ticksPerToken, capacityTicks, fillTime, forgets } = params;
  let tokens = params.initialTicks;
  let time = 0;
  for (let i = 0; i < at.length; i++) {
    const now = Math.floor((at[i] as number) / 1e6) * 1e6;
    if (now !== time) {
      const elapsed = now - time;
      tokens = elapsed >= fillTime ? capacityTicks : Math.min(capacityTicks, tokens + elapsed * rate.ticksPerUnit);
      time = now;
    }
    if (forgets) {
      verdicts[i] = ALLOW;
    } else if (tokens < ticksPerToken) {
      verdicts[i] = DENY;
    } else {
      tokens -= ticksPerToken;
      verdicts[i] = ALLOW;
    }
  }
};

/** Seconds as Go adds them up: whole ones, and the nanoseconds beyond. */
function goSeconds(elapsed: number): number {
  const whole = Math.floor(elapsed / 1e6);
  return whole + ((elapsed - whole * 1e6) * 1_000) / 1e9;
}

const golang: DecisionLoop<GolangRateParams> = ({ limit, burst }, at, verdicts) => {
  let tokens = burst;
  let last = -Infinity;
  for (let i = 0; i < at.length; i++) {
    const now = at[i] as number;
    const held = last === -Infinity ? burst : Math.min(burst, tokens + goSeconds(now - last) * limit);
    const left = held - 1;
    if (left < 0 && Math.trunc((-left / limit) * 1e9) > 0) {
      verdicts[i] = DENY;
      continue;
    }
    tokens = left;
    last = now;
    verdicts[i] = ALLOW;
  }
};

const traefik: DecisionLoop<TraefikParams> = ({ limit, burst, longest, ttl }, at, verdicts, waits) => {
  let tokens = burst;
  let last = 0;
  let expiry = -Infinity;
  for (let i = 0; i < at.length; i++) {
    const now = at[i] as number;
    const second = Math.floor(now / 1e6);
    if (expiry <= second) {
      tokens = burst;
      last = now;
    }
    expiry = second + ttl;
    const left = Math.min(burst, tokens + goSeconds(now - last) * limit) - 1;
    const nanos = left < 0 ? Math.trunc((-left / limit) * 1e9) : 0;
    last = now;
    if (nanos > longest) {
      tokens = Math.min(burst, left + 1);
      verdicts[i] = DENY;
    } else {
      tokens = left;
      verdicts[i] = nanos > 0 ? DELAY : ALLOW;
      if (nanos > 0) waits[i] = Math.ceil(nanos / 1_000);
    }
  }
};

const vsthrottle: DecisionLoop<VsthrottleParams> = ({ n, T }, at, verdicts) => {
  const seconds = T / 1e6;
  let tokens = n;
  let last = 0;
  for (let i = 0; i < at.length; i++) {
    const now = at[i] as number;
    tokens = Math.min(n, tokens + Math.trunc(((now - last) / 1e6 / seconds) * n));
    if (tokens > 0) {
      tokens--;
      last = now;
      verdicts[i] = ALLOW;
    } else {
      verdicts[i] = DENY;
    }
  }
};

const bucket4j: DecisionLoop<Bucket4jParams> = ({ n, T, capacity, rate, overflows, initialTokens }, at, verdicts) => {
  const { ticksPerUnit, ticksPerPermit } = rate;
  let size = initialTokens;
  let remainder = 0;
  let last = at.length === 0 ? 0 : Math.floor((at[0] as number) / 1_000) * 1_000;
  for (let i = 0; i < at.length; i++) {
    const clock = Math.floor((at[i] as number) / 1_000) * 1_000;
    let elapsed = clock - last;
    last = clock;
    if (elapsed > 0 && size < capacity) {
      if (elapsed > T) {
        size += Math.floor(elapsed / T) * n;
        elapsed %= T;
      }
      if (size > capacity) {
        elapsed = 0;
      } else if (elapsed > overflows) {
        size += Math.trunc((elapsed / T) * n);
        remainder = 0;
      } else {
        const parts = ticksPerUnit * elapsed + remainder;
        const gained = Math.floor(parts / ticksPerPermit);
        size += gained;
        remainder = parts - gained * ticksPerPermit;
      }
      if (size >= capacity) {
        size = capacity;
        remainder = 0;
      }
    }
    if (size >= 1) {
      size--;
      verdicts[i] = ALLOW;
    } else {
      verdicts[i] = DENY;
    }
  }
};

const resilience4j: DecisionLoop<Resilience4jParams> = ({ n, T, timeout }, at, verdicts, waits) => {
  let cycle = 0;
  let permits = n;
  let end = T;
  for (let i = 0; i < at.length; i++) {
    const now = at[i] as number;
    if (now >= end) {
      const current = Math.floor(now / T);
      permits = Math.min(n, permits + (current - cycle) * n);
      cycle = current;
      end = (cycle + 1) * T;
    }
    const wait = permits >= 1 ? 0 : end - now + Math.floor(-permits / n) * T;
    if (wait > timeout) {
      verdicts[i] = DENY;
    } else {
      permits--;
      verdicts[i] = wait > 0 ? DELAY : ALLOW;
      if (wait > 0) waits[i] = wait;
    }
  }
};

const npmLimiter: DecisionLoop<NpmLimiterParams> = ({ n, T, size, perMilli }, at, verdicts) => {
  const millis = T / 1_000;
  let start = 0;
  let used = 0;
  let content = size;
  let last = 0;
  for (let i = 0; i < at.length; i++) {
    const now = (at[i] as number) / 1_000;
    if (now - start >= millis) {
      start = now;
      used = 0;
    }
    verdicts[i] = DENY;
    if (used >= n) continue;
    const elapsed = now - last;
    if (elapsed > 0) content = Math.min(content + elapsed * perMilli, size);
    last = now;
    if (content < 1) continue;
    content--;
    used++;
    verdicts[i] = ALLOW;
  }
};

const pThrottle: DecisionLoop<{ readonly n: number; readonly T: number }> = ({ n, T }, at, verdicts, waits) => {
  let start = -Infinity;
  let used = 0;
  for (let i = 0; i < at.length; i++) {
    const clock = Math.floor((at[i] as number) / 1_000) * 1_000;
    if (clock - start > T) {
      start = clock;
      used = 1;
    } else if (used < n) {
      used++;
    } else {
      start += T;
      used = 1;
    }
    const wait = start - clock;
    verdicts[i] = wait > 0 ? DELAY : ALLOW;
    if (wait > 0) waits[i] = wait;
  }
};

export const systemBucketLoops: DecisionLoops = {
  'envoy-local corrected': ofChosenRule(tokenBucket),
  'traefik corrected': traefik,
  'vsthrottle corrected': vsthrottle,
  'nft-limit corrected': tokenBucket,
  'spring-gateway corrected': spring,
  'aws-api-gateway corrected': tokenBucket,
  'redis-cell corrected': tokenBucket,
  'golang-rate corrected': golang,
  'throttled corrected': tokenBucket,
  'governor corrected': tokenBucket,
  'bucket4j corrected': bucket4j,
  'resilience4j corrected': resilience4j,
  'npm-limiter corrected': npmLimiter,
  'p-throttle corrected': ofChosenRule(pThrottle),
};
