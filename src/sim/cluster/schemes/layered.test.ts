import { describe, expect, it } from 'vitest';
import { SECOND } from '../../time.ts';
import type { RequestContext } from '../scheme.ts';
import { layered } from './layered.ts';
import { decisionText, simulateRequests, prepareForTest, type TestArrival } from './simulateRequests.testing.ts';
import { quotaLease } from './quotaLease.ts';

const policy = { n: 3, T: 3 * SECOND, capacity: 3 };
const outerWindow = { id: 'fixed-window', policy: { n: 2 } };
/** One a second: the first at once, two in line. */
const outerQueue = { id: 'leaky-queue', policy: { n: 3, capacity: 2 } };

const times = (at: readonly number[]): readonly TestArrival[] => at.map((seconds) => ({ at: seconds * SECOND }));

describe('layers', () => {
  it('both must admit; the inner limiter does not see what the outer one denies', () => {
    const held = { outer: outerWindow, inner: { id: 'fixed-window' } };
    const asked = [0, 0, 0, 1, 1].map((node): TestArrival => ({ at: 0, node }));
    const decided = simulateRequests(prepareForTest(layered, { policy, nodes: 2, embedded: held }), asked);
    expect(decided.map(decisionText)).toEqual([
      'allow 1',
      'allow 2',
      // The outer's count is not the inner's.
      'deny in 3',
      'allow 3',
      'deny 3 in 3, in vain',
    ]);
    expect(decided.map(({ messages }) => messages)).toEqual([1, 1, 0, 1, 1]);
  });

  it('charges the outer limiter for requests that the inner one denies', () => {
    const held = { outer: outerWindow, inner: { id: 'fixed-window', policy: { n: 1, T: SECOND } } };
    const decided = simulateRequests(prepareForTest(layered, { policy, embedded: held }), times([0, 0.5, 1]));
    // At 1 s the inner has room again. The outer has none: the second request took it.
    expect(decided.map(decisionText)).toEqual(['allow 1', 'deny 1 in 2.5, in vain', 'deny in 2']);
  });

  it('asks the inner limiter after the outer wait', () => {
    const held = { outer: outerQueue, inner: { id: 'fixed-window', policy: { n: 1, T: SECOND } } };
    const decided = simulateRequests(prepareForTest(layered, { policy, embedded: held }), times([0, 0, 0]));
    expect(decided.map(decisionText)).toEqual(['allow 1', 'delay 0 1', 'delay 0 1']);
    expect(decided.map(({ decidedAt }) => decidedAt)).toEqual([0, SECOND, 2 * SECOND]);
  });

  it('adds up the waits of both', () => {
    const held = { outer: outerQueue, inner: { id: 'leaky-queue', policy: { n: 1, T: 2 * SECOND } } };
    const decided = simulateRequests(prepareForTest(layered, { policy, embedded: held }), times([0, 0]));
    // The inner is asked at 1 s, and free at 2 s.
    expect(decided.map(decisionText)).toEqual(['allow 0', 'delay 1 1']);
    expect(decided[1]?.decidedAt).toBe(SECOND);
  });

  it('counts a retry from the request, through the outer’s wait', () => {
    const held = { outer: outerQueue, inner: { id: 'fixed-window', policy: { n: 1, T: 10 * SECOND } } };
    const decided = simulateRequests(prepareForTest(layered, { policy, embedded: held }), times([0, 0]));
    expect(decisionText(decided[1]!)).toBe('deny 1 in 10, in vain');
  });

  it('runs an inner scheme unchanged, at a time later by the outer wait', () => {
    const inner = { scheme: quotaLease, spec: { policy: { n: 4, T: 2 * SECOND, capacity: 4 }, nodes: 2 } };
    const held = { outer: outerQueue, inner };
    const decided = simulateRequests(prepareForTest(layered, { policy, nodes: 2, embedded: held }), times([0, 0, 0]));
    // One permit is with the node in each window; of the first, one more is fetched.
    expect(decided.map(decisionText)).toEqual(['allow 0', 'delay 0 0', 'delay 0 0']);
    expect(decided.map(({ messages }) => messages)).toEqual([0, 1, 0]);
  });

  it('says which layer denied', () => {
    const held = { outer: outerWindow, inner: { id: 'fixed-window', policy: { n: 1 } } };
    const { scheme, params } = prepareForTest(layered, { policy, embedded: held });
    const decided = simulateRequests({ scheme, params }, times([0, 0, 0]));
    const said = decided.map(({ decision, cost }) => {
      if (typeof decision === 'string') throw new TypeError(decision);
      return scheme.explain(decision, { cost } as RequestContext, params).sentence;
    });
    expect(said).toEqual([
      'The server grants 1 permit.',
      'The outer limiter admitted and charged the request; the inner one denied it. The server does not grant 1 permit, and has room for it in 3.000 s.',
      'The outer limiter does not grant 1 permit, and has room for it in 3.000 s.',
    ]);
  });

  it('costs at most what both can hold', () => {
    const window = (n: number) => ({ id: 'fixed-window', policy: { n } });
    const most = (outer: number, inner: number) => {
      const { scheme, params } = prepareForTest(layered, {
        policy,
        embedded: { outer: window(outer), inner: window(inner) },
      });
      return scheme.maxCost(params);
    };
    expect([most(2, 5), most(5, 2)]).toEqual([2, 2]);
  });

  it('is to the store what the inner is', () => {
    const inner = { scheme: quotaLease, spec: { policy, options: { fallback: 'local' } } };
    const { scheme, params } = prepareForTest(layered, { policy, embedded: { inner } });
    expect(scheme.server!(params)?.answer({ window: 0, left: 2 }, 0, [0, 1, 1, 1])).toEqual([1]);
    expect(scheme.localFallback(params)(0)?.limiter.id).toBe('fixed-window');
    expect(scheme.embeddedGauge!(params).unit).toEqual(quotaLease.gauge.unit);
  });
});
