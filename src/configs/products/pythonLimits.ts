/** limits for Python, and Flask-Limiter and SlowAPI over it: the text of a rate, and the strategy that hits it. */
import { capitalized, DAY, joinWithAnd, SECOND, type Duration, type Options } from '../../sim/index.ts';
import type { Findings } from '../findings.ts';
import type { ConfigProduct } from '../product.ts';
import { NAMED_UNITS, secondsText } from '../text/durations.ts';
import { pathOf, type Call, type Place } from '../text/expressions.ts';
import { tokensOf } from '../text/lexer.ts';
import { callsIn } from '../text/source.ts';
import { brief, numberIn, stringIn } from '../values.ts';
import { lookUp } from '../text/lookUp.ts';
import { countsApart, limitsOnly } from '../commonNotes.ts';

const CLASSES: Readonly<Record<string, string>> = {
  'fixed-window': 'FixedWindowRateLimiter',
  'moving-window': 'MovingWindowRateLimiter',
  'sliding-window-counter': 'SlidingWindowCounterRateLimiter',
};
const UNITS: Readonly<Record<string, Duration>> = {
  ...NAMED_UNITS,
  month: 30 * DAY,
  year: 360 * DAY,
};
const ITEM = 'RateLimitItemPer';
const ITEMS = Object.keys(UNITS).map((unit) => `${ITEM}${capitalized(unit)}`);

