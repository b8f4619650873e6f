/** All works as one JSON file, and back. */
import { minimalDocument } from '../../sim/index.ts';
import type { Database, NewWork, StoredState, WorkEntry } from './database.ts';
import { exportText, MAX_ONE_PIECE, NoExport, worksIn } from './exportFile.ts';
import { newEntry } from './heldWork.ts';
import { thin } from './thin.ts';
import { parseThumbnail } from './thumbnail.ts';
import { copyTitle, namedRecordings, readDocument, viewFrom } from './workDocument.ts';

/** A work in the file; times in milliseconds since 1970, states oldest first. */
interface ExportedWork extends Pick<WorkEntry, 'id' | 'name' | 'createdAt' | 'changedAt' | 'view' | 'thumbnail'> {
  readonly states: readonly Pick<StoredState, 'at' | 'document' | 'told'>[];
  /** The recordings that its states name, packed, as far as they are here; left out if there are none. */
  readonly recordings?: readonly string[];
}

/** Built work by work, so that the page's thread is free in between. */
export async function exportWorks(database: Database, entries: readonly WorkEntry[]): Promise<Blob> {
  const works: string[] = [];
  for (const { id, name, createdAt, changedAt, view, thumbnail } of entries) {
    const states = (await database.states(id)).map(({ at, document, told }) => ({ at, document, told }));
    const recordings = await recordingsNamedIn(states, database);
    const more = recordings.length === 0 ? {} : { recordings };
    const exported = (): string =>
      JSON.stringify({ id, name, createdAt, changedAt, view, thumbnail, states, ...more } satisfies ExportedWork);
    let work = exported();
    // What is written is read again, so of a work that is too large the older half of its states is left out.
    while (work.length > MAX_ONE_PIECE && states.length > 1) {
      states.splice(0, Math.ceil(states.length / 2));
      work = exported();
    }
    works.push(work);
  }
  return new Blob([...exportText(works)], { type: 'application/json' });
}

/** One that leaves no room for the work itself stays out: the work then says that it lacks it. */
async function recordingsNamedIn(
  states: readonly Pick<StoredState, 'document'>[],
  database: Database,
): Promise<readonly string[]> {
  const digests = new Set(states.flatMap(({ document }) => namedRecordings(document)));
  const found: string[] = [];
  let room = MAX_ONE_PIECE / 2;
  for (const digest of digests) {
    const data = await database.recording(digest);
    if (data === null || data.length > room) continue;
    found.push(data);
    room -= data.length;
  }
  return found;
}

export interface ReadExport {
  readonly works: readonly NewWork[];
  /** Packed, and not checked further. */
  readonly recordings: readonly string[];
  /** A sentence for each work that cannot be read, or one for a text that is no export. */
  readonly problems: readonly string[];
}

/**
 * @param knownIds of works that are here already: theirs are added under a new id and named as copies
 * @param now for works without a time
 */
export async function readExport(
  text: string,
  knownIds: ReadonlySet<string>,
  now: number,
  newId: () => string,
): Promise<ReadExport> {
  const works: NewWork[] = [];
  const problems: string[] = [];
  const recordings: string[] = [];
  const ids = new Set(knownIds);
  let number = 0;
  try {
    for await (const found of worksIn(text)) {
      number++;
      const work = found.ok ? readWork(found.value, ids, now, newId) : found.problem;
      if (typeof work === 'string') {
        problems.push(`Work ${number}${found.ok ? nameOf(found.value) : ''}: ${work}`);
        continue;
      }
      works.push(work);
      recordings.push(...recordingsIn(found.ok ? found.value : null));
      ids.add(work.entry.id);
    }
  } catch (error) {
    if (error instanceof NoExport) return { works: [], recordings: [], problems: [error.message] };
    throw error;
  }
  return { works, recordings, problems };
}

function recordingsIn(value: unknown): readonly string[] {
  const { recordings } = (value ?? {}) as Partial<ExportedWork>;
  return Array.isArray(recordings) ? (recordings as unknown[]).filter((data) => typeof data === 'string') : [];
}

function nameOf(value: unknown): string {
  const { name } = (value ?? {}) as Partial<ExportedWork>;
  return typeof name === 'string' && name !== '' ? `, “${name.slice(0, 60)}”` : '';
}

/** @returns the work, or what is wrong with it */
function readWork(value: unknown, ids: ReadonlySet<string>, now: number, newId: () => string): NewWork | string {
  const { id, createdAt, changedAt, view, thumbnail, states } = (value ?? {}) as Partial<ExportedWork>;
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
  const document = isCopy ? { ...minimalDocument(read.scenario), title } : newest.document;
  return {
    entry: {
      ...newEntry(ownId, now),
      name: title,
      createdAt: timeOr(createdAt, now),
      changedAt: timeOr(changedAt, now),
      view: viewFrom(view),
      thumbnail: parseThumbnail(thumbnail),
    },
    states: thin([...stamped.slice(0, -1), { ...newest, document }], now),
  };
}

/** Nothing was changed in the future, where a date may not even exist. */
function timeOr(value: unknown, now: number): number {
  return typeof value === 'number' && value >= 0 && value <= now ? value : now;
}
