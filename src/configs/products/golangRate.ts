/** golang.org/x/time/rate: `rate.NewLimiter`, and the method that is called on it. */
import { SECOND, microsFromSeconds, secondsFromMicros, type Duration, type Options } from '../../sim/index.ts';
import type { Findings } from '../findings.ts';
import type { ConfigProduct } from '../product.ts';
import { sharedObject } from '../shared.ts';
import { noPolicyText, policyOfDoubleRate, policyOfFraction, policyOfRate, type RatePolicy } from '../rates.ts';
import { numberOf, pathOf, type Call } from '../text/expressions.ts';
import { callsIn } from '../text/source.ts';
import { secondsText, wholeMicros } from '../text/durations.ts';
import { brief, durationOf, numberIn } from '../values.ts';
import { goDuration } from './goDuration.ts';
import { MIDDLEWARE_SIGN, readGoMiddleware } from './goMiddleware.ts';

/** A function of the text’s own that makes limiters, where it is called: `NewIPRateLimiter(rate.Every(time.Second), 5)`. */
const OWN_CONSTRUCTOR = /\b([Nn]ew\w{1,60})\s{0,9}\(\s{0,99}rate\.(?:Every|Limit)\s{0,9}\(/;

export const golangRate: ConfigProduct = {
  id: 'golang-rate',
  aliases: ['golang', 'go'],
  fileName: 'limit.go',
  language: 'go',
  sign: new RegExp(`\\brate\\.(NewLimiter|Every)\\s*\\(|${OWN_CONSTRUCTOR.source}|${MIDDLEWARE_SIGN.source}`),
  understands: 'calls of rate.NewLimiter with numbers, and of the memory store of Echo and tollbooth over it',
  shared: sharedObject('one limiter'),
  print({ policy: { n, T, capacity }, options }) {
    const limiter = `limiter := rate.NewLimiter(rate.Limit(${n}.0/${secondsText(T)}), ${capacity})\n`;
    if (options['mode'] !== 'wait') return `${limiter}limiter.Allow()\n`;
    if (options['maxWait'] === 'none') return `${limiter}limiter.Wait(ctx)\n`;
    const longest = goDuration(microsFromSeconds(options['maxWait'] as number));
    return `${limiter}ctx, cancel := context.WithTimeout(ctx, ${longest})\ndefer cancel()\nlimiter.Wait(ctx)\n`;
  },
  read(text, findings) {
    const hasMiddleware = MIDDLEWARE_SIGN.test(text);
    if (hasMiddleware) readGoMiddleware(text, findings);
    const options = modeIn(text, findings);
    const constructors = [...text.matchAll(new RegExp(OWN_CONSTRUCTOR, 'g'))].map(([, name = '']) => name);
    for (const call of callsIn(text, 'go', ['NewLimiter', 'SetLimit', 'SetBurst', ...constructors], findings)) {
      const isSetter = call.name === 'SetLimit' || call.name === 'SetBurst';
      // Those of tollbooth are read.
      if (isSetter && !hasMiddleware)
        findings.problem(call.line, `${brief(call.text)} changes a limit later, which is not part of the lane.`);
      if (isSetter || !(makesLimiter(call) || takesRate(call))) continue;
      const policy = policyOf(call, findings);
      const capacity = numberIn(call.args[1], 'The burst', call.line, findings);
      if (policy !== null && capacity !== null)
        findings.limit(call.line, brief(call.text), { ...policy, capacity }, options);
    }
  },
};

const makesLimiter = ({ name, on }: Call): boolean => name === 'NewLimiter' && pathOf(on) === 'rate';

/** Echo’s memory store has a rate alone, and is read as such. */
function takesRate({ args: [limit, burst] }: Call): boolean {
  return limit?.kind === 'call' && pathOf(limit.on) === 'rate' && burst !== undefined;
}

/** Allow or Wait, and the deadline, where the text says it of all limiters alike. */
function modeIn(text: string, findings: Findings): Options {
  const waits = /\.WaitN?\s*\(/.test(text);
  if (waits === /\.AllowN?\s*\(/.test(text)) return {};
  if (!waits) return { mode: 'allow' };
  const written = /\.Wait\(ctx with (\d+(?:\.\d+)?)\)/.exec(text)?.[1];
  if (written !== undefined) return { mode: 'wait', maxWait: Number(written) };
  const timeouts = callsIn(text, 'go', ['WithTimeout'], findings);
  const [timeout] = timeouts;
  if (timeout === undefined) return { mode: 'wait', maxWait: 'none' };
  const longest = durationOf(timeout.args[1], null);
  if (longest === null || timeouts.length > 1) {
    findings.problem(timeout.line, 'The deadline of Wait is not clear: the lane keeps its longest wait.');
    return { mode: 'wait' };
  }
  return { mode: 'wait', maxWait: secondsFromMicros(Math.round(longest)) };
}

/** One permit in each interval, microseconds: perhaps a fraction of one. */
function policyOfInterval(interval: number, keepT: Duration | undefined): RatePolicy | null {
  return Number.isInteger(interval)
    ? policyOfFraction(1, interval, keepT, SECOND)
    : policyOfRate(1 / interval, (n, T) => n * interval === T, keepT);
}

function policyOf(call: Call, findings: Findings): RatePolicy | null {
  const [limit] = call.args;
  const inner = limit?.kind === 'call' && pathOf(limit.on) === 'rate' ? limit : null;
  if (inner?.name === 'Every') {
    const interval = durationOf(inner.args[0], null);
    if (interval !== null) return said(policyOfInterval(interval, findings.keepT));
  }
  const value = inner?.name === 'Limit' ? inner.args[0] : inner === null ? limit : undefined;
  if (value?.kind === 'binary' && value.operator === '/' && !value.isWhole) {
    const n = numberOf(value.left);
    const seconds = numberOf(value.right);
    const T = seconds === null ? null : wholeMicros(seconds * SECOND);
    if (n !== null && Number.isInteger(n) && T !== null) return { n, T };
  }
  const rate = numberOf(value);
  if (rate !== null) return said(policyOfDoubleRate(rate, findings.keepT), rate === 0 ? ', which is 0' : '');
  findings.problem(
    limit?.line ?? call.line,
    `The limit is ${brief(limit?.text ?? 'missing')}: only rate.Limit and rate.Every of numbers are understood.`,
  );
  return null;

  function said(policy: RatePolicy | null, what = ''): RatePolicy | null {
    if (policy === null) findings.problem(call.line, noPolicyText(`The limit is ${brief(limit?.text ?? '')}${what}`));
    return policy;
  }
}
