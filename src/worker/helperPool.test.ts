import { afterEach, describe, expect, it } from 'vitest';
import { serveTasks } from './helper.ts';
import { HelperPool, type PortLike } from './helperPool.ts';
import type { SlicingThread } from './slicing.ts';

interface Context {
  readonly factor: number;
}

const ports: MessagePort[] = [];
afterEach(() => {
  for (const port of ports.splice(0)) port.close();
});

function channel(): readonly [PortLike, PortLike] {
  const { port1, port2 } = new MessageChannel();
  ports.push(port1, port2);
  return [port1, port2];
}

/** Messages between ports of one thread take a turn of the event loop. */
const yieldToMessages = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
/** Its clock advances so far that every slice is the last before a pause, and is told. */
function pausingThread(): SlicingThread {
  let time = 0;
  return { now: () => (time += 60), yieldToMessages };
}

type Multiply = (factor: number, task: number) => Generator<number, Float64Array>;

function* multiply(factor: number, task: number): Generator<number, Float64Array> {
  yield 1;
  return Float64Array.of(factor * task);
}

/** A pool with helpers that multiply. */
function multiplyingPool(helpers: number, work: Multiply = multiply) {
  const pool = new HelperPool<Context, number, Float64Array>();
  const done: number[] = [];
  for (let helper = 0; helper < helpers; helper++) {
    const [near, far] = channel();
    serveTasks(
      far,
      pausingThread(),
      ({ factor }: Context) =>
        function* (task: number) {
          const result = yield* work(factor, task);
          done.push(task);
          return result;
        },
    );
    pool.add(near);
  }
  return { pool, done };
}

async function untilReady(pool: { readonly isReady: boolean }): Promise<void> {
  while (!pool.isReady) await yieldToMessages();
}

const here =
  (done: number[], factor = 10) =>
  async (task: number): Promise<Float64Array> => {
    await yieldToMessages();
    done.push(task);
    return Float64Array.of(factor * task);
  };
const silent = (): void => undefined;
const valuesOf = (results: Float64Array[] | undefined) => results?.map(([value]) => value);

describe('a pool of helpers', () => {
  it('does every task once, here or there, and gives the results in order', async () => {
    for (const helpers of [0, 1, 3]) {
      const { pool, done } = multiplyingPool(helpers);
      if (helpers > 0) await untilReady(pool);
      pool.share({ factor: 10 });
      const doneHere: number[] = [];
      const tasks = [...Array(12).keys()];
      expect(valuesOf(await pool.dealOut(tasks, here(doneHere), silent))).toEqual(tasks.map((task) => 10 * task));
      expect([...doneHere, ...done].sort((a, b) => a - b)).toEqual(tasks);
      expect(doneHere[0]).toBe(0);
      expect(done.length > 0).toBe(helpers > 0);
    }
  });

  it('leaves the last tasks to who is free first', async () => {
    const doneHere: number[] = [];
    const { pool, done } = multiplyingPool(1, function* (factor, task) {
      while (doneHere.length < (task === 6 ? 2 : 4)) yield 0;
      return yield* multiply(factor, task);
    });
    await untilReady(pool);
    pool.share({ factor: 10 });
    const dealt = pool.dealOut(
      [1, 2, 3, 4, 5, 6],
      async (task) => {
        // Until the helper has ended the sixth, with the fifth in hand and the fourth left, and time to take that.
        if (task === 3) {
          while (done.length === 0) await yieldToMessages();
          for (let turn = 0; turn < 20; turn++) await yieldToMessages();
        }
        return here(doneHere)(task);
      },
      silent,
    );
    expect(valuesOf(await dealt)).toEqual([10, 20, 30, 40, 50, 60]);
    expect([doneHere, done]).toEqual([
      [1, 2, 3, 4],
      [6, 5],
    ]);
  });

  it('reports the progress of helpers', async () => {
    const { pool } = multiplyingPool(1);
    await untilReady(pool);
    pool.share({ factor: 1 });
    const progress: (readonly [number, number])[] = [];
    await pool.dealOut([5, 6], here([], 1), (task, amount) => progress.push([task, amount]));
    expect(progress).toEqual([[6, 1]]);
  });

  it('knows the context also where a helper joins after it was shared', async () => {
    const { pool } = multiplyingPool(0);
    pool.share({ factor: 10 });
    const [near, far] = channel();
    serveTasks(
      far,
      pausingThread(),
      ({ factor }: Context) =>
        (task: number) =>
          multiply(factor, task),
    );
    pool.add(near);
    await untilReady(pool);
    expect(valuesOf(await pool.dealOut([1, 2, 3], here([]), silent))).toEqual([10, 20, 30]);
  });

  it('does the tasks of lost helpers itself', async () => {
    const { pool, done } = multiplyingPool(2, function* endless() {
      for (;;) yield 0;
    });
    await untilReady(pool);
    pool.share({ factor: 10 });
    const doneHere: number[] = [];
    const dealt = pool.dealOut([1, 2, 3, 4, 5, 6], here(doneHere), silent);
    while (doneHere.length < 2) await yieldToMessages();
    pool.lose();
    expect(valuesOf(await dealt)).toEqual([10, 20, 30, 40, 50, 60]);
    expect(done).toEqual([]);
    expect(pool.isReady).toBe(false);
  });

  it('drops tasks that are cancelled, and goes on with the next', async () => {
    const state = { isEndless: true };
    const { pool, done } = multiplyingPool(1, function* (factor, task) {
      while (state.isEndless) yield 0;
      return yield* multiply(factor, task);
    });
    await untilReady(pool);
    pool.share({ factor: 10 });
    let isWanted = true;
    const dealt = pool.dealOut(
      [1, 2, 3],
      async (task) => {
        await yieldToMessages();
        return isWanted ? Float64Array.of(task) : undefined;
      },
      silent,
    );
    await yieldToMessages();
    isWanted = false;
    pool.cancel();
    expect(await dealt).toBeUndefined();
    state.isEndless = false;
    pool.share({ factor: 100 });
    expect(valuesOf(await pool.dealOut([4, 5], here([], 100), silent))).toEqual([400, 500]);
    expect(done).toEqual([5]);
  });

  it('does itself what fails at a helper, also where that cannot be prepared', async () => {
    const { pool } = multiplyingPool(1, () => {
      throw new RangeError('out of range');
    });
    const [near, far] = channel();
    serveTasks(far, pausingThread(), () => Promise.reject(new TypeError('not prepared')));
    pool.add(near);
    while (pool.ready.length < 2) await yieldToMessages();
    pool.share({ factor: 10 });
    const tasks = [1, 2, 3, 4, 5, 6];
    expect(valuesOf(await pool.dealOut(tasks, here([]), silent))).toEqual(tasks.map((task) => 10 * task));
    const failing = () => Promise.reject(new RangeError('out of range here, too'));
    await expect(pool.dealOut(tasks, failing, silent)).rejects.toThrow('here, too');
  });
});
