import { describe, expect, it } from 'vitest';
import { canRetry, shownDisagreementCount, shownUntil } from './selectors.ts';
import { scenarioOf } from '../sim/index.ts';
import type { State } from './state.ts';

describe('clients try again', () => {
  const clients = { kind: 'clients', rate: 1 };
  it.each([
    [[{ kind: 'steady', rate: 1 }], false],
    [[clients], false],
    [[{ ...clients, retry: { strategy: 'retry-after' } }], true],
    [[{ ...clients, retry: { strategy: 'retry-after' }, maxTries: 1 }], false],
    [[{ kind: 'clients', retry: { strategy: 'careless', every: 1 } }], true],
    [[{ kind: 'clients', retry: { strategy: 'abuser', a: 2 } }], false],
  ])('%j: %s', (traffic, expected) => {
    expect(canRetry({ result: null, scenario: scenarioOf({ traffic }) })).toBe(expected);
  });
});

describe('while the future is hidden', () => {
  const state = (at: number): State =>
    ({ futureHidden: true, result: { end: 20 }, at, chartData: { disagreements: { count: 18 } } }) as unknown as State;

  it('results are shown up to the playhead, and all of them at the end', () => {
    expect(shownUntil(state(5))).toBe(5);
    expect(shownUntil(state(20))).toBe(Infinity);
    expect(shownUntil({ ...state(5), futureHidden: false })).toBe(Infinity);
  });

  it('the disagreements are not counted', () => {
    expect(shownDisagreementCount(state(5))).toBe(0);
    expect(shownDisagreementCount(state(20))).toBe(18);
  });
});