export const pythonLimits: ConfigProduct = {
  id: 'python-limits',
  aliases: ['limits'],
  fileName: 'limit.py',
  language: 'python',
  sign: /\b(FixedWindow|MovingWindow|SlidingWindowCounter)\w*RateLimiter\b|\bRateLimitItemPer|\bparse(_many)?\(\s*["']\d+\s*(\/|per\b)|\b(flask_limiter|slowapi)\b|\b(default|application)_limits\s*=|\b\w*limiter\.(shared_)?limit\(\s*["']\d|@\w*limiter\.(shared_)?limit\(/,
  understands:
    'rates that are parsed from a string, or given to Flask-Limiter and SlowAPI as one, and RateLimitItem with numbers',
  timeGrid: { unit: SECOND },
  charge: 'in-order',
  print: ({ policy: { n, T }, options }) =>
    `${CLASSES[options['strategy'] as string]}(storage).hit(parse("${n} per ${secondsText(T)} second"), key)\n`,
  read(text, findings) {
    const options = strategyIn(text, findings);
    const calls = callsIn(text, 'python', ['parse', 'parse_many', 'Limiter', ...DECORATORS, ...ITEMS], findings);
    for (const call of calls) {
      if (call.name.startsWith(ITEM)) readItem(call, options, findings);
      else if (call.name === 'Limiter') readLimiter(call, options, text, findings);
      // Anything may have a limit.
      else if (!DECORATORS.includes(call.name) || /limiter$/i.test(pathOf(call.on))) {
        const rates = call.args[0] ?? call.named.get('limit_value');
        const said = stringIn(rates, 'The limit', findings);
        // What parse_many gives is hit as the code has it.
        const isStack = call.name !== 'parse_many';
        if (said !== null)
          readRates(ratesIn(said, call.line), call, isStack, { options, notes: notesOn(call), text }, findings);
        else findings.problem(call.line, `${brief(call.text)}: only a string literal is understood here.`);
      }
    }
  },
};

const DECORATORS = ['limit', 'shared_limit'];
/** The lists of `Limiter`: of each route, and of all routes together. */
const LISTS = ['default_limits', 'application_limits'];
/** Arguments of a decorator, or of `Limiter` with its prefix. */
const CONDITIONS: Readonly<Record<string, string>> = {
  exempt_when: 'exempt_when lets some requests pass without counting them; the lane counts all.',
  deduct_when: 'deduct_when decides by the response which requests count; the lane counts all.',
  per_method: 'per_method counts the requests of each method apart; the lane counts all together.',
  cost: 'cost decides how much a request counts; in the lane it is the cost of a request.',
};

function notesOn({ named }: Call, prefix = ''): readonly (string | false)[] {
  const methods = named.get('methods');
  return [
    prefix === '' && methods !== undefined && limitsOnly(`requests of ${brief(methods.text)}`),
    ...Object.keys(CONDITIONS).map((name) => {
      const value = named.get(`${prefix}${name}`)?.text ?? 'None';
      return !/^(None|False|1)$/.test(value) && `${prefix}${CONDITIONS[name]}`;
    }),
  ];
}

function readLimiter(call: Call, options: Options, source: string, findings: Findings): void {
  for (const name of LISTS) {
    const list = call.named.get(name);
    if (list === undefined) continue;
    const notes = [...notesOn(call, `${name}_`), name === 'default_limits' && countsApart('route')];
    const rates: Rate[] = [];
    const tokens = tokensOf(list.text, 'hash');
    // `["5/minute"] if debug else ["1/minute"]`
    if (tokens.some(({ kind, text }) => kind === 'name' && text === 'if')) {
      findings.problem(list.line, `${name} is ${brief(list.text)}: only a list of strings is understood.`);
      continue;
    }
    for (const { kind, text, line } of tokens) {
      const place = list.line + line - 1;
      if (kind === 'string') rates.push(...ratesIn(text, place));
      // Not the letter before a string.
      else if (kind === 'name' && text.length > 1)
        findings.problem(place, `${name} has ${brief(text)}, whose value is not known here.`);
    }
    readRates(rates, list, true, { options, notes, text: source }, findings);
  }
}

interface Rate {
  readonly line: number;
  readonly said: string;
}

/** The one rate or several of a string. */
function ratesIn(text: string, line: number): readonly Rate[] {
  return text.split(/[,;|]/).map((said) => ({ line, said }));
}

/** What is the same for all rates of a place. */
interface Rules {
  readonly options: Options;
  readonly notes: readonly (string | false)[];
  /** The whole of it. */
  readonly text: string;
}

/** Of several that the same requests pass, Flask-Limiter asks those of the shortest unit first, and SlowAPI each in its place. */
function readRates(
  rates: readonly Rate[],
  { line, to }: Place,
  isStack: boolean,
  { options, notes, text }: Rules,
  findings: Findings,
): void {
  const read = rates.flatMap((rate) => readRate(rate, findings) ?? []);
  const isOne = read.length < 2 || !isStack;
  const isSorted = !isOne && !/\bslowapi\b/.test(text);
  if (isSorted) read.sort((a, b) => a.unit - b.unit);
  for (const { n, unit, multiple, rate } of read)
    findings.limit(
      isOne ? rate.line : line,
      brief(rate.said),
      { n, T: unit * multiple, capacity: null },
      options,
      notes,
      isOne ? {} : { group: `${to}` },
    );
}

const STRATEGY = /\bstrategy\s*=\s*["']([\w-]+)["']|RATELIMIT_STRATEGY\W{1,5}["']([\w-]+)["']/i;

/** Where the text names one. Flask-Limiter and SlowAPI have the first, if it names none. */
function strategyIn(text: string, findings: Findings): Options {
  const named = Object.keys(CLASSES).filter((name) => new RegExp(`\\b${CLASSES[name]}\\s*\\(`).test(text));
  if (named.length === 1) return { strategy: named[0] as string };
  const isOverLimits = /\b(flask_limiter|slowapi)\b/.test(text);
  const match = STRATEGY.exec(text);
  const strategy = match?.[1] ?? match?.[2] ?? (isOverLimits ? 'fixed-window' : undefined);
  if (strategy === undefined || named.length > 1) return {};
  if (lookUp(CLASSES, strategy) !== undefined) return { strategy };
  const line = text.slice(0, match?.index).split('\n').length;
  findings.problem(line, `strategy is ${brief(strategy)}: a lane has ${joinWithAnd(Object.keys(CLASSES))}.`);
  return {};
}

function readRate(rate: Rate, findings: Findings) {
  const match = /^\s*(\d+)\s*(?:\/|\bper\b)\s*(\d*)\s*([a-z]+?)s?\s*$/i.exec(rate.said.replace(/\s+/g, ' '));
  const unit = lookUp(UNITS, match?.[3]?.toLowerCase() ?? '');
  if (match !== null && unit !== undefined)
    return { rate, n: Number(match[1]), unit, multiple: Number(match[2] === '' ? 1 : match[2]) };
  findings.problem(rate.line, `${brief(rate.said)} is not a rate like 10 per minute or 10/2 hours.`);
  return null;
}

function readItem(call: Call, options: Options, findings: Findings): void {
  const unit = lookUp(UNITS, call.name.slice(ITEM.length).toLowerCase()) ?? SECOND;
  const n = numberIn(call.args[0] ?? call.named.get('amount'), 'amount', call.line, findings);
  const multiples = numberIn(call.args[1] ?? call.named.get('multiples'), 'multiples', call.line, findings, 1);
  if (n !== null && multiples !== null)
    findings.limit(call.line, brief(call.text), { n, T: unit * multiples, capacity: null }, options);
}
