/**
 * Random valid scenarios, for tests. Documents as people write them, fields left out at random; a scenario is what such
 * a document reads as.
 */
import * as fc from 'fast-check';
import { COMMANDS } from '../cluster/command.ts';
import type { SchemeKnob } from '../cluster/scheme.ts';
import type { View } from './link.ts';
import { LONGEST } from './policy.ts';
import { sentence } from './problem.ts';
import { parseScenario, type Scenario } from './scenario.ts';
import { vocabulary, type Word } from './vocabulary.ts';

type Document = Record<string, unknown>;

export interface Wanted {
  /** Only what this version can run, and little enough of it to be run often: open-loop traffic, at most a minute. */
  readonly runnable?: boolean;
}

/** Any finite number within bounds, often a round one, as people write seconds and rates. */
function between(min: number, max: number): fc.Arbitrary<number> {
  const rounded = (digits: number) =>
    fc.double({ min, max, noNaN: true }).map((value) => Math.min(max, Math.max(min, Number(value.toFixed(digits)))));
  return fc.oneof(rounded(0), rounded(1), rounded(3), rounded(6), fc.double({ min, max, noNaN: true }));
}

const whole = (min: number, max: number) =>
  fc.oneof(fc.integer({ min, max: Math.min(max, min + 20) }), fc.integer({ min, max }), fc.constantFrom(min, max));

/** Some of these fields, at random. */
const some = (fields: Record<string, fc.Arbitrary<unknown>>) => fc.record(fields, { requiredKeys: [] });

/** All of the first fields, some of the second. */
const withSome = (all: Record<string, fc.Arbitrary<unknown>>, maybe: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record({ ...all, ...maybe }, { requiredKeys: Object.keys(all) }) as fc.Arbitrary<Document>;

/** Any text, half of a character and control characters included. */
const anyText = (max: number) =>
  fc.oneof(fc.string({ maxLength: max }), fc.string({ unit: 'binary', maxLength: max / 2 }));
const keyText = fc.oneof(
  fc.constantFrom('a', 'b', 'c'),
  anyText(20).filter((key) => key !== ''),
);

const policyPart = (n: fc.Arbitrary<number>, T: fc.Arbitrary<number>) => some({ n, T, capacity: n });
const policy = policyPart(whole(1, 1_000_000), between(0.001, LONGEST));

const weightsFor = (count: number) =>
  fc
    .array(between(0, 100), { minLength: count, maxLength: count })
    .map((list) => (list.every((w) => w === 0) ? list.map(() => 1) : list));

const mix = fc
  .array(whole(1, 1_000_000), { minLength: 1, maxLength: 4 })
  .chain((of) => withSome({ of: fc.constant(of) }, { weights: weightsFor(of.length) }));

const pool = (most: number) => withSome({ count: whole(1, most) }, { share: fc.constantFrom('even', 'zipf', 'noisy') });

const rest = {
  label: fc.constantFrom('good', 'bad'),
  timeout: between(0, LONGEST),
  stream: fc.oneof(whole(0, 6), whole(0, 4_294_967_295)),
};

/** The fields that a kind of entry has of its own: those it must have, and those it may. */
interface Kind {
  readonly kind: string;
  readonly all: Record<string, fc.Arbitrary<unknown>>;
  readonly maybe: Record<string, fc.Arbitrary<unknown>>;
}

/** @param end seconds up to which entries reach  @param most requests a second */
function kinds(end: number, most: number): readonly Kind[] {
  const time = between(0, end);
  const rate = between(most / 1_000_000, most);
  // `to` is put right against `from` by `ordered`.
  const span = { from: time, to: time };
  return [
    { kind: 'steady', all: { rate }, maybe: span },
    { kind: 'poisson', all: { rate }, maybe: span },
    { kind: 'burst', all: { at: time, count: whole(1, most) }, maybe: { spread: time } },
    { kind: 'ramp', all: { rate: fc.tuple(rate, between(0, most)) }, maybe: span },
    { kind: 'on-off', all: { rate, on: between(0.001, end), off: time }, maybe: span },
    { kind: 'daily', all: { mean: rate }, maybe: { ...span, peakAt: between(0, 86_400), swing: between(0, 1) } },
  ];
}

/** A range that ends before it begins is turned around. */
function ordered(entry: Document): Document {
  const { from = 0, to } = entry as { from?: number; to?: number };
  return to === undefined || to >= from ? entry : { ...entry, from: to, to: from };
}

const common = { key: keyText, cost: fc.oneof(whole(1, 1_000_000), mix), ...rest };

function openLoop(end: number, most: number, keys: number): fc.Arbitrary<Document> {
  return fc.oneof(
    ...kinds(end, most).map(({ kind, all, maybe }) =>
      withSome({ kind: fc.constant(kind), ...all }, { ...maybe, ...common, keys: pool(keys) }).map(ordered),
    ),
  );
}

function times(end: number): fc.Arbitrary<Document> {
  return fc.array(between(0, end), { maxLength: 12 }).chain((at) => {
    const each = <T>(item: fc.Arbitrary<T>) => fc.array(item, { minLength: at.length, maxLength: at.length });
    const cost = fc.oneof(common.cost, each(whole(1, 9)));
    const all = { kind: fc.constant('times'), at: fc.constant(at) };
    return fc.oneof(
      withSome(all, { ...rest, key: keyText, keys: pool(100), cost }),
      withSome(all, { ...rest, key: each(keyText), cost }),
    );
  });
}

const retry = fc.oneof(
  withSome({ strategy: fc.constantFrom('none', 'retry-after') }, {}),
  withSome({ strategy: fc.constant('retry-poll') }, { every: between(0.000001, 60) }),
  withSome(
    { strategy: fc.constant('backoff') },
    {
      base: between(0.000001, 60),
      cap: between(0.000001, 60),
      factor: between(1, 1_000),
      jitter: fc.constantFrom('none', 'full', 'equal', 'decorrelated'),
    },
  ),
);
const ownPace = fc.oneof(
  withSome({ strategy: fc.constant('careless') }, { every: between(0.000001, 60) }),
  withSome({ strategy: fc.constant('abuser') }, { a: between(0.001, 100) }),
);

function clients(): fc.Arbitrary<Document> {
  const time = between(0, LONGEST);
  const rate = between(0.001, 1_000);
  const phases = fc.array(fc.record({ jobs: whole(1, 1_000_000), rate }), { minLength: 1, maxLength: 4 });
  const maybe = {
    from: time,
    to: time,
    count: whole(1, 1_000_000),
    arrivals: fc.constantFrom('steady', 'poisson'),
    maxTries: whole(1, 1_000_000),
    ...common,
    keys: fc.oneof(fc.constantFrom('own', 'shared'), pool(1_000_000)),
  };
  const kind = fc.constant('clients');
  return fc
    .oneof(
      withSome({ kind, rate }, { ...maybe, retry }),
      withSome({ kind, phases }, { ...maybe, retry }),
      withSome({ kind, retry: ownPace }, { ...maybe, arrivals: fc.constant('steady') }),
    )
    .map(ordered);
}

const script = withSome({ kind: fc.constant('script'), code: anyText(200) }, { ...common, keys: pool(1_000_000) });

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
      const value = knob.whole ? whole(knob.min, knob.max) : between(knob.min, knob.max);
      return knob.word === undefined ? value : fc.oneof(value, fc.constant(knob.word));
    }
    case 'limiter': {
      const words = vocabulary.filter(({ id, processes }) =>
        knob.schemes ? id !== 'layered' && id !== 'local-split' : processes === 'one',
      );
      return fc.constantFrom(...words).chain((word) => fc.oneof(fc.constant(word.id), limiting(word, nodes, {})));
    }
    case 'weights':
      return weightsFor(nodes);
    default:
      return between(0.000001, LONGEST);
  }
}

