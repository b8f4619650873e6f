/**
 * Random valid scenarios, for tests. Documents as people write them, fields left out at random; a scenario is what such
 * a document reads as.
 */
import * as fc from 'fast-check';
import { COMMANDS } from '../cluster/command.ts';
import type { SchemeKnob } from '../cluster/scheme.ts';
import type { LinkView } from './link.ts';
import type { ChartLayout, Embed } from './linkView.ts';
import { MEASURE_UNITS, MEASURES } from './goals.ts';
import { MAX_SECONDS } from './policy.ts';
import { problemMessage } from './problem.ts';
import { parseScenario, type Scenario } from './scenario.ts';
import { runsUserCode, vocabulary, type FormatEntry } from './vocabulary.ts';

type Document = Record<string, unknown>;

export interface ArbitraryOptions {
  /** Only what this version can run, and little enough of it to be run often: open-loop traffic, at most a minute. */
  readonly runnable?: boolean;
}

/** Any finite number within bounds, often a round one, as people write seconds and rates. */
function numberBetween(min: number, max: number): fc.Arbitrary<number> {
  const rounded = (digits: number) =>
    fc.double({ min, max, noNaN: true }).map((value) => Math.min(max, Math.max(min, Number(value.toFixed(digits)))));
  return fc.oneof(rounded(0), rounded(1), rounded(3), rounded(6), fc.double({ min, max, noNaN: true }));
}

const integerBetween = (min: number, max: number) =>
  fc.oneof(fc.integer({ min, max: Math.min(max, min + 20) }), fc.integer({ min, max }), fc.constantFrom(min, max));

/** Some of these fields, at random. */
const withOptional = (fields: Record<string, fc.Arbitrary<unknown>>) => fc.record(fields, { requiredKeys: [] });

/** All of the first fields, some of the second. */
const withRequiredAndOptional = (
  all: Record<string, fc.Arbitrary<unknown>>,
  maybe: Record<string, fc.Arbitrary<unknown>>,
) => fc.record({ ...all, ...maybe }, { requiredKeys: Object.keys(all) }) as fc.Arbitrary<Document>;

/** Any text, half of a character and control characters included. */
const anyText = (max: number) =>
  fc.oneof(fc.string({ maxLength: max }), fc.string({ unit: 'binary', maxLength: max / 2 }));
const keyText = fc.oneof(
  fc.constantFrom('a', 'b', 'c'),
  anyText(20).filter((key) => key !== ''),
);

const policyFields = (n: fc.Arbitrary<number>, T: fc.Arbitrary<number>) => withOptional({ n, T, capacity: n });
const policy = policyFields(integerBetween(1, 1_000_000), numberBetween(0.001, MAX_SECONDS));

const weightsFor = (count: number) =>
  fc
    .array(numberBetween(0, 100), { minLength: count, maxLength: count })
    .map((list) => (list.every((w) => w === 0) ? list.map(() => 1) : list));

const costDistribution = fc
  .array(integerBetween(1, 1_000_000), { minLength: 1, maxLength: 4 })
  .chain((of) => withRequiredAndOptional({ of: fc.constant(of) }, { weights: weightsFor(of.length) }));

const keyDistribution = (maxCount: number) =>
  withRequiredAndOptional({ count: integerBetween(1, maxCount) }, { share: fc.constantFrom('even', 'zipf', 'noisy') });

const otherFields = {
  label: fc.constantFrom('good', 'bad'),
  timeout: numberBetween(0, MAX_SECONDS),
  stream: fc.oneof(integerBetween(0, 6), integerBetween(0, 4_294_967_295)),
};

/** The fields that a kind of entry has of its own: those it must have, and those it may. */
interface Kind {
  readonly kind: string;
  readonly required: Record<string, fc.Arbitrary<unknown>>;
  readonly optional: Record<string, fc.Arbitrary<unknown>>;
}

/** @param end seconds up to which entries reach  @param most requests a second */
function kinds(end: number, maxRate: number): readonly Kind[] {
  const time = numberBetween(0, end);
  const rate = numberBetween(maxRate / 1_000_000, maxRate);
  // `to` is put right against `from` by `ordered`.
  const span = { from: time, to: time };
  return [
    { kind: 'steady', required: { rate }, optional: span },
    { kind: 'poisson', required: { rate }, optional: span },
    { kind: 'burst', required: { at: time, count: integerBetween(1, maxRate) }, optional: { spread: time } },
    { kind: 'ramp', required: { rate: fc.tuple(rate, numberBetween(0, maxRate)) }, optional: span },
    { kind: 'on-off', required: { rate, on: numberBetween(0.001, end), off: time }, optional: span },
    {
      kind: 'daily',
      required: { mean: rate },
      optional: { ...span, peakAt: numberBetween(0, 86_400), swing: numberBetween(0, 1) },
    },
  ];
}

