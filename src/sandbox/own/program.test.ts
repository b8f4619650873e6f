/** How the simulator may ask a program: many requests or one, after a failure, again, and always with the same answers. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OwnCodeError, type OwnProgram, type PlainState, type ProgramSetting } from '../../sim/index.ts';
import { SECOND } from '../../sim/time.ts';
import { createQuickJs, type QuickJsInstance } from '../quickJsInstance.ts';
import { programOpener } from './opener.ts';

let instance: QuickJsInstance;
let open: (code: string) => OwnProgram;
beforeAll(async () => {
  instance = await createQuickJs();
});
beforeEach(() => {
  open = programOpener(instance, () => {});
});

const settingOf = (n: number): ProgramSetting => ({ policy: { n, T: SECOND, capacity: n }, clockTick: 1 });
const SETTING = settingOf(5);
const START = 'export const start = () => ({ count: 0 });\n';

/** Requests of one key, a millisecond apart. @returns the waits, −1 for refused */
function inBlock(program: OwnProgram, state: PlainState, count: number, setting = SETTING, from = 0): number[] {
  const waits = new Float64Array(count);
  const at = Float64Array.from(waits, (_, i) => 1_000 * (from + i));
  const cost = new Float64Array(count).fill(1);
  program.decide(setting, { count, at, cost, state: new Uint32Array(count), states: [state], waits });
  return [...waits];
}

function singly(program: OwnProgram, state: PlainState, count: number, setting = SETTING, from = 0): number[] {
  return Array.from({ length: count }, (_, i) => inBlock(program, state, 1, setting, from + i)).flat();
}

function failureOf(run: () => unknown): OwnCodeError {
  try {
    run();
  } catch (error) {
    if (error instanceof OwnCodeError) return error;
    throw error;
  }
  throw new Error('It did not fail.');
}

const ADMITTED = (count: number): number[] => Array.from({ length: count }, () => 0);

describe('a program that exceeded a limit', () => {
  const code = `${START}export function decide(state, now, cost, { n }) {
  if (n === 10) for (;;);
  return true;
}
export const level = (state) => state.count;`;

  it.each([
    ['in a block', inBlock],
    ['one by one', singly],
  ] as const)('answers other lanes and later questions as before: %s', { timeout: 60_000 }, (_, decided) => {
    const program = open(code);
    const [slow, fast] = [settingOf(10), settingOf(5)];
    const state = program.start(slow);
    const failure = failureOf(() => decided(program, state, 3, slow));
    expect(failure.message).toContain('This ran for too long');
    expect(failure.line).toBe(3);
    expect(program.level(slow, state, 0)).toBe(0);
    const other = open(code);
    expect(decided(other, other.start(fast), 3, fast)).toEqual(ADMITTED(3));
  });

  it('can be explained again', { timeout: 60_000 }, () => {
    const program = open(code);
    const state = program.start(SETTING);
    expect(failureOf(() => program.trace(settingOf(10), state, 0, 1)).message).toContain('This ran for too long');
    expect(program.trace(SETTING, state, 0, 1)).toMatchObject({ wait: 0, lines: [2, 3] });
  });
});

describe('a program that keeps something outside state', () => {
  const counter = `${START}const next = (() => {
  let seen = 0;
  return () => seen++;
})();
export const decide = () => next() < 5;`;

  it.each([
    ['in a block', inBlock],
    ['one by one', singly],
  ] as const)('is refused every time: %s', (_, decided) => {
    const program = open(counter);
    for (let run = 0; run < 3; run++) {
      const { message, line } = failureOf(() => decided(program, program.start(SETTING), 40));
      expect(message).toContain('it keeps something outside state');
      expect(line).toBe(6);
    }
  });
});

