/** All works as one JSON file, `{ "spillway": "works", "version": 1, "works": […] }`, and back. */
import type { Database, NewWork, StoredState, WorkEntry } from './database.ts';
import { newEntry } from './heldWork.ts';
import { thin } from './thin.ts';
import { copyTitle, readDocument, viewFrom } from './workDocument.ts';

const VERSION = 1;

/** A work in the file; times in milliseconds since 1970, states oldest first. */
interface ExportedWork extends Pick<WorkEntry, 'id' | 'name' | 'createdAt' | 'changedAt' | 'view'> {
  readonly states: readonly Pick<StoredState, 'at' | 'document' | 'told'>[];
}

/** Built work by work, so that the page's thread is free in between. */
export async function exportWorks(database: Database, entries: readonly WorkEntry[]): Promise<Blob> {
  const parts = [`{"spillway":"works","version":${VERSION},"works":[`];
  for (const [index, { id, name, createdAt, changedAt, view }] of entries.entries()) {
    const states = (await database.states(id)).map(({ at, document, told }) => ({ at, document, told }));
    const work: ExportedWork = { id, name, createdAt, changedAt, view, states };
    parts.push(`${index === 0 ? '\n' : ',\n'}${JSON.stringify(work)}`);
  }
  parts.push('\n]}\n');
  return new Blob(parts, { type: 'application/json' });
}

export interface ReadExport {
  readonly works: readonly NewWork[];
  /** A sentence for each work that cannot be read, or one for a text that is no export. */
  readonly problems: readonly string[];
}

/**
 * @param knownIds of works that are here already: theirs are added under a new id and named as copies
 * @param now for works without a time
 */
export function readExport(text: string, knownIds: ReadonlySet<string>, now: number, newId: () => string): ReadExport {
  let file: { spillway?: unknown; version?: unknown; works?: unknown } | null;
  try {
    file = JSON.parse(text) as typeof file;
  } catch (error) {
    return { works: [], problems: [`The file is not JSON: ${(error as Error).message}.`] };
  }
  if (typeof file !== 'object' || file === null || file.spillway !== 'works' || !Array.isArray(file.works)) {
    const kind = readDocument(file).ok ? 'a single scenario: use Open file' : 'something else';
    return { works: [], problems: [`The file is not an export of works, it seems to be ${kind}.`] };
  }
  if (file.version !== VERSION) {
    const version = JSON.stringify(file.version) ?? 'missing';
    return { works: [], problems: [`The export's version is ${version}; this Spillway reads ${VERSION}.`] };
  }
  const works: NewWork[] = [];
  const problems: string[] = [];
  const ids = new Set(knownIds);
  for (const [index, value] of (file.works as unknown[]).entries()) {
    const work = readWork(value, ids, now, newId);
    if (typeof work === 'string') problems.push(`Work ${index + 1}${nameOf(value)}: ${work}`);
    else {
      works.push(work);
      ids.add(work.entry.id);
    }
  }
  return { works, problems };
}

function nameOf(value: unknown): string {
  const { name } = (value ?? {}) as Partial<ExportedWork>;
  return typeof name === 'string' && name !== '' ? `, “${name.slice(0, 60)}”` : '';
}

/** @returns the work, or what is wrong with it */
function readWork(value: unknown, ids: ReadonlySet<string>, now: number, newId: () => string): NewWork | string {
  const { id, createdAt, changedAt, view, states } = (value ?? {}) as Partial<ExportedWork>;
  if (!Array.isArray(states) || states.length === 0) return 'it has no states.';
  const known = typeof id !== 'string' || id === '' || ids.has(id);
  const ownId = known ? newId() : id;
  const stamped = (states as Partial<StoredState>[]).map((state, index) => ({
    work: ownId,
    revision: index + 1,
    at: timeOr(state?.at, now),
    document: state?.document,
    told: state?.told !== false,
  }));
  const newest = stamped.at(-1) as StoredState;
  const read = readDocument(newest.document);
  if (!read.ok) return read.problem;
  const isCopy = typeof id === 'string' && ids.has(id);
  const title = isCopy ? copyTitle(read.scenario.title) : read.scenario.title;
  const document = isCopy ? { ...(newest.document as object), title } : newest.document;
  return {
    entry: {
      ...newEntry(ownId, now),
      name: title,
      createdAt: timeOr(createdAt, now),
      changedAt: timeOr(changedAt, now),
      view: viewFrom(view),
    },
    states: thin([...stamped.slice(0, -1), { ...newest, document }], now),
  };
}

function timeOr(value: unknown, now: number): number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : now;
}
