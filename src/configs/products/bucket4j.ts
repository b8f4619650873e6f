/** Bucket4j: a bandwidth by its builder, in the form that `addLimit` takes, or as releases before 8 made it. */
import {
  MILLISECOND,
  microsFromSeconds,
  SECOND,
  secondsFromMicros,
  type Duration,
  type Options,
} from '../../sim/index.ts';
import type { Findings } from '../findings.ts';
import { CannotPrintError, type ConfigLane, type ConfigProduct } from '../product.ts';
import { sharedObject } from '../shared.ts';
import { chainOf, numberOf, type Call, type Value } from '../text/expressions.ts';
import { lookUp } from '../text/lookUp.ts';
import { callsIn, variableOf } from '../text/source.ts';
import { brief, numberIn, timeIn } from '../values.ts';
import { readStarter, STARTER_SIGN } from './bucket4jStarter.ts';

const ADAPTIVE = 'refillIntervallyAlignedWithAdaptiveInitialTokens';
const REFILLS: Readonly<Record<string, string>> = {
  refillGreedy: 'greedy',
  refillIntervally: 'intervally',
  refillIntervallyAligned: 'aligned',
  [ADAPTIVE]: 'aligned',
  // Refill.greedy(…) of older releases
  greedy: 'greedy',
  intervally: 'intervally',
  smooth: 'greedy',
  intervallyAligned: 'aligned',
};

const javaDuration = (time: Duration) =>
  time % MILLISECOND === 0 ? `Duration.ofMillis(${time / MILLISECOND})` : `Duration.ofNanos(${time}000)`;

const instant = (time: Duration) =>
  time % MILLISECOND === 0
    ? `Instant.ofEpochMilli(${time / MILLISECOND})`
    : `Instant.ofEpochSecond(${Math.floor(time / SECOND)}, ${(time % SECOND) * 1_000})`;

function bandwidthText({ policy: { n, T, capacity }, options }: ConfigLane): string {
  const { refill, initialTokens, timeOfFirstRefill, useAdaptiveInitialTokens } = options;
  const first = timeOfFirstRefill === 'T' ? T : microsFromSeconds(timeOfFirstRefill as number);
  const refilled =
    refill === 'greedy'
      ? `refillGreedy(${n}, ${javaDuration(T)})`
      : refill === 'intervally'
        ? `refillIntervally(${n}, ${javaDuration(T)})`
        : `${useAdaptiveInitialTokens === 'true' ? ADAPTIVE : 'refillIntervallyAligned'}(\n            ${n}, ${javaDuration(T)}, ${instant(first)})`;
  const limit = [`capacity(${capacity})`, refilled];
  if (initialTokens !== 'capacity') limit.push(`initialTokens(${initialTokens})`);
  return `addLimit(limit -> limit\n        .${limit.join('\n        .')})`;
}

function bucketText(lanes: readonly ConfigLane[]): string {
  const bucket = lanes.map(bandwidthText);
  if (lanes[0]?.options['precision'] === 'nanoseconds') bucket.push('withNanosecondPrecision()');
  return `Bucket.builder()\n    .${[...bucket, 'build()'].join('\n    .')}\n`;
}

