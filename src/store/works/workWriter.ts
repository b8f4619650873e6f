/**
 * Writes what has changed of the work that this tab holds. When the page is going away a note comes first: it holds what the
 * database may not live to store.
 */
import { Conflict, type Database, type WorkChange } from './database.ts';
import type { HeldWork, Shown } from './heldWork.ts';
import type { LeftNotes } from './leftNotes.ts';
import type { SavingProblems } from './savingProblems.ts';
import type { Tabs } from './tabs.ts';
import { namedRecordings } from './workDocument.ts';

/** What writing needs; whoever keeps a work hands it on. */
export interface WritingParts {
  readonly database: Database;
  readonly tabs: Tabs;
  readonly notes: LeftNotes;
  readonly problems: SavingProblems;
  readonly now: () => number;
  /** Recordings that a work names from now on: where they are not kept any more, they are kept again. */
  readonly keepRecordings: (digests: readonly string[]) => Promise<void>;
  /** The list of works, or what this tab holds, has changed. */
  readonly onChanged: () => void;
}

export interface WorkWriterHost extends WritingParts {
  readonly shown: () => Shown;
  /** Another tab has written to the work. */
  readonly onConflict: (held: HeldWork) => void;
}

export interface WorkWriter {
  /** @param leaving the page is going away, or shows something else: nobody will act on the answer */
  readonly write: (held: HeldWork, leaving: boolean) => void;
  /** Settles with the write under way; it never rejects. */
  readonly written: () => Promise<unknown>;
  /** Whether the last write failed, and was of this work. */
  readonly hasFailed: (held: HeldWork) => boolean;
  /** The page is going away. @returns whether a write under way may end unfinished; each counts once */
  readonly takeAtRisk: () => boolean;
}

export function createWorkWriter({
  database,
  tabs,
  notes,
  problems,
  now,
  keepRecordings,
  onChanged,
  shown,
  onConflict,
}: WorkWriterHost): WorkWriter {
  let written: Promise<unknown> = Promise.resolve();
  /** The newest revision of a work that a note holds; one of an earlier page may hold what was never stored, and stays. */
  const noted = new WeakMap<HeldWork, number>();
  /** The work whose last write failed. */
  let failing: HeldWork | null = null;
  const atRisk = new Set<Promise<void>>();
  /** The recordings that the last state of a work names, and so keeps. */
  const named = new WeakMap<HeldWork, readonly string[]>();

  const keepNamed = (held: HeldWork, { state }: WorkChange): void => {
    if (state === null) return;
    const before = named.get(held) ?? [];
    const digests = namedRecordings(state.document);
    named.set(held, digests);
    void keepRecordings(digests.filter((digest) => !before.includes(digest)));
  };

  const leaveNote = (held: HeldWork, change: WorkChange): void => {
    notes.write(change);
    if (change.state !== null) noted.set(held, change.state.revision);
  };

  /** Once as much as the note holds is stored, it would only bring an old state back. */
  const dropNote = (held: HeldWork, { state }: WorkChange): void => {
    if (state === null || state.revision < (noted.get(held) ?? Infinity)) return;
    noted.delete(held);
    notes.drop(held.id);
  };

  const onWritten = (held: HeldWork, change: WorkChange): void => {
    held.wasSaved(change);
    keepNamed(held, change);
    dropNote(held, change);
    if (failing === held) failing = null;
    problems.saved();
    tabs.announce();
    onChanged();
  };

  const onFailed = (held: HeldWork, error: unknown): void => {
    held.notSaved();
    failing = held;
    if (error instanceof Conflict || (error as DOMException).name === 'ConstraintError') onConflict(held);
    else problems.notSaved(error);
  };

  return {
    write(held, leaving) {
      // Until the lock is granted another tab may have the work; a new one nobody else can know.
      const mayWrite = held.lock !== null || held.isNew();
      if (!mayWrite && !(leaving && held.isDirty(shown()))) return;
      const change = held.nextChange(shown(), now());
      if (change === null) return;
      if (leaving) leaveNote(held, change);
      if (!mayWrite) {
        held.notAsked();
        return;
      }
      const writing = leaving ? database.appendOnLeaving(change) : database.append(change);
      if (!leaving) atRisk.add(writing);
      written = writing
        .then(
          () => onWritten(held, change),
          (error: unknown) => onFailed(held, error),
        )
        .finally(() => atRisk.delete(writing));
    },
    written: () => written,
    hasFailed: (held) => failing === held,
    takeAtRisk() {
      const some = atRisk.size > 0;
      atRisk.clear();
      return some;
    },
  };
}
