/**
 * A file of the gallery: a scenario that somebody adds, the question that it answers, where it comes from, and what its lanes
 * decide. The files are in `public/gallery`.
 */
import { jsonObject, type JsonObject } from './json.ts';
import { MAX_SECONDS } from './policy.ts';
import { briefJson, problemMessage, type Problem } from './problem.ts';
import { durationOf, MAX_LANES, parseJson, parseScenario, type Scenario } from './scenario.ts';
import { integer, list, number, optional, record, required, text, withDefault, type Schema } from './schema.ts';

/** What one lane decides, as measured by `npm run gallery`. */
export interface MeasuredLane {
  readonly admitted: number;
  /** How many of the admitted had to wait. */
  readonly delayed: number;
  readonly denied: number;
  /** Most permits in effect within any T of the lane, for one key. */
  readonly peak: number;
  /** Every decision in order, `A`, `W` (after a wait) or `D`, if there are few enough to be drawn one by one. */
  readonly decisions?: string;
  /** A hash of every decision, with its wait, level and retry-after time. */
  readonly hash: string;
}

/** What a file says, all but its name. */
interface GalleryFile {
  readonly title: string;
  readonly question: string;
  readonly tags: readonly string[];
  readonly source?: { readonly name: string; readonly url: string };
  /** The instant at which it opens, seconds; by default the end. */
  readonly opensAt?: number;
  readonly scenario: JsonObject;
  readonly lanes: readonly MeasuredLane[];
}

export interface GalleryItem extends Omit<GalleryFile, 'opensAt' | 'scenario'> {
  /** The file's name in the folder: `edge-burst.json`. */
  readonly file: string;
  readonly opensAt: number;
  /** With the title, and with the question as its notes if it has none. */
  readonly scenario: Scenario;
}

export type GalleryResult =
  | { readonly ok: true; readonly item: GalleryItem }
  /** A sentence or more, which name the file and the field. */
  | { readonly ok: false; readonly message: string };

/** A longer file would block the page while it is read. */
const MAX_CHARACTERS = 200_000;
const MAX_REQUESTS = 20_000_000;
/** Problems told of a file: the others are counted. */
const MAX_TOLD = 3;

const webAddress: Schema<string> = {
  expected: 'an address that begins with https://, of at most 500 characters',
  parse(value, path, report) {
    if (typeof value === 'string' && value.length <= 500 && /^https:\/\/[^\s"<>]+$/.test(value)) return value;
    report({ path, actual: briefJson(value), expected: webAddress.expected });
    return undefined;
  },
  serialize: (value) => value,
};

const count = integer(0, MAX_REQUESTS);

const fileSchema = record<GalleryFile>({
  title: required(text(1, 60)),
  question: required(text(1, 160)),
  tags: required(list(text(1, 30), 'words', 1, 8)),
  source: optional(record({ name: required(text(1, 120)), url: required(webAddress) })),
  opensAt: optional(number({ min: 0, max: MAX_SECONDS, unit: 'seconds' })),
  scenario: required(jsonObject),
  lanes: required(
    list(
      record<MeasuredLane>({
        admitted: required(count),
        delayed: withDefault(count, 0),
        denied: required(count),
        peak: required(integer(0, Number.MAX_SAFE_INTEGER)),
        decisions: optional(text(1, 100)),
        hash: required(text(1, 40)),
      }),
      'lanes',
      1,
      MAX_LANES,
    ),
  ),
});

/** Reads a file of the gallery. Never throws, whatever the text. */
export function readGalleryFile(file: string, content: string): GalleryResult {
  const problems: Problem[] = [];
  const item = content.length > MAX_CHARACTERS ? tooLong(problems) : parse(file, content, problems);
  return item === undefined ? { ok: false, message: told(file, problems) } : { ok: true, item };
}

function tooLong(problems: Problem[]): undefined {
  const message = 'A file of the gallery has at most 200,000 characters.';
  problems.push({ path: '', actual: 'longer', expected: message, message });
  return undefined;
}

function parse(file: string, content: string, problems: Problem[]): GalleryItem | undefined {
  const json = parseJson(content);
  if (!json.ok) {
    problems.push(...json.problems);
    return undefined;
  }
  const read = fileSchema.parse(json.value, '', (problem) => problems.push(problem));
  if (read === undefined) return undefined;
  const { scenario: document, opensAt, ...rest } = read;
  const { title, question, lanes } = rest;
  const parsed = parseScenario({ notes: question, ...document, title });
  if (!parsed.ok) {
    problems.push(...parsed.problems.map((problem) => ({ ...problem, path: pathIn(problem.path) })));
    return undefined;
  }
  const { scenario } = parsed;
  if (scenario.lanes.length !== lanes.length) {
    problems.push({
      path: 'lanes',
      actual: `a list of ${lanes.length}`,
      expected: `one for each of the scenario’s lanes, ${scenario.lanes.length}: npm run gallery writes them`,
    });
    return undefined;
  }
  return { ...rest, file, opensAt: opensAt ?? durationOf(scenario), scenario };
}

function pathIn(path: string): string {
  if (path === '') return 'scenario';
  return path.startsWith('[') ? `scenario${path}` : `scenario.${path}`;
}

function told(file: string, problems: readonly Problem[]): string {
  // The whole of it is the file, not the scenario.
  const sentences = problems
    .slice(0, MAX_TOLD)
    .map((problem) => problemMessage({ ...problem, path: problem.path || 'It' }));
  const others = problems.length - MAX_TOLD;
  if (others > 0) sentences.push(`${others} more ${others === 1 ? 'problem' : 'problems'}.`);
  return `gallery/${file}: ${sentences.join(' ')}`;
}
