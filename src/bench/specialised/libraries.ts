import type { GuavaParams } from '../../sim/systems/guavaBursty.ts';
import type { GuavaWarmingUpParams } from '../../sim/systems/guavaWarmingUp.ts';
import { ALLOW, DELAY, DENY } from '../../sim/verdict.ts';
import type { NginxLimitReqParams } from '../../sim/systems/nginxLimitReq.ts';
import { MILLISECOND } from '../../sim/time.ts';
import type { DecisionLoop, DecisionLoops } from './decisionLoop.ts';

const nginxLimitReq: DecisionLoop<NginxLimitReqParams> = ({ r, burst, delay }, at, verdicts, waits) => {
  let excess = -Infinity;
  let time = 0; // in milliseconds
  for (let i = 0; i < at.length; i++) {
    const clock = Math.floor((at[i] as number) / MILLISECOND);
    const next = Math.max(0, excess - Math.floor((r * (clock - time)) / 1_000) + 1_000);
    if (next > burst) {
      verdicts[i] = DENY;
      continue;
    }
    excess = next;
    time = clock;
    const wait = next <= delay ? 0 : Math.floor(((next - delay) * 1_000) / r);
    if (wait > 0) {
      waits[i] = wait * MILLISECOND;
      verdicts[i] = DELAY;
    } else {
      verdicts[i] = ALLOW;
    }
  }
};

const guavaBursty: DecisionLoop<GuavaParams> = ({ stable, maxPermits, timeout }, at, verdicts, waits) => {
  let stored = 0;
  let free = 0;
  for (let i = 0; i < at.length; i++) {
    const now = at[i] as number;
    const wait = free - now;
    if (wait > timeout) {
      verdicts[i] = DENY;
      continue;
    }
    if (wait > 0) {
      waits[i] = wait;
      verdicts[i] = DELAY;
    } else {
      stored = Math.min(maxPermits, stored - wait / stable);
      free = now;
      verdicts[i] = ALLOW;
    }
    const taken = Math.min(1, stored);
    stored -= taken;
    free += Math.floor((1 - taken) * stable);
  }
};

const guavaWarmingUp: DecisionLoop<GuavaWarmingUpParams> = (params, at, verdicts, waits) => {
  const { stable, maxPermits, coolDownInterval, timeout, threshold, slope } = params;
  let stored = maxPermits;
  let free = 0;
  for (let i = 0; i < at.length; i++) {
    const now = at[i] as number;
    const wait = free - now;
    if (wait > timeout) {
      verdicts[i] = DENY;
      continue;
    }
    if (wait > 0) {
      waits[i] = wait;
      verdicts[i] = DELAY;
    } else {
      stored = Math.min(maxPermits, stored - wait / coolDownInterval);
      free = now;
      verdicts[i] = ALLOW;
    }
    const taken = Math.min(1, stored);
    const above = stored - threshold;
    let price = Math.floor((1 - taken) * stable);
    if (above > 0) {
      const steep = Math.min(above, taken);
      const sides = stable + above * slope + (stable + (above - steep) * slope);
      price += Math.floor((steep * sides) / 2) + Math.floor((taken - steep) * stable);
    } else {
      price += Math.floor(taken * stable);
    }
    free += price;
    stored -= taken;
  }
};

export const libraryLoops: DecisionLoops = {
  'nginx-limit-req corrected': nginxLimitReq,
  'guava-bursty corrected': guavaBursty,
  'guava-warming-up corrected': guavaWarmingUp,
};
