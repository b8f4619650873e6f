import { describe, expect, it } from 'vitest';
import { ScriptError } from '../sim/index.ts';
import { loadSandbox } from './index.ts';
import { SCRIPT_BUDGET } from './limits.ts';
import { createQuickJs } from './quickJsInstance.ts';
import { QuickJsScript } from './quickJsScript.ts';
import {
  ALLOWED,
  failureMessage,
  ENVIRONMENT,
  SMALL_BUDGET,
  startWithSmallBudget,
  runSteps,
  withScript,
} from './testing.ts';

const TOO_LONG =
  'This ran for too long: it was stopped after 400,000 steps. Code outside clients may run for about a second. Is there a loop that never ends?';
const WITHOUT_YIELD =
  'This ran for too long without yielding: it was stopped after 400,000 steps. A client may run for about a second between two yields. Is there a loop that never ends?';
const TOO_MUCH = 'This needs more than 64 MB of memory. Keep less in memory: send requests as you generate them.';
const TOO_DEEP = 'This nests calls or brackets too deeply.';

describe('time', { timeout: 30_000 }, () => {
  it.each([
    ['while (true) {}', '1:1'],
    ['let i = 0;\n\nwhile (true) { i++ }', '3:1'],
    ['let i = 0; // while\nlet text = "for";\nfor (;;);', '3:1'],
    ['let i = 1;\ndo {\n  i++;\n} while (i > 0)', '2:1'],
    ['function f() {\n  for (;;) {}\n}\nf()', '2:3'],
    ['const f = (x) => {\n  let y = x;\n  while (y) y = 5;\n};\n\nf(1);\nfor (;;);', '3:3'],
    ['const o = {\n  get x() {\n    while (true);\n  },\n};\no.x', '3:5'],
    ['class A {\n  static go() {\n    for (;;) {\n    }\n  }\n}\nA.go()', '3:5'],
    ['for (let i = 0; i < 9; i++) send(i);\nwhile (true) {}', '2:1'],
    ['for (let i = 0; i < 9; i++) {\n  send(i);\n}\n\nfor (;;) Math.sin(1)', '5:1'],
    ['let s = 0;\nconst f = (x) => x + 1;\nwhile (true) {\n  s = f(s);\n}\nwhile (s) {}', '3:1'],
    ['for (const k of [1, 2]) {\n  send(k);\n  while (true) {}\n}', '3:3'],
    ['let i = 0;\nwhile (true) {\n  if (i > 5) i = 0;\n  else i++;\n}', '2:1'],
    ['if (n > 0) {\n  while (true) {}\n} else {\n  for (;;) {}\n}', '2:3'],
    ['const fib = (n) => (n < 2 ? n : fib(n - 1) + fib(n - 2));\nsend(fib(50))', '1:'],
    ['const text = "a".repeat(40) + "b";\n/(a+)+$/.test(text)', '2:10'],
    ['try {\n  while (true) {}\n} catch {\n} finally {\n  send(1);\n}', '2:3'],
    ['new Set(Array(2 ** 32 - 1))', '1:5'],
    ['const list = [1];\nlist.sort = 0;\nArray(3e5).fill(0).map((_, i) => -i).sort()', '3:'],
  ])('ends %s', async (code, place) => {
    const said = await failureMessage(code);
    expect(said).toContain(TOO_LONG);
    expect(said.slice(0, place.length)).toBe(place);
  });

  it('ends a client between two yields', async () => {
    const code = 'client(function* () {\n  yield sleep(1);\n  while (true) {}\n})';
    expect(await failureMessage(code, [null, null])).toBe(`3:3 ${WITHOUT_YIELD}`);
  });

  it('ends clients that yield in time, but run for too long in total', async () => {
    const code =
      'client(function* () {\n  for (;;) {\n    for (let i = 0; i < 150000; i++);\n    yield request();\n  }\n})';
    const answers = Array.from({ length: 20 }, (_, i) => (i === 0 ? null : ALLOWED));
    expect(await failureMessage(code, answers)).toMatch(
      /^3:5 The clients of this script have run for too long in total: they were stopped after 3,000,000 steps\./,
    );
  });

  it('counts turns that are shorter than the poll interval', async () => {
    const script = await startWithSmallBudget('client(function* () { for (;;) yield sleep(0) })', {
      ...SMALL_BUDGET,
      totalSteps: 20_000,
    });
    expect(() => runSteps(script, Array<null>(10_000).fill(null))).toThrow('have run for too long in total');
  });

  it('is not fooled by a script that swallows its interruption', async () => {
    const close = 'return() { for (;;); }';
    const list = `{ [Symbol.iterator]: () => ({ next: () => ({ done: false, value: 1 }), ${close} }) }`;
    // What is thrown while iterating over a list takes precedence over what closing the iterator throws.
    expect(await failureMessage(`try { Array.from(${list}, () => { throw 1 }) } catch {}\nsend(1)`)).toContain(
      TOO_LONG,
    );
    expect(await failureMessage(`try { for (const x of ${list}) throw 1 } catch {}\nsend(1)`)).toContain(TOO_LONG);
    const inClient = `client(function* () { try { Array.from(${list}, () => { throw 1 }) } catch {} yield sleep(1) })`;
    expect(await failureMessage(inClient)).toContain(WITHOUT_YIELD);
  });

  it('counts work, not seconds: a script ends at the same place every time', async () => {
    const counted = (count: number): Promise<string> =>
      failureMessage(`for (let i = 0; i < ${count}; i++);\nthrow new Error('at the end')`);
    // Two polls per iteration of the loop, and a few around it.
    let [ends, fails] = [199_000, 200_000];
    while (fails - ends > 1) {
      const middle = (ends + fails) >> 1;
      if ((await counted(middle)).endsWith('at the end.')) ends = middle;
      else fails = middle;
    }
    expect(fails).toBe(199_999);
    for (let i = 0; i < 3; i++) {
      expect(await counted(ends)).toBe('2:11 Error: at the end.');
      expect(await counted(fails)).toBe(`1:1 ${TOO_LONG}`);
    }
  });

  it('has a clock as its last resort', async () => {
    const slow = 'const text = "1".repeat(2e6);\nfor (;;) Number(text)';
    await expect(startWithSmallBudget(slow, { ...SCRIPT_BUDGET, msPerTurn: 0 })).rejects.toThrow(
      /^This ran for too long: the clock stopped it after 0 s, at [\d,]+ of 40,000,000 steps\. Is there/,
    );
  });
});

