/** Middleware in Go that keeps a limiter of golang.org/x/time/rate for each client: Echo’s memory store, and tollbooth. */
import type { Findings } from '../findings.ts';
import { noPolicyText, policyOfDoubleRate } from '../rates.ts';
import { pathOf, type Call, type Value } from '../text/expressions.ts';
import { callsIn } from '../text/source.ts';
import { brief, numberIn } from '../values.ts';

export const MIDDLEWARE_SIGN = /\bNewRateLimiterMemoryStore|\btollbooth\.NewLimiter\s{0,9}\(/;

export function readGoMiddleware(text: string, findings: Findings): void {
  const names = ['NewRateLimiterMemoryStore', 'RateLimiterMemoryStoreConfig', 'NewLimiter'];
  for (const call of callsIn(text, 'go', names, findings)) {
    const { name, named, args } = call;
    if (name === 'NewLimiter' && pathOf(call.on) === 'tollbooth') add(call, args[0], undefined, Math.trunc, findings);
    else if (name === 'NewRateLimiterMemoryStore') add(call, args[0], undefined, Math.ceil, findings);
    else if (name === 'RateLimiterMemoryStoreConfig')
      add(call, named.get('Rate'), named.get('Burst'), Math.ceil, findings);
  }
}

/** @param whole what makes a burst of the rate, where none is said */
function add(
  call: Call,
  rate: Value | undefined,
  burst: Value | undefined,
  whole: (rate: number) => number,
  findings: Findings,
): void {
  const perSecond = numberIn(rate, 'The rate', call.line, findings);
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