describe('requests in a block and one by one', () => {
  const cases: readonly (readonly [what: string, code: string])[] = [
    ['a count', `${START}export const decide = (state) => ++state.count % 7 !== 0;`],
    ['chance', `${START}export const decide = (state) => state.count++ % 64 === 0 ? Math.random() : true;`],
    ['chance in turn', `${START}export const decide = () => Math.random() + 2 * Math.floor(1000 * Math.random());`],
    ['a constant in state', `${START}const SLOW = { wait: 2 };\nexport const decide = (state) => (state.mode ??= SLOW).wait + (state.mode.wait === 2 ? 1 : 0);`],
    ['a constant in two places', `${START}const NONE = [];\nexport function decide(state) {\n  state.a = NONE;\n  state.b = NONE;\n  return state.a.length === 0;\n}`],
    ['a constant from the start', 'const NONE = [];\nexport const start = () => ({ log: NONE, other: NONE });\nexport const decide = (state, now) => state.log.push(now) + state.other.length < 50;'],
  ]; // prettier-ignore

  it.each(cases)('are decided alike: %s', (_, code) => {
    const program = open(code);
    const [one, other] = [program.start(SETTING), program.start(SETTING)];
    const waits = singly(program, one, 300);
    expect(inBlock(program, other, 150).concat(inBlock(program, other, 150, SETTING, 150))).toEqual(waits);
    expect(other).toEqual(one);
  });

  /** What is said, and at which line. */
  const refused: readonly (readonly [code: string, sentence: string, line: number])[] = [
    [
      'export const start = () => ({ w: [{ c: 0 }] });\nexport function decide(state) {\n  state.cur ??= state.w[0];\n  state.cur.c++;\n  return state.w[0].c <= 10;\n}',
      'state.cur and state.w[0] are the same object: they come apart when the state is copied. Keep it in one place.',
      2,
    ],
    [
      `${START}const NONE = [];\nexport function decide(state, now) {\n  state.log ??= NONE;\n  state.log.push(now);\n  return true;\n}`,
      'TypeError: ',
      5,
    ],
    [
      `${START}const MODES = [{ wait: 0 }];\nexport function decide(state) {\n  const known = state.mode === MODES[0];\n  state.mode = MODES[0];\n  return !known;\n}`,
      'decide answers differently where state is a copy',
      3,
    ],
  ];

  it.each(refused)('are not decided differently: %s', (code, sentence, line) => {
    const program = open(code);
    const failure = failureOf(() => inBlock(program, program.start(SETTING), 40));
    expect(failure.message).toContain(sentence);
    expect(failure.line).toBe(line);
    if (sentence.startsWith('decide answers')) return;
    expect(failureOf(() => singly(program, program.start(SETTING), 40)).message).toBe(failure.message);
  });
});

describe('the limit of steps', () => {
  it('is that of a request, however many are decided at a time', { timeout: 120_000 }, () => {
    const program = open(
      `${START}export function decide(state) {\n  if (state.count++ >= 300) for (let i = 0; i < 200_000; i++);\n  return true;\n}`,
    );
    expect(inBlock(program, program.start(SETTING), 500)).toEqual(ADMITTED(500));
  });

  it('is that of a level', { timeout: 60_000 }, () => {
    const program = open(
      'export const start = () => ({ log: new Array(6000).fill(0) });\nexport const decide = () => true;\nexport const level = (state) => state.log.length;',
    );
    const state = program.start(SETTING);
    const at = Float64Array.from({ length: 2_048 }, (_, i) => 1_000 * i);
    const levels = program.levels(SETTING, state, at, new Float64Array(2_048).fill(1));
    expect(new Set(levels)).toEqual(new Set([6_000]));
  });

  it('is that of a level, though those before it need far less', { timeout: 60_000 }, () => {
    const late = open(
      `${START}export const decide = () => true;\nexport function level(state, now) {\n  if (now > 1) for (let i = 0; i < 1_000_000; i++);\n  return now;\n}`,
    );
    const instants = Float64Array.from({ length: 1_050 }, (_, i) => 1_000 * i);
    const told = late.levels(SETTING, late.start(SETTING), instants, new Float64Array(1_050));
    expect(told[2 * 1_049]).toBe(1.049);
  });

  it('is that of each decision with which the next admission is sought', { timeout: 60_000 }, () => {
    const program = open(
      `${START}export function decide(state, now) {\n  for (let i = 0; i < 1_000_000; i++);\n  return now >= 1;\n}`,
    );
    expect(program.retryAfter(SETTING, program.start(SETTING), 0, 1, 64 * SECOND)).toBe(SECOND);
  });

  it('names the instant at which a level fails', () => {
    const program = open(
      `${START}export const decide = () => true;\nexport function level(state, now) {\n  return now < 0.1 ? 1 : Infinity;\n}`,
    );
    const at = Float64Array.from({ length: 200 }, (_, i) => 1_000 * i);
    const failure = failureOf(() => program.levels(SETTING, program.start(SETTING), at, new Float64Array(200)));
    expect(failure).toMatchObject({ at: 100_000, line: 3 });
    expect(failure.message).toBe(
      'level returned Infinity. It must return a number from −1,000,000,000,000,000 to 1,000,000,000,000,000.',
    );
  });
});

