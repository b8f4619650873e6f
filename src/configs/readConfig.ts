/** The limits in a text, and what in it is not understood. */
import type { Duration } from '../sim/index.ts';
import { branchProblems } from './branches.ts';
import { Findings, type ConfigProblem, type FoundLimit } from './findings.ts';
import type { ConfigReader } from './product.ts';
import { nameOf, productNamed, productOf, readers } from './products/index.ts';
import { TERRAFORM } from './text/terraform.ts';
import { unreadProblems } from './unread.ts';

export interface ReadConfig {
  /** A limiter's id; empty where no product was recognised that has one, and no limit. */
  readonly product: string;
  /** What it was read as, where that is no product with text of its own. */
  readonly readAs?: string;
  /** In the order in which they stand in the text, exceptions last. */
  readonly limits: readonly FoundLimit[];
  readonly problems: readonly ConfigProblem[];
  /** Nothing but a word of the product's is known in it: the text may as well be something else. */
  readonly isGuess?: true;
  /** It is a product's that is not read, or of which nothing is: that is said, and it has no lane of its own. */
  readonly isUnread?: true;
}

/** Whether a text has words that are the product's alone. @param name an id or an alias */
export function hasSignOf(name: string, text: string): boolean {
  return isSigned(productOf(name), text);
}

function isSigned({ sign, alsoSign }: ConfigReader, text: string): boolean {
  return sign.test(text) && alsoSign?.test(text) !== false;
}

/** A text as a product understands it. */
interface Reading {
  readonly product: ConfigReader;
  readonly limits: readonly FoundLimit[];
  readonly problems: readonly ConfigProblem[];
}

/**
 * The limits in a text, and the lines that are not understood. Never throws for a text.
 * @param name an id or an alias; the product is recognised if it is left out
 * @param keepT the T of the lane whose text of that name is edited. It stays where the text has one limit, and T gives a whole
 * n at the rate that the text states; else `10r/s` is 10 per second
 */
export function readConfig(text: string, name?: string, keepT?: Duration): ReadConfig {
  // To a regular expression U+2028 ends a line, too, and to everyone else it is a space: of a hundred thousand, one line each,
  // what looks at the rest of a line would look at all of them from each.
  const plain = text.replace(/\r\n?/g, '\n').replace(/[\u2028\u2029]/g, ' ');
  const whole = readPlain(plain, name, keepT);
  if (!FENCE.test(plain)) return whole;
  // A program may hold such lines in a comment: then the whole of it says more.
  const fenced = readPlain(withinFences(plain), name, keepT);
  const more = fenced.limits.length - whole.limits.length;
  const isBetter = whole.isGuess === true ? fenced.isGuess !== true : fenced.problems.length < whole.problems.length;
  return more > 0 || (more === 0 && isBetter) ? fenced : whole;
}

