/**
 * What a page asks to be stored while it is being left may never arrive in IndexedDB. So it leaves a note in
 * `localStorage`, which is written at once, and the next page that starts stores what is missing.
 */
import type { WorkChange } from './database.ts';
import type { KeyValueStorage } from './pageStorage.ts';

const PREFIX = 'spillway.left.';

export interface LeftNotes {
  write(change: WorkChange): void;
  drop(work: string): void;
  /** The texts of all notes, of this and other tabs. */
  read(): readonly string[];
}

/** @param storage null where it is forbidden; then there are no notes */
export function createLeftNotes(storage: KeyValueStorage | null): LeftNotes {
  return {
    write(change) {
      if (change.state === null) return;
      try {
        storage?.setItem(PREFIX + change.entry.id, JSON.stringify(change));
      } catch {
        // Too large for a note, or no room: what was asked of IndexedDB is all that can be done.
      }
    },
    drop: (work) => storage?.removeItem(PREFIX + work),
    read() {
      const keys = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '');
      return keys.filter((key) => key.startsWith(PREFIX)).map((key) => storage?.getItem(key) ?? '');
    },
  };
}
