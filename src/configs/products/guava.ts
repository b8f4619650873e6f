/** Guava's two limiters: `RateLimiter.create` with a rate, and with a warm-up after it. */
import {
  microsFromSeconds,
  MILLISECOND,
  SECOND,
  secondsFromMicros,
  type Options,
  type Policy,
} from '../../sim/index.ts';
import type { Findings } from '../findings.ts';
import { CannotPrintError, type ConfigProduct } from '../product.ts';
import { sharedObject } from '../shared.ts';
import { noPolicyText, policyOfDoubleRate } from '../rates.ts';
import { decimal, HOUR, MINUTE } from '../text/durations.ts';
import { numberOf, pathOf, type Call } from '../text/expressions.ts';
import { lookUp } from '../text/lookUp.ts';
import { callsIn } from '../text/source.ts';
import { brief, durationOf, numberIn } from '../values.ts';

const UNITS: Readonly<Record<string, number>> = {
  NANOSECONDS: 1e-3,
  MICROSECONDS: 1,
  MILLISECONDS: MILLISECOND,
  SECONDS: SECOND,
  MINUTES: MINUTE,
  HOURS: HOUR,
};

const ONE_OBJECT = sharedObject('one limiter');

function common(id: string, alias: readonly string[]) {
  return {
    id,
    aliases: alias,
    fileName: 'Limit.java',
    language: 'java',
    sign: /\bRateLimiter\s*\.\s*create\s*\(/,
    understands: 'calls of RateLimiter.create with numbers',
    shared: ONE_OBJECT,
    read: readGuava,
  };
}

function used(create: string, { mode, timeout }: Options): string {
  const micros = microsFromSeconds(timeout as number);
  const wait =
    mode === 'acquire' ? 'acquire()' : micros === 0 ? 'tryAcquire()' : `tryAcquire(${micros}, TimeUnit.MICROSECONDS)`;
  return `RateLimiter limiter = RateLimiter.create(${create});\nlimiter.${wait};\n`;
}

/** n/T in doubles, as a literal that Java takes for one. */
function rate({ n, T }: Policy): string {
  const text = decimal(n / (T / SECOND));
  return text.includes('.') ? text : `${text}.0`;
}

export const guavaBursty: ConfigProduct = {
  ...common('guava-bursty', ['guava']),
  print({ policy, options }) {
    if (options['maxBurstSeconds'] !== 1)
      throw new CannotPrintError(
        'Guava offers no other maxBurstSeconds than 1: the constructor that takes it is private.',
      );
    return used(rate(policy), options);
  },
};

export const guavaWarmingUp: ConfigProduct = {
  ...common('guava-warming-up', []),
  print({ policy, options }) {
    if (options['coldFactor'] !== 3)
      throw new CannotPrintError('Guava offers no other coldFactor than 3: the method that takes it is not public.');
    const warmup = microsFromSeconds(options['warmup'] as number);
    return used(`${rate(policy)}, ${warmup}, TimeUnit.MICROSECONDS`, options);
  },
};

function readGuava(text: string, findings: Findings): void {
  const options = modeIn(text, findings);
  for (const call of callsIn(text, 'java', ['create'], findings)) {
    if (pathOf(call.on).split('.').at(-1) !== 'RateLimiter') continue;
    const value = numberIn(call.args[0], 'The rate', call.line, findings);
    if (value === null) continue;
    const policy = policyOfDoubleRate(value, findings.keepT);
    const warmup = call.args.length > 1 ? timeOf(call) : undefined;
    if (policy === null) findings.problem(call.line, noPolicyText(`The rate is ${value}`));
    else if (warmup === null) findings.problem(call.line, 'The warm-up is read only as a number and its unit.');
    else {
      const [limiter, own] =
        warmup === undefined
          ? ['guava-bursty', { maxBurstSeconds: 1 }]
          : ['guava-warming-up', { warmup: secondsFromMicros(warmup), coldFactor: 3 }];
      findings.limit(call.line, brief(call.text), { ...policy, capacity: null }, { ...own, ...options }, [], {
        limiter,
      });
    }
  }
}

/** A number and a unit, or a Duration. */
function timeOf({ args }: Call, from = 1): number | null {
  const amount = numberOf(args[from]);
  const [name = ''] = pathOf(args[from + 1] ?? null)
    .split('.')
    .slice(-1);
  const unit = lookUp(UNITS, name);
  if (amount !== null && unit !== undefined) return Math.round(amount * unit);
  const time = durationOf(args[from], null);
  return time === null ? null : Math.round(time);
}

/** How it is used, where the text says it of all limiters alike. */
function modeIn(text: string, findings: Findings): Options {
  const acquires = callsIn(text, 'java', ['acquire'], findings).length > 0;
  const [tries, ...others] = callsIn(text, 'java', ['tryAcquire'], findings);
  if (acquires === (tries !== undefined)) return {};
  if (tries === undefined) return { mode: 'acquire' };
  const last = tries.args.length === 3 ? 1 : 0;
  const timeout =
    tries.args.length < 2 && numberOf(tries.args[0]) !== null ? 0 : tries.args.length === 0 ? 0 : timeOf(tries, last);
  return timeout === null || others.length > 0
    ? { mode: 'tryAcquire' }
    : { mode: 'tryAcquire', timeout: secondsFromMicros(timeout) };
}