/** A range that ends before it begins is turned around. */
function withOrderedRange(entry: Document): Document {
  const { from = 0, to } = entry as { from?: number; to?: number };
  return to === undefined || to >= from ? entry : { ...entry, from: to, to: from };
}

const common = { key: keyText, cost: fc.oneof(integerBetween(1, 1_000_000), costDistribution), ...otherFields };

function openLoop(end: number, maxRate: number, keys: number): fc.Arbitrary<Document> {
  return fc.oneof(
    ...kinds(end, maxRate).map(({ kind, required, optional }) =>
      withRequiredAndOptional(
        { kind: fc.constant(kind), ...required },
        { ...optional, ...common, keys: keyDistribution(keys) },
      ).map(withOrderedRange),
    ),
  );
}

function times(end: number): fc.Arbitrary<Document> {
  return fc.array(numberBetween(0, end), { maxLength: 12 }).chain((at) => {
    const each = <T>(item: fc.Arbitrary<T>) => fc.array(item, { minLength: at.length, maxLength: at.length });
    const cost = fc.oneof(common.cost, each(integerBetween(1, 9)));
    const all = { kind: fc.constant('times'), at: fc.constant(at) };
    return fc.oneof(
      withRequiredAndOptional(all, { ...otherFields, key: keyText, keys: keyDistribution(100), cost }),
      withRequiredAndOptional(all, { ...otherFields, key: each(keyText), cost }),
    );
  });
}

const retry = fc.oneof(
  withRequiredAndOptional({ strategy: fc.constantFrom('none', 'retry-after') }, {}),
  withRequiredAndOptional({ strategy: fc.constant('retry-poll') }, { every: numberBetween(0.000001, 60) }),
  withRequiredAndOptional(
    { strategy: fc.constant('backoff') },
    {
      base: numberBetween(0.000001, 60),
      cap: numberBetween(0.000001, 60),
      factor: numberBetween(1, 1_000),
      jitter: fc.constantFrom('none', 'full', 'equal', 'decorrelated'),
    },
  ),
);
const selfPacedRetry = fc.oneof(
  withRequiredAndOptional({ strategy: fc.constant('careless') }, { every: numberBetween(0.000001, 60) }),
  withRequiredAndOptional({ strategy: fc.constant('abuser') }, { a: numberBetween(0.001, 100) }),
);

function clients(): fc.Arbitrary<Document> {
  const time = numberBetween(0, MAX_SECONDS);
  const rate = numberBetween(0.001, 1_000);
  const phases = fc.array(fc.record({ jobs: integerBetween(1, 1_000_000), rate }), { minLength: 1, maxLength: 4 });
  const maybe = {
    from: time,
    to: time,
    count: integerBetween(1, 1_000_000),
    arrivals: fc.constantFrom('steady', 'poisson'),
    maxTries: integerBetween(1, 1_000_000),
    ...common,
    keys: fc.oneof(fc.constantFrom('own', 'shared'), keyDistribution(1_000_000)),
  };
  const kind = fc.constant('clients');
  return fc
    .oneof(
      withRequiredAndOptional({ kind, rate }, { ...maybe, retry }),
      withRequiredAndOptional({ kind, phases }, { ...maybe, retry }),
      withRequiredAndOptional({ kind, retry: selfPacedRetry }, { ...maybe, arrivals: fc.constant('steady') }),
    )
    .map(withOrderedRange);
}

const HEX_DIGITS = '0123456789abcdef'.split('');

/** One that is only named: its requests are elsewhere. */
const recording = withRequiredAndOptional(
  {
    kind: fc.constant('recording'),
    count: integerBetween(1, 20_000_000),
    digest: fc.string({ unit: fc.constantFrom(...HEX_DIGITS), minLength: 32, maxLength: 32 }),
    length: numberBetween(0, MAX_SECONDS),
  },
  {
    name: anyText(20),
    start: integerBetween(0, 9_000_000_000),
    from: numberBetween(0, MAX_SECONDS),
    resolution: numberBetween(0.000001, 60),
    reading: fc.constantFrom('even', 'start', 'random'),
    key: keyText,
    ...otherFields,
  },
);

const goal = fc.constantFrom(...MEASURES).chain((measure) =>
  withRequiredAndOptional(
    {
      measure: fc.constant(measure),
      value: { share: numberBetween(0, 1), permits: numberBetween(0, 1e15), seconds: numberBetween(0, MAX_SECONDS) }[
        MEASURE_UNITS[measure]
      ],
    },
    { at: fc.constantFrom('most', 'least') },
  ),
);

const script = withRequiredAndOptional(
  { kind: fc.constant('script'), code: anyText(200) },
  { ...common, keys: keyDistribution(1_000_000) },
);

