import { describe, expect, it } from 'vitest';
import { openSession } from './session.ts';
import { simulateToEnd } from '../run/simulate.ts';
import { runToEnd } from '../slices.ts';
import { planOf } from '../run/testing.ts';

const session = openSession(
  simulateToEnd(
    planOf({
      duration: 30,
      policy: { n: 2, T: 10 },
      traffic: [
        {
          kind: 'clients',
          count: 3,
          rate: 0.05,
          keys: 'shared',
          maxTries: 3,
          retry: { strategy: 'retry-poll', every: 4 },
        },
        { kind: 'times', at: [1], key: 'a' },
      ],
      lanes: [{ limiter: 'fixed-window' }],
    }),
  ),
);
const requests = Array.from({ length: session.laneInfos[0]!.summary.requests }, (_, request) =>
  runToEnd(session.why(0, request)),
);

describe('the next try', () => {
  it('of a denied request is its client’s, with its instant', () => {
    // Jobs of three clients at 0 and at 20 s, two of them admitted at once; the third retries every 4 s.
    const third = requests.filter(({ try: made }) => made?.client === 3 && made.job === 1);
    expect(third.map(({ at, nextTry }) => [at, nextTry])).toEqual([
      [0, { request: third[1]!.request, at: 4e6 }],
      [4e6, { request: third[2]!.request, at: 8e6 }],
      // It has made its three tries.
      [8e6, null],
    ]);
  });

  it('is the following try of the same job; an admitted job has none', () => {
    for (const { try: made, outcome, nextTry } of requests) {
      if (nextTry === null) continue;
      expect(outcome).toBe('deny');
      expect(requests[nextTry.request]!.try).toEqual({ ...made!, number: made!.number + 1 });
    }
    expect(requests.filter(({ outcome }) => outcome === 'allow').every(({ nextTry }) => nextTry === null)).toBe(true);
  });

  it('does not exist for a request without a client', () => {
    const alone = requests.find(({ try: made }) => made === null);
    expect(alone).toMatchObject({ at: 1e6, outcome: 'deny', nextTry: null });
  });
});
