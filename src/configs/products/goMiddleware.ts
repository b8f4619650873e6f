/** Middleware in Go that keeps a limiter of golang.org/x/time/rate for each client: Echo’s memory store, and tollbooth. */
import type { Findings } from '../findings.ts';
import { noPolicyText, policyOfDoubleRate } from '../rates.ts';
import { chainOf, numberOf, pathOf, type Call, type Value } from '../text/expressions.ts';
import { callsIn, variableOf } from '../text/source.ts';
import { brief, numberIn } from '../values.ts';

export const MIDDLEWARE_SIGN = /\bNewRateLimiterMemoryStore|\btollbooth\.NewLimiter\s{0,9}\(/;

export function readGoMiddleware(text: string, findings: Findings): void {
  const names = ['NewRateLimiterMemoryStore', 'RateLimiterMemoryStoreConfig', 'NewLimiter', 'SetMax', 'SetBurst'];
  const calls = callsIn(text, 'go', names, findings);
  for (const call of calls) {
    const { name, named, args } = call;
    if (name === 'NewLimiter' && pathOf(call.on) === 'tollbooth') {
      const set = (setter: string) => calls.findLast((one) => one.name === setter && isOn(one, call, text))?.args[0];
      // The burst that it has by itself is of the rate that it is made with.
      add(call, set('SetMax') ?? args[0], set('SetBurst'), (rate) => Math.trunc(numberOf(args[0]) ?? rate), findings);
    } else if (name === 'NewRateLimiterMemoryStore') add(call, args[0], undefined, Math.ceil, findings);
    else if (name === 'RateLimiterMemoryStoreConfig')
      add(call, named.get('Rate'), named.get('Burst'), Math.ceil, findings);
  }
}

/** Whether a method is called on what that call made: in its chain, or by the name that it got. */
function isOn(method: Call, made: Call, text: string): boolean {
  const [first = method] = chainOf(method);
  return first === made || (method.to > made.to && pathOf(first.on) === (variableOf(made, text) ?? made));
}

/** `rate.Limit(20)` is the number itself. */
function unwrapped(rate: Value | undefined): Value | undefined {
  return rate?.kind === 'call' && rate.name === 'Limit' && pathOf(rate.on) === 'rate' ? rate.args[0] : rate;
}

/** @param whole what makes a burst of the rate, where none is said */
function add(
  call: Call,
  rate: Value | undefined,
  burst: Value | undefined,
  whole: (rate: number) => number,
  findings: Findings,
): void {
  const perSecond = numberIn(unwrapped(rate), 'The rate', call.line, findings);
  if (perSecond === null) return;
  const capacity = numberIn(burst, 'Burst', call.line, findings, Math.max(1, whole(perSecond)));
  if (capacity === null) return;
  const policy = policyOfDoubleRate(perSecond, findings.keepT);
  if (policy === null) findings.problem(call.line, noPolicyText(brief(call.text)));
  else
    findings.limit(
      call.line,
      brief(call.text),
      { ...policy, capacity },
      { mode: 'allow' },
      [burst === undefined && `The burst is left out: it is ${capacity}.`],
      { key: 'each' },
    );
}
