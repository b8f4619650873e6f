/** throttled for Go: `RateQuota`, whose MaxBurst comes on top of the first request. */
import { DAY, SECOND } from '../../sim/index.ts';
import type { Findings } from '../findings.ts';
import type { ConfigProduct } from '../product.ts';
import { policyOfFraction, type RatePolicy } from '../rates.ts';
import { HOUR, MINUTE } from '../text/durations.ts';
import type { Value } from '../text/expressions.ts';
import { callsIn } from '../text/source.ts';
import { brief, numberIn, timeIn } from '../values.ts';
import { goDuration } from './goDuration.ts';
import { lookUp } from '../text/lookUp.ts';

const PER: Readonly<Record<string, number>> = { PerSec: SECOND, PerMin: MINUTE, PerHour: HOUR, PerDay: DAY };

export const throttled: ConfigProduct = {
  id: 'throttled',
  aliases: [],
  fileName: 'limit.go',
  language: 'go',
  sign: /\bthrottled\.RateQuota\b/,
  understands: 'RateQuota with numbers, in Go code',
  print: ({ policy: { n, T, capacity } }) =>
    `throttled.RateQuota{\n\tMaxRate:  throttled.PerDuration(${n}, ${goDuration(T)}),\n\tMaxBurst: ${capacity - 1},\n}\n`,
  read(text, findings) {
    // Without names, its fields are as the arguments of a call.
    const source = text.replace(/\bRateQuota\{([^{}:]{1,200})\}/g, 'RateQuota($1)');
    for (const call of callsIn(source, 'go', ['RateQuota'], findings)) {
      const { named, args } = call;
      const policy = rateIn(named.get('MaxRate') ?? args[0], call.line, findings);
      const burst = numberIn(named.get('MaxBurst') ?? args[1], 'MaxBurst', call.line, findings, 0);
      if (policy !== null && burst !== null)
        findings.limit(call.line, brief(call.text), { ...policy, capacity: burst + 1 });
    }
  },
};

function rateIn(value: Value | undefined, line: number, findings: Findings): RatePolicy | null {
  if (value?.kind === 'call') {
    const unit = lookUp(PER, value.name);
    const n =
      unit === undefined && value.name !== 'PerDuration' ? null : numberIn(value.args[0], value.name, line, findings);
    if (value.name === 'PerDuration') {
      const T = timeIn(value.args[1], 'The duration', line, null, findings);
      return n === null || T === null ? null : { n, T };
    }
    if (unit !== undefined)
      return n === null
        ? null
        : Number.isInteger(n)
          ? (policyOfFraction(n, unit, findings.keepT) ?? { n, T: unit })
          : { n, T: unit };
  }
  findings.problem(
    line,
    `MaxRate is ${brief(value?.text ?? 'missing')}: only PerDuration, PerSec and the like are understood.`,
  );
  return null;
}
