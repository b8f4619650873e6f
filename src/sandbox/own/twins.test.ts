/** Textbook limiters written by a user: each decides as its twin, request for request. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { limiterById } from '../../sim/limiters/index.ts';
import { requestsOf, SEED, step } from '../../sim/limiters/laws.testing.ts';
import { type KeyState, type Limiter } from '../../sim/limiters/limiter.ts';
import { caseOf, POLICIES, type Case } from '../../sim/limiters/testing.ts';
import { ownTemplates } from '../../sim/own/templates/index.ts';
import { loadSystems } from '../../sim/systems/load.ts';
import { outcomeOf } from '../../sim/verdict.ts';
import { loadSandbox } from '../index.ts';

beforeAll(async () => {
  await loadSystems();
  await loadSandbox();
});

function decided({ limiter, params }: Case, state: KeyState, at: number, cost: number) {
  const outcome = outcomeOf(limiter.decide(state, params, at, cost));
  return { outcome, wait: outcome === 'delay' ? state['wait'] : 0 };
}

describe.each(ownTemplates.map((template) => [template.id, template] as const))('%s', (id, { code }) => {
  it.each(POLICIES.map((policy) => [JSON.stringify(policy), policy] as const))('decides alike on %s', (_, policy) => {
    const twin = caseOf(limiterById(id) as Limiter, { policy });
    const own = caseOf(limiterById('own') as Limiter, { policy, options: { code, clock: 'exact' } });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const states = [twin, own].map(({ limiter, params }) => limiter.init(params));
        for (const { at, cost } of requestsOf(steps, twin))
          expect(decided(own, states[1] as KeyState, at, cost)).toEqual(decided(twin, states[0] as KeyState, at, cost));
      }),
      { seed: SEED, numRuns: 4 },
    );
  });
});
