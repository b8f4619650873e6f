import { describe, expect, it } from 'vitest';
import { substreamOf, makeStream, nextFloat, NO_KEY, scriptApi, type ScriptAnswer } from '../sim/index.ts';
import { loadSandbox } from './index.ts';
import { SentRequestBuffer } from './sentRequestBuffer.ts';
import { BLOCK_SIZE } from './prelude.ts';
import { ALLOWED, ENVIRONMENT, runSteps, withScript } from './testing.ts';

const micros = (seconds: number): number => Math.round(seconds * 1e6);

/** What the top level sends, as [instant in microseconds, key or null, cost]. */
const sentBy = (code: string, environment = ENVIRONMENT): Promise<(readonly [number, string | null, number])[]> =>
  withScript(
    code,
    ({ sent }) =>
      Array.from(sent.at, (at, i) => {
        const key = sent.key[i] as number;
        return [at, key === NO_KEY ? null : (sent.keys[key] as string), sent.cost[i] as number] as const;
      }),
    environment,
  );

/** Numbers that leave a script as instants: seconds, to the microsecond. */
const numbersOf = async (code: string): Promise<number[]> => (await sentBy(code)).map(([at]) => at);

describe('the top level', () => {
  it('sends requests in the order of its calls, with what they name', async () => {
    expect(
      await sentBy(`
        send(2);
        send(0.5, { key: 'a' });
        send(0, { cost: 3 });
        send(1, { key: 'b', cost: 1_000_000 });
        send(1, { key: 'a', cost: undefined });
        send(2_592_000, {});
        send(-0);
      `),
    ).toEqual([
      [2_000_000, null, 0],
      [500_000, 'a', 0],
      [0, null, 3],
      [1_000_000, 'b', 1_000_000],
      [1_000_000, 'a', 0],
      [2_592_000_000_000, null, 0],
      [0, null, 0],
    ]);
  });

  it('rounds instants to the nearest microsecond', async () => {
    expect(await numbersOf('send(0.1 + 0.2); send(1e-7); send(4.9999995); send(1 / 3)')).toEqual([
      300_000, 0, 5_000_000, 333_333,
    ]);
  });

  it('sends more than a block, named and unnamed in turn', async () => {
    const count = 2 * BLOCK_SIZE + 5;
    const sent = await sentBy(`
      for (let i = 0; i < ${count}; i++) {
        if (i % 3 === 0) send(i / 1e6);
        else send(i / 1e6, { key: 'user ' + i % 7, cost: i });
      }
    `);
    expect(sent).toHaveLength(count);
    expect(sent).toEqual(sent.map((_, i) => (i % 3 === 0 ? [i, null, 0] : [i, `user ${i % 7}`, i])));
  });

  it('preserves keys, whatever characters they contain', async () => {
    const keys = ['null', '"', 'é😀', '\u0000', 'a\u0000b', '\ud800', '\n', ' ', 'x'.repeat(200), '__proto__'];
    const sent = await sentBy(`for (const key of ${JSON.stringify(keys)}) send(0, { key })`);
    expect(sent.map(([, key]) => key)).toEqual(keys);
  });

  it('knows the policy and the length of the run, and may reuse these names', async () => {
    expect(await numbersOf('send(n); send(T); send(duration)')).toEqual([10, 60, 120].map(micros));
    expect(await numbersOf('const n = 1; let T = 2; var duration = 3; send(n); send(T); send(duration)')).toEqual(
      [1, 2, 3].map(micros),
    );
    expect(await numbersOf('send(now())')).toEqual([0]);
  });

  it('sends nothing when it is empty', async () => {
    expect(await sentBy('')).toEqual([]);
    expect(await sentBy('\ufeff// nothing')).toEqual([]);
  });
});

