/** A small picture of a run, kept with a work: one strip a lane, over the whole run. At most about 1 kB as JSON. */
import type { LaneOverview } from '../../sim/index.ts';
import type { Result } from '../state.ts';

/** Lanes shown; of more lanes only their number is kept. */
export const MAX_STRIPS = 6;
/** Columns of a strip. */
export const COLUMNS = 60;
/** The height of the highest column. */
export const MAX_HEIGHT = 9;

/** For each column a digit, from 0 to 9: its height, on one scale for all strips of the picture. */
export interface Strip {
  readonly admitted: string;
  readonly delayed: string;
  readonly denied: string;
}

export interface Thumbnail {
  readonly strips: readonly Strip[];
  /** How many lanes it leaves out. */
  readonly moreLanes: number;
}

const OUTCOMES = ['admitted', 'delayed', 'denied'] as const;

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
  const sums = Array.from({ length: COLUMNS }, () => 0);
  for (let bin = 0; bin < counts.length; bin++) {
    sums[Math.floor((bin * COLUMNS) / counts.length)]! += counts[bin] as number;
  }
  return sums;
}

/** A single request stays visible beside thousands. */
function heights(counts: readonly number[], most: number): string {
  return counts.map((count) => Math.ceil((count / most) * MAX_HEIGHT)).join('');
}

const HEIGHTS = new RegExp(`^\\d{${COLUMNS}}$`);

/** A thumbnail as it was stored or imported; null for anything else. */
export function parseThumbnail(value: unknown): Thumbnail | null {
  const { strips, moreLanes } = (value ?? {}) as { readonly strips?: unknown; readonly moreLanes?: unknown };
  if (!Array.isArray(strips) || strips.length > MAX_STRIPS) return null;
  if (!Number.isSafeInteger(moreLanes) || (moreLanes as number) < 0) return null;
  const parsed = (strips as unknown[]).map(parseStrip);
  if (parsed.some((strip) => strip === null)) return null;
  return { strips: parsed as Strip[], moreLanes: moreLanes as number };
}

function parseStrip(value: unknown): Strip | null {
  const strip = (value ?? {}) as Record<string, unknown>;
  const [admitted, delayed, denied] = OUTCOMES.map((outcome) => strip[outcome]);
  const areHeights = [admitted, delayed, denied].every((text) => typeof text === 'string' && HEIGHTS.test(text));
  return areHeights ? ({ admitted, delayed, denied } as Strip) : null;
}
