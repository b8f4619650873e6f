import { describe, expect, it } from 'vitest';
import { ALLOWED, failureMessage } from './testing.ts';

/** Each script with the position and the message of its failure. */
const rows: readonly (readonly [code: string, said: string])[] = [
  // send
  ['send(-1)', '1:1 send: at is −1. It may be a number of seconds from 0 to 2,592,000.'],
  ['\n  send(NaN);', '2:3 send: at is NaN. It may be a number of seconds from 0 to 2,592,000.'],
  ['send()', '1:1 send: at is missing. It may be a number of seconds from 0 to 2,592,000.'],
  ['send("1")', '1:1 send: at is "1". It may be a number of seconds from 0 to 2,592,000.'],
  ['send(1 / 0)', '1:1 send: at is Infinity. It may be a number of seconds from 0 to 2,592,000.'],
  ['send(2_592_000.1)', '1:1 send: at is 2,592,000.1. It may be a number of seconds from 0 to 2,592,000.'],
  ['send(-1e-7)', '1:1 send: at is −1e-7. It may be a number of seconds from 0 to 2,592,000.'],
  ['send(0, 5)', '1:1 send: options is 5. It may be { key, cost }, either of them, or omitted.'],
  ['send(0, null)', '1:1 send: options is null. It may be { key, cost }, either of them, or omitted.'],
  ['send(0, { kye: "a" })', '1:1 send: "kye" is not a known field. It may be key or cost.'],
  ['send(0, { key: "a", at: 3 })', '1:1 send: "at" is not a known field. It may be key or cost.'],
  ['send(0, { key: 5 })', '1:1 send: key is 5. It may be text of 1 to 200 characters.'],
  ['send(0, { key: "" })', '1:1 send: key is "". It may be text of 1 to 200 characters.'],
  [
    'send(0, { key: "x".repeat(201) })',
    `1:1 send: key is "${'x'.repeat(39)}"…. It may be text of 1 to 200 characters.`,
  ],
  ['send(0, { cost: 0 })', '1:1 send: cost is 0. It may be a whole number from 1 to 1,000,000.'],
  ['send(0, { cost: 1.5 })', '1:1 send: cost is 1.5. It may be a whole number from 1 to 1,000,000.'],
  ['send(0, { cost: [2] })', '1:1 send: cost is an array. It may be a whole number from 1 to 1,000,000.'],
  [
    'const go = () => send(-2);\n\n[1].map(go)',
    '1:18 send: at is −2. It may be a number of seconds from 0 to 2,592,000.',
  ],
  // client
  [
    'client(() => 5)',
    '1:1 client: its program is a function. It may be a generator function: client(function* () { … }).',
  ],
  ['client()', '1:1 client: its program is missing. It may be a generator function: client(function* () { … }).'],
  [
    'client({ next() {} })',
    '1:1 client: its program is an object. It may be a generator function: client(function* () { … }).',
  ],
  ['client(function* () {\n  send(1)\n})', '2:3 send works only outside clients. Inside one, yield request().'],
  [
    'client(function* () { client(function* () {}) })',
    '1:23 client works only outside clients: all clients start at 0 s.',
  ],
  [
    'client(function* () {\n  yield 5;\n})',
    '2:3 A client may yield request(…), sleep(…) or sleepUntil(…). This one yielded 5.',
  ],
  [
    'client(function* () { yield })',
    '1:23 A client may yield request(…), sleep(…) or sleepUntil(…). This one yielded nothing.',
  ],
  [
    'client(function* () { yield request })',
    '1:29 A client may yield request(…), sleep(…) or sleepUntil(…). This one yielded request without calling it.',
  ],
  [
    'client(function* () { yield request({ kye: 1 }) })',
    '1:29 request: "kye" is not a known field. It may be key or cost.',
  ],
  [
    'client(function* () { yield sleep(-0.5) })',
    '1:29 sleep: seconds is −0.5. It may be a number of seconds from 0 to 2,592,000.',
  ],
  [
    'client(function* () { yield sleep(NaN) })',
    '1:29 sleep: seconds is NaN. It may be a number of seconds from 0 to 2,592,000.',
  ],
  // randomness
  ['exponential(0)', '1:1 exponential: rate is 0. It may be a number above 0, per second.'],
  ['exponential()', '1:1 exponential: rate is missing. It may be a number above 0, per second.'],
  // JavaScript's own
  ['let x = ;', "1:9 SyntaxError: unexpected token in expression: ';'."],
  ['const a = 1;\n\na = 2', "3:1 TypeError: 'a' is read-only."],
  ['rate = 5', "1:1 ReferenceError: 'rate' is not defined."],
  ['const "é😀" = 1', '1:7 SyntaxError: variable name expected.'],
  ['"é😀"; null.x', "1:8 TypeError: cannot read property 'x' of null."],
  ['throw new RangeError("too many")', '1:11 RangeError: too many.'],
  ['throw new Error("Stop!")', '1:11 Error: Stop!'],
  ['client(function* () { throw new Error("at once") })', '1:33 Error: at once.'],
  ['throw 5', 'null:null The script threw 5.'],
  ['throw undefined', 'null:null The script threw undefined.'],
  ['throw null', 'null:null The script threw null.'],
  ['throw { message: "x" }', 'null:null The script threw an object.'],
  ['const f = () => f() + 1;\nf()', '1:17 This nests calls or brackets too deeply.'],
  // What is not available
  ['new Date()', "1:5 ReferenceError: 'Date' is not defined. The only clock is now(), in virtual seconds."],
  [
    'setTimeout(() => {}, 5)',
    "1:1 ReferenceError: 'setTimeout' is not defined. In a client, wait with yield sleep(seconds).",
  ],
  [
    'console.log(1)',
    "1:1 ReferenceError: 'console' is not defined. A script cannot print: its only output is requests.",
  ],
  [
    'fetch("/")',
    "1:1 ReferenceError: 'fetch' is not defined. A script has no access to the network, the page or files.",
  ],
  [
    'Promise.resolve()',
    "1:1 ReferenceError: 'Promise' is not defined. Nothing is asynchronous here: clients wait with yield.",
  ],
  [
    'new Uint8Array(5)',
    "1:5 ReferenceError: 'Uint8Array' is not defined. That part of JavaScript is not available here.",
  ],
  [
    'yield request()',
    "1:1 SyntaxError: unexpected 'yield' keyword. Use yield only inside client(function* () { … }), with the asterisk.",
  ],
  [
    'client(function () {\n  yield request()\n})',
    "2:3 SyntaxError: unexpected 'yield' keyword. Use yield only inside client(function* () { … }), with the asterisk.",
  ],
  [
    'function go() {}\nasync function run() { await go() }',
    '2:1 Nothing is asynchronous here: clients wait with yield, for a request() or a sleep().',
  ],
  [
    '/* await */ const run = async () => 5',
    '1:25 Nothing is asynchronous here: clients wait with yield, for a request() or a sleep().',
  ],
  ...['async ["x"]() {}', 'async "x"() {}', 'async *x() {}', 'async x() {}'].map(
    (method) =>
      [
        `({ ${method} })`,
        '1:4 Nothing is asynchronous here: clients wait with yield, for a request() or a sleep().',
      ] as const,
  ),
  ['import("x")', '1:1 Scripts cannot import anything.'],
  ['import x from "y"', '1:1 Scripts cannot import anything.'],
  ['send(0);\nsend(Number(1n))', '2:13 BigInts such as 1n are not available here: write the number without the n.'],
];

