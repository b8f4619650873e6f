/** What a tab remembers of itself over a reload, in `sessionStorage`. */
import type { Shown } from './heldWork.ts';
import type { KeyValueStorage } from './pageStorage.ts';
import { minimalDocument } from '../../sim/index.ts';
import { viewFrom } from './workDocument.ts';

const KEY = 'spillway.tab';

/** The work that the tab holds or shows, or what it shows that is not kept: a link that was opened, a preset. */
export type TabNote = { readonly work: string } | { readonly shown: Shown };

/** As read back: the document of what was shown is not checked. */
export type ReadTabNote =
  | { readonly work: string }
  | { readonly document: unknown; readonly view: ReturnType<typeof viewFrom>; readonly told: boolean };

export interface TabMemory {
  read(): ReadTabNote | null;
  write(note: TabNote | null): void;
}

/** Without storage, or with too much to store, a reload shows the work changed last: no work is lost. */
export function createTabMemory(storage: KeyValueStorage | null): TabMemory {
  return {
    read() {
      try {
        const note = JSON.parse(storage?.getItem(KEY) ?? 'null') as Record<string, unknown> | null;
        if (typeof note?.['work'] === 'string') return { work: note['work'] };
        if (note?.['document'] === undefined) return null;
        return { document: note['document'], view: viewFrom(note['view']), told: note['told'] !== false };
      } catch {
        return null; // other code wrote there, or reading is forbidden
      }
    },
    write(note) {
      try {
        if (note === null) storage?.removeItem(KEY);
        else if ('work' in note) storage?.setItem(KEY, JSON.stringify(note));
        else {
          const { scenario, view, told } = note.shown;
          storage?.setItem(KEY, JSON.stringify({ document: minimalDocument(scenario), view, told }));
        }
      } catch {
        // See above; an older note would bring back something else.
        storage?.removeItem(KEY);
      }
    },
  };
}
