import { describe, expect, it } from 'vitest';
import { SECOND } from '../../time.ts';
import type { SchemeServer } from '../scheme.ts';
import {
  decisionText,
  simulateRequests,
  prepareForTest,
  type TestArrival,
  type SchemeSpec,
} from './simulateRequests.testing.ts';
import { tokenServer } from './tokenServer.ts';

const policy = { n: 3, T: 3 * SECOND, capacity: 3 };

function serverOf(spec: SchemeSpec): SchemeServer {
  const { scheme, params } = prepareForTest(tokenServer, spec);
  return scheme.server!(params)!;
}

describe('token server', () => {
  it('decides for all nodes with one limiter, one ASK per request', () => {
    const asked = [0, 1, 2, 0, 1].map((node): TestArrival => ({ at: 0, node }));
    const decided = simulateRequests(prepareForTest(tokenServer, { policy, nodes: 3 }), asked);
    expect(decided.map(decisionText)).toEqual(['allow 2', 'allow 1', 'allow 0', 'deny 0 in 1', 'deny 0 in 1']);
    expect(decided.map(({ messages }) => messages)).toEqual([1, 1, 1, 1, 1]);
  });

  it('uses the server’s clock, when the ASK arrives', () => {
    const held = { limiter: { id: 'fixed-window' } };
    const asked: readonly TestArrival[] = [
      { at: 0, cost: 3 },
      { at: 2 * SECOND },
      // Sent in the first window, asked in the second.
      { at: 2.9995 * SECOND },
    ];
    const world = { latency: 1_000, clock: () => 100 * SECOND };
    const decided = simulateRequests(prepareForTest(tokenServer, { policy, embedded: held }), asked, world);
    expect(decided.map(decisionText)).toEqual(['allow 3', 'deny 3 in 0.999', 'allow 1']);
    expect(decided.map(({ at, decidedAt }) => decidedAt - at)).toEqual([2_000, 2_000, 2_000]);
  });

  it('keeps a state for each key', () => {
    const asked = ['a', 'b', 'a'].map((key): TestArrival => ({ at: 0, key, cost: 2 }));
    const decided = simulateRequests(prepareForTest(tokenServer, { policy }), asked);
    expect(decided.map(decisionText)).toEqual(['allow 1', 'allow 1', 'deny 1 in 1']);
  });

  it('answers in finite numbers, also where no retry ever helps', () => {
    // Never gives its last token.
    const held = { limiter: { id: 'token-bucket-throttler', policy: { capacity: 1 } } };
    const server = serverOf({ policy, embedded: held });
    expect(server.answer(server.init(), 0, [1])).toEqual([2, 0, 1, -1]);
    expect(
      decisionText(simulateRequests(prepareForTest(tokenServer, { policy, embedded: held }), [{ at: 0 }])[0]!),
    ).toBe('deny 1 never');
  });

  it('passes on the wait of a limiter that makes requests wait', () => {
    const held = { limiter: { id: 'leaky-queue' } };
    const asked = [0, 1, 2].map((node): TestArrival => ({ at: 0, node }));
    const decided = simulateRequests(prepareForTest(tokenServer, { policy, nodes: 3, embedded: held }), asked);
    expect(decided.map(decisionText)).toEqual(['allow 0', 'delay 1 1', 'delay 2 2']);
  });

  it('explains the server’s decision', () => {
    const server = serverOf({ policy });
    const state = server.init();
    server.answer(state, 0, [3]);
    expect(server.explain!(state, SECOND / 2, [1])).toMatchObject({ evaluatedCondition: '0.5 ≥ 1', holds: false });
    // The question left no trace.
    expect(server.answer(state, SECOND, [1])).toEqual([0, 0, 0, -1]);
  });

  it('leaves the node without a decision if no answer comes', () => {
    const decided = simulateRequests(prepareForTest(tokenServer, { policy }), [{ at: 0 }], { isLost: () => true });
    expect([decided[0]?.decision, decided[0]?.decidedAt]).toEqual(['no answer', SECOND / 10]);
  });

  it('prepares a share for each node if the fallback is local', () => {
    const local = (fallback: string) => {
      const { scheme, params } = prepareForTest(tokenServer, { policy, nodes: 2, options: { fallback } });
      return [0, 1, 2].map((node) => scheme.localFallback(params)(node)?.params['capacity'] ?? null);
    };
    expect(local('local')).toEqual([2, 1, 1]);
    expect(local('deny')).toEqual([null, null, null]);
  });
});
