/** Stacks: the laws, what they are without a second limit, and what together and in order do differently. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limiterById } from '../limiters/index.ts';
import { describeLaws, requestsOf, SEED, step } from '../limiters/laws.testing.ts';
import {
  cloneState,
  type KeyState,
  type Limiter,
  type Policy,
  type Params,
  type StackedLimiter,
} from '../limiters/limiter.ts';
import { caseOf, casesOf, type Case } from '../limiters/testing.ts';
import { loadSystems } from '../systems/load.ts';
import { knownLimiters } from '../limiters/index.ts';
import { NEVER, SECOND } from '../time.ts';
import { DELAY, isDenied, outcomeOf } from '../verdict.ts';
import { stack } from './stack.ts';

await loadSystems();

const byId = (id: string) => limiterById(id) as Limiter;

interface TestLimit extends StackedLimiter {
  readonly params: Params;
}

function partOf({ limiter, params, config: { policy } }: Case): TestLimit {
  return { limiter, policy, sharedByKeys: false, prepare: () => params, params };
}

function stackCase(parts: readonly TestLimit[], charge: string, policy: Policy): Case {
  return caseOf(stack, { policy, options: { charge }, stacked: parts });
}

/** A stack of these limiters on the policy of the case, each with a share of its n. */
function stackedLimiter(name: string, ids: readonly string[], timesN: readonly number[]): Limiter {
  return {
    ...stack,
    name,
    prepare: (config) =>
      stack.prepare({
        ...config,
        stacked: ids.map((id, part) => {
          const { n, T, capacity } = config.policy;
          const policy = { n: n * (timesN[part] as number), T: T * (timesN[part] as number), capacity };
          return partOf(caseOf(byId(id), { ...config, options: caseOf(byId(id), { policy }).config.options, policy }));
        }),
      }),
  };
}

describe('a stack of a bucket and a window', () => {
  describeLaws([stack]);
});

it.each([
  [['gcra', 'fixed-window'], false],
  [['gcra', 'leaky-queue'], true],
] as const)('of %j may delay: %s', (ids, may) => {
  const policy = { n: 10, T: SECOND, capacity: 10 };
  const parts = ids.map((id) => partOf(caseOf(byId(id), { policy })));
  const { limiter, params } = stackCase(parts, 'together', policy);
  expect(limiter.canDelay?.(params)).toBe(may);
});

describe('a stack of three', () => {
  describeLaws([stackedLimiter('three', ['sliding-log', 'gcra', 'simple-window'], [1, 1, 2])]);
});

describe('a stack with a queue', () => {
  describeLaws([stackedLimiter('queued', ['leaky-queue', 'token-bucket'], [1, 1])]);
});

/** What a limiter does with a request, apart from how it says so. */
function decided({ limiter, params }: Case, state: KeyState, at: number, cost: number) {
  const verdict = limiter.decide(state, params, at, cost);
  const wait = verdict === DELAY ? state['wait'] : null;
  return { outcome: outcomeOf(verdict), wait, retryAfter: limiter.retryAfter(state, params, at, cost) };
}

describe('a stack of one', () => {
  const cases = knownLimiters()
    // The user's own needs the sandbox, where its twins are tested.
    .filter(({ id }) => id !== stack.id && id !== 'own')
    .flatMap((limiter) => casesOf(limiter));
  const names = [...new Set(cases.map(({ limiter }) => limiter.id))];
  it.each(names)('decides as %s does, request for request', (id) => {
    for (const alone of cases.filter(({ limiter }) => limiter.id === id)) {
      for (const charge of ['together', 'in-order']) {
        const stacked = stackCase([partOf(alone)], charge, alone.config.policy);
        fc.assert(
          fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
            const [left, right] = [alone.limiter.init(alone.params), stack.init(stacked.params as never)];
            for (const { at, cost } of requestsOf(steps, alone))
              expect(decided(stacked, right, at, cost)).toEqual(decided(alone, left, at, cost));
          }),
          { seed: SEED, numRuns: 3 },
        );
      }
    }
  });
});

