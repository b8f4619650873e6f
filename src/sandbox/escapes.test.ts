/**
 * Attempts to get out of the sandbox, to corrupt what comes out of it, or to keep it busy for ever. Each row is a script
 * that tries, and the result that the host gets: what it sent (instants in seconds, keys), or a failure with a sentence.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NO_KEY, ScriptError, type ScriptStep } from '../sim/index.ts';
import { loadSandbox } from './index.ts';
import { SCRIPT_BUDGET } from './limits.ts';
import { ALLOWED, failureMessage, ENVIRONMENT, startWithSmallBudget, runSteps, withScript } from './testing.ts';

/** A host object that no script may see or change. */
const CANARY = 'canaryOfTheHost';
const host = globalThis as Record<string, unknown>;

/** A snapshot of the parts of the host that scripts might try to damage. */
const portrait = (): string => {
  const { prototype: object } = Object;
  const { prototype: list } = Array;
  const names = [globalThis, object, list, Math, JSON].map((of) => Reflect.ownKeys(of).map(String).join(' '));
  return JSON.stringify([host[CANARY], names, list.concat([1], [2]), 'a,b'.split(','), Math.max(1, 2)]);
};
let before = '';

beforeEach(() => {
  host[CANARY] = { sings: true };
  before = portrait();
});

afterEach(() => {
  if (portrait() !== before) throw new Error('a script touched the host');
  delete host[CANARY];
});

/** What a script sends, as [instant in seconds, key or null, cost]. */
const sentBy = (code: string): Promise<[number, string | null | undefined, number | undefined][]> =>
  withScript(code, ({ sent }) =>
    Array.from(sent.at, (at, i) => {
      const key = sent.key[i] as number;
      return [at / 1e6, key === NO_KEY ? null : sent.keys[key], sent.cost[i]];
    }),
  );

describe('ways out', () => {
  it('lead nowhere: the host’s names are not there', async () => {
    const names = [
      CANARY,
      ...'process require module exports global window self document navigator location fetch XMLHttpRequest'.split(
        ' ',
      ),
      ...'WebSocket Worker postMessage importScripts indexedDB caches localStorage setTimeout setInterval'.split(' '),
      ...'queueMicrotask structuredClone performance console crypto Date Intl WebAssembly Atomics Proxy'.split(' '),
      ...'SharedArrayBuffer ArrayBuffer Uint8Array Float64Array DataView WeakRef FinalizationRegistry Promise'.split(
        ' ',
      ),
      ...'eval Function BigInt std os scriptArgs print bjson gc'.split(' '),
    ];
    const code = `for (const name of ${JSON.stringify(names)}) if (name in globalThis) send(0, { key: name })`;
    expect(await sentBy(code)).toEqual([]);
  });

  it.each([
    '(function () {}).constructor("return this")()',
    '[].constructor.constructor("return this")()',
    '(() => {}).constructor("return process")()',
    '(function* () {}).constructor("yield this")()',
    'send.constructor("return this")()',
    'random.constructor.constructor("return this")()',
    'Object.getPrototypeOf(function () {}).constructor("return this")()',
    'Object.getPrototypeOf(client).constructor("return this")()',
    'new (Object.getPrototypeOf(Object.getPrototypeOf(function* () {})).constructor)("return this")',
    'Reflect.construct((() => {}).constructor, ["return this"])()',
    'request().constructor.constructor("return this")()',
    '"".sub.constructor("return this")()',
    'Error.prototype.toString.constructor("return this")()',
    'eval("globalThis")',
    '(0, eval)("1")',
    'globalThis.constructor.constructor("return this")()',
    'send.caller',
    '(function f() { return f.caller })()',
    '(function () { return arguments.callee.caller })()',
    '[].map.call([1], function () { return this.process.exit() })',
    'import("fs")',
    'import.meta.url',
    'new Worker("x")',
    'send.call(null, -1)',
    'Reflect.apply(send, null, [NaN])',
  ])('%s', async (code) => {
    expect(await failureMessage(code)).toMatch(/\.$/);
  });

  it('are closed for every kind of function', async () => {
    const code = `
      const kinds = [function () {}, () => {}, function* () {}, class {}, { method() {} }.method, send, Math.max];
      for (const kind of kinds) send(0, { key: String(kind.constructor === Object) });
    `;
    expect((await sentBy(code)).map(([, key]) => key)).toEqual(Array<string>(7).fill('true'));
  });

  it('lead from every object in reach to nothing but the script’s own world', async () => {
    // Everything that is reachable by properties, prototypes and getters, from the globals and from our functions.
    const code = `
      const seen = new Set();
      const suspicious = /^(?:process|require|window|document|fetch|constructorOfHost|${CANARY}|draw|flush|describe)$/;
      const walk = (value, path) => {
        if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return;
        seen.add(value);
        walk(Object.getPrototypeOf(value), path + '.__proto__');
        for (const name of Reflect.ownKeys(value)) {
          if (typeof name === 'string' && suspicious.test(name)) send(0, { key: (path + '.' + name).slice(-200) });
          const found = Object.getOwnPropertyDescriptor(value, name);
          for (const part of ['value', 'get', 'set']) walk(found[part], path + '.' + String(name));
        }
      };
      walk(globalThis, 'globalThis');
      for (const value of [send, client, request(), sleep(1), random, function* () {}, [].values(), new Map().keys(), /a/, Symbol, (() => { try { null.x } catch (error) { return error } })()]) walk(value, 'ours');
      send(seen.size);
    `;
    const found = await sentBy(code);
    expect(found).toEqual([[expect.any(Number), null, 0]]);
    expect(found[0]?.[0]).toBeGreaterThan(350);
  });

  it('reveal no clock: randomness and time come from the scenario and are reproducible', async () => {
    const code = `
      send(random() + Math.random());
      send(now());
      const error = new Error('x');
      send(0, { key: error.stack });
      send(0, { key: Object.getOwnPropertyNames(error).join() });
      let spun = 0;
      for (let i = 0; i < 1e5; i++) spun += i % 7;
      send(spun / 1e6);
    `;
    const once = await sentBy(code);
    expect(once).toHaveLength(5);
    expect(await sentBy(code)).toEqual(once);
  });
});

