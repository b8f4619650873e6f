/** The finder: the shortest traffic that shows what is asked, by one thread. */
import { mapSlices } from '../sim/engine.ts';
import { Deal } from './deal.ts';
import type { Question } from './question.ts';
import type { Effort } from './effort.ts';
import { doTask, Search, type FindPhase, type FindResult } from './search.ts';

export interface FindProgress {
  readonly phase: FindPhase;
  /** Of the tasks of that phase, 0 to 1. */
  readonly done: number;
}

/** The whole search by one thread. Closing the generator ends it. */
export function* find(question: Question, effort: Effort): Generator<FindProgress, FindResult> {
  const search = new Search(question, effort);
  const deal = new Deal(search);
  for (let task = deal.next(); task !== null; task = deal.next()) {
    const { phase } = task;
    deal.take(task, yield* mapSlices(doTask(search, task), (): FindProgress => ({ phase, done: deal.done })));
  }
  return yield* mapSlices(search.answer(deal.settled), (): FindProgress => ({
    phase: 'shrinking',
    done: 0,
  }));
}
