/** The phase that Add phase adds: where it can be seen at once, and beside those that are there. */
import {
  niceStep,
  secondsFromMicros,
  type Duration,
  type Instant,
  type Scenario,
  type TimeSpan,
  type TrafficEntry,
} from '../sim/index.ts';
import { firstKey, unusedStream } from './scenarioEdits.ts';
import { phaseSpan, runEnd } from './trafficEdits.ts';

/** A phase is placed in no part of the visible range that is narrower than this share of it. */
const MIN_SHARE = 0.1;
/** Its ends are readable figures: multiples of about this share of the visible range. */
const STEP_SHARE = 1 / 100;

/**
 * A steady phase at the policy's rate n / T, for the first phase's key, over the middle half of the widest part of the
 * visible range that the fewest phases take.
 */
export function newPhase(scenario: Scenario, range: TimeSpan): TrafficEntry {
  const { n, T } = scenario.policy;
  const end = runEnd(scenario);
  const taken = scenario.traffic.flatMap((entry) => (entry.kind === 'times' ? [] : (phaseSpan(entry, end) ?? [])));
  const step = Math.max(1, niceStep((range.to - range.from) * STEP_SHARE));
  const { from, to } = middleHalf(leastTaken(taken, range), step);
  return {
    kind: 'steady',
    from: secondsFromMicros(from),
    to: secondsFromMicros(to),
    rate: Math.max(0.000001, Math.round((n / T) * 1e6) / 1e6),
    key: firstKey(scenario),
    cost: 1,
    stream: unusedStream(scenario),
  };
}

function middleHalf({ from, to }: TimeSpan, step: Duration): TimeSpan {
  const quarter = (to - from) / 4;
  const rounded = (at: Instant): Instant => Math.round(at / step) * step;
  const start = rounded(from + quarter);
  return { from: start, to: Math.max(start + step, rounded(to - quarter)) };
}

/** The widest part of the range that as few spans as possible take. */
function leastTaken(spans: readonly TimeSpan[], range: TimeSpan): TimeSpan {
  const inside = spans.flatMap(({ from, to }) => [from, to]).filter((at) => at > range.from && at < range.to);
  const cuts = [range.from, ...inside.sort((a, b) => a - b), range.to];
  const parts: (TimeSpan & { readonly count: number })[] = [];
  for (const [index, to] of cuts.entries()) {
    const from = cuts[index - 1];
    if (from === undefined || from === to) continue;
    const count = spans.filter((span) => span.from < to && span.to > from).length;
    const last = parts.at(-1);
    if (last?.count === count) parts[parts.length - 1] = { ...last, to };
    else parts.push({ from, to, count });
  }
  const lengthOf = ({ from, to }: TimeSpan): Duration => to - from;
  const wide = parts.filter((part) => lengthOf(part) >= MIN_SHARE * lengthOf(range));
  return wide.sort((a, b) => a.count - b.count || lengthOf(b) - lengthOf(a))[0] ?? range;
}
