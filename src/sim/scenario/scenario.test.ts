import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { arbitraryDocuments, arbitraryScenarios } from './arbitraries.testing.ts';
import {
  durationOf,
  emptyScenario,
  minimalDocument,
  scalarOptions,
  resolvePolicy,
  scenarioOf,
  type Scenario,
} from './scenario.ts';
import { vocabulary } from './vocabulary.ts';

// Thousands of documents, on a machine that may have other work.
vi.setConfig({ testTimeout: 60_000 });

/** Every kind of traffic and fault of version 1, as people write them. */
const EXAMPLE = {
  version: 1,
  title: '…',
  notes: '…',
  seed: 1,
  duration: 120,
  epoch: 0,
  policy: { n: 10, T: 60, capacity: 10 },
  traffic: [
    { kind: 'times', at: [0, 0, 1.5], key: 'a', cost: [1, 2, 1], clicks: true },
    { kind: 'steady', from: 0, to: 60, rate: 2 },
    { kind: 'poisson', from: 0, to: 60, rate: 5 },
    { kind: 'ramp', from: 0, to: 60, rate: [1, 20] },
    { kind: 'burst', at: 58, count: 100, spread: 0 },
    { kind: 'on-off', from: 0, to: 60, rate: 20, on: 2, off: 8 },
    { kind: 'daily', from: 0, to: 86400, mean: 5, peakAt: 50400, swing: 0.8 },
    {
      kind: 'clients',
      from: 0,
      to: 60,
      count: 20,
      rate: 1,
      arrivals: 'steady',
      keys: 'own',
      maxTries: 5,
      retry: { strategy: 'backoff', base: 1, cap: 32, factor: 2, jitter: 'full' },
    },
    { kind: 'clients', phases: [{ jobs: 10, rate: 1 }], retry: { strategy: 'retry-poll', every: 0.01 } },
    { kind: 'script', code: '…' },
  ],
  lanes: [{ limiter: 'token-bucket', label: '…', edition: 'corrected', policy: {}, options: {} }],
  cluster: {
    nodes: 3,
    routing: 'round-robin',
    latency: { kind: 'fixed', mean: 0.001 },
    service: 0,
    links: [],
    skew: [{ node: 1, offset: 0.01, drift: 0, step: { at: 5, by: -0.5 } }],
    faults: [
      { kind: 'node-down', node: 1, at: 5, until: 8 },
      { kind: 'node-added', at: 50 },
      { kind: 'node-removed', node: 0, at: 60 },
      { kind: 'crash-after', node: 0, command: 'INCR', at: 3 },
      { kind: 'store-down', at: 10, until: 12 },
      { kind: 'store-slow', at: 20, until: 25, factor: 50 },
      { kind: 'store-flush', at: 30 },
      { kind: 'link-down', node: 2, at: 40, until: 41 },
    ],
    moves: [{ lane: 0, request: 12, command: 1, delay: 0.004 }],
  },
};

