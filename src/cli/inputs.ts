/** The inputs of the command line, as scenarios or as error messages. */
import { readFile } from 'node:fs/promises';
import { text as textOf } from 'node:stream/consumers';
import {
  decodeLink,
  loadDeflate,
  loadSystems,
  parseScenarioText,
  problemMessage,
  type Scenario,
} from '../sim/index.ts';

export type Input = {
  /** For error messages: the file's name, with the line number in a batch. */
  readonly name: string;
  /** Whether it is from a file with one scenario per line. */
  readonly isFromBatch: boolean;
} & ({ readonly ok: true; readonly scenario: Scenario } | { readonly ok: false; readonly errors: readonly string[] });

/** @param source a file's name, a link, or `-` */
export async function readInputs(source: string): Promise<readonly Input[]> {
  await Promise.all([loadSystems(), loadDeflate()]);
  if (isLink(source)) return [inputFromLink(source, 'the link')];
  let content: string;
  const name = source === '-' ? 'standard input' : source;
  try {
    content = source === '-' ? await textOf(process.stdin) : await readFile(source, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'There is no such file.' : `It cannot be read: ${message}.`;
    return [{ name, isFromBatch: false, ok: false, errors: [reason] }];
  }
  const trimmed = content.trim();
  if (isLink(trimmed)) return [inputFromLink(trimmed, name)];
  const lines = content.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [{ line, place: index + 1 }]));
  const isBatch =
    source === '-' && lines.length > 1 && !isJsonObject(content) && lines.some(({ line }) => isJsonObject(line));
  if (source.endsWith('.ndjson') || isBatch) {
    return lines.map(({ line, place }) => ({
      name: `${name}, line ${place}`,
      isFromBatch: true,
      ...parseContent(line),
    }));
  }
  return [{ name, isFromBatch: false, ...parseContent(content) }];
}

function parseContent(content: string) {
  const parsed = parseScenarioText(content);
  return parsed.ok ? parsed : { ok: false as const, errors: parsed.problems.map(problemMessage) };
}

function isLink(source: string): boolean {
  return source.startsWith('#') || /^https?:\/\/\S+#/.test(source);
}

function inputFromLink(link: string, name: string): Input {
  const decoded = decodeLink(link);
  return decoded.ok
    ? { name, isFromBatch: false, ok: true, scenario: decoded.scenario }
    : { name, isFromBatch: false, ok: false, errors: [decoded.failure.message] };
}

/** A scenario that spans several lines is JSON as a whole, and none of its lines is an object. */
function isJsonObject(text: string): boolean {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}
