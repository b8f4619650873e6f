/**
 * A link holds a whole run: `#1.<scenario>[.<view>]`, where 1 is the format's version. Opening it needs nothing else.
 * Every failure has a sentence for the user; a broken view does not prevent the scenario from opening.
 */
import { newerVersionProblem } from './migrations.ts';
import { pack, unpack, type UnpackResult } from './pack.ts';
import { formatExactNumber, problemMessage, type Problem } from './problem.ts';
import { minimalDocument, parseScenario, FORMAT_VERSION, type Scenario } from './scenario.ts';
import { documentFromView, viewFromDocument, type LinkView } from './linkView.ts';

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

/**
 * The link from `#` on. Views are rounded to the microsecond; one with an empty range is left out.
 * @throws {RangeError} when the scenario is more than 1 MB of JSON; the message is a sentence for the user
 */
export function encodeLink(scenario: Scenario, view?: LinkView): string {
  const document = view === undefined ? undefined : documentFromView(view);
  return `#${FORMAT_VERSION}.${pack(minimalDocument(scenario))}${document === undefined ? '' : `.${pack(document)}`}`;
}

/** Decodes a link, given as a whole address, from `#` on, or from after the `#`. Never throws, whatever the text. */
export function decodeLink(text: string): DecodedLink {
  // Mail programs break lines, and a sentence that ends in a link leaves its full stop or bracket there.
  const link = trimTrailing(text.replace(/\s+/g, ''));
  const fragment = link.slice(link.indexOf('#') + 1);
  const [head = ''] = fragment.split('.', 1);
  if (!/^[1-9]\d{0,5}$/.test(head)) return failedLink('not-a-link', NOT_A_LINK);
  const version = Number(head);
  if (version > FORMAT_VERSION) return invalidScenario([newerVersionProblem(version, FORMAT_VERSION, 'link')]);

  const [packed = '', ...viewParts] = fragment.slice(head.length + 1).split('.');
  const unpacked = unpack(packed);
  if (!unpacked.ok) return unpackFailure(unpacked, link, link.length - fragment.length + head.length + 1);
  const parsed = parseScenario(unpacked.value);
  if (!parsed.ok) return invalidScenario(parsed.problems);

  const view = viewParts.length === 0 ? null : readView(viewParts.join('.'), parsed.scenario);
  return {
    ok: true,
    scenario: parsed.scenario,
    view: view ?? null,
    viewWarning: view === undefined ? BROKEN_VIEW : null,
  };
}

const NOT_A_LINK = 'This is not a Spillway link: those consist of #1. followed by letters and digits.';
const BROKEN_VIEW = 'The run was opened, but the part of the link that holds the view is damaged.';

function readView(packed: string, { lanes }: Scenario): LinkView | undefined {
  const unpacked = unpack(packed);
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
      const letter = String.fromCodePoint(link.codePointAt(place) ?? 0xfffd);
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

/** Drops trailing characters that no link ends in. A regular expression would be quadratic on a million dots. */
function trimTrailing(text: string): string {
  let end = text.length;
  while (end > 0 && !/[\w-]/.test(text[end - 1] as string)) end--;
  return text.slice(0, end);
}
