import { describe, expect, it } from 'vitest';
import { parseScenario, problemMessage, scenarioOf, type Fault, type Latency } from '../../sim/index.ts';
import {
  crashCommandOptions,
  defaultCrashCommand,
  parseDrift,
  parseFaultFactor,
  parseFaultUntil,
  parseFaultAt,
  parseMilliseconds,
  parseNodes,
  parseStepAt,
  FAULT_OPTIONS,
  latencyFields,
  FIELD_RANGES,
  defaultFault,
  routingChoice,
  parseRoutingWeights,
  withFaultKind,
  withLatencyKind,
  withRouting,
  withClockStep,
} from './clusterFields.ts';

/** The format's errors for a cluster. */
function clusterProblemMessages(cluster: object): readonly string[] {
  const parsed = parseScenario({ cluster });
  return parsed.ok ? [] : parsed.problems.map(problemMessage);
}

it.each<[keyof typeof FIELD_RANGES, (value: number) => object]>([
  ['nodes', (nodes) => ({ nodes })],
  ['latency', (mean) => ({ latency: { mean } })],
  ['service', (service) => ({ service })],
  ['offset', (offset) => ({ skew: [{ node: 0, offset }] })],
  ['drift', (drift) => ({ skew: [{ node: 0, drift }] })],
  ['stepAt', (at) => ({ skew: [{ node: 0, step: { at, by: 1 } }] })],
  ['stepBy', (by) => ({ skew: [{ node: 0, step: { at: 1, by } }] })],
  ['faultAt', (at) => ({ faults: [{ kind: 'store-flush', at }] })],
  ['factor', (factor) => ({ faults: [{ kind: 'store-slow', at: 0, factor }] })],
])('the bounds of %s are the format’s', (name, cluster) => {
  const { min, max } = FIELD_RANGES[name];
  for (const good of [min, max]) expect(clusterProblemMessages(cluster(good))).toEqual([]);
  for (const bad of [min - 1, max + 1]) expect(clusterProblemMessages(cluster(bad))).toHaveLength(1);
});

