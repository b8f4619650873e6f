/** What the command line was given, as scenarios or as sentences that say what is wrong with it. */
import { readFile } from 'node:fs/promises';
import { text as textOf } from 'node:stream/consumers';
import { decodeLink, parseScenarioText, sentence, type Scenario } from '../sim/index.ts';

export type Input = {
  /** For error messages: the file's name, with the line where it holds many. */
  readonly name: string;
  /** One scenario of a file that holds one a line. */
  readonly oneOfMany: boolean;
} & (
  | { readonly ok: true; readonly scenario: Scenario }
  | { readonly ok: false; readonly sentences: readonly string[] }
);

/** @param source a file's name, a link, or `-` */
export async function inputsOf(source: string): Promise<readonly Input[]> {
  if (isLink(source)) return [linked(source, 'the link')];
  let content: string;
  const name = source === '-' ? 'standard input' : source;
  try {
    content = source === '-' ? await textOf(process.stdin) : await readFile(source, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'There is no such file.' : `It cannot be read: ${message}.`;
    return [{ name, oneOfMany: false, ok: false, sentences: [why] }];
  }
  const trimmed = content.trim();
  if (isLink(trimmed)) return [linked(trimmed, name)];
  const lines = content.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [{ line, place: index + 1 }]));
  const many = source === '-' && lines.length > 1 && !isJson(content) && lines.some(({ line }) => isJson(line));
  if (source.endsWith('.ndjson') || many) {
    return lines.map(({ line, place }) => ({ name: `${name}, line ${place}`, oneOfMany: true, ...read(line) }));
  }
  return [{ name, oneOfMany: false, ...read(content) }];
}

function read(content: string) {
  const parsed = parseScenarioText(content);
  return parsed.ok ? parsed : { ok: false as const, sentences: parsed.problems.map(sentence) };
}

function isLink(source: string): boolean {
  return source.startsWith('#') || /^https?:\/\/\S+#/.test(source);
}

function linked(link: string, name: string): Input {
  const decoded = decodeLink(link);
  return decoded.ok
    ? { name, oneOfMany: false, ok: true, scenario: decoded.scenario }
    : { name, oneOfMany: false, ok: false, sentences: [decoded.failure.sentence] };
}

/** A scenario that is spread over many lines is JSON as a whole, and none of its lines is an object. */
function isJson(text: string): boolean {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}