describe('randomness', () => {
  const drawn = (actor: number, count: number): number[] => {
    const stream = makeStream(ENVIRONMENT.seed, ENVIRONMENT.stream, actor);
    return Array.from({ length: count }, () => nextFloat(stream));
  };

  it("draws from the entry's stream at the top level", async () => {
    const expected = drawn(substreamOf('arrivals'), 3_000).map(micros);
    expect(await numbersOf('for (let i = 0; i < 3000; i++) send(random())')).toEqual(expected);
    expect(await numbersOf('for (let i = 0; i < 3000; i++) send(Math.random())')).toEqual(expected);
  });

  it("draws from a client's own stream in it, whatever others draw in between", async () => {
    const code = `
      const draw = () => random();
      for (let i = 0; i < 3; i++) client(function* () { for (;;) yield sleep(draw()) });
      random();
    `;
    await withScript(code, (script) => {
      expect(script.clients).toBe(3);
      const slept: number[][] = [[], [], []];
      for (let i = 0; i < 450; i++) {
        const client = (i * i) % 3;
        const step = script.resume(client, 0, null);
        slept[client]?.push(step.do === 'sleep' ? step.until : NaN);
      }
      for (const [client, of] of slept.entries()) {
        expect(of).toEqual(drawn(substreamOf('retries', client + 1), of.length).map(micros));
      }
    });
  });

  it('makes gaps with the mean that their rate gives', async () => {
    const gaps = await numbersOf('for (let i = 0; i < 20000; i++) send(exponential(4))');
    expect(gaps).toEqual(drawn(0, 20_000).map((u) => micros(-Math.log(1 - u) / 4)));
    expect(gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length).toBeCloseTo(250_000, -4);
  });

  it('is determined by the seed', async () => {
    const code = 'for (let i = 0; i < 100; i++) send(random())';
    const first = await sentBy(code);
    expect(await sentBy(code)).toEqual(first);
    expect(await sentBy(code, { ...ENVIRONMENT, seed: 8 })).not.toEqual(first);
    expect(await sentBy(code, { ...ENVIRONMENT, stream: 4 })).not.toEqual(first);
  });
});

describe('a client', () => {
  it('yields requests and sleeps, and ends', async () => {
    const code = `
      client(function* () {
        yield request();
        yield request({ key: 'a' });
        yield request({ cost: 2 });
        yield request({ key: 'b "c" é', cost: 3 });
        yield sleep(0.5);
        yield sleepUntil(7.25);
        yield sleep(0);
      });
    `;
    await withScript(code, (script) => {
      expect(runSteps(script, [null, ALLOWED, ALLOWED, ALLOWED, ALLOWED, null, null, null])).toEqual([
        { do: 'request', key: null, cost: null },
        { do: 'request', key: 'a', cost: null },
        { do: 'request', key: null, cost: 2 },
        { do: 'request', key: 'b "c" é', cost: 3 },
        { do: 'sleep', until: 4_500_000 },
        { do: 'sleep', until: 7_250_000 },
        { do: 'sleep', until: 6_000_000 },
        { do: 'end' },
      ]);
    });
  });

  it('receives the answer to its request, in seconds, and nothing after a sleep', async () => {
    const code = `
      client(function* () {
        let said = yield sleep(0);
        for (;;) said = yield request({ key: JSON.stringify([said, now()]) ?? 'nothing' });
      });
    `;
    const answers: (ScriptAnswer | null)[] = [
      null,
      null,
      ALLOWED,
      { outcome: 'delay', wait: 1_500_000, timedOut: false, retryAfter: null },
      { outcome: 'delay', wait: 1_000, timedOut: true, retryAfter: null },
      { outcome: 'deny', wait: 0, timedOut: false, retryAfter: 2_250_001 },
      { outcome: 'deny', wait: 0, timedOut: false, retryAfter: null },
      { outcome: 'deny', wait: 0, timedOut: false, retryAfter: 0 },
    ];
    const told = await withScript(code, (script) =>
      runSteps(script, answers).map((step) =>
        step.do === 'request' ? (JSON.parse(step.key ?? '') as unknown) : step.do,
      ),
    );
    expect(told).toEqual([
      'sleep',
      [null, 1],
      [{ outcome: 'allow', wait: 0, retryAfter: null, timedOut: false }, 2],
      [{ outcome: 'delay', wait: 1.5, retryAfter: null, timedOut: false }, 3],
      [{ outcome: 'delay', wait: 0.001, retryAfter: null, timedOut: true }, 4],
      [{ outcome: 'deny', wait: 0, retryAfter: 2.250001, timedOut: false }, 5],
      [{ outcome: 'deny', wait: 0, retryAfter: null, timedOut: false }, 6],
      [{ outcome: 'deny', wait: 0, retryAfter: 0, timedOut: false }, 7],
    ]);
  });

  it('ignores steps that it creates but does not yield', async () => {
    const code = 'request(); sleep(5); client(function* () { request(); sleep(1); yield request({ key: "x" }) })';
    await withScript(code, (script) => {
      expect(runSteps(script, [null, ALLOWED])).toEqual([{ do: 'request', key: 'x', cost: null }, { do: 'end' }]);
    });
  });

  it('may yield the same step again, and hand over to another generator', async () => {
    const code = `
      const ask = request({ key: 'x' });
      function* twice() { yield ask; yield ask; return 'done' }
      client(function* () { if ((yield* twice()) === 'done') yield sleep(1) });
    `;
    await withScript(code, (script) => {
      expect(runSteps(script, [null, ALLOWED, ALLOWED, null]).map((step) => step.do)).toEqual([
        'request',
        'request',
        'sleep',
        'end',
      ]);
    });
  });

  it('starts afresh every time the script is started', async () => {
    const code = 'let count = 0; client(function* () { for (;;) yield request({ key: `${++count}` }) })';
    const first = (await loadSandbox()).start(code, ENVIRONMENT);
    const second = (await loadSandbox()).start(code, ENVIRONMENT);
    runSteps(first, [null, ALLOWED, ALLOWED]);
    expect(runSteps(second, [null])).toEqual([{ do: 'request', key: '1', cost: null }]);
    first.close();
    expect(runSteps(second, [ALLOWED])).toEqual([{ do: 'request', key: '2', cost: null }]);
    second.close();
  });

  it('may be one of ten thousand', async () => {
    const code = `for (let i = 0; i < 10000; i++) client(function* () { yield sleep(i); yield request({ key: 'c' + i }) })`;
    await withScript(code, (script) => {
      expect(script.clients).toBe(10_000);
      for (let i = 0; i < 10_000; i++) {
        expect(script.resume(i, 0, null)).toEqual({ do: 'sleep', until: i * 1e6 });
      }
      expect(script.resume(9_999, 0, null)).toEqual({ do: 'request', key: 'c9999', cost: null });
    });
  });
});