describe('a script that fails', () => {
  it.each(rows)('%s', async (code, said) => {
    expect(await failureMessage(code)).toBe(said);
  });

  it('reports a client that would sleep until an instant in the past', async () => {
    const late = 'client(function* () {\n  yield sleep(0);\n  yield sleepUntil(0.5);\n})';
    expect(await failureMessage(late, [null, null])).toBe(
      '3:9 sleepUntil: at is 0.5, but it is already 1 s. Sleep until a later instant.',
    );
    // Created in time but yielded too late: the yield is at fault.
    const kept = 'const step = sleepUntil(0.5);\nclient(function* () {\n  yield step;\n  yield step;\n})';
    expect(await failureMessage(kept, [null, null])).toBe(
      '4:9 sleepUntil: at is 0.5, but it is already 1 s. Sleep until a later instant.',
    );
  });

  it('may catch what a yield throws, and continue', async () => {
    const code = 'client(function* () { try { yield 5 } catch { yield sleep(1) } throw new Error("after") })';
    expect(await failureMessage(code, [null, null])).toBe('1:74 Error: after.');
  });

  it('reports what its client did with an answer', async () => {
    const code = 'client(function* () {\n  const { wait } = yield request();\n  yield request({ cost: wait });\n})';
    expect(await failureMessage(code, [null, ALLOWED])).toBe(
      '3:9 request: cost is 0. It may be a whole number from 1 to 1,000,000.',
    );
  });

  it('may use unavailable words in text or as names of its own', async () => {
    const fine = `
      // await 1n, async () => {}
      const text = 'await import("x") 1n', o = { await: 1, async: 2, import: 3 };
      const pattern = /async function|1n/;
      send(o.await + o.async + o.import + (pattern.test(text) ? 1 : 0));
      throw new Error('the end');
    `;
    expect(await failureMessage(fine)).toBe('6:17 Error: the end.');
  });
});
