/**
 * Laravel: limits of `RateLimiter::for`, and of the middleware `throttle`. A count of admitted requests that is kept for so long
 * from the first of them on (illuminate/cache, RateLimiter.php); of several limits each is charged before the next is looked at.
 */
import { DAY, SECOND, type Duration } from '../../sim/index.ts';
import type { Findings } from '../findings.ts';
import type { ConfigReader } from '../product.ts';
import { CHOSEN, countsBy, PASSES } from '../commonNotes.ts';
import { HOUR, MINUTE } from '../text/durations.ts';
import { chainOf, pathOf, type Call, type Value } from '../text/expressions.ts';
import { tokensOf } from '../text/lexer.ts';
import { lookUp } from '../text/lookUp.ts';
import { callsIn } from '../text/source.ts';
import { brief, numberIn } from '../values.ts';

const UNITS: Readonly<Record<string, Duration>> = {
  perSecond: SECOND,
  perMinute: MINUTE,
  perMinutes: MINUTE,
  perHour: HOUR,
  perDay: DAY,
};
const AROUND = ['for', 'by', 'response', 'after', 'Limit', 'GlobalLimit'];
/** What code asks itself, with a key of its own. */
const ASKED = ['attempt', 'tooManyAttempts', 'throttle'];

export const laravel: ConfigReader = {
  id: 'quota-reset',
  name: 'Laravel',
  language: 'php',
  sign: /\bRateLimiter::(for|attempt|tooManyAttempts)\(|\bRedis::throttle\(|\bLimit::per(Second|Minute|Hour|Day)s?\(|['"]throttle:|\bThrottleRequests(WithRedis)?::class\.['"]:/,
  understands: 'Limit::perMinute and the like with numbers, and throttle:60,1',
  charge: 'in-order',
  read(text, findings) {
    const calls = callsIn(text, 'php', [...Object.keys(UNITS), ...AROUND, ...ASKED, 'none'], findings);
    const limiters = calls.filter(({ name, on }) => name === 'for' && isOf(on, 'RateLimiter'));
    for (const call of calls) {
      const { name, on, line } = call;
      // In minutes or seconds, by the release.
      if (name.endsWith('Limit')) findings.problem(line, `new ${name} is not read: Limit::perMinute and the like are.`);
      else if (name === 'none' && isOf(on, 'Limit')) findings.problem(line, `Limit::none() ${PASSES}`);
      else if (ASKED.includes(name) && (isOf(on, 'RateLimiter') || isOf(on, 'Redis')))
        findings.problem(line, `${pathOf(on)}::${name} is a limit that the code itself asks: it is not read.`);
    }
    const limits = limitsIn(calls, limiters);
    const counts = new Map<Call | undefined, number>();
    for (const { limiter } of limits) counts.set(limiter, (counts.get(limiter) ?? 0) + 1);
    const isListed = (before: LimitCall | undefined, after: LimitCall | undefined): boolean =>
      before !== undefined &&
      after !== undefined &&
      /^,\s*$/.test(text.slice(before.to, after.from).replace(COMMENT, ''));
    let group = '';
    for (const [index, limit] of limits.entries()) {
      if (!isListed(limits[index - 1], limit)) group = isListed(limit, limits[index + 1]) ? `${limit.from}` : '';
      const isChosen = group === '' && limit.limiter !== undefined && (counts.get(limit.limiter) ?? 0) > 1;
      readLimit(limit, group, isChosen, findings);
    }
    readMiddleware(text, limiters, findings);
  },
};

const COMMENT = /\/\/[^\n]*|#[^\n]*|\/\*[^]*?\*\//g;

interface LimitCall {
  readonly call: Call;
  /** With what is called on it. */
  readonly chain: readonly Call[];
  /** The `RateLimiter::for` that it stands in. */
  readonly limiter: Call | undefined;
  /** Where the chain stands. */
  readonly from: number;
  readonly to: number;
}

function limitsIn(calls: readonly Call[], limiters: readonly Call[]): readonly LimitCall[] {
  const chains = new Map<Call, readonly Call[]>();
  for (const call of calls) {
    const chain = chainOf(call);
    const [first] = chain;
    if (first !== undefined && chain.length > (chains.get(first)?.length ?? 0)) chains.set(first, chain);
  }
  return calls.flatMap((call) => {
    if (!isOf(call.on, 'Limit') || lookUp(UNITS, call.name) === undefined) return [];
    const chain = chains.get(call) ?? [call];
    const outer = chain.at(-1) ?? call;
    const from = outer.to - outer.text.length;
    const limiter = limiters.find(({ to, text }) => from < to && from >= to - text.length);
    return [{ call, chain, limiter, from, to: outer.to }];
  });
}

/** Whatever its case: names of classes have none in PHP. */
function isOf(on: Value | null, name: string): boolean {
  return pathOf(on).split('.').at(-1)?.toLowerCase() === name.toLowerCase();
}

function readLimit({ call, chain, limiter }: LimitCall, group: string, isChosen: boolean, findings: Findings): void {
  const { name, line, args, named } = call;
  const [most, time] = name === 'perMinutes' ? [args[1], args[0]] : args;
  const n = numberIn(most ?? named.get('maxAttempts'), `The limit of ${name}`, line, findings);
  const decay = time ?? [...named].find(([word]) => word.startsWith('decay'))?.[1];
  const spans = numberIn(decay, `The time of ${name}`, line, findings, 1);
  if (n === null || spans === null) return;
  const by = chain.find((one) => one.name === 'by')?.args[0];
  const isOfAll = by === undefined || by.kind === 'string';
  findings.limit(
    line,
    `${brief(call.text)}${limiter === undefined ? '' : `, of ${nameOf(limiter)}`}`,
    { n, T: spans * (lookUp(UNITS, name) ?? SECOND), capacity: null },
    {},
    [
      isChosen && CHOSEN,
      !isOfAll && !CLIENT.test(by.text) && countsBy(by.text),
      chain.some((one) => one.name === 'after') &&
        'after decides by the response which requests count; the lane counts all.',
    ],
    { key: isOfAll ? 'all' : 'each', group },
  );
}

/** `$request->user()?->id ?: $request->ip()`, also behind a word: `'day:'.$request->ip()` */
const CLIENT =
  /^(['"][^'"$]*['"]\s?\.\s?)?(\$\w+->ip\(\)|(\$\w+->user\(\)\??|optional\(\$\w+->user\(\)\))->\w+(\(\))?( (\?:|\?\?) \$\w+->ip\(\))?)$/;

function nameOf({ args: [name] }: Call): string {
  return brief(name?.kind === 'string' ? name.value : (name?.text ?? ''));
}

/** A list of middleware is no longer than that. */
const FARTHEST = 300;
const MIDDLEWARE = /^throttle:(.*)$/;

/** `throttle:60,1`: the limit, perhaps another for those who are logged in, and minutes. */
function readMiddleware(text: string, limiters: readonly Call[], findings: Findings): void {
  const names = new Set(limiters.map(nameOf));
  const tokens = tokensOf(text, 'both');
  for (const [index, { kind, text: word, line, from }] of tokens.entries()) {
    if (kind !== 'string') continue;
    const isOfClass =
      word.startsWith(':') &&
      tokens[index - 2]?.text === 'class' &&
      tokens[index - 4]?.text.startsWith('ThrottleRequests');
    const own = isOfClass ? word.slice(1) : MIDDLEWARE.exec(word)?.[1];
    if (own === undefined) continue;
    // It may go on in code.
    const said = tokens[index + 1]?.text === '.' && tokens[index + 2]?.line === line ? `${own}…` : own;
    // Its routes do without the limit.
    if (/\bwithoutMiddleware\([^)]*$/.test(text.slice(Math.max(0, from - FARTHEST), from))) continue;
    // A third part is the prefix of its keys.
    const [, guests, users, minutes = '1'] = /^(\d+)(?:\|(\d+))?(?:, *(\d+(?:\.\d+)?)(?:,.*)?)?$/.exec(said) ?? [];
    if (names.has(said.replace(/,.*/, ''))) continue;
    if (guests === undefined)
      findings.problem(
        line,
        `throttle:${brief(said)} ${
          said.endsWith('…')
            ? 'goes on in code, which is not read.'
            : 'is the name of a limiter that is not in this text: paste its RateLimiter::for, too.'
        }`,
      );
    else
      for (const count of users === undefined ? [guests] : [guests, users])
        findings.limit(
          line,
          `throttle:${brief(said)}`,
          { n: Number(count), T: Math.round(Number(minutes) * MINUTE), capacity: null },
          {},
          [
            users !== undefined &&
              `It is the limit of clients who are ${count === guests ? 'not ' : ''}logged in; the lane limits all.`,
            said === guests && `Where RateLimiter::for('${said}') is defined, that limit is in force instead.`,
          ],
        );
  }
}
