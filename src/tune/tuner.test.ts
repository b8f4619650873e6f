import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planOf } from '../sim/engine.ts';
import { loadSystems, MEASURES, scenarioOf, type Figures, type Scenario } from '../sim/index.ts';
import { planInSlices, type Plan } from '../sim/run/plan.ts';
import { everyLimiterLane } from '../sim/run/testing.ts';
import { runToEnd } from '../sim/slices.ts';
import { costlyTraffic, figuresOfRun, SEED } from './testing.ts';
import { rangeOver } from './goals.ts';
import { Tuner } from './tuner.ts';

await loadSystems();

const policies = fc.record({
  n: fc.integer({ min: 1, max: 6 }),
  T: fc.constantFrom(0.5, 1, 2),
  capacity: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
});

function planToEndAfter(scenario: Scenario, previous: Plan): Plan {
  const planned = runToEnd(planInSlices(scenario, null, previous));
  if (!planned.ok) throw new Error(JSON.stringify(planned.problems));
  return planned.plan;
}

describe('the figures of a setting', () => {
  it('are those of that run, for every limiter, one after another in the same buffers', () => {
    fc.assert(
      fc.property(costlyTraffic, policies, policies, (traffic, policy, { capacity, ...setting }) => {
        const labelled = { ...traffic, label: 'bad' };
        const scenario = scenarioOf({ policy, traffic: [traffic, labelled], lanes: everyLimiterLane });
        const tuner = new Tuner([planOf(scenario)]);
        const settings = [setting, {}, { n: setting.n }, ...(capacity === undefined ? [] : [{ T: 3, n: 7 }])];
        for (const lane of scenario.lanes.keys()) {
          for (const one of settings) {
            const measured = runToEnd(tuner.measure(lane, one, MEASURES));
            const expected = figuresOfRun(scenario, lane, one, MEASURES);
            expect('error' in measured ? null : measured).toEqual(expected && [expected]);
          }
        }
      }),
      { ...SEED, numRuns: 15 },
    );
  });

  it('are those of that run where clients react, and where several processes decide', () => {
    const scenario = scenarioOf({
      policy: { n: 3, T: 1 },
      duration: 10,
      traffic: [
        { kind: 'clients', count: 4, rate: 2, keys: 'own', maxTries: 3, retry: { strategy: 'backoff', base: 0.1 } },
      ],
      lanes: [{ limiter: 'token-bucket' }, { limiter: 'redis-incr' }, { limiter: 'leaky-queue' }],
    });
    const tuner = new Tuner([planOf(scenario)]);
    for (const lane of scenario.lanes.keys()) {
      for (const n of [1, 2, 5, 1]) {
        const expected = figuresOfRun(scenario, lane, { n }, MEASURES);
        expect(runToEnd(tuner.measure(lane, { n }, MEASURES))).toEqual([expected]);
      }
    }
  });

  it('are remembered, measure by measure', () => {
    const scenario = scenarioOf({
      traffic: [{ kind: 'steady', rate: 5, to: 10 }],
      policy: { n: 2, T: 1 },
      lanes: [{ limiter: 'fixed-window' }],
    });
    const tuner = new Tuner([planOf(scenario)]);
    const first = runToEnd(tuner.measure(0, { n: 3 }, ['refused'])) as readonly Figures[];
    expect(first).toEqual([{ refused: 0.4 }]);
    const more = runToEnd(tuner.measure(0, { n: 3 }, ['peak', 'refused'])) as readonly Figures[];
    expect(more).toEqual([{ refused: 0.4, peak: 3 }]);
    expect(runToEnd(tuner.measure(0, { n: 3 }, ['peak']))).toBe(more);
  });

  const traffic = [{ kind: 'poisson', rate: 5, to: 20 }];
  const lanes = [{ limiter: 'token-bucket' }, { limiter: 'fixed-window' }];
  const first = scenarioOf({ policy: { n: 2, T: 1 }, duration: 20, traffic, lanes });
  const settings = [{}, { n: 2 }, { n: 3, T: 2 }, { capacity: 1 }];

  /** The settings' figures after those of an earlier scenario, and how many of them are the very same objects. */
  function after(before: Scenario, now: Scenario, closedLoop = false) {
    const earlier = planOf(before);
    const planned = planToEndAfter(now, earlier);
    expect(planned.isClosedLoop).toBe(closedLoop);
    const former = new Tuner([earlier]);
    const tuner = new Tuner([planned], former);
    const allOf = (one: Tuner): readonly unknown[] =>
      [...now.lanes.keys()].flatMap((lane) =>
        settings.map((setting) => runToEnd(one.measure(lane, setting, MEASURES))),
      );
    const known = new Set(allOf(former));
    const measured = allOf(tuner);
    expect(measured).toEqual(
      [...now.lanes.keys()].flatMap((lane) => settings.map((setting) => [figuresOfRun(now, lane, setting, MEASURES)])),
    );
    return measured.filter((figures) => known.has(figures)).length;
  }

  it('are taken over from an earlier scenario where nothing that they depend on has changed', () => {
    expect(after(first, { ...first, title: 'Another' })).toBe(8);
    expect(after(first, { ...first, lanes: [...first.lanes].reverse() })).toBe(8);
    // In each lane those that give n themselves, and not a capacity alone.
    expect(after(first, { ...first, policy: { ...first.policy, n: 3 } })).toBe(4);
  });

  it('are those of each lane’s own limits in a stack, and of the scenario’s epoch', () => {
    const stackOf = (n: number) => ({
      limiter: 'stack',
      of: [
        { limiter: 'fixed-window', policy: { n, T: 1 } },
        { limiter: 'token-bucket', policy: { n: 50, T: 1 } },
      ],
    });
    const two = scenarioOf({ policy: { n: 2, T: 1 }, duration: 20, traffic, lanes: [stackOf(1), stackOf(5)] });
    expect(after(two, { ...two, lanes: [...two.lanes].reverse() })).toBe(8);
    const edited = scenarioOf({ policy: { n: 2, T: 1 }, duration: 20, traffic, lanes: [stackOf(3), stackOf(5)] });
    expect(after(two, { ...edited, traffic: two.traffic })).toBe(4);
    const rack = scenarioOf({ policy: { n: 2, T: 3 }, duration: 20, traffic, lanes: [{ limiter: 'rack-attack' }] });
    expect(after(rack, { ...rack, epoch: 5 })).toBe(0);
  });

  it('are measured anew with other requests, and where clients answer back', () => {
    expect(after(first, { ...first, seed: 7 })).toBe(0);
    const clients = [{ kind: 'clients', count: 2, rate: 3, to: 10, retry: { strategy: 'backoff' } }];
    const closed = scenarioOf({ policy: { n: 2, T: 1 }, duration: 20, traffic: clients, lanes });
    expect(after(closed, { ...closed, title: 'Another' }, true)).toBe(0);
  });

  it('say why a limiter cannot run', () => {
    const scenario = scenarioOf({ lanes: [{ limiter: 'nginx-limit-req' }] });
    const measured = runToEnd(new Tuner([planOf(scenario)]).measure(0, { n: 1, T: 2_592_000 }, ['refused']));
    expect(measured).toEqual({ error: expect.stringContaining('nginx') });
  });
});

it('a range is over all readings that have a population', () => {
  expect(rangeOver([{ refused: 0.2 }, { refused: 0.1 }, { refused: 0.4 }], 'refused')).toEqual({
    value: 0.2,
    min: 0.1,
    max: 0.4,
  });
  expect(rangeOver([{ waitP99: null }, { waitP99: 1 }], 'waitP99')).toEqual({ value: null, min: 1, max: 1 });
  expect(rangeOver([{ waitP99: null }], 'waitP99')).toBeNull();
});