/** At most one entry takes the clicks. */
function withClicks(traffic: readonly Document[], clicks: number): readonly Document[] {
  return traffic.map((entry, index) =>
    index === clicks && entry['kind'] === 'times' ? { ...entry, clicks: true } : entry,
  );
}

function optionOf(knob: SchemeKnob, nodes: number): fc.Arbitrary<unknown> {
  switch (knob.kind) {
    case 'choice':
      return fc.constantFrom(...knob.choices);
    case 'number': {
      const value = knob.integer ? integerBetween(knob.min, knob.max) : numberBetween(knob.min, knob.max);
      return knob.specialValue === undefined ? value : fc.oneof(value, fc.constant(knob.specialValue));
    }
    case 'limiter': {
      const words = vocabulary.filter(({ id, processes }) =>
        knob.allowsSchemes
          ? !['layered', 'local-split', 'stack', 'own', 'own-scheme', 'own-lua'].includes(id)
          : processes === 'one' && id !== 'stack' && id !== 'own',
      );
      return fc.constantFrom(...words).chain((entry) => fc.oneof(fc.constant(entry.id), limiterSpec(entry, nodes, {})));
    }
    case 'code':
      return anyText(200);
    case 'weights':
      return weightsFor(nodes);
    default:
      return numberBetween(0.000001, MAX_SECONDS);
  }
}

function limiterSpec(
  formatEntry: FormatEntry,
  nodes: number,
  extraFields: Record<string, fc.Arbitrary<unknown>>,
  policyArbitrary = policy,
  words = vocabulary,
): fc.Arbitrary<Document> {
  const options = withOptional(Object.fromEntries(formatEntry.knobs.map((knob) => [knob.id, optionOf(knob, nodes)])));
  const edition = fc.constantFrom(...formatEntry.editions);
  const of = formatEntry.id === 'stack' ? { of: stackedLimits(policyArbitrary, words) } : {};
  return withRequiredAndOptional(
    { limiter: fc.constant(formatEntry.id) },
    { ...extraFields, edition, policy: policyArbitrary, options, ...of },
  );
}

function stackedLimits(policyArbitrary: fc.Arbitrary<Document>, words: readonly FormatEntry[]): fc.Arbitrary<unknown> {
  const limit = fc
    .constantFrom(...words.filter(({ id, processes }) => processes === 'one' && id !== 'stack'))
    .chain((word) => limiterSpec(word, 1, { ...label, key: fc.constantFrom('each', 'all') }, policyArbitrary));
  return fc.array(limit, { minLength: 1, maxLength: 8 });
}

const label = { label: anyText(20).filter((text) => text !== '') };

const latency = fc.oneof(
  withRequiredAndOptional({}, { kind: fc.constant('fixed'), mean: numberBetween(0, 3_600) }),
  withRequiredAndOptional({ kind: fc.constant('exponential') }, { mean: numberBetween(0, 3_600) }),
  withRequiredAndOptional(
    { kind: fc.constant('uniform'), to: numberBetween(1_800, 3_600) },
    { from: numberBetween(0, 1_800) },
  ),
);

function cluster(nodes: number, lanes: number): fc.Arbitrary<Document> {
  const node = integerBetween(0, nodes - 1);
  const at = numberBetween(0, MAX_SECONDS / 2);
  const until = numberBetween(MAX_SECONDS / 2, MAX_SECONDS);
  const fault = fc.oneof(
    withRequiredAndOptional({ kind: fc.constantFrom('node-down', 'link-down'), node, at }, { until }),
    withRequiredAndOptional({ kind: fc.constantFrom('node-added', 'store-flush'), at }, {}),
    withRequiredAndOptional({ kind: fc.constant('node-removed'), node, at }, {}),
    withRequiredAndOptional({ kind: fc.constant('crash-after'), node, command: fc.constantFrom(...COMMANDS) }, { at }),
    withRequiredAndOptional({ kind: fc.constant('store-down'), at }, { until }),
    withRequiredAndOptional({ kind: fc.constant('store-slow'), at, factor: numberBetween(1, 1_000_000) }, { until }),
  );
  const signed = numberBetween(-MAX_SECONDS, MAX_SECONDS);
  const clock = withRequiredAndOptional(
    { node },
    { offset: signed, drift: numberBetween(-0.9, 9), step: fc.record({ at, by: signed }) },
  );
  const move = fc.record({
    lane: integerBetween(0, Math.max(0, lanes - 1)),
    request: integerBetween(0, 20_000_000),
    command: integerBetween(0, 1_000),
    delay: at,
  });
  return withRequiredAndOptional(
    { nodes: fc.constant(nodes) },
    {
      routing: fc.oneof(fc.constantFrom('round-robin', 'random', 'sticky'), fc.record({ weights: weightsFor(nodes) })),
      latency,
      service: numberBetween(0, 10),
      links: fc.oneof(fc.constant([]), fc.array(latency, { minLength: nodes, maxLength: nodes })),
      skew: fc.uniqueArray(clock, { maxLength: nodes, selector: (entry) => entry['node'] }),
      faults: fc.array(fault, { maxLength: 4 }),
      moves: fc.array(move, { maxLength: lanes === 0 ? 0 : 4 }),
    },
  );
}