describe('a state that is not plain data', () => {
  const STORED = 'if (state.count++ === 34) state.s = ';
  it.each([
    [`${START}export function decide(state) {\n  ${STORED}new Set();\n  return true;\n}`, 'state.s is a Set.', 2],
    [
      `${START}function decide(state) {\n  ${STORED}new Error();\n  return true;\n}\nexport { decide };`,
      'state.s is an Error.',
      2,
    ],
    [
      `${START}class item {}\nexport function decide(state) {\n  ${STORED}new item();\n  return true;\n}`,
      'state.s is an item.',
      3,
    ],
    [
      `${START}const mine = (state) => {\n  ${STORED}() => 1;\n  return true;\n};\nexport { mine as decide };`,
      'state.s is a function.',
      2,
    ],
  ])('is the fault of the request that left it: %s', (code, sentence, line) => {
    const program = open(code);
    const failure = failureOf(() => inBlock(program, program.start(SETTING), 100));
    expect(failure).toMatchObject({ place: 34, at: 34_000, line });
    expect(failure.message).toContain(sentence);
  });
});

describe('a question', () => {
  it('Why? has the same lines when it is asked again', () => {
    const program = open(`${START}export function decide(state) {\n  state.count++;\n  return true;\n}`);
    const state = program.start(SETTING);
    const first = program.trace(SETTING, state, 0, 1);
    expect(first.lines).toEqual([2, 3]);
    expect(program.trace(SETTING, state, 0, 1)).toEqual(first);
  });

  const timeless = 'works only in start, decide, level and retryAfter: elsewhere there is no time.';
  it.each([
    [`${START}const seed = Math.random();\nexport const decide = () => true;`, `Math.random() ${timeless}`],
    [`${START}const begun = Date.now();\nexport const decide = () => true;`, `Date.now() ${timeless}`],
    [`${START}const begun = new Date();\nexport const decide = () => true;`, `new Date() ${timeless}`],
  ])('of time has no answer at the top level: %s', (code, sentence) => {
    expect(failureOf(() => open(code))).toMatchObject({ message: sentence, line: 2 });
  });

  it('of time has no answer in bound', () => {
    const program = open(`${START}export const decide = () => true;\nexport const bound = () => Date.now();`);
    inBlock(program, program.start(SETTING), 3);
    const failure = failureOf(() => program.bound(SETTING, SECOND));
    expect(failure).toMatchObject({ message: `Date.now() ${timeless}`, line: 3 });
  });
});

it('A wait has a maximum, which is named', () => {
  const program = open(`${START}export const decide = () => 1e12;`);
  expect(failureOf(() => inBlock(program, program.start(SETTING), 2)).message).toBe(
    'decide returned 1,000,000,000,000. It must return true, false, or a wait in seconds: 0 or more, and less than 1,000,000,000,000.',
  );
});
