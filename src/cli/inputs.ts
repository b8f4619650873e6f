/** The inputs of the command line, as scenarios or as error messages. */
import { existsSync } from 'node:fs';
import {
  isLinkText,
  loadDeflate,
  loadSystems,
  readTextFor,
  recogniseFile,
  type FullResult,
  type Scenario,
} from '../sim/index.ts';
import { nameOf, readBytes, whyUnreadable } from './files.ts';

export type Input = {
  /** For error messages: the file's name, with the line number in a batch. */
  readonly name: string;
  /** Whether it is from a file with one scenario per line. */
  readonly isFromBatch: boolean;
} & ({ readonly ok: true; readonly scenario: Scenario } | { readonly ok: false; readonly errors: readonly string[] });

const TERMINAL = {
  whatOpens:
    'It may be a scenario as JSON, or a link. The command import makes a scenario of a log, and config --from of a config.',
  severalDocuments: 'Name the file *.ndjson, and each of them is run.',
  mostListed: Infinity,
};

/** @param source a file's name, a link, or `-` */
export async function readInputs(source: string): Promise<readonly Input[]> {
  await Promise.all([loadSystems(), loadDeflate()]);
  // A file may have a name like a link.
  if (isLinkText(source) && !existsSync(source)) return [{ name: 'the link', isFromBatch: false, ...read(source) }];
  const name = nameOf(source);
  let bytes: Uint8Array;
  try {
    bytes = await readBytes(source);
  } catch (error) {
    return [{ name, isFromBatch: false, ok: false, errors: [whyUnreadable(error)] }];
  }
  const content = new TextDecoder().decode(bytes);
  const lines = content.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [{ line, place: index + 1 }]));
  // The first line that begins a document decides: one that spans several lines is not whole there, be it valid or not.
  const first = lines.find(({ line }) => /^\s*[[{]/.test(line))?.line;
  const isBatch = source === '-' && lines.length > 1 && first !== undefined && isJsonObject(first);
  if (source.endsWith('.ndjson') || isBatch)
    return lines.map(({ line, place }) => ({ name: `${name}, line ${place}`, isFromBatch: true, ...read(line) }));
  // What is no text is told by its bytes.
  const kind = isLinkText(content) ? null : recogniseFile(bytes, source);
  if (kind !== null)
    return [{ name, isFromBatch: false, ok: false, errors: [`This looks like ${kind}. ${TERMINAL.whatOpens}`] }];
  return [{ name, isFromBatch: false, ...read(content) }];
}

function read(text: string) {
  const result: FullResult = readTextFor(TERMINAL, text);
  return result.ok ? { ok: true as const, scenario: result.scenario } : { ok: false as const, errors: result.messages };
}

function isJsonObject(text: string): boolean {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
