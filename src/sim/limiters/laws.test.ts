/** The laws over the catalogue (`laws.testing.ts`), what published editions break, and the catalogue's own order. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COUNTEREXAMPLES } from './counterexamples.testing.ts';
import { catalogue, limiterById } from './index.ts';
import { describeEvaluatedConditions, describeLaws, requestsOf, SEED, step } from './laws.testing.ts';
import type { Limiter } from './limiter.ts';
import { caseOf, optionVariants, POLICIES } from './testing.ts';
import { everyRule } from '../systems/everyRule.testing.ts';
import { ALLOW, DENY_TOO_LARGE } from '../verdict.ts';

describeLaws(catalogue);

describe('what an edition breaks', () => {
  const named = catalogue.flatMap(({ id, errata }) =>
    errata.flatMap((erratum) => erratum.breaks.map((law) => [id, law] as const)),
  );
  it.each(named)('%s is caught breaking %s', (id, law) => {
    expect(COUNTEREXAMPLES[id]?.[law]?.()).toBe(true);
  });

  it('is declared wherever there is a counterexample', () => {
    const stand = Object.entries(COUNTEREXAMPLES).flatMap(([id, laws]) => Object.keys(laws).map((law) => [id, law]));
    expect(new Set(stand.map(String))).toEqual(new Set(named.map(String)));
  });
});

describeEvaluatedConditions(catalogue, POLICIES.slice(0, 3));

describe('gcra and token-bucket', () => {
  const [one, other] = [limiterById('gcra') as Limiter, limiterById('token-bucket') as Limiter];
  const pairs = POLICIES.map((policy) => [caseOf(one, { policy }), caseOf(other, { policy })] as const);
  it.each(pairs.map((pair) => [pair[1].name, pair] as const))('decide alike: %s', (_, [tat, tokens]) => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 150 }), (steps) => {
        const [left, right] = [one.init(tat.params), other.init(tokens.params)];
        for (const { at, cost } of requestsOf(steps, tokens)) {
          expect(one.decide(left, tat.params, at, cost)).toBe(other.decide(right, tokens.params, at, cost));
          expect(one.retryAfter(left, tat.params, at, cost)).toBe(other.retryAfter(right, tokens.params, at, cost));
        }
      }),
      { seed: SEED, numRuns: 60 },
    );
  });
});

describe('the catalogue', () => {
  it('lists every limiter once, by the ids of the format', () => {
    const ids = catalogue.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) {
      expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(limiterById(id)?.id).toBe(id);
    }
    expect(limiterById('no-such')).toBeUndefined();
  });

  it.each(everyRule.map((limiter) => [limiter.id, limiter] as const))(
    '%s has a reason for every verdict, a defect for a published edition, a preset for every defect',
    (id, { reasons, outcomes, editions, errata }) => {
      expect(reasons[ALLOW]).toBeTruthy();
      expect(Boolean(reasons[1])).toBe(outcomes.includes('delay'));
      expect(reasons.length).toBeGreaterThan(DENY_TOO_LARGE);
      expect(errata.length > 0).toBe(editions.includes('published'));
      for (const { name, sentence, preset } of errata) {
        expect(name).not.toBe('');
        expect(sentence).toMatch(/\.$/);
        expect(preset).toMatch(new RegExp(`^${id}-[a-z0-9-]+$`));
      }
    },
  );

  it('gives every defect a preset of its own', () => {
    const presets = catalogue.flatMap(({ errata }) => errata.map(({ preset }) => preset));
    expect(new Set(presets).size).toBe(presets.length);
  });

  it('is tried here with every choice of every option', () => {
    for (const limiter of everyRule) {
      const choices = limiter.knobs.flatMap((knob) => (knob.kind === 'choice' ? knob.choices.slice(1) : []));
      const numbers = limiter.knobs.filter(({ kind }) => kind === 'number');
      expect(
        optionVariants(limiter).length,
        `${limiter.id}: its EXTRA_OPTIONS in testing.ts need a value to try for each number`,
      ).toBeGreaterThanOrEqual(1 + choices.length + numbers.length);
    }
  });
});