describe('a document', () => {
  it('of every kind of entry is a scenario', () => {
    const { traffic, lanes, ...rest } = scenarioOf(EXAMPLE);
    const { traffic: written, lanes: _, ...same } = EXAMPLE;
    expect(rest).toEqual({ ...same, goals: [] });
    const common = { key: 'a', cost: 1 };
    // What the design's entries leave out is filled in; every entry has a stream of its own.
    expect(traffic).toEqual(
      written.map((entry, stream) => Object.assign({ stream }, common, defaultsOf(entry), entry)),
    );
    expect(lanes).toEqual([
      { limiter: 'token-bucket', label: '…', edition: 'corrected', policy: {}, options: { start: 'full' } },
    ]);
  });

  it('without anything is 10 permits per 60 s, no traffic and no lanes', () => {
    expect(scenarioOf({})).toEqual({
      version: 1,
      title: '',
      notes: '',
      seed: 1,
      epoch: 0,
      policy: { n: 10, T: 60 },
      traffic: [],
      lanes: [],
      goals: [],
    });
    expect(emptyScenario()).toEqual(scenarioOf({}));
    expect(scenarioOf({ version: 1 })).toEqual(scenarioOf({}));
    expect(minimalDocument(emptyScenario())).toEqual({});
  });

  it('may hold `undefined` for what it leaves out, as code writes it', () => {
    expect(scenarioOf({ duration: undefined, policy: { capacity: undefined }, speed: undefined })).toEqual(
      emptyScenario(),
    );
  });

  it('is left as it was', () => {
    const frozen = deepFreeze(structuredClone(EXAMPLE));
    expect(scenarioOf(frozen)).toEqual(scenarioOf(EXAMPLE));
  });

  it.each<[string, object, object]>([
    ['times', { kind: 'times' }, { at: [], key: 'a', cost: 1, clicks: false, stream: 0 }],
    [
      'a pool of keys',
      { kind: 'steady', rate: 1, keys: { count: 3 } },
      { from: 0, rate: 1, key: 'a', cost: 1, stream: 0, keys: { count: 3, share: 'even' } },
    ],
    [
      'a mix of costs',
      { kind: 'steady', rate: 1, cost: { of: [1, 5] } },
      { from: 0, rate: 1, key: 'a', stream: 0, cost: { of: [1, 5], weights: [1, 1] } },
    ],
    ['burst', { kind: 'burst', at: 1, count: 2 }, { at: 1, count: 2, spread: 0, key: 'a', cost: 1, stream: 0 }],
    [
      'daily',
      { kind: 'daily', mean: 2 },
      { from: 0, mean: 2, peakAt: 50_400, swing: 0.8, key: 'a', cost: 1, stream: 0 },
    ],
    [
      'clients',
      { kind: 'clients', rate: 1 },
      {
        from: 0,
        rate: 1,
        count: 1,
        arrivals: 'steady',
        keys: 'own',
        retry: { strategy: 'none' },
        key: 'a',
        cost: 1,
        stream: 0,
      },
    ],
    [
      'backoff',
      { kind: 'clients', rate: 1, retry: { strategy: 'backoff' } },
      {
        from: 0,
        rate: 1,
        count: 1,
        arrivals: 'steady',
        keys: 'own',
        retry: { strategy: 'backoff', base: 1, cap: 32, factor: 2, jitter: 'full' },
        key: 'a',
        cost: 1,
        stream: 0,
      },
    ],
    [
      'a careless client',
      { kind: 'clients', retry: { strategy: 'careless' } },
      {
        from: 0,
        count: 1,
        arrivals: 'steady',
        keys: 'own',
        retry: { strategy: 'careless', every: 0.01 },
        key: 'a',
        cost: 1,
        stream: 0,
      },
    ],
    [
      'an abuser',
      { kind: 'clients', retry: { strategy: 'abuser' } },
      {
        from: 0,
        count: 1,
        arrivals: 'steady',
        keys: 'own',
        retry: { strategy: 'abuser', a: 2 },
        key: 'a',
        cost: 1,
        stream: 0,
      },
    ],
  ])('leaves out what goes without saying: %s', (_, entry, filled) => {
    const scenario = scenarioOf({ traffic: [entry] });
    expect(scenario.traffic).toEqual([{ ...entry, ...filled }]);
    expect(scenarioOf(minimalDocument(scenario))).toEqual(scenario);
  });

  it.each<[string, object, object]>([
    ['both editions', { limiter: 'leaky-meter' }, { edition: 'corrected', options: {} }],
    ['the published one alone', { limiter: 'token-bucket-lazy' }, { edition: 'published', options: {} }],
    [
      'a knob with a word',
      { limiter: 'nginx-limit-req', options: { delay: 'none' } },
      { edition: 'corrected', options: { burst: 0, delay: 'none' } },
    ],
    [
      'a limiter by its id',
      { limiter: 'token-server', options: { limiter: 'sliding-log' } },
      {
        edition: 'corrected',
        options: {
          limiter: { limiter: 'sliding-log', edition: 'corrected', policy: {}, options: { boundary: 'open' } },
          timeout: 0.1,
          fallback: 'deny',
        },
      },
    ],
    [
      'no weights, no lease',
      { limiter: 'quota-lease' },
      { edition: 'corrected', options: { preallocate: 0.5, reserve: 0.1, taper: 0.5, timeout: 0.1, fallback: 'deny' } },
    ],
  ])('leaves out of a lane what goes without saying: %s', (_, lane, filled) => {
    const scenario = scenarioOf({ lanes: [lane] });
    expect(scenario.lanes).toEqual([{ ...lane, policy: {}, ...filled }]);
    expect(minimalDocument(scenario)).toEqual({ lanes: [lane] });
  });

  it('with an empty cluster is one with a cluster', () => {
    const { cluster } = scenarioOf({ cluster: {} });
    expect(cluster).toEqual({
      nodes: 3,
      routing: 'round-robin',
      latency: { kind: 'fixed', mean: 0.001 },
      service: 0,
      links: [],
      skew: [],
      faults: [],
      moves: [],
    });
    expect(minimalDocument(scenarioOf({ cluster: {} }))).toEqual({ cluster: {} });
  });

  it('keeps times as they are written, to the last digit', () => {
    expect(scenarioOf({ traffic: [{ kind: 'times', at: [0.1 + 0.2, 1e-9] }] }).traffic).toMatchObject([
      { at: [0.1 + 0.2, 1e-9] },
    ]);
  });

  it('has no −0, which JSON does not keep', () => {
    expect(scenarioOf({ traffic: [{ kind: 'times', at: [-0] }] }).traffic).toMatchObject([{ at: [0] }]);
  });
});

