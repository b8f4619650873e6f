/**
 * The file of an export, `{ "spillway": "works", "version": 1, "works": […] }`. Ours has a work a line: a file of many
 * megabytes is read line by line, so that the page's thread is free in between, and what is damaged costs one work.
 */
import { pluralize } from '../../sim/index.ts';
import { asSentence } from '../asSentence.ts';
import { createPauses } from './pauses.ts';
import { readDocument } from './workDocument.ts';

const VERSION = 1;
const HEAD = `{"spillway":"works","version":${VERSION},"works":[`;
const FOOT = ']}';
/** Far more than anybody keeps: each is stored by itself. */
const MAX_WORKS = 5_000;
/**
 * What is read in one piece, which takes 10 ms for a million characters: a work, or a file that is not written a work a line.
 */
export const MAX_ONE_PIECE = 8_000_000;

const TOO_LARGE = `it has more than ${MAX_ONE_PIECE.toLocaleString('en')} characters, the maximum that is read.`;

/** @param works as JSON */
export function exportText(works: readonly string[]): readonly string[] {
  return [HEAD, ...works.map((work, index) => `${index === 0 ? '\n' : ',\n'}${work}`), `\n${FOOT}\n`];
}

/** One work of a file that has not been checked, or why it cannot be read, a sentence. */
export type FoundWork =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string };

/** Why a file as a whole is not read, a sentence. */
export class NoExport extends Error {
  override readonly name = 'NoExport';
}

/**
 * The works of a file, with pauses.
 * @throws {NoExport}
 */
export async function* worksIn(text: string): AsyncGenerator<FoundWork> {
  let count = 0;
  const pause = createPauses();
  for (const work of text.startsWith(`${HEAD}\n`) ? worksByLine(text) : worksAtOnce(text)) {
    if (++count > MAX_WORKS)
      throw new NoExport(`The file has more than ${pluralize(MAX_WORKS, 'work')}, the maximum for an import.`);
    yield work;
    await pause();
  }
}

function* worksByLine(text: string): Generator<FoundWork> {
  for (let from = HEAD.length + 1; ;) {
    const end = text.indexOf('\n', from);
    const line = text.slice(from, end < 0 ? text.length : end);
    if (line === FOOT) return;
    if (line !== '') yield parseWork(line.endsWith(',') ? line.slice(0, -1) : line);
    if (end < 0) break;
    from = end + 1;
  }
  yield { ok: false, problem: 'the file ends here, too early.' };
}

function parseWork(line: string): FoundWork {
  if (line.length > MAX_ONE_PIECE) return { ok: false, problem: TOO_LARGE };
  try {
    return { ok: true, value: JSON.parse(line) as unknown };
  } catch (error) {
    return { ok: false, problem: `it is not JSON: ${asSentence((error as Error).message)}` };
  }
}

function* worksAtOnce(text: string): Generator<FoundWork> {
  if (text.length > MAX_ONE_PIECE)
    throw new NoExport('The file is not as Export all writes it, and too large to be read.');
  let file: { spillway?: unknown; version?: unknown; works?: unknown } | null;
  try {
    file = JSON.parse(text) as typeof file;
  } catch (error) {
    throw new NoExport(`The file is not JSON: ${asSentence((error as Error).message)}`);
  }
  if (typeof file !== 'object' || file === null || file.spillway !== 'works' || !Array.isArray(file.works)) {
    const kind = readDocument(file).ok ? 'a single scenario: use Open file' : 'something else';
    throw new NoExport(`The file is not an export of works; it seems to be ${kind}.`);
  }
  if (file.version !== VERSION) {
    const version = JSON.stringify(file.version) ?? 'missing';
    throw new NoExport(`The export’s version is ${version}; this Spillway reads ${VERSION}.`);
  }
  for (const value of file.works as unknown[]) yield { ok: true, value };
}