export const bucket4j: ConfigProduct = {
  id: 'bucket4j',
  aliases: [],
  fileName: 'Limit.java',
  language: 'java',
  sign: /\bBucket(4j)?\s*\.\s*builder\s*\(|\bBandwidth\s*\.\s*(builder|simple|classic)\s*\(|^bucket4j\b/m,
  understands:
    'bandwidths that Java code builds, with numbers in their places, and settings of its starter for Spring Boot',
  shared: sharedObject('one bucket'),
  print: (lane) => bucketText([lane]),
  // A bucket takes tokens from all its bandwidths, or from none.
  stack: {
    charge: 'together',
    print(lanes) {
      if (new Set(lanes.map(({ options }) => options['precision'])).size > 1)
        throw new CannotPrintError('A bucket of Bucket4j has one precision, and the limits have two.');
      return bucketText(lanes);
    },
  },
  notes: ({ options }) =>
    options['refill'] === 'aligned' ? ['The instant of the first refill counts from the start of the run.'] : [],
  read(text, findings) {
    if (STARTER_SIGN.test(text)) {
      readStarter(text, findings);
      return;
    }
    const precision = /\.withNanosecondPrecision\s*\(/.test(text) ? 'nanoseconds' : 'milliseconds';
    const refills = callsIn(text, 'java', Object.keys(REFILLS), { problem: () => undefined });
    const calls = callsIn(text, 'java', ['addLimit', 'build', 'classic', 'simple', 'withInitialTokens'], findings);
    const settings = settingsOf(calls, text, findings);
    for (const call of calls)
      readBandwidth(call, { precision }, findings, settings, (name) => callNamed(name, call, refills, text));
  },
};

/** What a variable holds that is made before the call: `Refill refill = Refill.greedy(…);`. */
function callNamed(name: string, { to }: Call, calls: readonly Call[], text: string): Call | undefined {
  return calls.findLast((made) => made.to < to && variableOf(made, text) === name);
}

/** What is said of a bandwidth outside of the call that makes it. */
interface Settings {
  /** The bucket that it is added to. */
  readonly groups: ReadonlyMap<Value, string>;
  readonly initialTokens: ReadonlyMap<Value, Value>;
}

function settingsOf(calls: readonly Call[], text: string, findings: Findings): Settings {
  const groups = new Map<Value, string>();
  const initialTokens = new Map<Value, Value>();
  const made = calls.filter(({ name }) => name !== 'addLimit');
  for (const call of calls) {
    const [argument] = call.args;
    if (argument === undefined) continue;
    if (call.name === 'withInitialTokens') for (const part of chainOf(call)) initialTokens.set(part, argument);
    if (call.name !== 'addLimit') continue;
    const bandwidth = argument.kind === 'name' ? callNamed(argument.name, call, made, text) : argument;
    if (bandwidth === undefined)
      findings.problem(argument.line, `${brief(call.text)}: how ${argument.text} is made is not in this text.`);
    else for (const part of chainOf(bandwidth)) groups.set(part, bucketOf(call));
  }
  return { groups, initialTokens };
}

/** The bucket is where its chain of calls begins. */
function bucketOf(addLimit: Call): string {
  return `bucket at line ${chainOf(addLimit)[0]?.line}`;
}

function readBandwidth(
  call: Call,
  options: Options,
  findings: Findings,
  { groups, initialTokens }: Settings,
  refillOf: (name: string) => Call | undefined,
): void {
  if (call.name === 'withInitialTokens') return;
  if (call.name === 'simple' || call.name === 'classic') {
    const [, second] = call.args;
    const made = second?.kind === 'name' ? refillOf(second.name) : second;
    const refill = call.name === 'simple' ? { ...call, name: 'greedy' } : made;
    if (refill?.kind === 'call')
      add(call, call.args[0], refill, initialTokens.get(call), options, findings, groups.get(call));
    else findings.problem(call.line, 'The refill of this bandwidth is not in this text, or not understood.');
    return;
  }
  // `addLimit` of a bandwidth that is made in its place is read there.
  const [argument] = call.args;
  const made = call.name === 'build' ? call.on : argument;
  if (made?.kind !== 'call' || ['build', 'classic', 'simple', 'withInitialTokens'].includes(made.name)) {
    if (call.name === 'addLimit' && argument?.kind !== 'call' && argument?.kind !== 'name')
      findings.problem(call.line, `${brief(call.text)}: only a chain of calls on the limit is understood.`);
    return;
  }
  const chain = chainOf(made);
  const refill = chain.find(({ name }) => lookUp(REFILLS, name) !== undefined);
  const capacity = chain.find(({ name }) => name === 'capacity');
  if (refill === undefined || capacity === undefined) {
    if (call.name === 'addLimit')
      findings.problem(call.line, `${brief(call.text)} has no capacity or no refill that is known here.`);
    return;
  }
  const initial = chain.find(({ name }) => name === 'initialTokens')?.args[0];
  const group = call.name === 'addLimit' ? bucketOf(call) : groups.get(call);
  add({ ...made, line: refill.line }, capacity.args[0], refill, initial, options, findings, group);
}

function add(
  call: Call,
  size: Value | undefined,
  refill: Call,
  initial: Value | undefined,
  options: Options,
  findings: Findings,
  group?: string,
): void {
  const capacity = numberIn(size, 'The capacity', call.line, findings);
  const n = numberIn(refill.args[0], call.name === 'simple' ? 'The capacity' : refill.name, refill.line, findings);
  const T = timeIn(refill.args[1], 'The period', refill.line, null, findings);
  const initialTokens = initial === undefined ? 'capacity' : numberIn(initial, 'initialTokens', call.line, findings);
  const kind = lookUp(REFILLS, refill.name);
  if (capacity === null || n === null || T === null || initialTokens === null) return;
  if (kind === undefined) {
    findings.problem(refill.line, `${refill.name} is not a refill known here.`);
    return;
  }
  const first = kind === 'aligned' ? instantIn(refill.args[2]) : undefined;
  if (first === null) {
    findings.problem(
      refill.line,
      'The time of the first refill is read only as Instant.ofEpochMilli or ofEpochSecond of numbers.',
    );
    return;
  }
  findings.limit(
    call.line,
    brief(call.text),
    { n, T, capacity },
    {
      ...options,
      refill: kind,
      initialTokens,
      ...(first === undefined
        ? {}
        : { timeOfFirstRefill: secondsFromMicros(first), useAdaptiveInitialTokens: `${refill.name === ADAPTIVE}` }),
    },
    [],
    group === undefined ? {} : { group },
  );
}

function instantIn(value: Value | undefined): Duration | null {
  if (value?.kind !== 'call') return null;
  const [whole, nanos] = [numberOf(value.args[0]), value.args[1] === undefined ? 0 : numberOf(value.args[1])];
  if (whole === null || nanos === null) return null;
  if (value.name === 'ofEpochMilli') return whole * MILLISECOND;
  return value.name === 'ofEpochSecond' ? whole * SECOND + Math.round(nanos / 1_000) : null;
}