describe('the smallest document', () => {
  it('leaves every default out and keeps one order', () => {
    const text = JSON.stringify(minimalDocument(scenarioOf(EXAMPLE)));
    expect(text).toBe(
      '{"title":"…","notes":"…","duration":120,"policy":{"capacity":10},"traffic":[' +
        '{"kind":"times","at":[0,0,1.5],"cost":[1,2,1],"clicks":true},{"kind":"steady","to":60,"rate":2},' +
        '{"kind":"poisson","to":60,"rate":5},{"kind":"ramp","to":60,"rate":[1,20]},{"kind":"burst","at":58,"count":100},' +
        '{"kind":"on-off","to":60,"rate":20,"on":2,"off":8},{"kind":"daily","to":86400,"mean":5},' +
        '{"kind":"clients","to":60,"count":20,"rate":1,"maxTries":5,"retry":{"strategy":"backoff"}},' +
        '{"kind":"clients","phases":[{"jobs":10,"rate":1}],"retry":{"strategy":"retry-poll"}},{"kind":"script","code":"…"}],' +
        '"lanes":[{"limiter":"token-bucket","label":"…"}],' +
        '"cluster":{"skew":[{"node":1,"offset":0.01,"step":{"at":5,"by":-0.5}}],"faults":[' +
        '{"kind":"node-down","node":1,"at":5,"until":8},{"kind":"node-added","at":50},{"kind":"node-removed","node":0,"at":60},' +
        '{"kind":"crash-after","node":0,"command":"INCR","at":3},{"kind":"store-down","at":10,"until":12},' +
        '{"kind":"store-slow","at":20,"until":25,"factor":50},{"kind":"store-flush","at":30},' +
        '{"kind":"link-down","node":2,"at":40,"until":41}],"moves":[{"lane":0,"request":12,"command":1,"delay":0.004}]}}',
    );
    // The order of fields in the document is not that of the smallest one.
    expect(JSON.stringify(minimalDocument(scenarioOf(reversed(EXAMPLE))))).toBe(text);
  });

  it('says the streams of entries that were moved', () => {
    const steady = { kind: 'steady', rate: 1 };
    expect(
      minimalDocument(
        scenarioOf({
          traffic: [
            { ...steady, stream: 1 },
            { ...steady, stream: 0 },
          ],
        }),
      ),
    ).toEqual({
      traffic: [{ ...steady, stream: 1 }, steady],
    });
  });

  it('reads as the same scenario, for any scenario', () => {
    fc.assert(
      fc.property(arbitraryScenarios(), (scenario) => {
        const text = JSON.stringify(minimalDocument(scenario));
        expect(scenarioOf(JSON.parse(text))).toEqual(scenario);
        expect(JSON.stringify(minimalDocument(scenarioOf(JSON.parse(text))))).toBe(text);
      }),
      { seed: 20_260_104, numRuns: 1_000 },
    );
  });

  it('is never longer than the document', () => {
    fc.assert(
      fc.property(arbitraryDocuments(), (document) => {
        const kept = JSON.stringify(document);
        expect(JSON.stringify(minimalDocument(scenarioOf(document))).length).toBeLessThanOrEqual(kept.length);
      }),
      { seed: 20_260_105, numRuns: 500 },
    );
  });
});

