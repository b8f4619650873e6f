/** A limiter that the user wrote: what it may do, what ends its lane, and that nothing else does. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { planOf, simulateToEnd } from '../../sim/engine.ts';
import { decodeLink, encodeLink, limiterById, loadSystems, scenarioOf } from '../../sim/index.ts';
import { cloneState, type KeyState, type Limiter } from '../../sim/limiters/limiter.ts';
import { caseOf } from '../../sim/limiters/testing.ts';
import { ownTemplates } from '../../sim/own/templates/index.ts';
import { NEVER, SECOND } from '../../sim/time.ts';
import { outcomeOf } from '../../sim/verdict.ts';
import { loadSandbox } from '../index.ts';

beforeAll(async () => {
  await loadSystems();
});

const POLICY = { n: 3, T: 3, capacity: 3 };
const START = 'export const start = () => ({ count: 0 });\n';

/** Runs lanes of these programs beside a token bucket, one request every half second, eight in all. */
async function run(...programs: readonly object[]) {
  const sandbox = await loadSandbox();
  const scenario = scenarioOf({
    policy: POLICY,
    duration: 4,
    traffic: [{ kind: 'steady', to: 4, rate: 2 }],
    lanes: [...programs.map((options) => ({ limiter: 'own', options })), { limiter: 'token-bucket' }],
  });
  return simulateToEnd(planOf(scenario, sandbox));
}

/** The outcomes of a program's lane: one letter each. */
async function outcomes(code: string, clock = 'exact'): Promise<string> {
  const { plan, lanes } = await run({ code, clock });
  const [failed] = plan.failedLanes;
  if (failed !== undefined) throw new Error(failed.error);
  return [...(lanes[0]?.verdicts ?? [])].map((verdict) => outcomeOf(verdict)[1]).join('');
}

function caseFor(code: string, options: object = {}) {
  return caseOf(limiterById('own') as Limiter, {
    policy: { n: 3, T: 3 * SECOND, capacity: 3 },
    options: { code, clock: 'exact', ...options },
  });
}

