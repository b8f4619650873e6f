/** The sentence under the policy: what to watch, and at the end what came of it. */
import type { LaneFrame } from '../../sim/index.ts';

/** Beyond this many lanes a list of figures is no sentence any more; the lanes themselves say it. */
const MOST_NAMED = 5;

/** `24, 15 and 23 of the same 32 requests got in. Press Space to send one yourself, or drag n.` */
export function closingWords(frames: readonly LaneFrame[], requests: number): string | null {
  if (frames.length < 2 || frames.length > MOST_NAMED || requests === 0) return null;
  const figures = frames.map(({ summary }) => summary.admitted.toLocaleString('en'));
  const list = `${figures.slice(0, -1).join(', ')} and ${figures.at(-1)}`;
  const of = requests.toLocaleString('en');
  return `${list} of the same ${of} requests got in. Press Space to send one yourself, or drag n.`;
}
