/**
 * A link is a whole run: `#1.<scenario>[.<view>]`, the 1 being the format's version. Nothing is kept anywhere else. What
 * is wrong with a link is said in a sentence; a broken view never costs the scenario.
 */
import { newer } from './migrations.ts';
import { pack, unpack, type Unpacked } from './pack.ts';
import { figure, sentence, type Problem } from './problem.ts';
import { minimal, parseScenario, VERSION, type Scenario } from './scenario.ts';
import { documentFromView, viewFromDocument, type View } from './view.ts';

export type { View } from './view.ts';

export interface LinkFailure {
  readonly kind: 'cut-short' | 'damaged' | 'newer' | 'values' | 'too-large' | 'not-a-link';
  /** What is wrong, and where: `The link says policy.n is −5. It may be a whole number from 1 to 1,000,000.` */
  readonly sentence: string;
  /** All that is wrong with the scenario that it holds; empty where it holds none. */
  readonly problems: readonly Problem[];
}

export type DecodedLink =
  | {
      readonly ok: true;
      readonly scenario: Scenario;
      /** `null` where the link has none, or a broken one. */
      readonly view: View | null;
      /** A sentence when the view was broken. */
      readonly note: string | null;
    }
  | { readonly ok: false; readonly failure: LinkFailure };

/**
 * The link from `#` on. The view is kept to the microsecond; one whose range is empty is left out.
 * @throws {RangeError} when the scenario is more than 1 MB of JSON; the message is a sentence for the user
 */
export function encodeLink(scenario: Scenario, view?: View): string {
  const document = view === undefined ? undefined : documentFromView(view);
  return `#${VERSION}.${pack(minimal(scenario))}${document === undefined ? '' : `.${pack(document)}`}`;
}

/** The run that a link holds: a whole address, or from `#` on, or what follows it. Never throws, whatever the text. */
export function decodeLink(text: string): DecodedLink {
  // Mail programs break lines, and a sentence that ends in a link leaves its full stop or bracket there.
  const link = withoutEnd(text.replace(/\s+/g, ''));
  const fragment = link.slice(link.indexOf('#') + 1);
  const [head = ''] = fragment.split('.', 1);
  if (!/^[1-9]\d{0,5}$/.test(head)) return failed('not-a-link', NOT_A_LINK);
  const version = Number(head);
  if (version > VERSION) return refused([newer(version, VERSION, 'link')]);

  const [letters = '', ...more] = fragment.slice(head.length + 1).split('.');
  const unpacked = unpack(letters);
  if (!unpacked.ok) return unreadable(unpacked, link, link.length - fragment.length + head.length + 1);
  const parsed = parseScenario(unpacked.value);
  if (!parsed.ok) return refused(parsed.problems);

  const view = more.length === 0 ? null : readView(more.join('.'), parsed.scenario);
  return { ok: true, scenario: parsed.scenario, view: view ?? null, note: view === undefined ? BROKEN_VIEW : null };
}

const NOT_A_LINK = 'This is not a link of Spillway: those have #1. and then letters and digits.';
const BROKEN_VIEW = 'The link holds the whole run, but not where its sender was: that part is damaged.';

function readView(letters: string, { lanes }: Scenario): View | undefined {
  const unpacked = unpack(letters);
  const view = unpacked.ok ? viewFromDocument(unpacked.value) : undefined;
  // How many requests there are only the run knows.
  return view?.selected !== undefined && view.selected.lane >= lanes.length ? undefined : view;
}

function failed(kind: LinkFailure['kind'], words: string, problems: readonly Problem[] = []): DecodedLink {
  return { ok: false, failure: { kind, sentence: words, problems } };
}

/** @param start index of the scenario's first letter within the link */
function unreadable(unpacked: Unpacked & { readonly ok: false }, link: string, start: number): DecodedLink {
  switch (unpacked.why) {
    case 'cut-short':
      return failed('cut-short', `This link ends too early, after ${figure(link.length)} characters.`);
    case 'damaged':
      return failed('damaged', 'This link is damaged: what it holds makes no sense.');
    case 'too-large':
      return failed('too-large', 'This link holds more than 1 MB, which is the most that is read.');
    default: {
      const place = start + unpacked.index;
      const letter = String.fromCodePoint(link.codePointAt(place) ?? 0xfffd);
      return failed(
        'damaged',
        `This link is damaged: character ${figure(place + 1)} is “${letter}”, which links never hold.`,
      );
    }
  }
}

function refused(problems: readonly Problem[]): DecodedLink {
  const [first, ...others] = problems as readonly [Problem, ...Problem[]];
  if (first.path === 'version' && first.instead !== undefined)
    return failed('newer', first.instead.replace('scenario', 'link'), problems);
  const more =
    others.length === 0 ? '' : ` ${figure(others.length)} more such ${others.length === 1 ? 'thing' : 'things'}.`;
  return failed('values', `${saying(first)}${more}`, problems);
}

function saying(problem: Problem): string {
  const words = sentence(problem);
  const lower = problem.path === '' ? `${words.charAt(0).toLowerCase()}${words.slice(1)}` : words;
  const absent = problem.was === 'missing' || problem.was === 'not a known field';
  return `${absent ? 'In the link, ' : 'The link says '}${lower}`;
}

/** Without what no link ends in. Walked by hand: a regular expression would try every dot of a million anew. */
function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && !/[\w-]/.test(text[end - 1] as string)) end--;
  return text.slice(0, end);
}