/** Valid documents of version 1, as JSON. */
export function arbitraryDocuments({ runnable = false }: ArbitraryOptions = {}): fc.Arbitrary<Document> {
  return runnable ? runnableDocuments() : anyDocuments();
}

function anyDocuments(): fc.Arbitrary<Document> {
  const entry = fc.oneof(times(MAX_SECONDS), openLoop(MAX_SECONDS, 1_000_000, 1_000_000), clients(), script, recording);
  const sizes = fc.record({ nodes: integerBetween(1, 8), clicks: integerBetween(0, 4), clustered: fc.boolean() });
  return sizes.chain(({ nodes, clicks, clustered }) => {
    // Weights of a lane are one for each node; without `cluster` there is one.
    const lane = fc.constantFrom(...vocabulary).chain((word) => limiterSpec(word, clustered ? nodes : 1, label));
    return fc.array(lane, { maxLength: 5 }).chain((lanes) =>
      withRequiredAndOptional(
        { lanes: fc.constant(lanes), ...(clustered ? { cluster: cluster(nodes, lanes.length) } : {}) },
        {
          version: fc.constant(1),
          title: anyText(60),
          notes: anyText(200),
          notesFor: policy,
          seed: integerBetween(0, 4_294_967_295),
          duration: numberBetween(0.000001, MAX_SECONDS),
          epoch: numberBetween(0, 9_000_000_000),
          policy,
          traffic: fc.array(entry, { maxLength: 5 }).map((traffic) => withClicks(traffic, clicks)),
          goals: fc.array(goal, { maxLength: 3 }),
        },
      ),
    );
  });
}

function runnableDocuments(): fc.Arbitrary<Document> {
  const own = policyFields(integerBetween(1, 100), numberBetween(0.001, 100));
  const entry = fc.oneof(times(60), openLoop(60, 20, 50)).map(withSmallCosts);
  // Any text is a program in the format, but hardly one that runs.
  const runnable = vocabulary.filter(({ id }) => !runsUserCode(id));
  const lane = fc.constantFrom(...runnable).chain((word) => limiterSpec(word, 1, label, own, runnable));
  return withRequiredAndOptional(
    {
      duration: numberBetween(0.001, 60),
      traffic: fc.array(entry, { maxLength: 4 }),
      lanes: fc.array(lane, { minLength: 1, maxLength: 4 }),
    },
    { seed: integerBetween(0, 4_294_967_295), policy: own },
  );
}

/** Costs that fit the small policies. */
function withSmallCosts(entry: Document): Document {
  const { cost } = entry;
  if (typeof cost === 'number') return { ...entry, cost: 1 + (cost % 5) };
  if (typeof cost !== 'object' || cost === null || Array.isArray(cost)) return entry;
  const { of, ...weights } = cost as { of: readonly number[] };
  return { ...entry, cost: { of: of.map((one) => 1 + (one % 5)), ...weights } };
}

/** Valid scenarios, of every kind that the format knows; with `runnable`, small ones that this version runs. */
export function arbitraryScenarios(wanted: ArbitraryOptions = {}): fc.Arbitrary<Scenario> {
  return arbitraryDocuments(wanted).map((document) => {
    const parsed = parseScenario(document);
    if (!parsed.ok) throw new TypeError(`${parsed.problems.map(problemMessage).join(' ')} ${JSON.stringify(document)}`);
    return parsed.scenario;
  });
}

/** Views as a link keeps them: whole microseconds. */
export function arbitraryLinkViews(): fc.Arbitrary<LinkView> {
  const instant = fc.integer({ min: 0, max: MAX_SECONDS * 1_000_000 }).map((micros) => micros / 1_000_000);
  const selected = fc.record({ lane: fc.nat(49), request: fc.nat(20_000_000) });
  return fc
    .record(
      {
        at: instant,
        from: instant,
        length: fc.integer({ min: 1, max: MAX_SECONDS * 1_000_000 }),
        selected,
        layout: fc.constantFrom<ChartLayout>('columns', 'stacked'),
        hideFuture: fc.constant(true as const),
        embed: fc.constantFrom<Embed>('watch', 'try'),
      },
      { requiredKeys: ['at', 'from', 'length'] },
    )
    .map(({ at, from, length, ...rest }): LinkView => {
      const to = (Math.round(from * 1_000_000) + length) / 1_000_000;
      return { at, from, to, ...rest };
    });
}
