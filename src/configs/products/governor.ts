/** governor for Rust: a quota by its replenish period, in whole nanoseconds, and its burst. */
import { SECOND } from '../../sim/index.ts';
import type { ConfigProduct } from '../product.ts';
import { noPolicyText, policyOfRate } from '../rates.ts';
import { HOUR, MINUTE } from '../text/durations.ts';
import { chainOf, numberOf, pathOf, type Call, type Value } from '../text/expressions.ts';
import { callsIn } from '../text/source.ts';
import { brief, durationOf } from '../values.ts';
import { lookUp } from '../text/lookUp.ts';
import { LINKERD_SIGN, readLinkerd } from './linkerd.ts';
import { BUILDER_SIGN, readBuilders } from './towerGovernor.ts';

const NANOS = 1_000;
const PER: Readonly<Record<string, number>> = { per_second: SECOND, per_minute: MINUTE, per_hour: HOUR };

type Key = 'each' | 'all';

/** What makes a limiter of a quota, and whether that has keys. */
const LIMITERS: Readonly<Record<string, Key>> = { keyed: 'each', dashmap: 'each', hashmap: 'each', direct: 'all' };
const WITH_CLOCK = '_with_clock';
const UNSEEN = 'No limiter is seen to be made of this quota: it is read as one with a limit for each key.';

export const governor: ConfigProduct = {
  id: 'governor',
  aliases: ['rust'],
  fileName: 'limit.rs',
  language: 'rust',
  sign: new RegExp(`\\bQuota::(with_period|per_(second|minute|hour))\\b|${BUILDER_SIGN.source}|${LINKERD_SIGN.source}`),
  understands:
    'quotas with numbers, in Rust code, the builder of tower_governor and actix-governor, and Linkerd’s HTTPLocalRateLimitPolicy',
  sharesLimits: true,
  print({ policy: { n, T, capacity }, key }) {
    const period = Math.floor((T * NANOS) / n);
    return (
      `RateLimiter::${key === 'all' ? 'direct' : 'keyed'}(\n    Quota::with_period(Duration::from_nanos(${period}))\n` +
      `        .unwrap()\n        .allow_burst(NonZeroU32::new(${capacity}).unwrap()),\n)\n`
    );
  },
  read(text, findings) {
    if (LINKERD_SIGN.test(text)) {
      readLinkerd(text, findings);
      return;
    }
    const limiters = Object.keys(LIMITERS).flatMap((name) => [name, name + WITH_CLOCK]);
    const calls = callsIn(text, 'rust', ['allow_burst', 'with_period', ...Object.keys(PER), ...limiters], findings);
    const keyOf = keysOf(text, calls);
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
      const policy = policyOf(nanos, call);
      if (policy !== null) {
        const key = keyOf(call);
        const notes = [key === undefined && UNSEEN];
        findings.limit(call.line, brief((outer ?? call).text), { ...policy, capacity }, {}, notes, {
          key: key ?? 'each',
        });
      }
    }

    readBuilders(text, policyOf, findings);

    function policyOf(nanos: number, call: Call) {
      const fits = (n: number, T: number) => Math.floor((T * NANOS) / n) === nanos;
      const policy = policyOfRate(NANOS / nanos, fits, findings.keepT);
      if (policy === null) findings.problem(call.line, noPolicyText(brief(call.text)));
      return policy;
    }
  },
};

/** Says of a quota whether the limiter has keys that is made of it in its place, or later of the variable that holds it. */
function keysOf(text: string, calls: readonly Call[]): (quota: Call) => Key | undefined {
  const variables = variablesIn(text);
  const inPlace = new Map<Call, Key>();
  const ofVariable = new Map<string, { readonly line: number; readonly key: Key }[]>();
  for (const { name, line, args } of calls) {
    const [from] = args;
    const key = lookUp(LIMITERS, name.replace(WITH_CLOCK, ''));
    if (key === undefined || from === undefined) continue;
    for (const part of chainOf(from)) inPlace.set(part, key);
    // Perhaps a clone of it.
    const used = pathOf(from.kind === 'call' ? from.on : from);
    ofVariable.set(used, [...(ofVariable.get(used) ?? []), { line, key }]);
  }
  return (quota) => {
    const variable = variables.get(quota.line);
    const made = variable === undefined ? undefined : ofVariable.get(variable);
    return inPlace.get(quota) ?? made?.find(({ line }) => line >= quota.line)?.key;
  };
}

/** The variables that hold a quota, by its line. */
function variablesIn(text: string): ReadonlyMap<number, string> {
  const pattern = /\n|\b(?:let|const|static)\s+(?:mut\s+)?(\w+)\s*(?::[^=;\n]{0,60})?=\s*(?:\w+::)*Quota::/g;
  const variables = new Map<number, string>();
  let line = 1;
  for (const [found, name] of text.matchAll(pattern)) {
    line += found.split('\n').length - 1;
    if (name !== undefined) variables.set(line, name);
  }
  return variables;
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