function limiting(
  word: Word,
  nodes: number,
  more: Record<string, fc.Arbitrary<unknown>>,
  own = policy,
): fc.Arbitrary<Document> {
  const options = some(Object.fromEntries(word.knobs.map((knob) => [knob.id, optionOf(knob, nodes)])));
  const edition = fc.constantFrom(...word.editions);
  return withSome({ limiter: fc.constant(word.id) }, { ...more, edition, policy: own, options });
}

const label = { label: anyText(20).filter((text) => text !== '') };

const latency = fc.oneof(
  withSome({}, { kind: fc.constant('fixed'), mean: between(0, 3_600) }),
  withSome({ kind: fc.constant('exponential') }, { mean: between(0, 3_600) }),
  withSome({ kind: fc.constant('uniform'), to: between(1_800, 3_600) }, { from: between(0, 1_800) }),
);

function cluster(nodes: number, lanes: number): fc.Arbitrary<Document> {
  const node = whole(0, nodes - 1);
  const at = between(0, LONGEST / 2);
  const until = between(LONGEST / 2, LONGEST);
  const fault = fc.oneof(
    withSome({ kind: fc.constantFrom('node-down', 'link-down'), node, at }, { until }),
    withSome({ kind: fc.constantFrom('node-added', 'store-flush'), at }, {}),
    withSome({ kind: fc.constant('node-removed'), node, at }, {}),
    withSome({ kind: fc.constant('crash-after'), node, command: fc.constantFrom(...COMMANDS) }, { at }),
    withSome({ kind: fc.constant('store-down'), at }, { until }),
    withSome({ kind: fc.constant('store-slow'), at, factor: between(1, 1_000_000) }, { until }),
  );
  const signed = between(-LONGEST, LONGEST);
  const clock = withSome({ node }, { offset: signed, drift: between(-0.9, 9), step: fc.record({ at, by: signed }) });
  const move = fc.record({
    lane: whole(0, Math.max(0, lanes - 1)),
    request: whole(0, 20_000_000),
    command: whole(0, 1_000),
    delay: at,
  });
  return withSome(
    { nodes: fc.constant(nodes) },
    {
      routing: fc.oneof(fc.constantFrom('round-robin', 'random', 'sticky'), fc.record({ weights: weightsFor(nodes) })),
      latency,
      service: between(0, 10),
      links: fc.oneof(fc.constant([]), fc.array(latency, { minLength: nodes, maxLength: nodes })),
      skew: fc.uniqueArray(clock, { maxLength: nodes, selector: (entry) => entry['node'] }),
      faults: fc.array(fault, { maxLength: 4 }),
      moves: fc.array(move, { maxLength: lanes === 0 ? 0 : 4 }),
    },
  );
}

