/** tower_governor and actix-governor: a builder whose quota a limiter of governor has, one for each client’s address. */
import { SECOND } from '../../sim/index.ts';
import type { Findings } from '../findings.ts';
import type { RatePolicy } from '../rates.ts';
import { chainOf, numberOf, pathOf, type Call } from '../text/expressions.ts';
import { lookUp } from '../text/lookUp.ts';
import { callsIn } from '../text/source.ts';
import { brief, checkNames, durationOf } from '../values.ts';
import { limitsOnly } from '../commonNotes.ts';

export const BUILDER_SIGN = /\bGovernorConfigBuilder\b/;
/** In nanoseconds. */
const INTERVALS: Readonly<Record<string, number>> = {
  per_second: 1e9,
  per_millisecond: 1e6,
  per_nanosecond: 1,
  seconds_per_request: 1e9,
  milliseconds_per_request: 1e6,
  nanoseconds_per_request: 1,
};
/** Of which so many requests are, in nanoseconds. */
const SPANS: Readonly<Record<string, number>> = {
  requests_per_second: 1e9,
  requests_per_minute: 60e9,
  requests_per_hour: 3_600e9,
};
const READ = ['period', 'per_second', 'burst_size'];
const OTHERS = /^(default|finish|methods|keyextractor|useheaders|errorhandler)$/;
const DEFAULT_INTERVAL = 5e8;
const DEFAULT_BURST = 8;
const NANOS_A_SECOND = 1e9;

/** @param policyOf of an interval in nanoseconds; null where no lane has it, which is then said */
export function readBuilders(
  text: string,
  policyOf: (nanos: number, call: Call) => RatePolicy | null,
  findings: Findings,
): void {
  for (const call of callsIn(text, 'rust', ['finish'], findings)) {
    const chain = chainOf(call);
    const isBuilders = /(^|\.)GovernorConfigBuilder$/.test(pathOf(chain[0]?.on ?? null));
    // What is built once is no builder any more.
    if (!isBuilders || chain.find(({ name }) => name === 'finish') !== call) continue;
    const settings = new Map(chain.map((part) => [part.name.replace(/^const_/, ''), part]));
    const unread = [...settings].filter(([name]) => !saysInterval(name));
    checkNames(unread, 'GovernorConfigBuilder', READ, OTHERS, findings);
    const nanos = intervalOf(settings);
    const burst = settings.get('burst_size');
    const capacity = burst === undefined ? DEFAULT_BURST : numberOf(burst.args[0]);
    if (nanos === null || capacity === null) {
      findings.problem(call.line, `${brief(call.text)}: only number literals are understood.`);
      continue;
    }
    const policy = policyOf(nanos, call);
    const methods = settings.get('methods')?.args[0];
    const extractor = settings.get('key_extractor')?.args[0]?.text ?? '';
    if (policy !== null)
      findings.limit(
        call.line,
        brief(call.text),
        { ...policy, capacity },
        {},
        [
          settings.has('per_second') &&
            nanos !== NANOS_A_SECOND &&
            `per_second is the interval of one request: one every ${nanos / NANOS_A_SECOND} s.`,
          methods !== undefined && limitsOnly(`requests of ${brief(methods.text)}`),
          burst === undefined && `burst_size is left out: it is ${DEFAULT_BURST}.`,
        ],
        { key: extractor.startsWith('GlobalKeyExtractor') ? 'all' : 'each' },
      );
  }
}

function saysInterval(name: string): boolean {
  return name === 'period' || lookUp(INTERVALS, name) !== undefined || lookUp(SPANS, name) !== undefined;
}

/** Of the last setting that says it; in nanoseconds, null where it is no number. */
function intervalOf(settings: ReadonlyMap<string, Call>): number | null {
  const [name, call] = [...settings].findLast(([key]) => saysInterval(key)) ?? [];
  if (name === undefined || call === undefined) return DEFAULT_INTERVAL;
  const span = lookUp(SPANS, name);
  const count = numberOf(call.args[0]);
  if (span !== undefined) return count === null ? null : Math.floor(span / count);
  const unit = lookUp(INTERVALS, name);
  const amount = unit === undefined ? durationOf(call.args[0], null) : count;
  return amount === null ? null : Math.round(amount * (unit ?? NANOS_A_SECOND / SECOND));
}