describe('memory', { timeout: 30_000 }, () => {
  it.each([
    ['\n"x".repeat(2 ** 29)', '2:5'],
    ['let s = "x";\nfor (;;) s += s', '2:12'],
    ['const list = [];\n\nfor (;;) list.push(list.length)', '3:1'],
    ['let chain = null;\nwhile (true) chain = { chain }', '2:1'],
    ['const list = [];\nfor (;;) {\n  list.push("x".repeat(1000) + list.length);\n}', '2:1'],
    ['const list = [];\nfor (;;) list.push(Array(1e6).fill(0))', '2:'],
    ['const found = {};\nfor (let i = 0; ; i++) found["k" + i] = i', '2:1'],
    ['JSON.stringify(Array(2 ** 32 - 1))', '1:6'],
    ['[...Array(2 ** 32 - 1)]', '1:5'],
    ['Array(1e6).fill("x".repeat(1e3)).join("")', '1:34'],
    ['"x".padEnd(2 ** 28)', '1:5'],
    ['let f = () => 1;\nfor (;;) f = f.bind(null)', '2:1'],
  ])('ends %s', async (code, place) => {
    const said = await failureInTime(code);
    expect(said).toContain(TOO_MUCH);
    expect(said.slice(0, place.length)).toBe(place);
  });

  it('may run short in one step and continue with less', async () => {
    await withScript('try { "x".repeat(2 ** 28) } catch { send(1) }', ({ sent }) => {
      expect([...sent.at]).toEqual([1_000_000]);
    });
  });

  it('is fully available for the next run', async () => {
    const half = 'const list = [];\nfor (let i = 0; i < 5e5; i++) list.push(i);\nsend(list.length)';
    for (let i = 0; i < 8; i++) await withScript(half, ({ sent }) => expect(sent.at).toHaveLength(1));
    const sandbox = await loadSandbox();
    expect(() => sandbox.start('let a = null; for (;;) a = { a }', ENVIRONMENT)).toThrow(TOO_MUCH);
    // Its memory has grown too far for another script, so the run has to start again.
    expect(() => sandbox.start('send(1)', ENVIRONMENT)).toThrow(
      new ScriptError('Another script broke the sandbox. Run again to start a new one.', null, null),
    );
    await withScript(half, ({ sent }) => expect(sent.at).toHaveLength(1));
  });

  it('is freed: two hundred scripts, finished and failed, leave nothing behind', async () => {
    const instance = await createQuickJs();
    const codes = [
      'for (let i = 0; i < 5000; i++) send(i, { key: "u" + i })',
      'for (let i = 0; i < 50; i++) client(function* () { for (;;) yield request({ key: "u" + i }) }); random()',
      'send(-1)',
      'throw { get message() { return 5 } }',
      'while (true) {}',
      'let x = ;',
      'const f = () => f(); f()',
      '/(a+)+$/.test("a".repeat(40) + "b")',
      'try { "x".repeat(2 ** 28) } catch { throw new Error("x".repeat(1e6)) }',
      'client(function* () { yield 5 })',
    ];
    for (let i = 0; i < 200; i++) {
      try {
        const script = new QuickJsScript(instance, codes[i % codes.length] as string, ENVIRONMENT, SMALL_BUDGET);
        for (let step = 0; step < 100 && script.clients > 0; step++)
          script.resume(step % script.clients, step, ALLOWED);
        script.close();
        script.close();
      } catch (error) {
        expect(error).toBeInstanceOf(ScriptError);
      }
      // QuickJS itself checks for leaks when a script's runtime is freed.
      expect(instance.broken).toBe(false);
    }
    expect(instance.memory.buffer.byteLength).toBe(16 * 1_048_576);

    const code = 'client(function* () { for (;;) yield request({ key: "x".repeat(200) }) })';
    const script = new QuickJsScript(instance, code, ENVIRONMENT, SCRIPT_BUDGET);
    for (let i = 0; i < 100_000; i++) script.resume(0, i, ALLOWED);
    script.close();
    expect(instance.memory.buffer.byteLength).toBe(16 * 1_048_576);
  });
});

