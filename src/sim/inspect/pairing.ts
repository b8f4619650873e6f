/**
 * The same work in another lane. Lanes that share their arrivals see the same requests, by position. Where clients answer
 * back each lane has its own, and what two have in common are jobs: (client, job) names one, and its first try is what they
 * are compared by, since every later one is what a lane made of it.
 */
import { findDisagreements } from '../metrics/disagreements.ts';
import type { LaneTrace } from '../metrics/trace.ts';
import { type Arrivals, jobOffsets, type Tries } from '../arrivals.ts';
import { DENY } from '../verdict.ts';

/** Where a request of one lane stands in another: the same try of its job, or the last before it; null without any. */
export function counterpart(from: LaneTrace, request: number, to: LaneTrace): number | null {
  if (from.arrivals === to.arrivals) return request;
  const { client, job, number } = from.arrivals.tries as Tries;
  const [ownClient, ownJob, maxTry] = [client[request] as number, job[request] as number, number[request] as number];
  const others = to.arrivals.tries as Tries;
  let found: number | null = null;
  for (let row = 0; row < to.arrivals.count; row++) {
    if (others.client[row] !== ownClient || others.job[row] !== ownJob) continue;
    if ((others.number[row] as number) > maxTry) break;
    found = row;
  }
  return found;
}

/** Where the next try of the same job stands; null where none comes, and for a request of no client. */
export function nextTryOf({ count, tries }: Arrivals, request: number): number | null {
  const client = tries?.client[request] ?? 0;
  if (tries === null || client === 0) return null;
  for (let row = request + 1; row < count; row++) {
    if (tries.client[row] === client && tries.job[row] === tries.job[request]) return row;
  }
  return null;
}

/**
 * Positions in the first lane's trace of what not all of these lanes decide alike, rising; none for fewer than two. A job
 * that one of them never came to is none: there is nothing to compare.
 */
export function pairedDisagreementsOf(lanes: readonly LaneTrace[]): Uint32Array {
  const [first, ...others] = lanes;
  if (first === undefined || others.every(({ arrivals }) => arrivals === first.arrivals))
    return findDisagreements(lanes);
  const { count } = first.arrivals;
  const tries = first.arrivals.tries as Tries;
  const before = jobOffsets(tries);
  const answers = others.map((lane) => firstAnswersByJob(lane, before));
  const found: number[] = [];
  for (let row = 0; row < count; row++) {
    if (tries.number[row] !== 1) continue;
    const jobIndex = jobIndexOf(tries, row, before);
    const own = answerClassOf(first, row);
    if (answers.every((of) => of[jobIndex] !== NO_ANSWER) && answers.some((of) => of[jobIndex] !== own))
      found.push(row);
  }
  return Uint32Array.from(found);
}

/** Where a job stands among all of them; -1 where they have none such. */
function jobIndexOf({ client, job }: Tries, row: number, before: Float64Array): number {
  const [ownClient, ownJob] = [client[row] as number, job[row] as number];
  if (ownClient + 1 >= before.length) return -1;
  const place = (before[ownClient] as number) + ownJob - 1;
  return place < (before[ownClient + 1] as number) ? place : -1;
}

/** Where a lane has no answer to a job's first try. */
const NO_ANSWER = 0xff;

/** What a lane said of the first try of each of another lane's jobs. */
function firstAnswersByJob(lane: LaneTrace, before: Float64Array): Uint8Array {
  const { count } = lane.arrivals;
  const tries = lane.arrivals.tries as Tries;
  const answers = new Uint8Array(before.at(-1) as number).fill(NO_ANSWER);
  for (let row = 0; row < count; row++) {
    if (tries.number[row] !== 1) continue;
    const jobIndex = jobIndexOf(tries, row, before);
    if (jobIndex >= 0) answers[jobIndex] = answerClassOf(lane, row);
  }
  return answers;
}

/** At once, after a wait, or not at all, for whatever reason. */
function answerClassOf({ verdicts }: LaneTrace, row: number): number {
  return Math.min(DENY, verdicts[row] as number);
}

/** When work comes, without what the answers made of it: the first try of each job. Rising. */
export function firstTryInstants({ at, tries }: Arrivals): Float64Array {
  if (tries === null) return at;
  const first = new Float64Array(at.length);
  let count = 0;
  for (let row = 0; row < at.length; row++) if (tries.number[row] === 1) first[count++] = at[row] as number;
  return first.slice(0, count);
}
