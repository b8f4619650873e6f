/** Keeps a picture of every run of the tab's work with the work, once the first chart is there. */
import type { LaneOverview } from '../../sim/index.ts';
import type { Result, State } from '../state.ts';
import type { ReadableStore } from '../store.ts';
import { COLUMNS, MAX_HEIGHT, MAX_STRIPS, OUTCOMES, type Thumbnail } from './thumbnail.ts';
import type { Works } from './works.ts';

export function keepThumbnails({ getState, subscribe }: ReadableStore, works: Works): () => void {
  const keep = ({ result, scenario }: Pick<State, 'result' | 'scenario'>): void => {
    // The run of an earlier scenario may arrive while a newer one is under way.
    if (result !== null && result.scenario === scenario) works.keepThumbnail(() => thumbnailOf(result));
  };
  keep(getState());
  return subscribe((state, before) => {
    if (state.result !== before.result) keep(state);
  });
}

export function thumbnailOf({ overview: { lanes } }: Pick<Result, 'overview'>): Thumbnail {
  const columns = lanes.slice(0, MAX_STRIPS).map((lane) => OUTCOMES.map((outcome) => columnsOf(lane, outcome)));
  // Delayed columns stand on admitted ones.
  const most = Math.max(
    1,
    ...columns.flatMap(([admitted = [], delayed = [], denied = []]) => [
      ...admitted.map((count, column) => count + (delayed[column] as number)),
      ...denied,
    ]),
  );
  const strips = columns.map(([admitted = [], delayed = [], denied = []]) => ({
    admitted: heights(admitted, most),
    delayed: heights(delayed, most),
    denied: heights(denied, most),
  }));
  return { strips, moreLanes: lanes.length - strips.length };
}

function columnsOf(lane: LaneOverview, outcome: (typeof OUTCOMES)[number]): readonly number[] {
  const counts = lane[outcome];
  const sums = new Float64Array(COLUMNS);
  const bins = new Uint32Array(COLUMNS);
  for (let bin = 0; bin < counts.length; bin++) {
    const column = Math.floor((bin * COLUMNS) / counts.length);
    sums[column]! += counts[bin] as number;
    bins[column]!++;
  }
  // Means, because some columns have a bin more than others: of steady traffic they are equal.
  return [...sums].map((sum, column) => sum / Math.max(1, bins[column] as number));
}

/** A single request stays visible beside thousands. */
function heights(counts: readonly number[], most: number): string {
  return counts.map((count) => Math.ceil((count / most) * MAX_HEIGHT)).join('');
}