/** Valid documents of version 1, as JSON. */
export function documents({ runnable = false }: Wanted = {}): fc.Arbitrary<Document> {
  return runnable ? runnableDocuments() : anyDocuments();
}

function anyDocuments(): fc.Arbitrary<Document> {
  const entry = fc.oneof(times(LONGEST), openLoop(LONGEST, 1_000_000, 1_000_000), clients(), script);
  const sizes = fc.record({ nodes: whole(1, 8), clicks: whole(0, 4), clustered: fc.boolean() });
  return sizes.chain(({ nodes, clicks, clustered }) => {
    // Weights of a lane are one for each node; without `cluster` there is one.
    const lane = fc.constantFrom(...vocabulary).chain((word) => limiting(word, clustered ? nodes : 1, label));
    return fc.array(lane, { maxLength: 5 }).chain((lanes) =>
      withSome(
        { lanes: fc.constant(lanes), ...(clustered ? { cluster: cluster(nodes, lanes.length) } : {}) },
        {
          version: fc.constant(1),
          title: anyText(60),
          notes: anyText(200),
          seed: whole(0, 4_294_967_295),
          duration: between(0.000001, LONGEST),
          epoch: between(0, 9_000_000_000),
          policy,
          traffic: fc.array(entry, { maxLength: 5 }).map((traffic) => withClicks(traffic, clicks)),
        },
      ),
    );
  });
}

function runnableDocuments(): fc.Arbitrary<Document> {
  const own = policyPart(whole(1, 100), between(0.001, 100));
  const entry = fc.oneof(times(60), openLoop(60, 20, 50)).map(small);
  const lane = fc.constantFrom(...vocabulary).chain((word) => limiting(word, 1, label, own));
  return withSome(
    {
      duration: between(0.001, 60),
      traffic: fc.array(entry, { maxLength: 4 }),
      lanes: fc.array(lane, { minLength: 1, maxLength: 4 }),
    },
    { seed: whole(0, 4_294_967_295), policy: own },
  );
}

/** Costs that fit the small policies. */
function small(entry: Document): Document {
  const { cost } = entry;
  if (typeof cost === 'number') return { ...entry, cost: 1 + (cost % 5) };
  if (typeof cost !== 'object' || cost === null || Array.isArray(cost)) return entry;
  const { of, ...weights } = cost as { of: readonly number[] };
  return { ...entry, cost: { of: of.map((one) => 1 + (one % 5)), ...weights } };
}

/** Valid scenarios, of every kind that the format knows; with `runnable`, small ones that this version runs. */
export function scenarios(wanted: Wanted = {}): fc.Arbitrary<Scenario> {
  return documents(wanted).map((document) => {
    const parsed = parseScenario(document);
    if (!parsed.ok) throw new TypeError(`${parsed.problems.map(sentence).join(' ')} ${JSON.stringify(document)}`);
    return parsed.scenario;
  });
}

/** Views as a link keeps them: whole microseconds. */
export function views(): fc.Arbitrary<View> {
  const instant = fc.integer({ min: 0, max: LONGEST * 1_000_000 }).map((micros) => micros / 1_000_000);
  const selected = fc.record({ lane: fc.nat(49), request: fc.nat(20_000_000) });
  return fc
    .record(
      { at: instant, from: instant, length: fc.integer({ min: 1, max: LONGEST * 1_000_000 }), selected },
      { requiredKeys: ['at', 'from', 'length'] },
    )
    .map(({ at, from, length, selected: one }): View => {
      const to = (Math.round(from * 1_000_000) + length) / 1_000_000;
      return one === undefined ? { at, from, to } : { at, from, to, selected: one };
    });
}