describe('a program', () => {
  it('decides with true, false, or a wait in seconds', async () => {
    const code = `${START}export const decide = (state) => [true, 0, false, 0.25][state.count++ % 4];`;
    expect(await outcomes(code)).toBe('lleellee');
    const { lanes } = await run({ code });
    expect([...(lanes[0]?.waits ?? [])].map((wait) => wait / SECOND)).toEqual([0, 0, 0, 0.25, 0, 0, 0, 0.25]);
  });

  it('reads the clock that its product has', async () => {
    const code = `${START}export const decide = (state, now) => now === Math.floor(now);`;
    expect(await outcomes(code)).toBe('lelelele');
    expect(await outcomes(code, 's')).toBe('llllllll');
    const milliseconds = `${START}export const decide = (state, now) => Date.now() === now * 1000;`;
    expect(await outcomes(milliseconds, 'ms')).toBe('llllllll');
    const dates = `${START}export const decide = (state, now) => new Date().getTime() === now * 1000 && new Date() - new Date(5) === now * 1000 - 5;`;
    expect(await outcomes(dates, 'ms')).toBe('llllllll');
  });

  it('draws the same chance for the same request', async () => {
    const code = `${START}export const decide = () => Math.random() < 0.5;`;
    const drawn = await outcomes(code);
    expect(await outcomes(code)).toBe(drawn);
    expect(new Set(drawn).size).toBe(2);
  });

  it('is a template where the lane has none', async () => {
    const { lanes } = await run({}, { code: ownTemplates[0]?.code });
    expect(lanes.map(({ verdicts }) => [...verdicts])).toEqual(lanes.map(() => [...(lanes[2]?.verdicts ?? [])]));
  });

  it('keeps any plain data from one request to the next', async () => {
    await loadSandbox();
    const { limiter, params } = caseFor(
      'export const start = () => ({ kept: null });\n' +
        'export function decide(state, now, cost) {\n' +
        '  if (cost === 2) return JSON.stringify(state.kept) === JSON.stringify(make()) && state.kept.far === Infinity;\n' +
        '  state.kept = make();\n  return true;\n}\n' +
        "const make = () => ({ list: [1, 2, 3, 'a', [4, 5]], same: [[1, { at: 2 }], [3, { at: 4 }]], 'odd \\n \"name\"': 'ü\\u0000', none: [], far: Infinity, yes: true, no: false, nothing: null });",
    );
    const state = limiter.init(params);
    expect(limiter.decide(state, params, 0, 1)).toBe(0);
    const copy = cloneState(state);
    expect(limiter.decide(copy, params, 1, 2)).toBe(0);
    expect(limiter.readouts(state, params, 1)).toEqual([
      ['kept', '{ list: [1, 2, 3, "a", [4, 5]], same: [[1, { at: 2 }], [3, …'],
    ]);
  });

  it('says when to try again, or it is sought', async () => {
    await loadSandbox();
    const silent = `${START}export function decide(state, now) {\n  if (now < 1.5) return false;\n  return true;\n}`;
    const { limiter, params } = caseFor(silent);
    const state = limiter.init(params);
    expect(limiter.saysRetryAfter?.(params)).toBe(false);
    expect(limiter.retryAfter(state, params, SECOND, 1)).toBe(SECOND / 2);
    const never = caseFor(`${START}export const decide = () => false;`);
    expect(limiter.retryAfter(never.limiter.init(never.params), never.params, 0, 1)).toBe(NEVER);
    const told = caseFor(`${silent}\nexport const retryAfter = (state, now) => 1.5 - now;`);
    expect(limiter.retryAfter(told.limiter.init(told.params), told.params, SECOND, 1)).toBe(SECOND / 2);
  });

  it('is explained by the lines that it executes', async () => {
    await loadSandbox();
    const { limiter, params } = caseFor(
      `${START}export function decide(state, now, cost) {\n  if (state.count > 0) return false;\n  else\n    state.count += cost;\n  return true;\n}`,
    );
    const state: KeyState = limiter.init(params);
    const first = limiter.explain(state, params, 0, 1);
    expect(first).toMatchObject({ verdict: 0, holds: true, evaluatedCondition: 'true', executedLines: [2, 4, 5] });
    limiter.decide(state, params, 0, 1);
    expect(limiter.explain(state, params, 0, 1)).toMatchObject({ holds: false, executedLines: [2] });
  });

  it('has its level before and after each request, and in between', async () => {
    await loadSandbox();
    const [template] = ownTemplates;
    const { limiter, params } = caseFor(template?.code ?? '');
    const at = Float64Array.of(0, 0, SECOND);
    const points: (readonly [number, number])[] = [];
    const replay = {
      instantAt: (request: number) => at[request] ?? 0,
      costAt: (request: number) => (request === 1 ? 2 : 1),
    };
    const range = { replay, first: 0, end: 3, from: 0, to: 2 * SECOND, columns: 2 };
    limiter.levels?.(limiter.init(params), params, range, (instant, level) => points.push([instant / SECOND, level]));
    expect(points).toEqual([
      [0, 3],
      [0, 2],
      [0, 2],
      [0, 0],
      [0.5, 0.5],
      [1, 1],
      [1, 0],
      [1.5, 0.5],
      [2, 1],
    ]);
  });

  it('is in a link as it was written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (code) => {
        const scenario = scenarioOf({ lanes: [{ limiter: 'own', options: { code, clock: 'ms' } }] });
        const decoded = decodeLink(encodeLink(scenario));
        expect(decoded.ok && decoded.scenario).toEqual(scenario);
      }),
      { seed: 20_261_123, numRuns: 200 },
    );
  });
});

