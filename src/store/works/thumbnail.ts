/** A small picture of a run, kept with a work: one strip a lane, over the whole run. At most about 1 kB as JSON. */

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

export const OUTCOMES = ['admitted', 'delayed', 'denied'] as const;

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
