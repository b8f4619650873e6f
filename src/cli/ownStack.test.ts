/** Limits that users wrote, in a stack: what decides is their `decide`, whatever else they say. */
import { beforeAll, describe, expect, it } from 'vitest';
import { loadSandbox } from '../sandbox/index.ts';
import { planOf, simulateToEnd } from '../sim/engine.ts';
import { loadSystems, scenarioOf } from '../sim/index.ts';
import { isDenied } from '../sim/verdict.ts';
import { runAndFormat } from './formats.ts';

beforeAll(async () => {
  await Promise.all([loadSystems(), loadSandbox()]);
});

/** A window of n per T, and what else it exports. */
const windowed = (more = '') => `export const start = () => ({ windowEnd: 0, count: 0, asked: 0 });
export function decide(state, now, cost, { n, T }) {
  state.asked++;
  if (now >= state.windowEnd) Object.assign(state, { windowEnd: now + T, count: 0 });
  if (state.count + cost > n) return false;
  state.count += cost;
  return true;
}
${more}`;

function laneOf(limits: readonly object[], charge: string, at: readonly number[]) {
  const scenario = scenarioOf({
    policy: { n: 2, T: 10 },
    traffic: [{ kind: 'times', at }],
    lanes: [{ limiter: 'stack', options: { charge }, of: limits }, { limiter: 'token-bucket' }],
  });
  const { plan, lanes } = simulateToEnd(planOf(scenario));
  return {
    error: plan.failedLanes[0]?.error ?? null,
    admitted: [...(lanes[0]?.verdicts ?? [])].map((verdict) => (isDenied(verdict) ? 0 : 1)).join(''),
  };
}

describe('a limit that the user wrote', () => {
  it.each([
    ['says nothing', ''],
    ['says when its window ends, even while it admits', 'export const retryAfter = (state, now) => state.windowEnd - now;'],
    ['says to come back at once', 'export const retryAfter = () => 0;'],
    ['says never', 'export const retryAfter = () => null;'],
  ])('admits what its decide admits, if it %s', (_, more) => {
    const limits = [
      { limiter: 'own', options: { code: windowed(more) }, policy: { n: 2, T: 10 } },
      { limiter: 'fixed-window', policy: { n: 5, T: 100 } },
    ];
    for (const charge of ['together', 'in-order'])
      expect(laneOf(limits, charge, [0, 1, 2, 3, 11, 12, 13, 25, 26])).toEqual({ error: null, admitted: '110011010' });
  }); // prettier-ignore

  it('that refuses is asked once more, and one that admits is not charged', () => {
    // The second admits every third time that it is charged, and the first only once.
    const once = 'export const start = () => ({ left: 1 });\nexport const decide = (state) => state.left-- > 0;';
    const third = 'export const start = () => ({ n: 0 });\nexport const decide = (state) => ++state.n % 3 === 0;';
    const limits = [once, third].map((code) => ({ limiter: 'own', options: { code } }));
    expect(laneOf(limits, 'together', [0, 1, 2, 3])).toEqual({ error: null, admitted: '0010' });
  });

  it.each<[string, string, string]>([
    ['does not compile', 'export const start = (', 'Stack of limits, line 1: limit 2, Your own: Unexpected token.'],
    [
      'fails later',
      'export const start = () => ({});\nexport const decide = (state, now) => {\n  if (now > 0.5) null.x;\n  return true;\n};',
      "Stack of limits, line 3, at 1.000 s: limit 2, Your own: TypeError: cannot read property 'x' of null.",
    ],
  ])('is named if it %s', (_, code, said) => {
    const limits = [windowed(), code].map((text) => ({ limiter: 'own', options: { code: text } }));
    expect(laneOf(limits, 'together', [0, 1, 2]).error).toBe(said);
    expect(laneOf(limits, 'in-order', [0, 1, 2]).error).toBe(said);
  });
});

it.each([
  ['in its level at 11 s', "level = (state, now) => { if (now > 10) throw new Error('no'); return 0; }"],
  ['in its wait', "retryAfter = () => { throw new Error('no'); }"],
])('a limiter that the user wrote and that fails %s ends alone where each request is printed', async (_, failing) => {
  const own = { limiter: 'own', options: { code: windowed(`export const ${failing};`) } };
  const scenario = scenarioOf({
    policy: { n: 2, T: 10 },
    traffic: [{ kind: 'times', at: [0, 1, 2, 11] }],
    lanes: [own, { limiter: 'gcra' }],
  });
  const { chunks, errors } = await runAndFormat(scenario, 'json', null);
  const { lanes } = JSON.parse([...chunks].join('')) as { lanes: { error?: string; requests?: unknown[] }[] };
  expect(lanes[0]).toMatchObject({
    limiter: 'own',
    error: expect.stringMatching(/^Your own, line 9, at .*: Error: no\.$/),
  });
  expect(lanes[1]?.requests).toHaveLength(4);
  expect(errors).toEqual([`Lane 1, ${lanes[0]?.error}`]);
});
