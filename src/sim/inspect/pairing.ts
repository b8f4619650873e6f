/**
 * Finds the same work in another lane. Lanes that share their arrivals have the same requests at the same positions. In a
 * closed loop each lane has its own requests, and lanes have only jobs in common: (client, job) identifies one. Lanes are
 * compared by the first try of each job, because later tries depend on the lane's answers.
 */
import { countDisagreements, findDisagreements } from '../metrics/disagreements.ts';
import type { LaneTrace } from '../metrics/trace.ts';
import { type Arrivals, jobOffsets, type Tries } from '../arrivals.ts';
import { DENY } from '../verdict.ts';

/** The position in another lane of the same try of the request's job, or of the last try before it; null if there is none. */
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

/** The position of the next try of the same job; null if there is none, or if the request belongs to no client. */
export function nextTryOf({ count, tries }: Arrivals, request: number): number | null {
  const client = tries?.client[request] ?? 0;
  if (tries === null || client === 0) return null;
  for (let row = request + 1; row < count; row++) {
    if (tries.client[row] === client && tries.job[row] === tries.job[request]) return row;
  }
  return null;
}

/** Whether these lanes receive the same requests at the same instants; in a closed loop that depends on their answers. */
export function receiveSameRequests([first, ...others]: readonly LaneTrace[]): boolean {
  return others.every(({ arrivals }) => first !== undefined && sameRequests(arrivals, first.arrivals));
}

function sameRequests(one: Arrivals, other: Arrivals): boolean {
  if (one === other) return true;
  if (one.count !== other.count) return false;
  for (let row = 0; row < one.count; row++) {
    if (one.at[row] !== other.at[row] || one.tries?.client[row] !== other.tries?.client[row]) return false;
    if (one.tries?.job[row] !== other.tries?.job[row]) return false;
  }
  return true;
}

/**
 * Positions in the first lane's trace, in ascending order, of the requests on which these lanes decide differently; none for
 * fewer than two lanes. Jobs that some lane never received are left out.
 */
export function pairedDisagreementsOf(lanes: readonly LaneTrace[]): Uint32Array {
  const [first, ...others] = lanes;
  if (first === undefined || receiveSameRequests(lanes)) return findDisagreements(lanes);
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

/** How many they are. */
export function disagreementCountOf(lanes: readonly LaneTrace[]): number {
  return receiveSameRequests(lanes) ? countDisagreements(lanes) : pairedDisagreementsOf(lanes).length;
}

/** The index of a job among all jobs of a lane, from its `jobOffsets`; −1 if that lane does not have the job. */
function jobIndexOf({ client, job }: Tries, row: number, before: Float64Array): number {
  const [ownClient, ownJob] = [client[row] as number, job[row] as number];
  if (ownClient + 1 >= before.length) return -1;
  const place = (before[ownClient] as number) + ownJob - 1;
  return place < (before[ownClient + 1] as number) ? place : -1;
}

/** Marks a job that a lane never received. */
const NO_ANSWER = 0xff;

/** A lane's answer to the first try of each of another lane's jobs. */
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

/** Allowed, delayed or denied, regardless of the reason for a denial. */
function answerClassOf({ verdicts }: LaneTrace, row: number): number {
  return Math.min(DENY, verdicts[row] as number);
}

/** The instants of the first try of each job, in ascending order. */
export function firstTryInstants({ at, tries }: Arrivals): Float64Array {
  if (tries === null) return at;
  const first = new Float64Array(at.length);
  let count = 0;
  for (let row = 0; row < at.length; row++) if (tries.number[row] === 1) first[count++] = at[row] as number;
  return first.slice(0, count);
}
