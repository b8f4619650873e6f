/** governor for Rust: a quota by its replenish period, in whole nanoseconds, and its burst. */
import { SECOND } from '../../sim/index.ts';
import type { ConfigProduct } from '../product.ts';
import { policyOfRate } from '../rates.ts';
import { HOUR, MINUTE } from '../text/durations.ts';
import { chainOf, numberOf, pathOf, type Call, type Value } from '../text/expressions.ts';
import { callsIn } from '../text/source.ts';
import { brief, durationOf } from '../values.ts';
import { lookUp } from '../text/lookUp.ts';

const NANOS = 1_000;
const PER: Readonly<Record<string, number>> = { per_second: SECOND, per_minute: MINUTE, per_hour: HOUR };

export const governor: ConfigProduct = {
  id: 'governor',
  aliases: ['rust'],
  fileName: 'limit.rs',
  language: 'rust',
  sign: /\bQuota::(with_period|per_(second|minute|hour))\b/,
  understands: 'quotas with numbers, in Rust code',
  sharesLimits: true,
  print({ policy: { n, T, capacity }, key }) {
    const period = Math.floor((T * NANOS) / n);
    return (
      `RateLimiter::${key === 'all' ? 'direct' : 'keyed'}(\n    Quota::with_period(Duration::from_nanos(${period}))\n` +
      `        .unwrap()\n        .allow_burst(NonZeroU32::new(${capacity}).unwrap()),\n)\n`
    );
  },
  read(text, findings) {
    const calls = callsIn(text, 'slashes', ['allow_burst', 'with_period', ...Object.keys(PER)], findings);
    const withBurst = new Map<Call, Call>();
    for (const call of calls)
      if (call.name === 'allow_burst') for (const part of chainOf(call)) withBurst.set(part, call);
    for (const call of calls) {
      if (call.name === 'allow_burst' || pathOf(call.on).split('.').at(-1) !== 'Quota') continue;
      const unit = lookUp(PER, call.name);
      const count = nonZero(call.args[0]);
      const nanos =
        unit === undefined
          ? scaled(durationOf(call.args[0], null))
          : count === null
            ? null
            : Math.floor((unit * NANOS) / count);
      const outer = withBurst.get(call);
      const capacity = outer === undefined ? (unit === undefined ? 1 : count) : nonZero(outer.args[0]);
      if (nanos === null || capacity === null) {
        findings.problem(call.line, `${brief((outer ?? call).text)}: only number literals are understood.`);
        continue;
      }
      const policy = byPeriod(nanos);
      if (policy === null) findings.problem(call.line, 'No n and T that a lane can have give this period.');
      else
        findings.limit(call.line, brief((outer ?? call).text), { ...policy, capacity }, {}, [], {
          key: isDirect(text, call.line) ? 'all' : 'each',
        });
    }

    function byPeriod(nanos: number) {
      const fits = (n: number, T: number) => Math.floor((T * NANOS) / n) === nanos;
      return policyOfRate(NANOS / nanos, fits, findings.keepT);
    }
  },
};

/** Whether the limiter has no keys: the last one that is made up to that line, else the first one after it. */
function isDirect(text: string, line: number): boolean {
  const made = text
    .split('\n')
    .flatMap((row, index) =>
      [...row.matchAll(/\b(keyed|direct)\s*\(/g)].map(([, kind]) => ({ kind, line: index + 1 })),
    );
  return (made.findLast((one) => one.line <= line) ?? made[0])?.kind === 'direct';
}

function scaled(micros: number | null): number | null {
  return micros === null ? null : Math.round(micros * NANOS);
}

/** `50`, `nonzero!(50u32)`, `NonZeroU32::new(50).unwrap()`. */
function nonZero(value: Value | undefined): number | null {
  const number = numberOf(value);
  if (number !== null || value?.kind !== 'call') return number;
  for (const call of chainOf(value)) {
    const inner = numberOf(call.args[0]);
    if (inner !== null && (call.name === 'new' || call.name === 'nonzero')) return inner;
  }
  return null;
}
