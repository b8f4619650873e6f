/**
 * A link holds a whole run: `#1~CCCCCC.<scenario>[.<view>]`, where 1 is the format's version and CCCCCC the checksum of all
 * that follows its dot. Opening it needs nothing else. A damaged link never opens as something else.
 *
 * Links of the first release, `#1.<scenario>[.<view>]`, have no checksum and open for ever; in these a broken view does
 * not prevent the scenario from opening. Every failure has a sentence for the user.
 */
import { deflate } from '../deflate.ts';
import { base64urlFromBytes, isBase64url } from './base64url.ts';
import { crc32 } from './crc32.ts';
import { newerVersionProblem } from './migrations.ts';
import { listedItems } from './listedItems.ts';
import { MAX_BYTES, pack, TOO_LARGE, unpack, type UnpackResult } from './pack.ts';
import { formatExactNumber, problemMessage, visibleText, type Problem } from './problem.ts';
import { minimalDocument, parseScenario, FORMAT_VERSION, type Scenario } from './scenario.ts';
import { documentFromView, viewFromDocument, type Embed, type LinkView } from './linkView.ts';

export type { LinkView } from './linkView.ts';

export interface LinkFailure {
  readonly kind: 'cut-short' | 'damaged' | 'newer' | 'values' | 'too-large' | 'not-a-link';
  /** What is wrong, and where: `The link says policy.n is −5. It may be a whole number from 1 to 1,000,000.` */
  readonly message: string;
  /** All problems of the link's scenario; empty if it contains none. */
  readonly problems: readonly Problem[];
}

export type DecodedLink =
  | {
      readonly ok: true;
      readonly scenario: Scenario;
      /** `null` if the link has no view, or a broken one. */
      readonly view: LinkView | null;
      /** A sentence for the user if the view was broken, else null. */
      readonly viewWarning: string | null;
    }
  | { readonly ok: false; readonly failure: LinkFailure };

/** More characters than the largest link has, with its address and the line breaks that a mail program adds. */
const MAX_LINK_CHARACTERS = 2_000_000;

/**
 * The link from `#` on. Views are rounded to the microsecond; one with an empty range is left out.
 * @throws {RangeError} when the scenario is more than 1 MB of JSON; the message is a sentence for the user
 */
export function encodeLink(scenario: Scenario, view?: LinkView): string {
  const document = view === undefined ? undefined : documentFromView(view);
  const content = `${packedScenario(scenario)}${document === undefined ? '' : `.${pack(document)}`}`;
  return `#${FORMAT_VERSION}~${checksum(content)}.${content}`;
}

/** Packing is the slow part, and the links of one scenario differ in their views: a large one takes a tenth of a second. */
const packedScenarios = new WeakMap<Scenario, string>();

function packedScenario(scenario: Scenario): string {
  let packed = packedScenarios.get(scenario);
  if (packed === undefined) {
    // An item takes two bytes at least: a million of them need not be written out to be too many.
    if (2 * listedItems(scenario) > MAX_BYTES) throw new RangeError(TOO_LARGE);
    packed = pack(minimalDocument(scenario));
    packedScenarios.set(scenario, packed);
  }
  return packed;
}

/** Six letters: the CRC-32's four bytes, the highest first. */
function checksum(content: string): string {
  const value = crc32(deflate().strToU8(content));
  return base64urlFromBytes(Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value));
}

/** The version and, except in links of the first release, the checksum. */
const HEAD = /^([1-9]\d{0,5})(?:~([\w-]{6}))?(?:\.|$)/;
/** Some programs write `~` as `%7E`. */
const CUT_HEAD = /^[1-9]\d{0,5}(?:~|%7?)[\w-]{0,5}$/;
const HEAD_CHARACTERS = 20;
/** Markdown has three marks at most. */
const MARKED = /[^_]_{1,3}$/;

/**
 * Decodes a link, given as a whole address, from `#` on, or from after the `#`. Never throws, whatever the text, and takes
 * time in proportion to at most `MAX_LINK_CHARACTERS`.
 * @param mostBytes of the scenario's JSON; more is `too-large`
 */
