/**
 * V8 keeps the fields of an object by its hidden class, and code that meets more than four of them looks each field up.
 * An object literal that begins with a spread may get its own class: a limiter that created its state that way took three
 * times as long, and so did the limiter whose functions it shares. Results stay correct, so only this test would show it.
 */
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { caseOf, casesOf } from '../sim/limiters/testing.ts';
import { cloneState } from '../sim/limiters/limiter.ts';
import { everyRule } from '../sim/systems/everyRule.testing.ts';

setFlagsFromString('--allow-natives-syntax');
const alike = runInThisContext('(a, b) => %HaveSameMap(a, b)') as (a: object, b: object) => boolean;

/** How many hidden classes objects have that are made one after the other; all are kept, as in an app. */
function shapesOf(make: (i: number) => object): number {
  const made = Array.from({ length: 100 }, (_, i) => make(i));
  return made.filter((one, i) => !made.slice(0, i).some((other) => alike(one, other))).length;
}

describe('objects of one hidden class, however many are made', () => {
  const lanes = everyRule.flatMap((limiter) => limiter.editions.map((edition) => ({ limiter, edition })));
  it.each(lanes)('$limiter.id, $edition', ({ limiter, edition }) => {
    const { params, config } = casesOf(limiter).find((one) => one.config.edition === edition)!;
    const policy = (i: number) => ({
      ...config.policy,
      n: config.policy.n + i,
      capacity: config.policy.capacity + i,
    });
    expect({
      params: shapesOf((i) => caseOf(limiter, { ...config, policy: policy(i) }).params),
      states: shapesOf(() => limiter.init(params)),
      clones: shapesOf(() => cloneState(limiter.init(params))),
    }).toEqual({ params: 1, states: 1, clones: 1 });
  });
});
