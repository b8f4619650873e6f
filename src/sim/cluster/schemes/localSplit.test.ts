import { describe, expect, it } from 'vitest';
import { SECOND } from '../../time.ts';
import { localSplit } from './localSplit.ts';
import { decisionText, simulateRequests, prepareForTest, type TestArrival } from './simulateRequests.testing.ts';

const policy = { n: 7, T: 10 * SECOND, capacity: 7 };
const window = { limiter: { id: 'fixed-window' } };

/** How many of `count` simultaneous requests each node admits. */
function admitted(spec: Parameters<typeof prepareForTest>[1], nodes: number, count: number): readonly number[] {
  const asked = Array.from({ length: nodes * count }, (_, index): TestArrival => ({
    at: 0,
    node: Math.floor(index / count),
  }));
  const decided = simulateRequests(prepareForTest(localSplit, spec), asked);
  return Array.from({ length: nodes }, (_, node) => {
    const own = decided.filter((one) => one.node === node && typeof one.decision === 'object');
    return own.filter(({ decision }) => typeof decision === 'object' && decision.verdict < 2).length;
  });
}

describe('local split', () => {
  it('gives the first n mod nodes one more', () => {
    expect(admitted({ policy, nodes: 3, embedded: window }, 3, 9)).toEqual([3, 2, 2]);
  });

  it('splits the capacity likewise, of the limiter’s own policy where it has one', () => {
    const own = { limiter: { id: 'token-bucket', policy: { n: 100, capacity: 5 } } };
    expect(admitted({ policy, nodes: 3, embedded: own }, 3, 9)).toEqual([2, 2, 1]);
  });

  it('is fixed at time 0: a node that is added gets the smallest share, and together they admit more than n', () => {
    expect(admitted({ policy, nodes: 3, embedded: window }, 5, 9)).toEqual([3, 2, 2, 2, 2]);
  });

  it('sends nothing, keeps keys apart, and forgets with its node', () => {
    const asked: readonly TestArrival[] = [
      { at: 0, node: 1 },
      { at: 0, node: 1 },
      { at: 0, node: 1 },
      { at: 0, node: 1, key: 'b' },
      { at: SECOND, node: 1 },
    ];
    const made = prepareForTest(localSplit, { policy, nodes: 3, embedded: window });
    const decided = simulateRequests(made, asked, { deaths: [{ node: 1, at: SECOND / 2 }] });
    expect(decided.map(decisionText)).toEqual(['allow 1', 'allow 2', 'deny 2 in 10', 'allow 1', 'allow 1']);
    expect(decided.map(({ messages }) => messages)).toEqual([0, 0, 0, 0, 0]);
  });

  it('uses its node’s clock', () => {
    const made = prepareForTest(localSplit, { policy, nodes: 2, embedded: window });
    const asked = [3, 3, 3, 3].map((seconds): TestArrival => ({ at: seconds * SECOND, node: 1 }));
    const decided = simulateRequests(made, asked, { clock: (_, at) => at + 4 * SECOND });
    expect(decisionText(decided[3]!)).toBe('deny 3 in 3');
  });

  it('explains a denial for lack of a share', () => {
    const made = prepareForTest(localSplit, { policy: { ...policy, n: 2, capacity: 2 }, nodes: 3 });
    const [decided] = simulateRequests(made, [{ at: 0, node: 2 }]);
    expect(decisionText(decided!)).toBe('deny never');
    expect(decided?.decision).toMatchObject({
      explanation: {
        sentence: 'n or the capacity is less than the number of nodes, so this node has no share and admits nothing.',
        evaluatedCondition: '0 ≥ 1',
        holds: false,
      },
    });
  });

  it('passes on the wait of a limiter that makes requests wait', () => {
    const made = prepareForTest(localSplit, { policy, nodes: 3, embedded: { limiter: { id: 'leaky-queue' } } });
    const decided = simulateRequests(made, [{ at: 0 }, { at: 0 }, { at: 0 }, { at: 0 }, { at: 0 }]);
    expect(decided.map(decisionText)).toEqual([
      'allow 0',
      'delay 3.333334 1',
      'delay 6.666667 2',
      'delay 10 3',
      'deny 3 in 3.333334',
    ]);
  });

  it('explains what its limiter decided, from the state before', () => {
    const made = prepareForTest(localSplit, { policy, nodes: 3, embedded: window });
    const decided = simulateRequests(made, [{ at: 0, node: 1 }], { wantsExplanation: true });
    expect(decided[0]?.decision).toMatchObject({ explanation: { evaluatedCondition: '0 + 1 ≤ 2', holds: true } });
    const [silent] = simulateRequests(made, [{ at: 0, node: 1 }]);
    expect(silent?.decision).not.toHaveProperty('explanation');
  });

  it('rejects only a cost above the largest share', () => {
    const { scheme, params } = prepareForTest(localSplit, { policy, nodes: 3, embedded: window });
    expect(scheme.maxCost(params)).toBe(3);
  });
});