export function decodeLink(text: string, mostBytes = MAX_BYTES): DecodedLink {
  if (text.length > MAX_LINK_CHARACTERS) return failedLink('too-large', tooLong(text.length));
  const link = asWritten(text);
  const start = link.indexOf('#') + 1;
  const head = HEAD.exec(link.slice(start, start + HEAD_CHARACTERS));
  if (head === null) return headFailure(link, start);
  const [{ length }, digits, given] = head;
  const version = Number(digits);
  if (version > FORMAT_VERSION) return invalidScenario([newerVersionProblem(version, FORMAT_VERSION, 'link')]);

  const parts = contentParts(link, start + length);
  const { scenario: packed, view: packedView } = parts;
  const unpacked = unpack(packed, mostBytes);
  if (!isWhole(link.slice(start + length), given)) {
    // What ends _italics_ may also end a link: only the checksum tells.
    const unmarked = given !== undefined && MARKED.test(link) ? decodeLink(link.slice(0, -1), mostBytes) : null;
    return unmarked?.ok === true ? unmarked : incomplete(unpacked, parts, link);
  }
  if (!unpacked.ok) return unpackFailure(unpacked, link, parts.start);
  const parsed = parseScenario(unpacked.value);
  if (!parsed.ok) return invalidScenario(parsed.problems);

  const view = packedView === null ? null : readView(packedView, parsed.scenario);
  return {
    ok: true,
    scenario: parsed.scenario,
    view: view ?? null,
    viewWarning: view === undefined ? BROKEN_VIEW : null,
  };
}

interface ContentParts {
  /** The index of the scenario's first character within the link. */
  readonly start: number;
  readonly scenario: string;
  /** `null` if there is none. */
  readonly view: string | null;
}

function contentParts(link: string, start: number): ContentParts {
  const dot = link.indexOf('.', start);
  return dot < 0
    ? { start, scenario: link.slice(start), view: null }
    : { start, scenario: link.slice(start, dot), view: link.slice(dot + 1) };
}

/**
 * Whether the content is what the checksum was made of. A link of the first release has none; but one whose six letters
 * are the checksum of what follows them is of the newer form, with a damaged `~`.
 */
function isWhole(content: string, given: string | undefined): boolean {
  if (given !== undefined) return checksum(content) === given;
  return content[6] !== '.' || checksum(content.slice(7)) !== content.slice(0, 6);
}

/** The failure of a link that does not match its checksum: what can be told of the place, else that it does not match. */
function incomplete(unpacked: UnpackResult, { start, scenario, view }: ContentParts, link: string): DecodedLink {
  if (!unpacked.ok && unpacked.reason !== 'damaged') return unpackFailure(unpacked, link, start);
  const unpackedView = unpacked.ok && view !== null ? unpack(view, MAX_VIEW_BYTES) : null;
  if (unpackedView?.ok === false && (unpackedView.reason === 'cut-short' || unpackedView.reason === 'letter'))
    return unpackFailure(unpackedView, link, start + scenario.length + 1);
  return failedLink('damaged', 'This link is damaged or cut off: its content does not match its checksum.');
}

function headFailure(link: string, start: number): DecodedLink {
  const fragment = link.slice(start, start + HEAD_CHARACTERS);
  if (CUT_HEAD.test(fragment)) return unpackFailure({ ok: false, reason: 'cut-short' }, link, start);
  return /^[1-9]\d{0,5}~/.test(fragment)
    ? failedLink('damaged', 'This link is damaged: its checksum is not six letters and digits.')
    : failedLink('not-a-link', NOT_A_LINK);
}

function tooLong(length: number): string {
  return `This is ${formatExactNumber(length)} characters long. A link is at most ${formatExactNumber(MAX_LINK_CHARACTERS)}.`;
}

