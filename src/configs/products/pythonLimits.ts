/** limits for Python: the text of a rate, and the strategy that hits it. */
import { DAY, SECOND, type Duration, type Options } from '../../sim/index.ts';
import type { Findings } from '../findings.ts';
import type { ConfigProduct } from '../product.ts';
import { HOUR, MINUTE, secondsText } from '../text/durations.ts';
import type { Call } from '../text/expressions.ts';
import { callsIn } from '../text/source.ts';
import { brief, numberIn } from '../values.ts';
import { lookUp } from '../text/lookUp.ts';

const CLASSES: Readonly<Record<string, string>> = {
  'fixed-window': 'FixedWindowRateLimiter',
  'moving-window': 'MovingWindowRateLimiter',
  'sliding-window-counter': 'SlidingWindowCounterRateLimiter',
};
const UNITS: Readonly<Record<string, Duration>> = {
  second: SECOND,
  minute: MINUTE,
  hour: HOUR,
  day: DAY,
  month: 30 * DAY,
  year: 360 * DAY,
};
const ITEM = 'RateLimitItemPer';
const ITEMS = Object.keys(UNITS).map((unit) => `${ITEM}${unit.charAt(0).toUpperCase()}${unit.slice(1)}`);

export const pythonLimits: ConfigProduct = {
  id: 'python-limits',
  aliases: ['limits'],
  fileName: 'limit.py',
  language: 'python',
  sign: /\b(FixedWindow|MovingWindow|SlidingWindowCounter)\w*RateLimiter\b|\bRateLimitItemPer|\bparse(_many)?\(\s*["']\d+\s*(\/|per\b)/,
  understands: 'rates that are parsed from a string, and RateLimitItem with numbers',
  timeGrid: { unit: SECOND },
  print: ({ policy: { n, T }, options }) =>
    `${CLASSES[options['strategy'] as string]}(storage).hit(parse("${n} per ${secondsText(T)} second"), key)\n`,
  read(text, findings) {
    const options = strategyIn(text);
    for (const call of callsIn(text, 'python', ['parse', 'parse_many', ...ITEMS], findings)) {
      if (call.name.startsWith(ITEM)) readItem(call, options, findings);
      else if (call.args[0]?.kind === 'string') {
        for (const part of call.args[0].value.split(/[,;|]/)) readRate(part, call, options, findings);
      } else findings.problem(call.line, `${brief(call.text)}: only a string literal is understood here.`);
    }
  },
};

/** Where the text names one. */
function strategyIn(text: string): Options {
  const named = Object.keys(CLASSES).filter((name) => new RegExp(`\\b${CLASSES[name]}\\s*\\(`).test(text));
  return named.length === 1 ? { strategy: named[0] as string } : {};
}

function readRate(part: string, { line }: Call, options: Options, findings: Findings): void {
  const match = /^\s*(\d+)\s*(?:\/|\bper\b)\s*(\d*)\s*([a-z]+?)s?\s*$/i.exec(part.replace(/\s+/g, ' '));
  const unit = lookUp(UNITS, match?.[3]?.toLowerCase() ?? '');
  if (match === null || unit === undefined)
    findings.problem(line, `${brief(part)} is not a rate like 10 per minute or 10/2 hours.`);
  else {
    const T = unit * Number(match[2] === '' ? 1 : match[2]);
    findings.limit(line, brief(part), { n: Number(match[1]), T, capacity: null }, options);
  }
}

function readItem(call: Call, options: Options, findings: Findings): void {
  const unit = lookUp(UNITS, call.name.slice(ITEM.length).toLowerCase()) ?? SECOND;
  const n = numberIn(call.args[0] ?? call.named.get('amount'), 'amount', call.line, findings);
  const multiples = numberIn(call.args[1] ?? call.named.get('multiples'), 'multiples', call.line, findings, 1);
  if (n !== null && multiples !== null)
    findings.limit(call.line, brief(call.text), { n, T: unit * multiples, capacity: null }, options);
}