describe('poison', () => {
  it.each([
    'Object.defineProperty(Object.prototype, "get", { get() { throw 1 } });',
    'Object.defineProperty(Object.prototype, "value", { get() { throw 1 }, set() { throw 1 } });',
    'for (const name of ["get", "set", "value", "writable"]) Object.prototype[name] = () => "poison";',
    'Object.prototype.toJSON = Array.prototype.toJSON = String.prototype.toJSON = () => "poison";',
    'Array.prototype[Symbol.iterator] = function* () { yield "poison" };',
    'for (let i = 0; i < 9; i++) Object.defineProperty(Array.prototype, i, { get: () => "poison", set() {} });',
    'for (let i = 0; i < 9; i++) Object.defineProperty(Object.prototype, i, { get: () => "poison", set() {} });',
    'for (const of of [Array, String, Number, Math, JSON, Object, Reflect]) for (const name of Reflect.ownKeys(of)) try { of[name] = () => "poison" } catch {}',
    'const all = [Array, String, Number, Object, Map, RegExp, Error].map((of) => [of.prototype, Reflect.ownKeys(of.prototype)]); const { length } = all; for (let i = 0; i < length; i++) for (let j = 0; j < all[i][1].length; j++) try { all[i][0][all[i][1][j]] = () => "poison" } catch {}',
    'for (const name of ["call", "apply", "bind"]) Object.getPrototypeOf(send)[name] = () => "poison";',
    'const step = Object.getPrototypeOf(request()); for (const name of Reflect.ownKeys(step)) delete step[name]; step.key = "poison"; Object.setPrototypeOf(step, { cost: 7 });',
    'const generator = Object.getPrototypeOf(function* () {}).prototype; generator.next = generator.throw = () => ({ done: false, value: "poison" });',
    'Object.freeze(Object.prototype); Object.freeze(Array.prototype); Object.freeze(Math); Object.freeze(globalThis);',
    'for (const name of Object.getOwnPropertyNames(globalThis)) if (!["client", "send", "request", "sleep"].includes(name)) try { delete globalThis[name] } catch {}',
    'Object.setPrototypeOf(Object.getPrototypeOf(function* () {}).prototype, null);',
    'String = Number = Object = Array = JSON = Math = Reflect = Error = TypeError = RangeError = undefined;',
  ])('spoils nothing on its way out: %s', async (poison) => {
    const code = `{ ${poison} }
      send(1, { key: 'a', cost: 2 }); send(2);
      client(function* () { yield request({ key: 'b', cost: 3 }); yield sleep(4); });`;
    await withScript(code, (script) => {
      const { at, key, keys, cost } = script.sent;
      expect([...at]).toEqual([1e6, 2e6]);
      expect([...cost]).toEqual([2, 0]);
      expect([...key].map((index) => keys[index])).toEqual(['a', undefined]);
      const expected: ScriptStep[] = [
        { do: 'request', key: 'b', cost: 3 },
        { do: 'sleep', until: 5_000_000 },
        { do: 'end' },
      ];
      expect(runSteps(script, [null, ALLOWED, null])).toEqual(expected);
    });
  });

  it('in inherited properties is treated like own properties, and checked', async () => {
    expect(await sentBy('Object.prototype.key = "mine"; send(1, {}); send(2)')).toEqual([
      [1, 'mine', 0],
      [2, null, 0],
    ]);
    expect(await failureMessage('Object.prototype.cost = -1; send(1, {})')).toContain('send: cost is −1.');
  });

  it('in getters is read once', async () => {
    const code = `
      let reads = 0;
      const two = { get key() { reads++; return reads > 1 ? 5 : 'first' }, get cost() { return reads } };
      send(0, two);
      send(reads);
    `;
    expect(await sentBy(code)).toEqual([
      [0, 'first', 1],
      [1, null, 0],
    ]);
  });

  it('in what is thrown is not run', async () => {
    const thrown = [
      '{ get message() { throw 1 }, get stack() { throw 2 }, get name() { throw 3 } }',
      '{ toString() { for (;;); } }',
      'Object.defineProperty(new Error("x"), "message", { get() { for (;;); } })',
      'Object.defineProperty(new Error("x"), "stack", { get() { for (;;); } })',
      'Object.setPrototypeOf(new Error("x"), { get name() { for (;;); } })',
      '(() => { const own = new Error("x"); own.stack = "    at f (script:99999999:1)"; return own })()',
      '(() => { const own = new Error("x"); own.stack = "    at f (script:1:1)\\n".repeat(1e5); return own })()',
      '(() => { const f = () => { throw new Error("x") }; Object.defineProperty(f, "name", { value: " (".repeat(3e4) }); f() })()',
      'Object.assign(new Error("x".repeat(1e7)), { name: "y".repeat(1e7) })',
      'Symbol("x")',
      '(() => 5)',
      'Object.create(null)',
      '-0',
    ];
    for (const what of thrown) {
      const said = await failureMessage(`throw ${what}`);
      expect(said).toMatch(/^(?:null:null|1:\d+) /);
      expect(said.length).toBeLessThan(500);
    }
    expect(await failureMessage('throw Object.assign(new Error("x"), { name: "Mine" })')).toBe('1:25 Mine: x.');
  });

  it('in a fake generator affects only its own script', async () => {
    const fake = `
      const forged = () => ({ next: () => ({ done: false, value: { micros: NaN } }) });
      Object.setPrototypeOf(forged, Object.getPrototypeOf(function* () {}));
      client(forged);
    `;
    expect(await failureMessage(fake)).toContain('TypeError');
    const steppedByItself = 'let self; client(function* () { self = this; yield { what: "sleep", micros: -5 } })';
    expect(await failureMessage(steppedByItself)).toContain('This one yielded an object.');
  });

  it('in overwritten names of ours harms only the script itself', async () => {
    expect(await sentBy('random = () => 5; Math.random = 0; send(random()); n = "x"; T = null')).toEqual([
      [5, null, 0],
    ]);
    expect(await failureMessage('delete globalThis.send; send(1)')).toContain("'send' is not defined");
    expect(await failureMessage('send = null; send(1)')).toContain('not a function');
    expect(await sentBy('function sleep() { return 3 } send(sleep())')).toEqual([[3, null, 0]]);
  });
});