describe('typed input is validated', () => {
  it.each([
    ['12', { value: 12 }],
    ['0', { error: 'Nodes is 0. It may be a whole number from 1 to 100.' }],
    ['2.5', { error: 'Nodes is 2.5. It may be a whole number from 1 to 100.' }],
    ['1000', { error: 'Nodes is 1,000. It may be at most 100: every node has a clock, a link and a row of its own.' }],
    ['', { error: 'Nodes is empty. It may be a whole number from 1 to 100.' }],
  ])('as nodes: %j', (text, checked) => expect(parseNodes(text)).toEqual(checked));

  const [mean] = latencyFields({ kind: 'fixed', mean: 0.001 });
  it.each([
    ['1', { value: 0.001 }],
    ['250 us', { error: 'One-way latency is “250 us”. It may be from 0 s to 1 h.' }],
    ['0.25', { value: 0.00025 }],
    ['2 s', { value: 2 }],
    ['-1', { error: 'One-way latency is −1 ms. It may be from 0 s to 1 h: no message arrives before it is sent.' }],
    ['2 h', { error: 'One-way latency is 2 h. It may be from 0 s to 1 h.' }],
    ['', { error: 'One-way latency is empty. It may be from 0 s to 1 h.' }],
  ])('as a latency: %j', (text, checked) => expect(parseMilliseconds(mean!, text)).toEqual(checked));

  it('as the bounds of a latency, which must be in order', () => {
    const [from, to] = latencyFields({ kind: 'uniform', from: 0.002, to: 0.005 });
    expect(parseMilliseconds(from!, '6')).toEqual({ error: 'From is 6 ms. It may be from 0 s to 5 ms.' });
    expect(parseMilliseconds(to!, '1')).toEqual({ error: 'To is 1 ms. It may be from 2 ms to 1 h.' });
    expect(to?.withValue(0.009)).toEqual({ kind: 'uniform', from: 0.002, to: 0.009 });
    expect(from?.withValue(0)).toEqual({ kind: 'uniform', from: 0, to: 0.005 });
  });

  it.each([
    ['3, 1', { list: [3, 1] }],
    ['3 1', { list: [3, 1] }],
    ['3', { error: 'Weights is a list of 1. It may be a list of 2, one for each of the nodes.' }],
    ['0, 0', { error: 'Weights is all 0. It may be a list of 2, one for each of the nodes, at least one above 0.' }],
    ['1, -2', { error: 'Weights: number 2 is −2. It may be a number from 0 to 1,000,000,000.' }],
    ['1, x', { error: 'Weights: number 2 is “x”. It may be a number from 0 to 1,000,000,000.' }],
  ])('as weights of two nodes: %j', (text, found) => expect(parseRoutingWeights(text, 2)).toEqual(found));

  it('as no weights', () => {
    for (const nodes of [1, 2, 100]) {
      const error = `Weights is empty. It may be a list of ${nodes}, one for each of the nodes.`;
      expect(parseRoutingWeights(' ', nodes)).toEqual({ error });
    }
  });

  it('as a drift that would reverse time', () => {
    expect(parseDrift('-1')).toEqual({
      error:
        'Drift is −1. It may be a number from −0.9 to 9: at −1 the clock would stand still, and below that it would run backwards.',
    });
    expect(parseDrift('0.01')).toEqual({ value: 0.01 });
  });

  it('as the instant of a step', () => {
    expect(parseStepAt('500 ms')).toEqual({ value: 0.5 });
    expect(parseStepAt('-1')).toEqual({ error: 'Step at is −1. It may be a number of seconds from 0 to 2,592,000.' });
  });

  const down: Fault = { kind: 'node-down', node: 99, at: 5, until: 8 };
  it.each([
    ['6', { value: 6 }],
    ['9', { error: 'From is 9. It may be a number of seconds from 0 to 8, where it ends.' }],
    ['-1', { error: 'From is −1. It may be a number of seconds from 0 to 8, where it ends.' }],
    ['2 min', { error: 'From is 2 min. It may be a number of seconds from 0 to 8, where it ends.' }],
  ])('as the beginning of a fault: %j', (text, checked) => expect(parseFaultAt(down, text, 60)).toEqual(checked));

  it('as the beginning of a fault that the run ends before', () => {
    for (const text of ['2 min', 'x', '-1'])
      for (const until of [{}, { until: 90 }])
        expect(parseFaultAt({ kind: 'node-down', node: 0, at: 5, ...until }, text, 60)).toEqual({
          error: `From is ${{ x: '“x”', '-1': '−1' }[text] ?? text}. It may be a number of seconds from 0 on, below 60, where the run ends.`,
        });
  });

  it('as the beginning of a fault of any kind', () => {
    const found = FAULT_OPTIONS.map(({ value }) => [value, parseFaultAt(withFaultKind(down, value), '6', 60)]);
    expect(found).toEqual(FAULT_OPTIONS.map(({ value }) => [value, { value: 6 }]));
  });

  it('as a beginning after the end of the run', () => {
    expect(parseFaultAt({ kind: 'store-flush', at: 5 }, '60', 60)).toEqual({
      error: 'At is 60. It may be a number of seconds from 0 on, below 60, where the run ends.',
    });
  });

  it('as the end of a fault, and as its factor', () => {
    expect(parseFaultUntil(down, '4')).toEqual({
      error: 'Until is 4. It may be a number of seconds from 5, where it begins, to 2,592,000.',
    });
    expect(parseFaultUntil(down, '-1')).toEqual({
      error: 'Until is −1. It may be a number of seconds from 5, where it begins, to 2,592,000.',
    });
    expect(parseFaultUntil(down, '1 min')).toEqual({ value: 60 });
    expect(parseFaultFactor({ kind: 'store-slow', at: 0, factor: 2 }, '0.5')).toEqual({
      error: 'Slowdown factor is 0.5. It may be a number from 1 to 1,000,000.',
    });
  });
});

