/**
 * The recordings that this thread holds, each once, under its digest. Scenarios, undo steps and messages name a recording
 * by its digest, so that none of them copies it. What a digest names never changes: a run depends on nothing else.
 */
import { digestOf, unpackRecording } from './recordingData.ts';
import type { RecordingColumns } from './recordingColumns.ts';
import { secondsFromMicros } from '../time.ts';

interface Held {
  readonly data: string;
  /** Null until they are needed. */
  columns: RecordingColumns | null;
}

const held = new Map<string, Held>();

/** What a scenario says of a recording's requests. */
export interface RecordingName {
  /** How many there are. */
  readonly count: number;
  /** See `digestOf`. */
  readonly digest: string;
  /** Seconds from the log's start to its last stamp. */
  readonly length: number;
}

/**
 * Unpacks a recording and holds it.
 * @throws {RecordingProblem} if the text holds none
 */
export function takeRecording(data: string): RecordingName {
  const digest = digestOf(data);
  const known = held.get(digest);
  const columns = (known?.data === data ? known.columns : null) ?? unpackRecording(data);
  held.set(digest, { data, columns });
  return { count: columns.at.length, digest, length: secondsFromMicros(columns.at.at(-1) as number) };
}

/**
 * Holds a recording that another thread has unpacked: the page only keeps its text and hands it on.
 * @returns its digest
 */
export function holdRecording(data: string): string {
  const digest = digestOf(data);
  if (!held.has(digest)) held.set(digest, { data, columns: null });
  return digest;
}

/** The packed text of a recording; null if this thread does not hold it. */
export function recordingData(digest: string): string | null {
  return held.get(digest)?.data ?? null;
}

/**
 * The requests of a recording; null if this thread does not hold it.
 * @throws {RecordingProblem} if its text is damaged, which `takeRecording` would have found
 */
export function recordingColumns(digest: string): RecordingColumns | null {
  const found = held.get(digest);
  if (found === undefined) return null;
  return (found.columns ??= unpackRecording(found.data));
}

/** Lets go of all recordings but these. */
export function holdOnly(digests: ReadonlySet<string>): void {
  for (const digest of held.keys()) if (!digests.has(digest)) held.delete(digest);
}
