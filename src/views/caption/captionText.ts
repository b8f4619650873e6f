/** The sentence under the policy: what to watch, and at the end what came of it. */
import type { LaneFrame } from '../../sim/index.ts';
import type { Result } from '../../store/state.ts';
import { count } from '../format/numbers.ts';

/** Beyond this many lanes a list of figures is no sentence any more; the lanes themselves say it. */
const MOST_NAMED = 5;

/** `24, 15 and 23 of the same 32 requests got in. Press Space to send one yourself, or drag n.` */
export function closingWords({
  frames,
  requests,
  answersBack,
}: Pick<Result, 'frames' | 'requests' | 'answersBack'>): string | null {
  if (frames.length < 2 || frames.length > MOST_NAMED) return null;
  const what = answersBack ? doneWords(frames) : admittedWords(frames, requests);
  return what === null ? null : `${what} Press Space to send one yourself, or drag n.`;
}

function admittedWords(frames: readonly LaneFrame[], requests: number): string | null {
  if (requests === 0) return null;
  return `${listed(frames.map(({ summary }) => count(summary.admitted)))} of the same ${count(requests)} requests got in.`;
}

/** Each lane has requests of its own there; jobs are what lanes have in common, though not all of them come to each. */
function doneWords(frames: readonly LaneFrame[]): string | null {
  const works = frames.flatMap(({ summary }) => summary.work ?? []);
  const begun = works.map((work) => work.begun);
  const most = Math.max(0, ...begun);
  if (most === 0) return null;
  if (begun.every((jobs) => jobs === most)) {
    return `${listed(works.map(({ succeeded }) => count(succeeded)))} of the same ${count(most)} jobs were done.`;
  }
  return `${listed(works.map((work) => `${count(work.succeeded)} of ${count(work.begun)}`))} jobs were done.`;
}

/** `24, 15 and 23` */
function listed(figures: readonly string[]): string {
  return `${figures.slice(0, -1).join(', ')} and ${figures.at(-1)}`;
}
