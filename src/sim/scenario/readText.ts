/** Reads what somebody brings to the page as text: a link, or a file's content. */
import { listedItems } from './listedItems.ts';
import { LIMITER_EXAMPLE } from './lanes.ts';
import { decodeLink } from './link.ts';
import type { LinkView } from './linkView.ts';
import { formatExactNumber, problemMessage } from './problem.ts';
import { isRunOutput, isWorksExport, recogniseJson, recogniseText } from './recognise.ts';
import { isObject } from './schema.ts';
import { parseJson, parseScenario, recordingsOf, SCENARIO_FIELDS, type Scenario } from './scenario.ts';
import { recordingData } from '../traffic/index.ts';

export type ReadResult =
  | {
      readonly ok: true;
      readonly scenario: Scenario;
      /** `null` if a link has none, and for a file. */
      readonly view: LinkView | null;
      /** A sentence for the user if the link's view was broken, else null. */
      readonly viewWarning: string | null;
      /** The packed requests of its recordings, if any: what another thread has read, the page must hold as well. */
      readonly recordings?: readonly string[];
    }
  | {
      readonly ok: false;
      /** What is wrong, in one or a few sentences. */
      readonly message: string;
    };

/** Instants, costs and keys that a page opens: copying more between its threads would block it. */
const MAX_LISTED = 500_000;
/** Problems told of a file: the others are counted. */
const MAX_TOLD = 3;
/** Where a link is looked for: after its address, or a few words. */
const LINK_WITHIN = 4_096;

/** Whoever reads says what it can read, and how much it can pass on. */
interface Reader {
  readonly whatOpens: string;
  /** What else to do with several documents in one text. */
  readonly severalDocuments: string;
  readonly mostListed: number;
  /** Where the limiters are listed, after the id of one. */
  readonly limiters: string;
}

export type FullResult =
  | Extract<ReadResult, { readonly ok: true }>
  /** All that is wrong, a sentence each. */
  | { readonly ok: false; readonly messages: readonly string[] };

/** What a file of ours is, after the sentence that says what this one seems to be. */
export const WHAT_OPENS = 'Spillway opens links, scenarios saved as JSON, access logs, and configs with a rate limit.';

/** Whether text is a link, an address with one, or a few words that end in one; otherwise it is a document. */
export function isLinkText(text: string): boolean {
  return (
    /^[^{["]*#[1-9]\d{0,5}(?:[~.]|%7E|$)/i.test(text.slice(0, LINK_WITHIN)) ||
    /^\s*(#[1-9]|https?:\/\/\S+#)/.test(text.slice(0, LINK_WITHIN))
  );
}

/** Texts up to this length, and links of so much JSON, are read within a few milliseconds. */
const QUICK_CHARACTERS = 20_000;
const QUICK_BYTES = 50_000;

/** Whether reading a text takes too little time to be noticed. A short link may hold a megabyte. */
export function isQuick(text: string): boolean {
  if (text.length > QUICK_CHARACTERS) return false;
  if (!isLinkText(text)) return true;
  const decoded = decodeLink(text, QUICK_BYTES);
  return decoded.ok || decoded.failure.kind !== 'too-large';
}

const PAGE: Reader = {
  whatOpens: WHAT_OPENS,
  severalDocuments: 'The command line runs those.',
  mostListed: MAX_LISTED,
  limiters: 'the picker lists all limiters',
};

/** Reads a link or a document. Never throws, whatever the text. */
export function readText(text: string): ReadResult {
  const read = readTextFor(PAGE, text);
  return read.ok ? read : { ok: false, message: inShort(read.messages) };
}

/** The same for any reader, with all that is wrong. */
export function readTextFor(reader: Reader, text: string): FullResult {
  if (isLinkText(text)) {
    const decoded = decodeLink(text);
    return decoded.ok ? decoded : failure(decoded.failure.message);
  }
  const kind = recogniseText(text);
  if (kind !== null) return unlike(kind, reader.whatOpens);
  const json = parseJson(text);
  if (!json.ok)
    return isObject(firstLineJson(text))
      ? unlike('several JSON documents, one in each line', reader.severalDocuments)
      : failure(...json.problems.map(problemMessage));
  if (!isRunOutput(json.value)) return readDocument(reader, json.value);
  // What the command line printed of a run.
  const { scenario } = json.value;
  return scenario === undefined
    ? failure('This is the output of a run without its scenario, as older releases printed it.')
    : readDocument(reader, scenario);
}

function readDocument({ whatOpens, mostListed, limiters }: Reader, value: unknown): FullResult {
  if (isWorksExport(value)) return failure('This is an export of works: open it with Import in Works.');
  const other = recogniseJson(value, SCENARIO_FIELDS);
  if (other !== null) return unlike(other, whatOpens);
  const listed = listedItems(value);
  if (listed > mostListed)
    return failure(
      `This scenario lists ${formatExactNumber(listed)} instants, costs and keys. The page opens at most ${formatExactNumber(mostListed)}; the command line runs more.`,
    );
  const parsed = parseScenario(value);
  if (!parsed.ok)
    return failure(
      ...parsed.problems.map((problem) => {
        const { expected } = problem;
        return problemMessage(
          expected.endsWith(LIMITER_EXAMPLE) ? { ...problem, expected: `${expected}: ${limiters}` } : problem,
        );
      }),
    );
  const { scenario } = parsed;
  const recordings = recordingsOf(scenario)
    .map(recordingData)
    .filter((data) => data !== null);
  return { ok: true, scenario, view: null, viewWarning: null, ...(recordings.length === 0 ? {} : { recordings }) };
}

function unlike(kind: string, rest: string): FullResult {
  return failure(`This looks like ${kind}. ${rest}`);
}

function failure(...messages: readonly string[]): FullResult {
  return { ok: false, messages };
}

function inShort(messages: readonly string[]): string {
  const others = messages.length - MAX_TOLD;
  const more = others > 0 ? [`${formatExactNumber(others)} more ${others === 1 ? 'problem' : 'problems'}.`] : [];
  return [...messages.slice(0, MAX_TOLD), ...more].join(' ');
}

function firstLineJson(text: string): unknown {
  const end = text.indexOf('\n');
  try {
    return end < 0 ? null : (JSON.parse(text.slice(0, end)) as unknown);
  } catch {
    return null;
  }
}