describe('random scenarios', () => {
  it('hold every kind of entry, fault and limiter', () => {
    const scenarios = fc.sample(arbitraryScenarios(), { seed: 1, numRuns: 500 });
    const kindsIn = (kinds: (scenario: Scenario) => readonly string[]) => new Set(scenarios.flatMap(kinds));
    expect(kindsIn(({ traffic }) => traffic.map(({ kind }) => kind)).size).toBe(10);
    expect(kindsIn(({ cluster }) => (cluster?.faults ?? []).map(({ kind }) => kind)).size).toBe(8);
    expect(kindsIn(({ lanes }) => lanes.map(({ limiter }) => limiter))).toEqual(
      new Set(vocabulary.map(({ id }) => id)),
    );
  });
});

describe('a lane’s policy', () => {
  const lanes = [{}, { n: 5 }, { T: 0.5 }, { capacity: 7 }, { n: 5, T: 0.0000015 * 1000, capacity: 2 }].map(
    (policy) => ({ limiter: 'gcra', policy }),
  );
  it('inherits each of the three on its own, in whole microseconds', () => {
    const scenario = scenarioOf({ policy: { n: 10, T: 60, capacity: 20 }, lanes });
    expect(lanes.map((_, index) => resolvePolicy(scenario, index))).toEqual([
      { n: 10, T: 60_000_000, capacity: 20 },
      { n: 5, T: 60_000_000, capacity: 20 },
      { n: 10, T: 500_000, capacity: 20 },
      { n: 10, T: 60_000_000, capacity: 7 },
      { n: 5, T: 1_500, capacity: 2 },
    ]);
  });
  it('has its own n for a capacity that is given nowhere', () => {
    const scenario = scenarioOf({ lanes });
    expect(lanes.map((_, index) => resolvePolicy(scenario, index).capacity)).toEqual([10, 5, 10, 7, 2]);
  });
  it('rounds T to the nearest microsecond', () => {
    expect(resolvePolicy(scenarioOf({ policy: { T: 0.0010006 }, lanes: [{ limiter: 'gcra' }] }), 0).T).toBe(1_001);
  });
});

it('gives a limiter of one process the options that it knows', () => {
  const { lanes } = scenarioOf({ lanes: [{ limiter: 'token-bucket' }, { limiter: 'layered' }] });
  expect(lanes.map(scalarOptions)).toEqual([{ start: 'full' }, { timeout: 0.1, fallback: 'deny' }]);
});

describe('the duration', () => {
  const burst = { kind: 'burst', at: 9, count: 4, spread: 2 };
  it.each<[string, object, number]>([
    ['as given', { duration: 7, traffic: [burst] }, 7],
    ['the last click + T', { traffic: [{ kind: 'times', at: [3, 12.4, 5] }, burst] }, 72.4],
    ['the last of a burst + T', { policy: { T: 10 }, traffic: [burst] }, 20.5],
    ['exact to the microsecond', { policy: { T: 0.1 }, traffic: [{ kind: 'times', at: [9.95] }] }, 10.05],
    [
      'explicit requests before ranges',
      {
        traffic: [
          { kind: 'times', at: [1] },
          { kind: 'steady', rate: 1, to: 600 },
        ],
      },
      61,
    ],
    [
      'the end of the last range + T',
      { traffic: [{ kind: 'times' }, { kind: 'steady', rate: 1, to: 600 }, { kind: 'poisson', rate: 1, to: 30 }] },
      660,
    ],
    ['T with ranges that have no end', { traffic: [{ kind: 'steady', rate: 1, from: 5 }] }, 60],
    ['T with nothing at all', { policy: { T: 5 } }, 5],
    ['at most 30 days', { traffic: [{ kind: 'times', at: [2_592_000] }] }, 2_592_000],
  ])('is %s', (_, document, seconds) => expect(durationOf(scenarioOf(document))).toBe(seconds));

  it('is found for a list of a million', () => {
    expect(
      durationOf(
        scenarioOf({ traffic: [{ kind: 'times', at: Array.from({ length: 1_000_000 }, (_, i) => i / 1_000) }] }),
      ),
    ).toBe(1_059.999);
  });
});

function defaultsOf(entry: { kind: string }): object {
  return entry.kind === 'clients'
    ? { from: 0, count: 1, arrivals: 'steady', keys: 'own' }
    : entry.kind === 'times' || entry.kind === 'burst' || entry.kind === 'script'
      ? {}
      : { from: 0 };
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null)
    for (const part of Object.values(Object.freeze(value))) deepFreeze(part);
  return value;
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, part]) => [key, reversed(part)]),
  );
}