describe('several limits', () => {
  const policy = { n: 3, T: 10 * SECOND, capacity: 3 };
  /** Two in 10 s; three in 100 s. */
  const window = (n: number, seconds: number) =>
    partOf(caseOf(byId('fixed-window'), { policy: { n, T: seconds * SECOND, capacity: n } }));
  const few = window(2, 10);
  const many = window(3, 100);

  /** `at`, and which limit refuses: 0 for none. */
  function refusals(charge: string, parts: readonly TestLimit[], at: readonly number[]): readonly number[] {
    const { params } = stackCase(parts, charge, policy);
    const state = stack.init(params as never);
    return at.map((second) => Math.max(0, stack.decide(state, params as never, second * SECOND, 1) - 3));
  }

  // Few first: what it refuses is not charged to the other in either way.
  const AT = [0, 1, 2, 3, 10, 11, 12, 100, 101, 102];
  it.each([
    ['together', [few, many], [0, 0, 1, 1, 0, 2, 2, 0, 0, 1]],
    ['in-order', [few, many], [0, 0, 1, 1, 0, 2, 1, 0, 0, 1]],
    ['together', [many, few], [0, 0, 2, 2, 0, 1, 1, 0, 0, 2]],
    // The third request is refused by the second limit, and has used up the last permit of the first one.
    ['in-order', [many, few], [0, 0, 2, 1, 1, 1, 1, 0, 0, 2]],
  ] as const)('charged %s', (charge, parts, expected) => {
    expect(refusals(charge, parts, AT)).toEqual(expected);
  });

  it('says which limit cannot run its policy', () => {
    const limit = partOf(caseOf(byId('kong'), { policy: { n: 1, T: 60 * SECOND, capacity: 1 } }));
    const prepare = () => limit.limiter.prepare({ ...caseOf(stack, { policy }).config, policy: { ...policy, T: 1 } });
    expect(() => stackCase([few, { ...limit, prepare }], 'together', policy)).toThrow(/^limit 2, Kong rate-limiting: /);
  });

  it('names the limit that refuses, and leaves out those that were not asked', () => {
    const params = stackCase([few, many], 'in-order', policy).params as never;
    const state = stack.init(params);
    for (const at of [0, 1]) stack.decide(state, params, at, 1);
    const { parts, sentence, verdict, evaluatedCondition } = stack.explain(state, params, 2, 1);
    expect(stack.reasons[verdict]).toBe('limit 1 refused');
    expect(sentence).toContain('Limit 1, Fixed window, 2 per 10 s, refuses.');
    expect(evaluatedCondition).toBe('2 + 1 ≤ 2');
    expect(parts?.map(({ answer }) => answer)).toEqual(['refuses', 'not asked']);
  });

  it('is in any order the same, if charged together', () => {
    const ids = ['token-bucket', 'sliding-log', 'leaky-queue', 'haproxy-rate', 'gcra'];
    fc.assert(
      fc.property(
        fc.shuffledSubarray(ids, { minLength: 2 }),
        fc.array(step, { maxLength: 60 }),
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 5, maxLength: 5 }),
        (chosen, steps, sizes) => {
          const parts = chosen.map((id) => {
            const n = sizes[ids.indexOf(id)] as number;
            return partOf(caseOf(byId(id), { policy: { n, T: n * SECOND, capacity: n } }));
          });
          const forth = stackCase(parts, 'together', policy);
          const back = stackCase([...parts].reverse(), 'together', policy);
          const [left, right] = [forth, back].map((one) => stack.init(one.params as never));
          for (const { at, cost } of requestsOf(steps, forth))
            expect(decided(forth, left!, at, cost)).toEqual(decided(back, right!, at, cost));
        },
      ),
      { seed: SEED, numRuns: 150 },
    );
  });

  it('admits, charged together, what all of its limits admit, and all that they admit', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const stacked = stackCase([few, many], 'together', policy);
        const state = stack.init(stacked.params as never);
        for (const { at } of requestsOf(steps, stacked)) {
          const allAdmit = [few, many].every(
            ({ limiter, params }, part) =>
              !isDenied(limiter.decide(cloneState(state.parts[part] as KeyState), params, at, 1)),
          );
          expect(!isDenied(stack.decide(state, stacked.params as never, at, 1))).toBe(allAdmit);
        }
      }),
      { seed: SEED, numRuns: 200 },
    );
  });

  it('waits for the limit that delays the longest', () => {
    const queue = (T: number) => partOf(caseOf(byId('leaky-queue'), { policy: { n: 1, T: T * SECOND, capacity: 3 } }));
    const { params } = stackCase([queue(2), queue(5), queue(1)], 'together', policy);
    const state = stack.init(params as never);
    const waits = [0, 0, 0].map((at) => {
      stack.decide(state, params as never, at, 1);
      return state.wait / SECOND;
    });
    expect(waits).toEqual([0, 5, 10]);
    expect(stack.bound(params as never, SECOND)).toBe(Infinity);
  });

  it('promises what its strictest limit promises', () => {
    const { params } = stackCase([few, many], 'together', policy);
    for (const length of [1, SECOND, 10 * SECOND, 50 * SECOND, 200 * SECOND]) {
      const own = [few, many].map(({ limiter, params: one }) => limiter.bound(one, length));
      expect(stack.bound(params as never, length)).toBe(Math.min(...own));
    }
    expect(stack.retryAfter(stack.init(params as never), params as never, 0, 4)).toBe(NEVER);
  });
});
