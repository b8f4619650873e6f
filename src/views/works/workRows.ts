/** What the list of works is made of. */
import type { Works, WorkSummary } from '../../store/works/works.ts';

export interface WorkRow {
  readonly work: WorkSummary;
  readonly deleted: boolean;
}

/** Newest first; a deleted work stays in its place until the page is gone, so that it can be brought back there. */
export function withDeleted(
  works: readonly WorkSummary[],
  deleted: ReadonlyMap<string, WorkSummary>,
): readonly WorkRow[] {
  const ids = new Set(works.map(({ id }) => id));
  const gone = [...deleted.values()].filter(({ id }) => !ids.has(id));
  return [...works.map((work) => ({ work, deleted: false })), ...gone.map((work) => ({ work, deleted: true }))].sort(
    (a, b) => b.work.changedAt - a.work.changedAt,
  );
}

/** What this page deleted: kept while the page lives, so that closing the dialog takes no Undo away. */
const deletedHere = new Map<string, WorkSummary>();

export async function readRows(works: Pick<Works, 'list'>): Promise<readonly WorkRow[]> {
  return withDeleted(await works.list(), deletedHere);
}

export async function deleteWork(works: Pick<Works, 'delete'>, work: WorkSummary): Promise<void> {
  // First, as the list is read again as soon as the work is deleted.
  deletedHere.set(work.id, { ...work, openIn: null });
  try {
    await works.delete(work.id);
  } catch (error) {
    deletedHere.delete(work.id);
    throw error;
  }
}

export async function undeleteWork(works: Pick<Works, 'undelete'>, id: string): Promise<void> {
  await works.undelete(id);
  deletedHere.delete(id);
}

/** Errors that a user can meet are written as sentences. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