describe('what never ends', () => {
  it.each([
    '[].indexOf.call({ length: 2 ** 53 - 1 }, 1)',
    '[].includes.call({ length: 2 ** 53 - 1 }, 1)',
    'Array(2 ** 32 - 1).lastIndexOf(1)',
    'Array(2 ** 32 - 1).reverse()',
    'Array(2 ** 32 - 1).fill(0)',
    'Array(2 ** 32 - 1).join("")',
    'Array(2 ** 32 - 1).forEach(() => {})',
    'Array(2 ** 32 - 1).reduce((a) => a, 0)',
    'Array(2 ** 32 - 1).sort()',
    'Array(2 ** 32 - 1).toSorted()',
    '[Array(2 ** 32 - 1)].flat()',
    '[1].flatMap(() => Array(2 ** 32 - 1))',
    '[].concat(Array(2 ** 32 - 1))',
    '[].concat({ length: 2 ** 53 - 1, [Symbol.isConcatSpreadable]: true }); for (;;);',
    '[].slice.call({ get length() { return 2 ** 53 - 1 } })',
    '[].join.call({ length: { valueOf: () => 2 ** 53 - 1 } }, "")',
    'JSON.stringify({}, Array(2 ** 32 - 1))',
    'String(Array(2 ** 32 - 1))',
    'Array(2 ** 32 - 1).values().drop(2 ** 32 - 2)',
    'String.raw({ raw: { length: 2 ** 53 - 1 } })',
    'new Map(Array(2 ** 32 - 1))',
    'new Set(Array(2 ** 32 - 1))',
    'Object.fromEntries(Array(2 ** 32 - 1))',
    'Array.from({ length: 2 ** 53 - 1 })',
    'const a = "a".repeat(1e6); a.indexOf(a.slice(1) + "b")',
    'const a = "a".repeat(1e6); a.includes(a.slice(1) + "b")',
    'const a = "a".repeat(1e6); a.lastIndexOf("b" + a.slice(1))',
    'const a = "a".repeat(1e6); a.split(a.slice(1) + "b")',
    'const a = "a".repeat(1e6); a.replace(a.slice(1) + "b", "")',
    'const a = "a".repeat(1e6); a.replaceAll({ toString: () => a.slice(1) + "b" }, "")',
    '/(a+)+$/.test("a".repeat(40) + "b")',
    '/(.*)*x/.exec("y".repeat(1000))',
    '/^(?:a|aa)+$/.test("a".repeat(60) + "b")',
    '"a".repeat(40).concat("b").replace(/(a|a)*$/, "")',
    '"x".repeat(1e5).match(/(x+x+)+y/)',
    '"a".repeat(1e5).split(/(?:a*)*b/)',
    'const o = { get x() { return this.x }, [Symbol.toPrimitive]() { return +this } }; +o',
    'function* g() { for (;;) yield 1 } const [...all] = g()',
    'for (const x of { [Symbol.iterator]: () => ({ next: () => ({ done: false }) }) });',
    'new Set({ [Symbol.iterator]: () => ({ next: () => ({ done: false }) }) })',
    'label: for (;;) { try { continue label } finally { continue label } }',
    '(function f() { try { f() } finally { f() } })()',
    'client(function* () { for (;;) try { yield 5 } catch {} })',
    'client(function* () { try { for (;;); } finally { yield* (function* () { for (;;) yield request() })() } })',
    'const o = {}; o.__proto__ = { get y() { for (;;); } }; o.y',
    'class A { static { for (;;); } }',
    '[3, 1, 2].sort(() => { for (;;); })',
    'JSON.parse("[1]", function () { for (;;); })',
    '"a".replace(/a/, () => { for (;;); })',
    'Array.from([1], () => { for (;;); })',
    'send(1, { get key() { for (;;); } })',
    'send({ valueOf() { for (;;); } })',
  ])('ends: %s', { timeout: 30_000 }, async (code) => {
    expect(await failureMessage(code)).toMatch(/^(?:null:null|\d+:\d+) .+\.?$/);
  });
});

describe('what cannot be shown', () => {
  it('is a failure as well: invalid UTF-16, a million characters', async () => {
    const sandbox = await loadSandbox();
    for (const code of [
      '\u0000',
      '\ud800',
      'a\u0000b',
      '"\u0000"; send(1); \u0001',
      '#!x\n#!y',
      '<!-- x\n}',
      '\\u{110000}',
    ]) {
      expect(() => sandbox.start(code, ENVIRONMENT)).toThrow(ScriptError);
    }
    const code = `/* ${'x'.repeat(999_000)} */ send(-1)`;
    expect(await failureMessage(code)).toBe(
      '1:999008 send: at is −1. It may be a number of seconds from 0 to 2,592,000.',
    );
    const script = await startWithSmallBudget('send(1);\n'.repeat(20_000), SCRIPT_BUDGET);
    expect(script.sent.at).toHaveLength(20_000);
    script.close();
  });
});
