/** The finder, in one thread and without pauses. */
import { runToEnd } from '../sim/engine.ts';
import { Deal } from './deal.ts';
import type { Effort } from './effort.ts';
import type { Question } from './question.ts';
import { doTask, Search, type FindResult } from './search.ts';

export function find(question: Question, effort: Effort): FindResult {
  const search = new Search(question, effort);
  const deal = new Deal(search);
  for (let task = deal.next(); task !== null; task = deal.next()) deal.take(task, runToEnd(doTask(search, task)));
  return runToEnd(search.answer(deal.settled));
}
