import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../limiters/index.ts';
import { planOfDocument } from '../run/testing.ts';
import { simulateToEnd } from '../run/simulate.ts';
import { presetById } from '../scenario/presets/index.ts';
import { runToEnd } from '../slices.ts';
import { loadSystems } from '../systems/load.ts';
import { openSession } from './session.ts';

await loadSystems();

const burst = (lanes: readonly object[], more: object = {}) =>
  openSession(
    simulateToEnd(
      planOfDocument({
        duration: 24,
        policy: { n: 10, T: 10 },
        traffic: [{ kind: 'steady', rate: 10 }],
        lanes,
        ...more,
      }),
    ),
  );
const allowed = (lanes: readonly object[], more?: object) =>
  burst(lanes, more).laneInfos.map(({ allowedPeak }) => allowedPeak);

describe('what a lane’s rule allows within T', () => {
  it('is n for a log, 2n at a window’s edge, n and the capacity for a bucket', () => {
    const bucket = { limiter: 'token-bucket', policy: { capacity: 5 } };
    expect(allowed([{ limiter: 'sliding-log' }, { limiter: 'fixed-window' }, bucket])).toEqual([10, 20, 14]);
  });

  it('is what the corrected edition keeps, where code is published with a defect that exceeds it', () => {
    const [published, corrected] = ['published', 'corrected'].map((edition) => ({ limiter: 'leaky-meter', edition }));
    const [one, other] = allowed([published!, corrected!]);
    expect(one).toBe(other);
  });

  it('is that of the same rule in a single process for nodes that share a store or ask a server', () => {
    const lanes = [
      { limiter: 'redis-sliding-log' },
      { limiter: 'redis-incr' },
      { limiter: 'token-server', options: { limiter: { limiter: 'sliding-log', policy: { n: 4 } } } },
      { limiter: 'layered' },
    ];
    expect(allowed(lanes)).toEqual([10, 20, 4, null]);
  });

  it('is the same for costs above 1 where permits are counted, and not known elsewhere', () => {
    const traffic = [{ kind: 'steady', rate: 10, cost: 2 }];
    expect(allowed([{ limiter: 'sliding-log' }, { limiter: 'exponential' }], { traffic })).toEqual([10, null]);
  });

  it('is for costs that of the limiter whose rule a product has, unless the product counts requests', () => {
    const traffic = [{ kind: 'steady', rate: 10, cost: 2 }];
    const ids = ['gcra', 'throttled', 'governor', 'cloudflare'];
    const lanes = ids.map((limiter) => ({ limiter }));
    expect(allowed(lanes, { traffic })).toEqual([19, 19, 19, null]);
  });

  it('is never exceeded by those that count permits, whatever the costs', () => {
    const counting = catalogue.filter(({ traits }) => traits.boundsAnyCost === true).map(({ id }) => id);
    const step = fc.tuple(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 1, max: 5 }));
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), (steps) => {
        const costs = [1, 2, 3, 4, 5].map((cost) => ({
          kind: 'times',
          cost,
          at: steps.filter(([, own]) => own === cost).map(([at]) => at / 100),
        }));
        const session = burst(
          counting.map((limiter) => ({ limiter })),
          {
            duration: 30,
            policy: { n: 6, T: 5 },
            traffic: costs.filter(({ at }) => at.length > 0),
          },
        );
        for (const { allowedPeak, summary } of session.laneInfos) {
          expect(summary.peak?.permits ?? 0).toBeLessThanOrEqual(allowedPeak as number);
        }
      }),
      { seed: 20_261_122, numRuns: 60 },
    );
  });

  it('shows the defects of published code and of races for what they are', () => {
    const overruns = (id: string): readonly boolean[] =>
      openSession(simulateToEnd(planOfDocument(presetById(id)!.document))).laneInfos.map(
        ({ allowedPeak, summary }) => (summary.peak?.permits ?? 0) > (allowedPeak ?? Infinity),
      );
    expect(overruns('edge-burst')).toEqual([false, false, false]);
    expect(overruns('token-bucket-throttler-double-refill')).toEqual([true, false]);
    expect(overruns('leaky-meter-double-drain')).toEqual([true, false]);
    expect(overruns('leaky-interval-no-limit')).toEqual([true, false]);
    expect(overruns('skewed-refill')).toEqual([true, false]);
  });

  it('is nothing where nodes let requests through without the store, which is no defect', () => {
    const fallbacks = (faults: readonly object[]) =>
      allowed(
        ['deny', 'allow', 'local'].map((fallback) => ({ limiter: 'token-server', options: { fallback } })),
        { cluster: { nodes: 2, faults } },
      );
    expect(fallbacks([{ kind: 'store-down', at: 10, until: 20 }])).toEqual([19, null, null]);
    expect(fallbacks([])).toEqual([19, 19, 19]);
  });
});

describe('the jobs of each key', () => {
  it('tell what jitter does: smaller herds, as many jobs done', () => {
    const { laneInfos } = openSession(simulateToEnd(planOfDocument(presetById('jitter')!.document)));
    for (const { jobsByKey } of laneInfos) {
      expect(jobsByKey.map(({ key, started, done }) => [key, started, done])).toEqual([
        ['no-jitter', 30, 30],
        ['full-jitter', 30, 30],
      ]);
      const [none, full] = jobsByKey;
      expect(full!.herd!.retries).toBeLessThan(none!.herd!.retries / 2);
    }
  });

  const polling = (count: number, n: number) => {
    const retry = { strategy: 'retry-poll', every: 1 };
    const traffic = [{ kind: 'clients', count, rate: 0.5, keys: 'own', key: 'c', retry }];
    return burst([{ limiter: 'fixed-window', policy: { n } }], { traffic }).laneInfos[0]?.jobsByKey;
  };

  it('are told of two to six keys', () => {
    const counts = [1, 2, 6, 7].map((keys) => polling(keys, 1)?.length);
    expect(counts).toEqual([0, 2, 6, 0]);
  });

  it('are left out for one key, and where nobody retries', () => {
    expect(burst([{ limiter: 'fixed-window' }]).laneInfos[0]?.jobsByKey).toEqual([]);
    expect(polling(2, 1_000)).toEqual([]);
  });
});

describe('whether lanes receive the same requests', () => {
  const differ = (document: object): boolean => {
    const session = openSession(simulateToEnd(planOfDocument(document)));
    const query = { from: 0, to: 10e6, columns: 100, trackColumns: 100, key: null, comparedLanes: [0, 1] };
    return runToEnd(session.charts(query)).disagreements.requestsDiffer;
  };
  const clients = (retry: object) => ({
    duration: 20,
    policy: { n: 2, T: 10 },
    traffic: [{ kind: 'clients', count: 4, rate: 0.1, keys: 'shared', retry }],
    lanes: [{ limiter: 'fixed-window' }, { limiter: 'token-bucket' }],
  });

  it('they do in an open loop, and in a closed one where nobody retries or the lanes answer alike', () => {
    expect(differ({ ...clients({}), traffic: [{ kind: 'times', at: [1, 1, 1] }] })).toBe(false);
    expect(differ(clients({ strategy: 'none' }))).toBe(false);
    const poll = clients({ strategy: 'retry-poll', every: 1 });
    expect(differ({ ...poll, lanes: [poll.lanes[0], poll.lanes[0]] })).toBe(false);
  });

  it('they do not where retries depend on the answers', () => {
    expect(differ(clients({ strategy: 'retry-poll', every: 1 }))).toBe(true);
  });
});
