/** Loops for real systems that count in windows or keep stamps, each with the product's defaults and an epoch of 0. */
import type { CaddyParams } from '../../sim/systems/caddyRatelimit.ts';
import type { CountingWindowParams } from '../../sim/systems/countingWindow.ts';
import type { HaproxyParams } from '../../sim/systems/haproxyRate.ts';
import type { FlexibleParams } from '../../sim/systems/rateLimiterFlexible.ts';
import type { RollingParams } from '../../sim/systems/rollingRateLimiter.ts';
import type { WeighedParams } from '../../sim/systems/weighedWindows.ts';
import type { SubWindowParams } from '../../sim/limiters/subWindow.ts';
import { ALLOW, DENY, DENY_TOO_LARGE } from '../../sim/verdict.ts';
import type { DecisionLoop, DecisionLoops } from './decisionLoop.ts';
import { ofChosenRule } from './chosenRule.ts';
import { windowLoops } from './windows.ts';
import { logAndCounterLoops } from './logsAndCounters.ts';

/** A window that counts what it refuses, too. @param endAfter where one that is opened at `now` ends */
function countingLoop(endAfter: (now: number, T: number) => number): DecisionLoop<CountingWindowParams> {
  return ({ n, T }, at, verdicts) => {
    let end = -Infinity;
    let count = 0;
    for (let i = 0; i < at.length; i++) {
      const now = at[i] as number;
      if (now >= end) {
        end = endAfter(now, T);
        count = 0;
      }
      verdicts[i] = ++count <= n ? ALLOW : DENY;
    }
  };
}

const aligned = countingLoop((now, T) => (Math.floor(now / T) + 1) * T);
const onMilliseconds = countingLoop((now, T) => Math.floor(now / 1_000) * 1_000 + T);

/** The same on seconds in doubles. */
const inSeconds: DecisionLoop<CountingWindowParams> = ({ n, T }, at, verdicts) => {
  const seconds = T / 1e6;
  let end = -Infinity;
  let count = 0;
  for (let i = 0; i < at.length; i++) {
    const now = (at[i] as number) / 1e6;
    if (now >= end) {
      end = now + seconds;
      count = 0;
    }
    verdicts[i] = ++count <= n ? ALLOW : DENY;
  }
};

const flexible: DecisionLoop<FlexibleParams> = ({ n, T }, at, verdicts) => {
  let end = -Infinity;
  let used = 0;
  for (let i = 0; i < at.length; i++) {
    const now = at[i] as number;
    if (now >= end) {
      end = Math.floor(now / 1_000) * 1_000 + T;
      used = 0;
    }
    verdicts[i] = ++used <= n ? ALLOW : DENY;
  }
};

const haproxy: DecisionLoop<HaproxyParams> = ({ n, T }, at, verdicts) => {
  const even = (instant: number) => Math.floor(instant / 2_000) * 2_000;
  let tick = -Infinity;
  let current = 0;
  let previous = 0;
  for (let i = 0; i < at.length; i++) {
    const clock = Math.floor((at[i] as number) / 1_000) * 1_000;
    if (tick === -Infinity) {
      tick = even(clock);
      current = 1;
    } else if (clock - tick < T) {
      current++;
    } else {
      const next = tick + T;
      const isOver = clock - next >= T;
      previous = isOver ? 0 : current;
      current = 1;
      tick = even(isOver ? clock : next);
    }
    // Whole milliseconds: the products stay below 2^53.
    const weighed = Math.floor((previous * ((tick + T - clock) / 1_000)) / (T / 1_000));
    verdicts[i] = weighed + current > n ? DENY : ALLOW;
  }
};

const caddy: DecisionLoop<CaddyParams> = ({ n, T }, at, verdicts) => {
  const stamps = new Float64Array(n).fill(-Infinity);
  let oldest = 0;
  for (let i = 0; i < at.length; i++) {
    const now = at[i] as number;
    const age = now - (stamps[oldest] as number);
    if (age > T) {
      stamps[oldest] = now;
      oldest = oldest + 1 < n ? oldest + 1 : 0;
    }
    verdicts[i] = age >= T ? ALLOW : DENY;
  }
};

const rolling: DecisionLoop<RollingParams> = ({ n, T, kept }, at, verdicts) => {
  const stamps = new Float64Array(n).fill(-Infinity);
  let oldest = 0;
  let last = -Infinity;
  for (let i = 0; i < at.length; i++) {
    const now = at[i] as number;
    if (now >= last + kept) stamps.fill(-Infinity);
    verdicts[i] = (stamps[oldest] as number) > now - T ? DENY : ALLOW;
    stamps[oldest] = now;
    oldest = oldest + 1 < n ? oldest + 1 : 0;
    last = now;
  }
};

/** @param countsAll whether what is refused counts even if the estimate is at n */
function weighedLoop(
  unit: number,
  estimate: (previous: number, current: number, elapsed: number, T: number) => number,
  countsAll: boolean,
): DecisionLoop<WeighedParams> {
  return ({ n, T, shutUntil }, at, verdicts) => {
    let start = -Infinity;
    let current = 0;
    let previous = 0;
    let shut = -Infinity;
    for (let i = 0; i < at.length; i++) {
      const now = at[i] as number;
      verdicts[i] = DENY;
      if (now < shut) continue;
      const read = Math.floor(now / unit) * unit;
      if (read - start >= T) {
        const window = Math.floor(read / T) * T;
        previous = window === start + T ? current : 0;
        current = 0;
        start = window;
      }
      const estimated = estimate(previous, current, read - start, T);
      if (estimated + 1 <= n) verdicts[i] = ALLOW;
      else if (shutUntil !== null) shut = shutUntil(read, start + T);
      if (countsAll || estimated < n) current++;
    }
  };
}

const cloudflare = weighedLoop(1, (previous, current, elapsed, T) => (previous * (T - elapsed)) / T + current, true);
const upstash = weighedLoop(
  1_000,
  (previous, current, elapsed, T) => Math.floor((1 - elapsed / T) * previous) + current,
  false,
);

const subWindow = logAndCounterLoops['sub-window corrected'] as DecisionLoop<SubWindowParams>;

/** A count below 1 a second admits nothing. */
const sentinel: DecisionLoop<SubWindowParams> = (params, at, verdicts, waits) => {
  if (params.n < 1) verdicts.fill(DENY_TOO_LARGE);
  else subWindow(params, at, verdicts, waits);
};

export const systemWindowLoops: DecisionLoops = {
  'haproxy-rate corrected': haproxy,
  'envoy-ratelimit corrected': aligned,
  'caddy-ratelimit corrected': caddy,
  'kong corrected': windowLoops['fixed-window corrected'] as DecisionLoop<never>,
  'rack-attack corrected': windowLoops['fixed-window corrected'] as DecisionLoop<never>,
  'apisix-limit-count corrected': ofChosenRule(onMilliseconds),
  'cloudflare corrected': cloudflare,
  'upstash corrected': ofChosenRule(upstash),
  'sentinel corrected': ofChosenRule(sentinel),
  'express-rate-limit corrected': onMilliseconds,
  'rate-limiter-flexible corrected': flexible,
  'rolling-rate-limiter corrected': rolling,
  'python-limits corrected': ofChosenRule(inSeconds),
};
