/** What a program's text becomes, and what is said of one that cannot run. */
import { beforeAll, describe, expect, it } from 'vitest';
import { OwnCodeError } from '../../sim/index.ts';
import { createQuickJs, type QuickJsInstance } from '../quickJsInstance.ts';
import { SchemeProgram } from '../scheme/schemeProgram.ts';
import { programOpener } from './opener.ts';
import { LIMITER_WORDS, readSource } from './source.ts';

let instance: QuickJsInstance;
beforeAll(async () => {
  instance = await createQuickJs();
});

const DECIDE = 'function* decide() { return true; }';

describe('a scheme', () => {
  it.each([
    ['', 'There is no code. Choose a template, or write function* decide.'],
    [`let seen = 0;\n${DECIDE}`, 'let at the top level could change from one request to the next. Write const, and keep what changes in local.'],
    [`import x from 'y';\n${DECIDE}`, 'A scheme cannot import anything.'],
    ['async function decide() {}', 'Nothing is asynchronous here: yield a command, and its reply is the value.'],
  ])('is told what a scheme may do: %s', (code, sentence) => {
    expect(() => new SchemeProgram(instance, code, false)).toThrow(new OwnCodeError(sentence, 1, 1));
  }); // prettier-ignore

  it.each([
    DECIDE,
    `export ${DECIDE}`,
    `${DECIDE}\nexport { decide };`,
    'function* mine() { return true; }\nexport { mine as decide };',
    `${DECIDE} // the end`,
  ])('may export decide or not: %s', (code) => {
    const program = new SchemeProgram(instance, code, false);
    expect(program.isOpen).toBe(true);
    program.close();
  });

  it('that fails says at which column of its text', () => {
    const program = new SchemeProgram(instance, 'function* decide() { return 1 + missing; }', true);
    const context = { key: 'k', cost: 1, now: 0, node: 0, policy: { n: 1, T: 1, capacity: 1 } };
    let failure: unknown;
    try {
      program.begin(1, context as never, '{}');
    } catch (error) {
      failure = error;
    }
    expect(failure).toMatchObject({ message: "ReferenceError: 'missing' is not defined.", line: 1, column: 33 });
    program.close();
  });
});

it('A constant may be the last of several values', () => {
  const code = 'const t = (1, 2);\nexport const start = () => ({ t });\nexport const decide = ({ t }) => t === 2;';
  const program = programOpener(instance, () => {})(code);
  const setting = { policy: { n: 1, T: 1, capacity: 1 }, clockTick: 1 };
  expect(program.start(setting).numbers).toEqual(Float64Array.of(2));
});

it.each([
  ['export const start = () => ({}), decide = 1;', { start: 1, decide: 1 }],
  ['const a = 1;\nfunction decide() {}\nexport { a as start, decide };', { start: 1, decide: 2 }],
  ["const a = 1;\nexport { a as 'decide' };", { decide: 1 }],
])('An export has the line where it is declared: %s', (code, lines) => {
  expect(Object.fromEntries(readSource(code, false, LIMITER_WORDS).exportLines)).toEqual(lines);
});