describe('the language', () => {
  it('has exactly the documented additions', async () => {
    const code = `for (const name of Object.getOwnPropertyNames(globalThis)) send(0, { key: name })`;
    const names = (await sentBy(code)).map(([, key]) => key as string);
    const javascript = Object.getOwnPropertyNames(globalThis);
    const ours = names.filter((name) => !javascript.includes(name) && !['InternalError', 'Iterator'].includes(name));
    expect(ours.toSorted()).toEqual(scriptApi.map(({ name }) => name).toSorted());
  });

  it('keeps lists and texts as they are in JavaScript', async () => {
    const written = `
      const list = [5, 1, 10];
      const sparse = [1, , [2, [3, , [4]]]];
      JSON.stringify([
        list.sort(), list.toSorted((a, b) => b - a), list.concat(7, [8, [9]]), [].concat.call('ab', 'c'),
        sparse.flat(), sparse.flat(Infinity), list.flatMap((x, i) => [x, [i]]), list.indexOf(10), list.includes(7),
        list.slice(1), list.splice(0, 1), list.map((x) => 2 * x), list.reduce((a, b) => a + b), list.join('-'),
        String([1, [2, 3]]), (function () { return [].slice.call(arguments, 1) })(1, 2, 3), [...'abc', ...list],
        'a,b,,c'.split(','), 'a1b22c'.split(/\\d+/), 'abc'.split(''), 'abc'.split(), 'a-b-c'.split('-', 2),
        'aXbX'.replace('X', '$&$&'), 'aXbX'.replaceAll('X', (x) => x.toLowerCase()), 'aXbX'.replace(/x/gi, 'y'),
        'a1'.replaceAll(/\\d/g, '#'), 'banana'.indexOf('an', 2), 'banana'.lastIndexOf('an'), 'banana'.includes('nan'),
        'null'.indexOf(null), 'x'.split(undefined), [undefined, 3, 'b', 'a', null].sort(),
      ])
    `;
    // The reference is what the engine of this test returns.
    // oxlint-disable-next-line no-eval
    const expected = (0, eval)(
      `(() => { ${written.replace('JSON.stringify([', 'return JSON.stringify([')} })()`,
    ) as string;
    const script = `const all = (() => { ${written.replace('JSON.stringify([', 'return JSON.stringify([')} })();
      for (let i = 0; i < all.length; i += 100) send(i, { key: all.slice(i, i + 100) })`;
    expect((await sentBy(script)).map(([, key]) => key).join('')).toBe(expected);
  });
});

describe('the buffer of sent requests', () => {
  it('checks everything', () => {
    const take = (at: number, cost: number, keys: string | null): unknown => {
      const numbers = new Float64Array(2 * BLOCK_SIZE);
      numbers[0] = at;
      numbers[BLOCK_SIZE] = cost;
      return new SentRequestBuffer().addBlock(numbers, 1, keys);
    };
    expect(take(1, 2, '["a"]')).toBeNull();
    for (const at of [-1, NaN, Infinity, 2_592_001]) expect(() => take(at, 0, null)).toThrow('an instant');
    for (const cost of [-1, 0.5, NaN, 1_000_001]) expect(() => take(0, cost, null)).toThrow('a cost');
    for (const key of ['', 5, {}, 'x'.repeat(201)]) expect(() => take(0, 0, JSON.stringify([key]))).toThrow('a key');
    expect(() => take(0, 0, '[]')).toThrow('a key');
  });
});