describe('another kind', () => {
  it.each<[Latency, Latency['kind'], Latency]>([
    [{ kind: 'fixed', mean: 0.003 }, 'uniform', { kind: 'uniform', from: 0, to: 0.006 }],
    [{ kind: 'fixed', mean: 0.003 }, 'exponential', { kind: 'exponential', mean: 0.003 }],
    [{ kind: 'uniform', from: 0.001, to: 0.002 }, 'fixed', { kind: 'fixed', mean: 0.0015 }],
    [{ kind: 'exponential', mean: 3_000 }, 'uniform', { kind: 'uniform', from: 0, to: 3_600 }],
  ])('of %j: %s has its mean', (latency, kind, made) => {
    expect(withLatencyKind(latency, kind)).toEqual(made);
    expect(clusterProblemMessages({ latency: made })).toEqual([]);
  });

  it('of fault keeps its instants and its node, and is valid', () => {
    const slow: Fault = { kind: 'store-slow', at: 3, until: 7, factor: 5 };
    expect(withFaultKind(slow, 'link-down')).toEqual({ kind: 'link-down', node: 0, at: 3, until: 7 });
    const crash: Fault = { kind: 'crash-after', node: 2, command: 'GET', at: 3 };
    expect(withFaultKind(crash, 'node-removed')).toEqual({ kind: 'node-removed', node: 2, at: 3 });
    for (const { value: from } of FAULT_OPTIONS) {
      for (const { value: to } of FAULT_OPTIONS) {
        const made = withFaultKind(withFaultKind(slow, from), to);
        expect(made.kind).toBe(to);
        expect(clusterProblemMessages({ faults: [made] })).toEqual([]);
      }
    }
  });

  it('of fault offers a crash only after commands that are followed by another, and the one that was chosen', () => {
    const offeredFor = (...lanes: readonly object[]) =>
      crashCommandOptions(scenarioOf({ cluster: {}, lanes }).lanes, 'INCR').map(({ value }) => value);
    const incr = { limiter: 'redis-incr', options: { variant: 'incr-expire' } };
    expect(offeredFor(incr)).toEqual(['GET', 'INCR', 'INCRBY']);
    expect(offeredFor({ limiter: 'layered', options: { inner: incr } })).toEqual(['GET', 'INCR', 'INCRBY']);
    const threads = { limiter: 'simple-window-threads' };
    expect(offeredFor(threads, { limiter: 'redis-cooldown', options: { variant: 'incr' } })).toEqual([
      'INCR',
      'READ',
      'WRITE',
      'INCRBY',
    ]);
    // A script, a server and a process of its own are asked once, or not at all.
    for (const limiter of ['redis-incr', 'token-server', 'layered', 'local-split', 'token-bucket'])
      expect(offeredFor({ limiter })).toEqual(['INCR']);
    const commands = [incr, threads, { limiter: 'redis-incr' }].map((lane) =>
      defaultCrashCommand(scenarioOf({ cluster: {}, lanes: [lane] }).lanes),
    );
    expect(commands).toEqual(['INCR', 'READ', 'INCR']);
  });

  it('of routing starts with equal weights', () => {
    const cluster = scenarioOf({ cluster: { nodes: 2 } }).cluster!;
    const weighted = withRouting(cluster, 'weighted');
    expect(weighted.routing).toEqual({ weights: [1, 1] });
    expect(routingChoice(weighted.routing)).toBe('weighted');
    expect(withRouting(weighted, 'sticky')).toEqual({ ...cluster, routing: 'sticky' });
  });
});

it('a partly specified step is a step', () => {
  const clock = { node: 1, offset: 0, drift: 0 };
  expect(withClockStep(clock, { by: 0.05 }).step).toEqual({ at: 0, by: 0.05 });
  expect(withClockStep({ ...clock, step: { at: 3, by: 0.05 } }, { at: 4 }).step).toEqual({ at: 4, by: 0.05 });
});

it.each([
  [0, 24, { at: 6, until: 18 }],
  [6, 7, { at: 6.3, until: 6.8 }],
  [5, 5.001, { at: 5.0003, until: 5.0008 }],
  [0, 0.000_01, { at: 0, until: 0.00001 }],
])('a new fault from %d s to %d s lasts for about the middle half', (from, to, span) => {
  expect(defaultFault({ from, to }, 24)).toEqual({ kind: 'node-down', node: 0, ...span });
});

it.each([
  [6, 20],
  [5, 20],
  [4.999_999, 20],
  [3, 20],
])(
  'a new fault is one that the format takes where the range, from %d s to %d s, goes beyond the duration',
  (from, to) => {
    const faults = [defaultFault({ from, to }, 5)];
    expect(parseScenario({ duration: 5, cluster: { nodes: 2, faults } })).toMatchObject({ ok: true });
    expect((faults[0] as { readonly until?: number }).until).toBeLessThanOrEqual(5);
  },
);
