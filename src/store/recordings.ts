/**
 * The recordings that the page holds and this browser keeps, each once, by digest: scenarios, undo steps and works only
 * name them. The worker is handed one when it lacks it.
 */
import { holdOnly, holdRecording, recordingData, recordingsOf, type Scenario } from '../sim/index.ts';
import { presetRecording } from './presetRecordings.ts';
import type { State } from './state.ts';

/** Where recordings are kept beyond the page's life. */
export interface RecordingShelf {
  readonly read: (digest: string) => Promise<string | null>;
  readonly has: (digest: string) => Promise<boolean>;
  /** Never rejects: what cannot be kept is said. */
  readonly keep: (digest: string, data: string) => Promise<void>;
}

export interface Recordings {
  /** Holds packed recordings that were read, and keeps them in this browser. */
  take(recordings: readonly string[]): void;
  /** Those which are held or kept, or are those of presets. */
  find(digests: readonly string[]): Promise<readonly string[]>;
  /** Keeps those that are held and no longer kept: of what is only shown, another tab lets go in time. */
  keepAgain(digests: readonly string[]): Promise<void>;
  /** From now on, recordings are kept there, too. */
  keepOn(shelf: RecordingShelf): void;
}

export function createRecordings(): Recordings {
  let shelf: RecordingShelf | null = null;
  const find = async (digest: string): Promise<string | null> => {
    const data = recordingData(digest) ?? (await shelf?.read(digest)) ?? (await presetRecording(digest));
    if (data !== null) holdRecording(data);
    return data;
  };
  return {
    take(recordings) {
      const digests = recordings.map(holdRecording);
      // In a task of its own: to hand the browser megabytes takes as long as a frame.
      setTimeout(() => {
        for (const [index, data] of recordings.entries()) void shelf?.keep(digests[index] as string, data);
      });
    },
    find: async (digests) => (await Promise.all(digests.map(find))).filter((data) => data !== null),
    async keepAgain(digests) {
      for (const digest of digests) {
        const data = recordingData(digest);
        if (shelf !== null && data !== null && !(await shelf.has(digest))) await shelf.keep(digest, data);
      }
    },
    keepOn(next) {
      shelf = next;
    },
  };
}

/** Lets go of the recordings that nothing on the page names, undo steps included. */
export function dropUnnamedRecordings({ scenario, opened, history, linked, result }: State): void {
  const steps = [...history.past, ...history.future].flatMap(({ value }) => [value.scenario, value.opened]);
  const scenarios = [scenario, opened, linked?.scenario, result?.scenario, ...steps];
  holdOnly(new Set(scenarios.flatMap((one) => (one === undefined ? [] : recordingsOf(one)))));
}

/** The packed recordings of a scenario, as far as the page holds them. */
export function heldRecordings(scenario: Scenario): readonly string[] {
  return recordingsOf(scenario)
    .map(recordingData)
    .filter((data) => data !== null);
}

/** The digests of the recordings that the last run was missing. */
export function missingRecordings({ refusals }: Pick<State, 'refusals'>): readonly string[] {
  return refusals.flatMap(({ recording }) => recording ?? []);
}