/** A line that begins or ends code in Markdown. */
const FENCE = /^[ \t]*(```|~~~)/m;

/** The code in Markdown, at its lines: what is around it has apostrophes, which are no quotes, and words that are no directives. */
function withinFences(text: string): string {
  let isWithin = false;
  return text
    .split('\n')
    .map((row) => {
      if (!FENCE.test(row)) return isWithin ? row : '';
      isWithin = !isWithin;
      return '';
    })
    .join('\n');
}

function readPlain(plain: string, name: string | undefined, keepT: Duration | undefined): ReadConfig {
  const asked = name === undefined ? null : productOf(name);
  const signed = readers.filter((reader) => isSigned(reader, plain));
  const readings = signed.filter((product) => product !== asked).map((product) => readAs(product, plain));
  const own =
    asked === null
      ? mostOf(TERRAFORM.test(plain) ? inTerraform(readings) : readings, plain)
      : readEdited(asked, plain, keepT);
  const unread = unreadProblems(plain);
  // Of a product that is not read, it is not said what is read of another whose words it has.
  if (own === null || (asked === null && unread.length > 0 && own.limits.length + own.problems.length === 0)) {
    const message = 'No rate limit of a known product is in this text.';
    return unread.length === 0
      ? { product: '', limits: [], problems: [{ line: 1, message }] }
      : { product: '', limits: [], problems: unread, isUnread: true };
  }
  const [first] = own.limits;
  const none = first === undefined && signed.includes(own.product) ? readingOfNone(own, plain) : null;
  const beside = first === undefined ? [] : unread;
  const branches = NO_PROGRAM.test(own.product.language) ? [] : branchProblems(plain, own.limits);
  const problems = [...(none?.problems ?? own.problems), ...othersThan(own, readings), ...beside, ...branches].sort(
    byLine,
  );
  const isProduct = own.product === productNamed(own.product.id);
  if (first === undefined && !isProduct) return { ...none, product: '', limits: [], problems, isUnread: true };
  // Guava's two limiters, say, are read as one product.
  const product = first?.limiter ?? own.product.id;
  return { ...none, product, limits: own.limits, problems, ...(!isProduct && { readAs: nameOf(own.product) }) };
}

function readEdited(product: ConfigReader, text: string, keepT: Duration | undefined): Reading {
  const reading = readAs(product, text);
  return keepT !== undefined && reading.limits.length === 1 ? readAs(product, text, keepT) : reading;
}

function readAs(product: ConfigReader, text: string, keepT?: Duration): Reading {
  const findings = new Findings(product, keepT);
  product.read(text, findings);
  const { limits, problems } = findings;
  return { product, limits: limits.sort((a, b) => exceptional(a) - exceptional(b) || byLine(a, b)), problems };
}

const exceptional = ({ isException }: FoundLimit): number => (isException === true ? 1 : 0);

/** A file may have signs of several products: it is of the one that understands most of it, or at least says what it does not. */
function mostOf(readings: readonly Reading[], text: string): Reading | null {
  const most = Math.max(0, ...readings.map(({ limits }) => limits.length));
  const best = readings.filter(({ limits }) => limits.length === most);
  const says = best.filter(({ limits, problems }) => limits.length + problems.length > 0);
  // What is made of a program by a reader of another language says less.
  const inLanguage = CODE.test(text) ? says.find(({ product }) => !NO_PROGRAM.test(product.language)) : undefined;
  return inLanguage ?? says[0] ?? best[0] ?? null;
}

/** Those of products that read Terraform, if they say anything: the others take it for their own language. */
function inTerraform(readings: readonly Reading[]): readonly Reading[] {
  const ofTerraform = readings.filter(({ product }) => product.readsTerraform === true);
  const isSilent = ofTerraform.every(({ limits, problems }) => limits.length === 0 && problems.length === 0);
  return isSilent ? [...ofTerraform, ...readings.filter((reading) => !ofTerraform.includes(reading))] : ofTerraform;
}

/** The limits of other products, which are not in the lanes: a sentence for each product, where the first of them stands. */
function othersThan(own: Reading, readings: readonly Reading[]): readonly ConfigProblem[] {
  const taken = new Set(own.limits.map(({ line }) => line));
  return readings.flatMap(({ product, limits }) => {
    const others = limits.filter(({ line }) => !taken.has(line));
    for (const { line } of others) taken.add(line);
    const [first] = others;
    if (product === own.product || first === undefined) return [];
    const [count, which] = others.length === 1 ? ['a limit', 'which is'] : [`${others.length} limits`, 'which are'];
    return [
      {
        line: first.line,
        message: `This file also has ${count} of ${nameOf(product)}, ${which} not in the lanes: ${first.what}.`,
      },
    ];
  });
}

const CODE = /[)}\]]\s*;\s*$|^[ \t]*(def|func|import|from|package) [\w"{(]/m;
/** Languages whose readers say something of any program. */
const NO_PROGRAM = /yaml|json|caddy|exim|nginx/;

/** Languages in which a product's settings may be written, too, and which are not read. */
const UNREAD: readonly (readonly [language: string, sign: RegExp])[] = [
  ['in Terraform', TERRAFORM],
  ['in code', CODE],
];

/** Of a text with a product's words and no limit. Where nothing else is said, it is said what of that product is understood. */
function readingOfNone({ product, problems }: Reading, text: string): Pick<ReadConfig, 'problems' | 'isGuess'> {
  const isData = product.language === 'yaml' || product.language === 'json';
  const [other, otherSign] = (isData ? UNREAD.find(([, each]) => each.test(text)) : undefined) ?? [];
  const isRead = otherSign === TERRAFORM ? product.readsTerraform === true : product.codeSign?.test(text) === true;
  const language = isRead ? undefined : other;
  // What a parser makes of another language is no help.
  if (problems.length > 0 && language === undefined) return { problems };
  const name = `${nameOf(product)}${language === undefined ? '' : ` ${language}`}`;
  const { sign, alsoSign = sign } = product;
  const line = text.slice(0, Math.min(text.search(sign), text.search(alsoSign))).split('\n').length;
  const message = `This looks like ${name}, and no limit is read in it. What is read: ${product.understands}.`;
  return { problems: [{ line, message }], ...(other === undefined && { isGuess: true }) };
}

function byLine(a: { readonly line: number }, b: { readonly line: number }): number {
  return a.line - b.line;
}
