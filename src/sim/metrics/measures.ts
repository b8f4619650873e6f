/**
 * Measures: the figures of a lane that goals are made of, each one number. Shares are from 0 to 1, times in seconds, peaks in
 * permits. A measure without a population (no request, none of that label, none admitted) is null, never 0.
 */
import type { Measure } from '../scenario/goals.ts';
import { keyAt, keyIndexOf, type Arrivals } from '../arrivals.ts';
import { NEVER, SECOND, secondsFromMicros, type Duration } from '../time.ts';
import { isDenied } from '../verdict.ts';
import { peakInWindow } from './peak.ts';
import { longestSpells, refusalsByKey, refusalTimes } from './refusals.ts';
import { BAD, GOOD, type RequestLabels } from './requestLabels.ts';
import { peakOverKeys } from './summary.ts';
import { admissionsOf, admittedWaits, durationFigures, type LaneTrace } from './trace.ts';

/** The values of the measures that were asked for. `badTime` is `Infinity` where a bad client is never refused. */
export type Figures = { readonly [M in Measure]?: number | null };

/** What a lane is measured with. */
export interface MeasuringContext {
  /** The lane's own window. */
  readonly T: Duration;
  /** Null where no traffic has a label. */
  readonly labels: RequestLabels | null;
}

/** In slices, a measure or a few thousand keys each. */
export function* measureLane(
  trace: LaneTrace,
  measures: readonly Measure[],
  context: MeasuringContext,
): Generator<undefined, Figures> {
  const figures: { [M in Measure]?: number | null } = {};
  for (const measure of measures) {
    figures[measure] = yield* measureOne(trace, measure, context);
    yield;
  }
  return figures;
}

function* measureOne(
  trace: LaneTrace,
  measure: Measure,
  { T, labels }: MeasuringContext,
): Generator<undefined, number | null> {
  const { arrivals } = trace;
  if (arrivals.count === 0) return null;
  switch (measure) {
    case 'refused':
      return countRefused(trace) / arrivals.count;
    case 'clientsRefused':
      return countClientsRefused(trace) / countClients(arrivals);
    case 'goodRefused':
      return labels && shareOfLabel(trace, labels, GOOD, 1);
    case 'badAdmitted':
      return labels && shareOfLabel(trace, labels, BAD, 0);
    case 'peak':
      return (yield* peakOverKeys(trace, T))?.permits ?? 0;
    case 'peakSecond':
      return peakInWindow(admissionsOf(trace, null), SECOND)?.permits ?? 0;
    case 'waitP99':
      return waitFigure(trace, 'p99');
    case 'waitMax':
      return waitFigure(trace, 'max');
    case 'longestSpell':
      return secondsFromMicros(longestSpells(trace).reduce((most, spell) => Math.max(most, spell), 0));
    case 'badTime':
      return labels && longestBadTime(trace, labels);
  }
}

function countRefused(trace: LaneTrace): number {
  return refusalsByKey(trace).reduce((sum, refused) => sum + refused, 0);
}

/** Clients that send at least one request. */
function countClients(arrivals: Arrivals): number {
  if (arrivals.key === null) return 1;
  const { start } = keyIndexOf(arrivals);
  let clients = 0;
  for (let key = 0; key < arrivals.keys.length; key++) clients += Number(start[key + 1]! > start[key]!);
  return clients;
}

function countClientsRefused(trace: LaneTrace): number {
  return refusalsByKey(trace).reduce((clients, refused) => clients + Number(refused > 0), 0);
}

/** Of the requests with that label, the share that was refused (1) or admitted (0). */
function shareOfLabel(
  { arrivals: { count }, verdicts }: LaneTrace,
  labels: RequestLabels,
  label: number,
  refused: 0 | 1,
) {
  let [requests, counted] = [0, 0];
  for (let i = 0; i < count; i++) {
    const isOfLabel = Number(labels[i] === label);
    requests += isOfLabel;
    counted += isOfLabel & Number(Number(isDenied(verdicts[i] as number)) === refused);
  }
  return requests === 0 ? null : counted / requests;
}

/** By the nearest rank, over admitted requests; those not delayed count as 0. */
function waitFigure(trace: LaneTrace, figure: 'p99' | 'max'): number | null {
  if (trace.waits === null) return countRefused(trace) === trace.arrivals.count ? null : 0;
  const waits = admittedWaits(trace);
  return waits.length === 0 ? null : secondsFromMicros(durationFigures(waits)[figure]);
}

/**
 * The longest time from a bad client's first request to its first refusal; a client with at least one bad request is bad.
 */
function longestBadTime(trace: LaneTrace, labels: RequestLabels): number | null {
  const { arrivals } = trace;
  const isBad = new Uint8Array(Math.max(1, arrivals.keys.length));
  for (let i = 0; i < arrivals.count; i++) isBad[keyAt(arrivals, i)]! |= Number(labels[i] === BAD);
  if (!isBad.includes(1)) return null;
  const { firstRequest, firstRefusal } = refusalTimes(trace);
  let longest = 0;
  for (let key = 0; key < isBad.length; key++) {
    if (isBad[key] === 1) longest = Math.max(longest, (firstRefusal[key] as number) - (firstRequest[key] as number));
  }
  return longest === NEVER ? NEVER : secondsFromMicros(longest);
}
