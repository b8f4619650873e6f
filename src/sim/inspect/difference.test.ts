import { describe, expect, it } from 'vitest';
import { planOf } from '../run/plan.ts';
import { planOfDocument } from '../run/testing.ts';
import { simulateToEnd } from '../run/simulate.ts';
import { runToEnd } from '../slices.ts';
import { laneDifference, type LaneDifference } from './difference.ts';
import { scenarioOf } from '../scenario/scenario.ts';
import { openSession } from './session.ts';

/** Compares the first of these lanes with the second, which is not in the run. */
function difference(document: object, lane: object, other: object): LaneDifference | null {
  const [added] = scenarioOf({ lanes: [other] }).lanes;
  return runToEnd(laneDifference(simulateToEnd(planOf(scenarioOf({ ...document, lanes: [lane] }))), 0, added!));
}

const BURST = { policy: { n: 10, T: 10 }, duration: 40 };
const TRAFFIC = [
  { kind: 'burst', at: 9.5, count: 10 },
  { kind: 'steady', from: 10.5, to: 40, rate: 3 },
];
/** The burst, and 3 a second from 10.5 s on. */
const REQUESTS = 10 + 89;
const RETRYING = [{ kind: 'clients', count: 4, rate: 2, to: 20, retry: { strategy: 'retry-poll' }, maxTries: 3 }];

describe('the difference that another limiter makes', () => {
  it.each([
    ['none, between a limiter and itself', 'token-bucket', 'token-bucket'],
    ['as many as the two disagree on side by side', 'fixed-window', 'token-bucket'],
    ['the same for a real system', 'sliding-log', 'nginx-limit-req'],
  ])('is %s', (_, one, other) => {
    const found = difference({ ...BURST, traffic: TRAFFIC }, { limiter: one }, { limiter: other });
    const beside = simulateToEnd(
      planOfDocument({ ...BURST, traffic: TRAFFIC, lanes: [{ limiter: one }, { limiter: other }] }),
    );
    const next = openSession(beside).nextDisagreement([0, 1], -1, null, 1);
    expect(found).toEqual({ count: next?.count ?? 0, requests: REQUESTS, requestsDiffer: false });
    expect(next !== null).toBe(one !== other);
  });

  it('is of the policy that the other has of its own', () => {
    const same = { limiter: 'token-bucket' };
    const found = difference({ ...BURST, traffic: TRAFFIC }, same, { ...same, policy: { n: 9 } });
    expect(found).toMatchObject({ requests: REQUESTS });
    expect(found).not.toMatchObject({ count: 0 });
  });

  it('counts jobs where clients retry, and says that requests differ', () => {
    const found = difference({ ...BURST, traffic: RETRYING }, { limiter: 'fixed-window' }, { limiter: 'token-bucket' });
    expect(found).toMatchObject({ requestsDiffer: true });
  });

  it('is a sentence where the other cannot run the policy, and nothing where the lane did not', () => {
    const slow = { policy: { n: 1, T: 2_592_000 }, duration: 40, traffic: TRAFFIC };
    expect(difference(slow, { limiter: 'token-bucket' }, { limiter: 'nginx-limit-req' })).toEqual({
      problem: expect.stringMatching(/^nginx limit_req: n = 1 per T = 2,592,000 s is less than/),
    });
    expect(difference(slow, { limiter: 'nginx-limit-req' }, { limiter: 'token-bucket' })).toBeNull();
  });
});
