import { describe, expect, it } from 'vitest';
import { openSession } from './session.ts';
import { simulateToEnd } from '../run/simulate.ts';
import { unitArrivals } from '../arrivals.ts';
import { runToEnd } from '../slices.ts';
import { planOfDocument } from '../run/testing.ts';
import type { LaneTrace } from '../metrics/trace.ts';
import { receiveSameRequests } from './pairing.ts';

const session = openSession(
  simulateToEnd(
    planOfDocument({
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

describe('the requests of two lanes', () => {
  /** A client and a job for each of two requests, a second apart. */
  const traceOf = (client: readonly number[], job: readonly number[], second = 1e6): LaneTrace => {
    const at = Float64Array.of(0, second);
    const tries = { client: Uint32Array.from(client), job: Uint32Array.from(job), number: Uint32Array.of(1, 1) };
    return { arrivals: { ...unitArrivals(at), tries }, verdicts: Uint8Array.of(0, 0), waits: null };
  };
  const one = traceOf([1, 1], [1, 2]);

  it.each([
    ['the same', traceOf([1, 1], [1, 2]), true],
    ['others at another instant', traceOf([1, 1], [1, 2], 2e6), false],
    ['others of another client', traceOf([1, 2], [1, 2]), false],
    ['others of another job: a try in place of a new one', traceOf([1, 1], [1, 1]), false],
  ])('are %s', (_, other, same) => {
    expect(receiveSameRequests([one, other])).toBe(same);
  });
});
