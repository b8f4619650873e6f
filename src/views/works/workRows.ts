/** What the list of works is made of. */
import type { WorkSummary } from '../../store/works/works.ts';

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

/** Errors that a user can meet are written as sentences. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
