/** The inputs of the command line: one scenario, or several in one file. */
import { existsSync } from 'node:fs';
import { isLinkText, loadDeflate, loadSystems, readTextFor, recogniseFile, type Scenario } from '../sim/index.ts';
import { nameOf, readBytes, whyUnreadable } from './files.ts';
import { UserError } from './userError.ts';

export interface Input {
  /** For error messages: the file's name, with the line number in a batch. */
  readonly name: string;
  /** Whether it is from a file with one scenario per line. */
  readonly isFromBatch: boolean;
  /** The link that it is, as given: with the page's address, and with what the page shows, where it says so. */
  readonly link: string | null;
  /** @throws {UserError} all that is wrong with it, without its name */
  readonly read: () => Scenario;
}

const TERMINAL = {
  whatOpens:
    'It may be a scenario as JSON, or a link. The command import makes a scenario of a log, and config --from of a config.',
  severalDocuments: 'Name the file *.ndjson, and each of them is run.',
  mostListed: Infinity,
  limiters: 'src/sim/scenario/README.md lists them',
};

const ADDRESS_ALONE = 'It has no scenario: that is the part of a link from its #, and nothing is fetched.';

/** What cannot be read is an input too, so that others can be run beside it. @param source a file's name, a link, or `-` */
export async function readInputs(source: string): Promise<readonly Input[]> {
  await Promise.all([loadSystems(), loadDeflate()]);
  // A file may have a name like a link.
  if (isLinkText(source) && !existsSync(source))
    return [{ name: 'the link', isFromBatch: false, link: wholeLink(source), read: () => scenarioIn(source) }];
  const name = nameOf(source);
  const whole = (read: () => Scenario, link: string | null = null): readonly Input[] => [
    { name, isFromBatch: false, link, read },
  ];
  let bytes: Uint8Array;
  try {
    bytes = await readBytes(source);
  } catch (error) {
    return whole(() => refuse(/^https?:/.test(source) ? ADDRESS_ALONE : whyUnreadable(error)));
  }
  const content = new TextDecoder().decode(bytes);
  const lines = content.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [{ line, place: index + 1 }]));
  // The first line that begins a document decides: one that spans several lines is not whole there, be it valid or not.
  const first = lines.find(({ line }) => /^\s*[[{]/.test(line))?.line;
  const isBatch = source === '-' && lines.length > 1 && first !== undefined && isJsonObject(first);
  if (source.endsWith('.ndjson') || isBatch)
    return lines.map(({ line, place }) => ({
      name: `${name}, line ${place}`,
      isFromBatch: true,
      link: null,
      read: () => scenarioIn(line),
    }));
  if (isLinkText(content)) return whole(() => scenarioIn(content), wholeLink(content));
  // What is no text is told by its bytes.
  const kind = recogniseFile(bytes, source);
  return whole(() => (kind === null ? scenarioIn(content) : refuse(`This looks like ${kind}. ${TERMINAL.whatOpens}`)));
}

/** Null for what is no address, such as a link with words around it. */
function wholeLink(text: string): string | null {
  const link = text.trim();
  return /^(?:https?:\/\/[^\s#]+)?#\S+$/.test(link) ? link : null;
}

function scenarioIn(text: string): Scenario {
  const result = readTextFor(TERMINAL, text);
  return result.ok ? result.scenario : refuse(...result.messages);
}

function refuse(...sentences: readonly string[]): never {
  throw new UserError(...sentences);
}

function isJsonObject(text: string): boolean {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
