/** The quantities that lessons ask for, on runs small enough to count by hand. */
import { describe, expect, it } from 'vitest';
import { simulateToEnd } from '../run/simulate.ts';
import { planOfDocument } from '../run/testing.ts';
import type { Condition, Quantity } from '../scenario/lesson.ts';
import { runToEnd } from '../slices.ts';
import { conditionResults, quantitiesOf } from './quantity.ts';
import { openScenarioSession } from './scenarioSession.ts';

/** n = 2 per 10 s: of the first three requests of a, two get in; then one of b, and one of a in the next window. */
const session = openScenarioSession(
  simulateToEnd(
    planOfDocument({
      duration: 20,
      policy: { n: 2, T: 10 },
      traffic: [
        { kind: 'times', at: [1, 2, 3, 12], key: 'a' },
        { kind: 'times', at: [4], key: 'b', label: 'bad' },
      ],
      lanes: [
        { limiter: 'fixed-window' },
        { limiter: 'leaky-queue' },
        { limiter: 'redis-incr' },
        { limiter: 'token-bucket' },
      ],
    }),
  ),
);

const value = (quantity: Quantity): number | null => runToEnd(quantitiesOf(session, [quantity]))[0] ?? null;

describe('a quantity', () => {
  it.each<[Partial<Quantity>, number | null]>([
    [{ of: 'requests' }, 5],
    [{ of: 'requests', key: 'a' }, 4],
    [{ of: 'requests', key: 'nobody' }, 0],
    [{ of: 'requests', from: 2, to: 4 }, 2],
    [{ of: 'requests', phase: 1 }, 1],
    [{ of: 'admitted' }, 4],
    [{ of: 'denied' }, 1],
    [{ of: 'denied', key: 'b' }, 0],
    [{ of: 'delayed' }, 0],
    [{ of: 'peak' }, 2],
    [{ of: 'peakAllKeys' }, 3], // 1 s and 2 s of a, 4 s of b; 12 s is 10 s after 2 s, and [2, 12) leaves it out
    [{ of: 'firstDenialAt' }, 3],
    [{ of: 'firstDenialAt', key: 'b' }, null],
    [{ of: 'firstAdmissionAt', from: 3 }, 4],
    [{ of: 'lastAdmissionAt', to: 12 }, 4],
    [{ of: 'lastAdmissionAt', from: 3, to: 4 }, null],
    [{ of: 'level', at: 3, key: 'a' }, 2],
    [{ of: 'level', at: 10, key: 'a' }, 0],
    [{ of: 'level' }, null],
    [{ of: 'windowCount', at: 11, key: 'a' }, 1], // (1, 11]
    [{ of: 'retryAfter', request: 2 }, 7],
    [{ of: 'retryAfter', request: 0 }, null],
    [{ of: 'retryAfter', request: 99 }, null],
    [{ of: 'retries' }, 0],
    [{ of: 'jobsAdmitted' }, 4],
    [{ of: 'waitMean' }, 0],
    [{ of: 'waitMean', from: 3, to: 4 }, null],
    [{ of: 'messages' }, null],
    [{ of: 'refused' }, 0.2],
    [{ of: 'refused', key: 'a' }, 0.25],
    [{ of: 'clientsRefused' }, 0.5],
    [{ of: 'badAdmitted' }, 1],
    [{ of: 'goodRefused' }, null],
    [{ of: 'requests', lane: 9 }, null],
  ])('%j of a fixed window is %s', (quantity, expected) =>
    expect(value({ of: 'requests', lane: 0, ...quantity })).toBe(expected),
  );

  it.each<[Partial<Quantity>, number | null]>([
    // One leaves each 5 s: of a's at 1, 2 and 3 s, the second waits until 6 s and the third finds two before it.
    [{ lane: 1, of: 'delayed', to: 3 }, 1],
    [{ lane: 1, of: 'waitMax', to: 3 }, 4],
    [{ lane: 1, of: 'waitMean', to: 3 }, 2],
  ])('%j of a queue is %s', (quantity, expected) =>
    expect(value({ of: 'requests', lane: 1, ...quantity })).toBe(expected),
  );

  it('counts the messages of a lane with a store', () => {
    expect(value({ of: 'messages', lane: 2 })).toBeGreaterThan(0);
    expect(value({ of: 'bytesPerKey', lane: 2 })).toBeNull();
  });

  it('of bytes is of the numbers that a key keeps', () => {
    expect(value({ of: 'bytesPerKey', lane: 0 })).toBe(16);
  });

  it('of clients counts jobs and tries', () => {
    const run = openScenarioSession(
      simulateToEnd(
        planOfDocument({
          duration: 5,
          policy: { n: 1, T: 2 },
          traffic: [
            {
              kind: 'clients',
              to: 1,
              count: 1,
              rate: 2,
              retry: { strategy: 'retry-poll', every: 0.5 },
              arrivals: 'steady',
              keys: 'shared',
              maxTries: 20,
            },
          ],
          lanes: [{ limiter: 'fixed-window' }],
        }),
      ),
    );
    // Jobs at 0 s and 0.5 s; the second tries at 0.5, 1, 1.5 and 2 s.
    const quantities = (['requests', 'jobsAdmitted', 'retries', 'denied'] as const).map((of) => ({ of, lane: 0 }));
    expect(runToEnd(quantitiesOf(run, quantities))).toEqual([5, 2, 3, 3]);
  });
});

it('is worked out in slices, also what every request may have changed', () => {
  const run = openScenarioSession(
    simulateToEnd(
      planOfDocument({
        duration: 10,
        traffic: [{ kind: 'burst', at: 1, count: 100_000 }],
        lanes: [{ limiter: 'sliding-log' }],
      }),
    ),
  );
  const slices = [...quantitiesOf(run, [{ of: 'bytesPerKey', lane: 0 }])];
  // At most 16,384 requests each.
  expect(slices.length).toBeGreaterThan(6);
});

describe('a condition', () => {
  const admitted: Quantity = { of: 'admitted', lane: 0 };
  it.each<[Condition, boolean]>([
    [{ quantity: admitted, at: 'exactly', value: 4 }, true],
    [{ quantity: admitted, at: 'most', value: 3 }, false],
    [{ quantity: admitted, at: 'least', value: 4 }, true],
    [{ quantity: admitted, at: 'least', value: 5 }, false],
    [{ quantity: { of: 'refused', lane: 0 }, at: 'exactly', value: 0.2 }, true],
    [{ quantity: admitted, at: 'most', value: { of: 'requests', lane: 0 } }, true],
    [{ quantity: admitted, at: 'least', value: { of: 'requests', lane: 0 } }, false],
    // What is not there is neither more nor less.
    [{ quantity: { of: 'firstDenialAt', lane: 0, key: 'b' }, at: 'most', value: 100 }, false],
    [{ quantity: { of: 'firstDenialAt', lane: 0, key: 'b' }, at: 'least', value: 0 }, false],
    [{ quantity: admitted, at: 'most', value: { of: 'level', lane: 0 } }, false],
  ])('%j: %s', (condition, holds) => expect(runToEnd(conditionResults(session, [condition]))[0]?.holds).toBe(holds));
});