const NOT_A_LINK = 'This is not a Spillway link: those begin with #1~ or #1. and consist of letters and digits.';
const BROKEN_VIEW = 'The run was opened, but the part of the link that holds the view is damaged.';

/** Far more than any view is. */
const MAX_VIEW_BYTES = 10_000;

/** What a link's view says of a frame; null where it says nothing. Whether the rest of the link is sound is not looked at. */
export function embedOfLink(text: string): Embed | null {
  const [, , packed = ''] = asWritten(text).split('.', 3);
  const unpacked = unpack(packed, MAX_VIEW_BYTES);
  return (unpacked.ok && viewFromDocument(unpacked.value)?.embed) || null;
}

function readView(packed: string, { lanes }: Scenario): LinkView | undefined {
  const unpacked = unpack(packed, MAX_VIEW_BYTES);
  const view = unpacked.ok ? viewFromDocument(unpacked.value) : undefined;
  // Whether the request exists is known only after the run.
  return view?.selected !== undefined && view.selected.lane >= lanes.length ? undefined : view;
}

function failedLink(kind: LinkFailure['kind'], words: string, problems: readonly Problem[] = []): DecodedLink {
  return { ok: false, failure: { kind, message: words, problems } };
}

/** @param start index of the scenario's first character within the link */
function unpackFailure(unpacked: UnpackResult & { readonly ok: false }, link: string, start: number): DecodedLink {
  switch (unpacked.reason) {
    case 'cut-short':
      return failedLink('cut-short', `This link is cut off after ${formatExactNumber(link.length)} characters.`);
    case 'damaged':
      return failedLink('damaged', 'This link is damaged: its content cannot be decoded.');
    case 'too-large':
      return failedLink('too-large', 'This link holds more than 1 MB, the maximum.');
    default: {
      const place = start + unpacked.index;
      const letter = visibleText(String.fromCodePoint(link.codePointAt(place) ?? 0xfffd));
      return failedLink(
        'damaged',
        `This link is damaged: character ${formatExactNumber(place + 1)} is “${letter}”, which does not occur in links.`,
      );
    }
  }
}

function invalidScenario(problems: readonly Problem[]): DecodedLink {
  const [first, ...others] = problems as readonly [Problem, ...Problem[]];
  if (first.path === 'version' && first.message !== undefined)
    return failedLink('newer', first.message.replace('scenario', 'link'), problems);
  const more =
    others.length === 0
      ? ''
      : ` ${formatExactNumber(others.length)} more ${others.length === 1 ? 'problem' : 'problems'}.`;
  return failedLink('values', `${linkProblemMessage(first)}${more}`, problems);
}

function linkProblemMessage(problem: Problem): string {
  const words = problemMessage(problem);
  const lower = problem.path === '' ? `${words.charAt(0).toLowerCase()}${words.slice(1)}` : words;
  const absent = problem.actual === 'missing' || problem.actual === 'not a known field';
  return `${absent ? 'In the link, ' : 'The link says '}${lower}`;
}

/**
 * A link without what it gained on its way: mail programs break lines, a sentence that ends in a link leaves its full stop or
 * bracket there, what browsers and chat programs do not expect in an address they escape, some of them twice, and newsletters
 * append a parameter that says where the link was found. No link has a % or & of its own.
 */
function asWritten(text: string): string {
  const plain = text.replace(/%(?:25)+/g, '%').replace(/(?:%[\da-f]{2})+/gi, unescaped);
  return trimTrailing(plain.replace(/\s+/g, '').replace(APPENDED, '$1'));
}

/** `&utm_source=news`, but not what stands before the `#`. */
const APPENDED = /^([^#]*#[^&?]*)[&?][\w.;-]+=.*$/;

function unescaped(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return escapes; // not UTF-8
  }
}

/** Drops trailing characters that no link ends in. A regular expression would be quadratic on a million dots. */
function trimTrailing(text: string): string {
  let end = text.length;
  while (end > 0 && !isBase64url(text.charCodeAt(end - 1))) end--;
  return text.slice(0, end);
}
