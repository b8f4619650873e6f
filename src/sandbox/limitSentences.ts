/**
 * Scripts that a limit ends, and what is said of each, with its position: the same on every machine and in every engine, since
 * limits count work. None of them needs much more than a second.
 */
const TOO_LONG =
  'This ran for too long: it was stopped after 40,000,000 steps. Code outside clients may run for about a second. Is there a loop that never ends?';
const WITHOUT_YIELD =
  'This ran for too long without yielding: it was stopped after 40,000,000 steps. A client may run for about a second between two yields. Is there a loop that never ends?';
const TOO_MUCH = 'This needs more than 64 MB of memory. Keep less in memory: send requests as you generate them.';
const TOO_DEEP = 'This nests calls or brackets too deeply.';

/** [script, `line:column sentence`] */
export const limitSentences: readonly (readonly [code: string, said: string])[] = [
  ['while (true) {}', `1:1 ${TOO_LONG}`],
  ['for (;;) Math.sin(1);', `1:1 ${TOO_LONG}`],
  ['let n = 0;\nfunction f() {\n  try {\n    n++;\n    f();\n  } finally {\n    f();\n  }\n}\nf();', `7:5 ${TOO_LONG}`],
  ['const f = () => {\n  try {\n    f();\n  } catch {\n    f();\n  }\n};\nf();', `5:5 ${TOO_LONG}`],
  [
    'client(function* () {\n  const f = () => {\n    try {\n      f();\n    } finally {\n      f();\n    }\n  };\n  f();\n  yield sleep(1);\n});',
    `6:7 ${WITHOUT_YIELD}`,
  ],
  ["/^(a+)+$/.test('a'.repeat(30) + 'b');", `1:11 ${TOO_LONG}`],
  ["/^(a+)+\\1$/.test('a'.repeat(30) + 'b');", `1:13 ${TOO_LONG}`],
  ["/(.*)\\1x/.test('a'.repeat(20_000));", `1:11 ${TOO_LONG}`],
  ["/(.+)\\1\\1\\1$/.test('ab'.repeat(50_000) + 'c');", `1:15 ${TOO_LONG}`],
  ["for (;;) new RegExp('a{1000}');", `1:1 ${TOO_LONG}`],
  ["const text = '1'.repeat(2e6);\nfor (;;) Number(text);", `2:1 ${TOO_LONG}`],
  ["const text = 'x'.repeat(1e7);\nfor (;;) text.indexOf('y');", `2:1 ${TOO_LONG}`],
  ["const text = 'x'.repeat(1e7);\nfor (;;) text.toUpperCase();", `2:1 ${TOO_LONG}`],
  ["const [one, other] = ['x'.repeat(1e7), 'x'.repeat(1e7) + 'y'];\nfor (;;) one === other;", `2:1 ${TOO_LONG}`],
  ["for (;;) 'x'.repeat(1e7);", `1:1 ${TOO_LONG}`],
  ["let text = 'x';\nfor (let i = 0; i < 1e9; i++) text += 'y';", `2:1 ${TOO_LONG}`],
  ['for (;;) Array(1e6).fill(0);', `1:1 ${TOO_LONG}`],
  ['const list = Array(3e5).fill(1);\nfor (;;) JSON.stringify(list);', `2:1 ${TOO_LONG}`],
  ["const text = '[' + '1,'.repeat(3e5) + '1]';\nfor (;;) JSON.parse(text);", `2:1 ${TOO_LONG}`],
  [
    'const list = Array.from({ length: 3e5 }, (_, i) => (i * 7_919) % 300_007);\nfor (;;) list.slice().sort((a, b) => a - b);',
    `2:1 ${TOO_LONG}`,
  ],
  ['const list = [];\nlist.length = 1e7;\nfor (;;) list.indexOf(1);', `3:1 ${TOO_LONG}`],
  ['const map = new Map();\nfor (let i = 0; i < 3e5; i++) map.set(i, i);\nfor (;;) new Map(map);', `3:1 ${TOO_LONG}`],
  ['for (;;) (123.456).toFixed(100);', `1:1 ${TOO_LONG}`],
  ['for (;;) {\n  try {\n    null.x;\n  } catch {}\n}', `1:1 ${TOO_LONG}`],
  ['function* forever() {\n  for (;;) yield 1;\n}\nfor (const x of forever());', `4:1 ${TOO_LONG}`],
  [
    "const declared = Array.from({ length: 3 }, (_, i) => `let a${i}`);\nfor (;;) declared.join(';');",
    `2:1 ${TOO_LONG}`,
  ],
  ["'x'.repeat(2 ** 28);", `1:5 ${TOO_MUCH}`],
  ['Array(1e9).fill();', '1:12 fill: this list is too long. It may have at most 10,000,000 elements.'],
  ['Array(1e7).fill(0);', `1:12 ${TOO_MUCH}`],
  ['Array.from({ length: 1e9 });', `1:7 ${TOO_MUCH}`],
  ['JSON.stringify(Array(2 ** 32 - 1));', `1:6 ${TOO_MUCH}`],
  ['let chain = null;\nfor (;;) chain = { chain };', `2:1 ${TOO_MUCH}`],
  ["const list = [];\nfor (;;) list.push('x'.repeat(1000) + list.length);", `2:1 ${TOO_MUCH}`],
  ["JSON.parse('['.repeat(1e5));", `1:6 ${TOO_DEEP}`],
  ['const f = () => f() + 1;\nf();', `1:17 ${TOO_DEEP}`],
  ['function* again() {\n  yield* again();\n}\nArray.from(again());', `2:10 ${TOO_DEEP}`],
  ['2n ** 1_000_000n;', '1:1 BigInts such as 2n are not available here: write the number without the n.'],
  [
    'new Uint8Array(1e9).fill(1);',
    "1:5 ReferenceError: 'Uint8Array' is not defined. That part of JavaScript is not available here.",
  ],
  ['new Proxy({}, {});', "1:5 ReferenceError: 'Proxy' is not defined. That part of JavaScript is not available here."],
  ["'a'.localeCompare('b');", '1:5 TypeError: not a function.'],
];
