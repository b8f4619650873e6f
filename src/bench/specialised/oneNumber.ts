import type { CooldownScoreParams } from '../../sim/limiters/cooldownScore.ts';
import type { ExponentialParams } from '../../sim/systems/exponential.ts';
import type { GcraParams } from '../../sim/limiters/gcra.ts';
import { ALLOW, DENY } from '../../sim/verdict.ts';
import { exp, expm1 } from '../../sim/math.ts';
import type { DecisionLoop, DecisionLoops } from './decisionLoop.ts';

const gcra: DecisionLoop<GcraParams> = ({ ticksPerMicro, emissionInterval, tolerance }, at, verdicts) => {
  let tat = 0;
  for (let i = 0; i < at.length; i++) {
    const now = (at[i] as number) * ticksPerMicro;
    const next = Math.max(now, tat) + emissionInterval;
    if (now < next - tolerance) {
      verdicts[i] = DENY;
    } else {
      tat = next;
      verdicts[i] = ALLOW;
    }
  }
};

const cooldownScore: DecisionLoop<CooldownScoreParams> = ({ rate, ticksPerPermit, windowTicks }, at, verdicts) => {
  const { ticksPerUnit } = rate;
  let score = -Infinity;
  for (let i = 0; i < at.length; i++) {
    const clock = (at[i] as number) * ticksPerUnit;
    const trial = score + ticksPerPermit;
    if (trial > clock + windowTicks) {
      verdicts[i] = DENY;
    } else {
      score = trial < clock ? clock + ticksPerPermit : trial;
      verdicts[i] = ALLOW;
    }
  }
};

const cooldownScorePublished: DecisionLoop<CooldownScoreParams> = (params, at, verdicts) => {
  const { unit, clockOffset, baseReading, wrapsAt, zeroScore, ticksPerPermit, windowTicks, rate } = params;
  const { ticksPerUnit } = rate;
  let score = -Infinity;
  for (let i = 0; i < at.length; i++) {
    const units = Math.floor(((at[i] as number) + clockOffset) / unit);
    const clock = (units < wrapsAt ? units : ((baseReading + units) | 0) - baseReading) * ticksPerUnit;
    const trial = score + ticksPerPermit;
    if (trial > clock + windowTicks) {
      verdicts[i] = DENY;
    } else {
      const next = trial < clock ? clock + ticksPerPermit : trial;
      score = next === zeroScore ? -Infinity : next;
      verdicts[i] = ALLOW;
    }
  }
};

const exponential: DecisionLoop<ExponentialParams> = ({ n, T, strict }, at, verdicts) => {
  let rate = 0;
  let time = 0;
  for (let i = 0; i < at.length; i++) {
    const now = at[i] as number;
    let next = 1 + rate;
    if (now > time) {
      const elapsed = (now - time) / T;
      next = Math.max(1, -expm1(-elapsed) / elapsed + exp(-elapsed) * rate);
    }
    verdicts[i] = next < n ? ALLOW : DENY;
    if (strict || next < n) {
      rate = next;
      time = now;
    }
  }
};

export const oneNumberLoops: DecisionLoops = {
  'gcra corrected': gcra,
  'cooldown-score corrected': cooldownScore,
  'cooldown-score published': cooldownScorePublished,
  'exponential corrected': exponential,
};
