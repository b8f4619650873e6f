/**
 * A link is a whole run: `#1.<scenario>[.<view>]`, the 1 being the format's version. Nothing is kept anywhere else. What
 * is wrong with a link is said in a sentence; a broken view never costs the scenario.
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
  /** All that is wrong with the scenario that it holds; empty where it holds none. */
  readonly problems: readonly Problem[];
}

export type DecodedLink =
  | {
      readonly ok: true;
      readonly scenario: Scenario;
      /** `null` where the link has none, or a broken one. */
      readonly view: LinkView | null;
      /** A sentence when the view was broken. */
      readonly viewWarning: string | null;
    }
  | { readonly ok: false; readonly failure: LinkFailure };

/**
 * The link from `#` on. The view is kept to the microsecond; one whose range is empty is left out.
 * @throws {RangeError} when the scenario is more than 1 MB of JSON; the message is a sentence for the user
 */
export function encodeLink(scenario: Scenario, view?: LinkView): string {
  const document = view === undefined ? undefined : documentFromView(view);
  return `#${FORMAT_VERSION}.${pack(minimalDocument(scenario))}${document === undefined ? '' : `.${pack(document)}`}`;
}

/** The run that a link holds: a whole address, or from `#` on, or what follows it. Never throws, whatever the text. */
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

const NOT_A_LINK = 'This is not a link of Spillway: those have #1. and then letters and digits.';
const BROKEN_VIEW = 'The link holds the whole run, but not where its sender was: that part is damaged.';

function readView(packed: string, { lanes }: Scenario): LinkView | undefined {
  const unpacked = unpack(packed);
  const view = unpacked.ok ? viewFromDocument(unpacked.value) : undefined;
  // How many requests there are only the run knows.
  return view?.selected !== undefined && view.selected.lane >= lanes.length ? undefined : view;
}

function failedLink(kind: LinkFailure['kind'], words: string, problems: readonly Problem[] = []): DecodedLink {
  return { ok: false, failure: { kind, message: words, problems } };
}

/** @param start index of the scenario's first letter within the link */
function unpackFailure(unpacked: UnpackResult & { readonly ok: false }, link: string, start: number): DecodedLink {
  switch (unpacked.reason) {
    case 'cut-short':
      return failedLink('cut-short', `This link ends too early, after ${formatExactNumber(link.length)} characters.`);
    case 'damaged':
      return failedLink('damaged', 'This link is damaged: what it holds makes no sense.');
    case 'too-large':
      return failedLink('too-large', 'This link holds more than 1 MB, which is the most that is read.');
    default: {
      const place = start + unpacked.index;
      const letter = String.fromCodePoint(link.codePointAt(place) ?? 0xfffd);
      return failedLink(
        'damaged',
        `This link is damaged: character ${formatExactNumber(place + 1)} is “${letter}”, which links never hold.`,
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
      : ` ${formatExactNumber(others.length)} more such ${others.length === 1 ? 'thing' : 'things'}.`;
  return failedLink('values', `${linkProblemMessage(first)}${more}`, problems);
}

function linkProblemMessage(problem: Problem): string {
  const words = problemMessage(problem);
  const lower = problem.path === '' ? `${words.charAt(0).toLowerCase()}${words.slice(1)}` : words;
  const absent = problem.actual === 'missing' || problem.actual === 'not a known field';
  return `${absent ? 'In the link, ' : 'The link says '}${lower}`;
}

/** Without what no link ends in. Walked by hand: a regular expression would try every dot of a million anew. */
function trimTrailing(text: string): string {
  let end = text.length;
  while (end > 0 && !/[\w-]/.test(text[end - 1] as string)) end--;
  return text.slice(0, end);
}