describe('a program that fails', () => {
  it('leaves the lanes alone that have the same text', { timeout: 60_000 }, async () => {
    const code = `${START}export function decide(state, now) {\n  if (now === 0.5) for (;;);\n  return true;\n}`;
    const { plan, lanes } = await run({ code, clock: 'exact' }, { code, clock: 's' });
    expect(plan.failedLanes.map(({ error }) => error)).toEqual([
      'Your own, line 3, at request 2, 0.500 s: This ran for too long: it was stopped after 40,000,000 steps. Is there a loop that never ends?',
    ]);
    expect(lanes.map((lane) => lane.plan.algorithm.id)).toEqual(['own', 'token-bucket']);
    expect([...(lanes[0]?.verdicts ?? [])]).toEqual(Array.from({ length: 8 }, () => 0));
  });

  /** What its lane says after `Your own`. */
  const said: readonly (readonly [code: string, sentence: string])[] = [
    ['', 'line 1: There is no code. Choose a template, or write a function decide.'],
    ['export const start = 1;\nfunction (', 'line 2: Unexpected token.'],
    [`${START}interface State { count: number }`, "line 2: The keyword 'interface' is reserved. Programs are JavaScript: take out TypeScript types."],
    [`${START}export function decide(state: State, now: number) {}`, 'line 2: Unexpected token. Programs are JavaScript: take out TypeScript types.'],
    [START, 'There is no decide. Write export function decide(state, now, cost, policy) { … }'],
    [`${START}function decide() {}`, 'There is no decide. Write export function decide(state, now, cost, policy) { … }'],
    ['export const decide = () => true;', 'There is no start. Write export const start = ({ n, T, capacity }) => ({ … });'],
    [`${START}export const decide = 5;`, 'line 2: decide is 5. It must be a function.'],
    ['export const start = () => 5;\nexport const decide = () => true;', 'line 1: start returned 5. It must return an object, such as { tokens: capacity }.'],
    ['export const start = () => ({ log: new Map() });\nexport const decide = () => true;', 'line 1: state.log is a Map. A state may hold numbers, strings, true, false, null, and arrays and plain objects of these.'],
    [`${START}export const decide = (state) => { state.f = () => 1; return true; };`, 'line 2, at request 1, 0.000 s: state.f is a function. A state may hold numbers, strings, true, false, null, and arrays and plain objects of these.'],
    [`${START}export const decide = (state) => { state.self = state; return true; };`, 'line 2, at request 1, 0.000 s: state.self and state are the same object: they come apart when the state is copied. Keep it in one place.'],
    [`${START}export const decide = (state) => (state.count++ < 2 ? true : NaN);`, 'line 2, at request 3, 1.000 s: decide returned NaN. It must return true, false, or a wait in seconds: 0 or more, and less than 1,000,000,000,000.'],
    [`${START}export const decide = () => -1;`, 'line 2, at request 1, 0.000 s: decide returned −1. It must return true, false, or a wait in seconds: 0 or more, and less than 1,000,000,000,000.'],
    [`${START}export const decide = () => {};`, 'decide returned nothing. It must return true, false, or a wait in seconds: 0 or more, and less than 1,000,000,000,000.'],
    [`${START}export const decide = () => 'yes';`, 'decide returned "yes".'],
    [`${START}export async function decide() {}`, 'line 2: Nothing is asynchronous here: decide returns true, false or a wait in seconds.'],
    [`${START}export const decide = () => Promise.resolve(true);`, "'Promise' is not defined. Nothing is asynchronous here: return true, false or a wait in seconds."],
    [`import x from 'y';`, 'line 1: A limiter cannot import anything.'],
    [`${START}export const decide = () => 2n > 1n;`, 'line 2: BigInts such as 2n are not available here: write the number without the n.'],
    [`${START}export function decide(state) {\n  state.count++;\n  throw new Error('full');\n}`, 'line 4, at request 1, 0.000 s: Error: full.'],
    [`${START}export function decide(state, now, cost, policy) {\n  policy.n = 100;\n}`, "line 3, at request 1, 0.000 s: TypeError: 'n' is read-only. What changes from one request to the next belongs in state."],
    [`${START}let seen = 0;\nexport const decide = () => seen++ < 3;`, 'line 2: let at the top level could change from one request to the next. Write const, and keep what changes in state.'],
    [`${START}const seen = { count: 0 };\nexport const decide = () => seen.count++ < 3;`, "line 3, at request 1, 0.000 s: TypeError: 'count' is read-only. What changes from one request to the next belongs in state."],
    [`${START}const seen = {};\nexport const decide = (state, now) => (seen[now] = true);`, 'line 3, at request 1, 0.000 s: TypeError: object is not extensible. What changes from one request to the next belongs in state.'],
    [`${START}export const decide = () => new Date('2026-01-01') > 0;`, 'line 2, at request 1, 0.000 s: There is no calendar here: new Date() is now, and new Date(5000) is 5 s.'],
    [`${START}export const decide = (state) => { state.at = new Date(); return true; };`, 'line 2, at request 1, 0.000 s: state.at is a Date.'],
    [`module.exports = { decide: () => true };`, "line 1: ReferenceError: 'module' is not defined. Write export const start and export function decide: this is an ES module."],
    [`${START}const seen = new Map();\nexport const decide = () => true;`, 'line 2: The top level keeps a Map, which could change from one request to the next. Keep it in state, as an array or an object.'],
    [`${START}export const decide = () => { globalThis.seen = 1; return true; };`, 'line 2, at request 1, 0.000 s: TypeError: '],
    [`${START}export const decide = () => { Array.prototype.seen = 1; return true; };`, 'line 2, at request 1, 0.000 s: TypeError: '],
    [`${START}const next = (() => {\n  let seen = 0;\n  return () => seen++;\n})();\nexport const decide = () => next() < 5;`, 'decide answered the same request on the same state differently the second time: it keeps something outside state.'],
    [`${START}export const decide = () => fetch('/');`, "'fetch' is not defined. A script has no access to the network, the page or files."],
    [`${START}export const decide = () => decide();`, 'This nests calls or brackets too deeply.'],
    [`${START}export const decide = () => eval('1');`, "'eval' is not defined."],
    [`${START}export const level = () => NaN;\nexport const decide = () => true;`, 'line 2, at 0.000 s: level returned NaN. It must return a number from −1,000,000,000,000,000 to 1,000,000,000,000,000.'],
    [`${START}export const bound = () => NaN;\nexport const decide = () => true;`, 'line 2: bound returned NaN. It must return a number from −1,000,000,000,000,000 to 1,000,000,000,000,000 or Infinity.'],
    [`${START}export const bound = () => {\n  throw new Error('no');\n};\nexport const decide = () => true;`, 'line 3: Error: no.'],
    [`${START}export const about = { name: 5 };\nexport const decide = () => true;`, 'about.name is 5. It must be a string of 1 to 60 characters.'],
  ]; // prettier-ignore

  it.each(said)('ends its lane alone: %s', async (code, sentence) => {
    const { plan, lanes } = await run({ code });
    const [failed] = plan.failedLanes;
    expect(failed?.error).toMatch(/^Your own[,:] /);
    expect(failed?.error).toContain(sentence);
    expect(lanes.map((lane) => lane.plan.algorithm.id)).toEqual(['token-bucket']);
    expect(lanes[0]?.verdicts).toHaveLength(8);
  });

  it.each([
    [
      `${START}export function decide() {\n  for (;;);\n}`,
      'line 3, at request 1, 0.000 s: This ran for too long: it was stopped after 40,000,000 steps.',
    ],
    [
      `${START}export function decide(state) {\n  state.all = [];\n  for (;;) state.all.push('x'.repeat(1000) + state.all.length);\n}`,
      'This needs more than 64 MB of memory. Keep less in state.',
    ],
  ])('is ended by a limit: %s', { timeout: 60_000 }, async (code, sentence) => {
    const { plan, lanes } = await run({ code });
    expect(plan.failedLanes[0]?.error).toContain(sentence);
    expect(lanes).toHaveLength(1);
    // The next run begins with a machine as good as new.
    expect((await run({})).lanes).toHaveLength(2);
  });
});
