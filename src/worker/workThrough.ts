/** Tasks of which some depend on the results of others, done in one worker and by its helpers. */
import type { HelperPool } from './helperPool.ts';

/** Gives the tasks. */
export interface Dealer<Task, Result> {
  /** Null while others have to be done first, and once all is settled. */
  next(): Task | null;
  take(task: Task, result: Result): void;
  readonly isSettled: boolean;
}

/**
 * Does tasks until all is settled, here and by helpers, also those that become ready meanwhile.
 * @param runHere rejects if the results are no longer needed
 * @throws {Error} that of a task
 */
export async function workThrough<Task, Result>(
  pool: Pick<HelperPool<unknown, Task, Result>, 'ready'>,
  dealer: Dealer<Task, Result>,
  runHere: (task: Task) => Promise<Result>,
): Promise<void> {
  const joined = new Set<unknown>();
  /** What helpers did not do. */
  const left: Task[] = [];
  const waiting: (() => void)[] = [];
  const over = new AbortController();
  const work = async (run: (task: Task) => Promise<Result | null>): Promise<void> => {
    while (!over.signal.aborted && !dealer.isSettled) {
      const task = left.pop() ?? dealer.next();
      if (task === null) {
        await new Promise<void>((wake) => waiting.push(wake));
        continue;
      }
      const result = await run(task);
      if (result === null) left.push(task);
      else dealer.take(task, result);
      for (const wake of waiting.splice(0)) wake();
      if (result === null) return;
    }
  };
  try {
    await work((task) => {
      for (const helper of pool.ready) {
        if (joined.has(helper)) continue;
        joined.add(helper);
        void work((each) => helper.run(each, () => undefined));
      }
      return runHere(task);
    });
  } finally {
    over.abort();
  }
}
