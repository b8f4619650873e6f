import type { CooldownParams } from '../../sim/limiters/cooldownScore.ts';
import type { ExponentialParams } from '../../sim/limiters/exponential.ts';
import type { GcraParams } from '../../sim/limiters/gcra.ts';
import { ALLOW, DENY } from '../../sim/limiters/limiter.ts';
import { exp, expm1 } from '../../sim/math.ts';
import type { Loop, Loops } from './loop.ts';

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

const exponential: Loop<ExponentialParams> = ({ n, T, strict }, at, verdicts) => {
  let rate = 0;
  let time = 0;
  for (let i = 0; i < at.length; i++) {
    const now = at[i] as number;
    let next = 1 + rate;
    if (now > time) {
      const gone = (now - time) / T;
      next = Math.max(1, -expm1(-gone) / gone + exp(-gone) * rate);
    }
    verdicts[i] = next < n ? ALLOW : DENY;
    if (strict || next < n) {
      rate = next;
      time = now;
    }
  }
};

export const oneNumber: Loops = {
  'gcra corrected': gcra,
  'cooldown-score corrected': cooldownScore,
  'cooldown-score published': cooldownScorePublished,
  'exponential corrected': exponential,
};
