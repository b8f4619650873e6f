import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openSession } from './session.ts';
import { simulateToEnd } from '../run/simulate.ts';
import { planOfDocument } from '../run/testing.ts';

/** The first abuser of the traffic, in each lane. */
function abusesOf(document: object) {
  return openSession(simulateToEnd(planOfDocument(document))).laneInfos.map(({ abuserResults }) => abuserResults[0]);
}

const abuser = (a: number, more: object = {}) => ({
  kind: 'clients',
  retry: { strategy: 'abuser', a },
  ...more,
});
const TEN = { n: 10, T: 10, capacity: 10 };

describe('an abuser', () => {
  it('gets 2q − 1 requests through a bucket at twice its rate, and q through a window', () => {
    const lanes = ['token-bucket', 'gcra', 'leaky-meter', 'fixed-window'].map((limiter) => ({ limiter }));
    const entry = { entry: 0, a: 2, denied: true };
    expect(abusesOf({ duration: 60, policy: TEN, traffic: [abuser(2)], lanes })).toEqual([
      { ...entry, admitted: 19, bucketCapacity: 10 },
      { ...entry, admitted: 19, bucketCapacity: 10 },
      { ...entry, admitted: 19, bucketCapacity: 10 },
      { ...entry, admitted: 10, bucketCapacity: null },
    ]);
  });

  it('is admitted ⌊(q·a − 1)/(a − 1)⌋ times by any bucket, to the last request', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 105, max: 2_000 }),
        fc.integer({ min: 1, max: 50 }),
        fc.constantFrom('token-bucket', 'gcra', 'leaky-meter'),
        (q, hundredths, n, limiter) => {
          // Its requests come at whole microseconds: no instant is rounded.
          const T = n * hundredths * 1e-5;
          const admitted = Math.floor((q * hundredths - 100) / (hundredths - 100));
          const [found] = abusesOf({
            duration: ((admitted + 2) * T) / n,
            policy: { n, T, capacity: q },
            traffic: [abuser(hundredths / 100)],
            lanes: [{ limiter }],
          });
          expect(found).toEqual({ entry: 0, a: hundredths / 100, admitted, denied: true, bucketCapacity: q });
        },
      ),
      { seed: 4, numRuns: 300 },
    );
  });

  it('at a rate of at most n/T is never denied', () => {
    expect(abusesOf({ duration: 30, policy: TEN, traffic: [abuser(1)], lanes: [{ limiter: 'gcra' }] })).toEqual([
      { entry: 0, a: 1, admitted: 30, denied: false, bucketCapacity: 10 },
    ]);
  });

  it('is found among other traffic, which is not counted', () => {
    const others = { kind: 'clients', count: 2, rate: 0.5, key: 'b' };
    const traffic = [others, abuser(2, { from: 1, count: 3 })];
    expect(abusesOf({ duration: 60, policy: TEN, traffic, lanes: [{ limiter: 'token-bucket' }] })).toEqual([
      { entry: 1, a: 2, admitted: 19, denied: true, bucketCapacity: 10 },
    ]);
  });

  it.each([
    ['two share a key', { policy: TEN, traffic: [abuser(2, { count: 2, keys: 'shared' })] }],
    ['somebody else asks for its key', { policy: TEN, traffic: [abuser(2), { kind: 'times', at: [0.5], key: 'a-1' }] }],
    ['its requests cost more than one permit', { policy: TEN, traffic: [abuser(2, { cost: 2 })] }],
    ['it has a pool of keys', { policy: TEN, traffic: [abuser(2, { keys: { count: 3 } })] }],
    ['the bucket starts empty', { policy: TEN, traffic: [abuser(2)], options: { start: 'empty' } }],
  ])('there is no law where %s', (_, { options = {}, ...document }: { options?: object; traffic: object[] }) => {
    const lanes = [{ limiter: 'token-bucket', options }];
    expect(abusesOf({ duration: 60, ...document, lanes })).toMatchObject([{ bucketCapacity: null }]);
  });

  it('is not affected by other keys, nor by requests for its own key after its first denial', () => {
    const traffic = [abuser(2), { kind: 'times', at: [30], key: 'a-1' }];
    expect(abusesOf({ duration: 60, policy: TEN, traffic, lanes: [{ limiter: 'gcra' }] })).toMatchObject([
      { bucketCapacity: 10 },
    ]);
  });

  it('that never starts has no result', () => {
    const traffic = [abuser(2, { from: 50 }), { kind: 'times', at: [1] }];
    expect(abusesOf({ duration: 20, policy: TEN, traffic, lanes: [{ limiter: 'gcra' }] })).toMatchObject([
      { admitted: 0, denied: false },
    ]);
  });
});
