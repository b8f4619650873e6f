/** Several lanes by their numbers. */
import { joinWithAnd } from '../sim/index.ts';

/**
 * `lane 2`, `lanes 1 and 3`, `lanes 1 to 4 and 6`, `both lanes`, `all 5 lanes`; `the lane` for the only one.
 * @param lanes indices from 0, ascending
 * @param count how many lanes there are; without it, all of them are numbered like some
 */
export function lanesText(lanes: readonly number[], count?: number): string {
  if (lanes.length === count) return count === 1 ? 'the lane' : count === 2 ? 'both lanes' : `all ${count} lanes`;
  const runs = runsOf(lanes);
  return `${lanes.length === 1 ? 'lane' : 'lanes'} ${joinWithAnd(runs)}`;
}

/** Three and more in a row as `1 to 4`. */
function runsOf(lanes: readonly number[]): readonly string[] {
  const runs: [first: number, last: number][] = [];
  for (const lane of lanes) {
    const run = runs.at(-1);
    if (run?.[1] === lane - 1) run[1] = lane;
    else runs.push([lane, lane]);
  }
  return runs.flatMap(([first, last]) => {
    if (last - first >= 2) return [`${first + 1} to ${last + 1}`];
    return first === last ? [`${first + 1}`] : [`${first + 1}`, `${last + 1}`];
  });
}
