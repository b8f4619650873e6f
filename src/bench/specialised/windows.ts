import type { FixedWindowParams } from '../../sim/limiters/fixedWindow.ts';
import { ALLOW, DENY } from '../../sim/verdict.ts';
import type { QuotaResetParams } from '../../sim/limiters/quotaReset.ts';
import type { SimpleWindowParams } from '../../sim/limiters/simpleWindow.ts';
import type { DecisionLoop, DecisionLoops } from './decisionLoop.ts';

const fixedWindow: DecisionLoop<FixedWindowParams> = ({ n, T }, at, verdicts) => {
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

const simpleWindow: DecisionLoop<SimpleWindowParams> = ({ n, T }, at, verdicts) => {
  let last = T;
  let count = 0;
  for (let i = 0; i < at.length; i++) {
    const now = at[i] as number;
    if (now > last) {
      last = now + T;
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

const quotaReset: DecisionLoop<QuotaResetParams> = ({ n, T }, at, verdicts) => {
  let end = -Infinity;
  let tokens = 0;
  for (let i = 0; i < at.length; i++) {
    const now = at[i] as number;
    if (now >= end) {
      end = now + T;
      tokens = n;
    }
    if (tokens > 0) {
      tokens--;
      verdicts[i] = ALLOW;
    } else {
      verdicts[i] = DENY;
    }
  }
};

export const windowLoops: DecisionLoops = {
  'fixed-window corrected': fixedWindow,
  'simple-window corrected': simpleWindow,
  'quota-reset corrected': quotaReset,
};