describe('depth', () => {
  it.each([
    'const f = () => f() + 1;\nf()',
    '[1].map(function again() { return [1].map(again) })',
    'const o = { get x() { return this.x } }; o.x',
    'let list = []; for (let i = 0; i < 1e4; i++) list = [list]; JSON.stringify(list)',
    'let list = []; for (let i = 0; i < 1e4; i++) list = [list]; list.flat(Infinity)',
    'JSON.parse("[".repeat(1e5))',
    '('.repeat(1e5),
    '['.repeat(1e5),
    '!'.repeat(1e5),
    '`${'.repeat(1e5),
    'x => '.repeat(1e5),
    `/${'(?:'.repeat(1e4)}${')'.repeat(1e4)}/`,
    'client(function* again() { yield* again() })',
  ])('ends %.60s', async (code) => {
    expect(await failureMessage(code, [null], SCRIPT_BUDGET)).toContain(TOO_DEEP);
    // And the next one runs.
    expect(await failureMessage('throw new Error("still here")')).toBe('1:11 Error: still here.');
  });
});

describe('numbers', { timeout: 30_000 }, () => {
  it('are limited for requests', async () => {
    expect(await failureInTime('for (let i = 0; i < 1_000_000; i++) send(1);\nsend(1)')).toBe(
      '2:1 send: this script has already sent 1,000,000 requests, the maximum. Shorten a loop, or use a phase to send them.',
    );
  });

  it('are limited for clients', async () => {
    expect(await failureMessage('for (;;)\n  client(function* () {})')).toBe(
      '2:3 client: this script has already started 10,000 clients, the maximum.',
    );
  });

  it('are limited for the text of keys', async () => {
    expect(await failureInTime('for (let i = 0; ; i++) send(0, { key: "x".repeat(193) + i })')).toBe(
      '1:24 send: the keys of this script have more than 20,000,000 characters in total. Use fewer keys, or shorter ones.',
    );
    expect(await failureInTime('for (let i = 0; i < 103000; i++) send(0, { key: "x".repeat(194) + i })')).toContain(
      'more than 20,000,000 characters in total',
    );
  });

  it('do not limit how often a client sleeps and requests', async () => {
    const script = await startWithSmallBudget('client(function* () { for (;;) yield sleep(0) })');
    expect(runSteps(script, Array<null>(1_000).fill(null)).at(-1)).toEqual({ do: 'sleep', until: 999_000_000 });
    script.close();
  });
});

/** With the full time budget of a script. */
async function failureInTime(code: string): Promise<string> {
  const sandbox = await loadSandbox();
  try {
    sandbox.start(code, ENVIRONMENT).close();
  } catch (error) {
    if (error instanceof ScriptError) return `${error.line}:${error.column} ${error.message}`;
    throw error;
  }
  throw new Error(`does not fail: ${code}`);
}
