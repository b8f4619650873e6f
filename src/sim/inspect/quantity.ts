/** The quantities that lessons ask for: numbers of a finished run. Seconds, permits and shares; null where there is none. */
import { keyOrBusiest } from '../arrivals.ts';
import { stateBytes } from '../limiters/limiter.ts';
import { measureLane } from '../metrics/measures.ts';
import { partFigures } from '../metrics/partFigures.ts';
import { requestLabelsOf } from '../metrics/requestLabels.ts';
import { restrict } from '../metrics/restrict.ts';
import { isScheme, type LaneRun, type LimiterRun } from '../run/laneRun.ts';
import type { Condition, Quantity } from '../scenario/lesson.ts';
import { microsFromSeconds, NEVER, secondsFromMicros } from '../time.ts';
import { Replay } from './replay.ts';
import type { ScenarioSession } from './scenarioSession.ts';

/** In slices. Null as well for a lane or request that is not there, and for `level` and `windowCount` without an instant. */
function* quantityOf(session: ScenarioSession, quantity: Quantity): Generator<undefined, number | null> {
  const { run } = session;
  const lane = run.lanes.find(({ plan }) => plan.laneIndex === quantity.lane);
  if (lane === undefined) return null;
  switch (quantity.of) {
    case 'level':
    case 'windowCount':
      return momentFigure(session, quantity, quantity.of === 'level' ? 'level' : 'count');
    case 'retryAfter':
      return yield* retryAfterOf(session, lane, quantity);
    case 'bytesPerKey':
      return isScheme(lane) ? null : yield* mostBytes(lane as LimiterRun, quantity.key ?? null);
    default:
  }
  const { from, to, phase, key } = quantity;
  const labels = requestLabelsOf(
    lane.arrivals,
    run.plan.scenario.traffic.map((entry) => ('label' in entry ? entry.label : undefined)),
  );
  yield;
  const part = restrict(lane, labels, {
    ...(from === undefined ? {} : { from: microsFromSeconds(from) }),
    ...(to === undefined ? {} : { to: microsFromSeconds(to) }),
    ...(phase === undefined ? {} : { entry: phase }),
    ...(key === undefined ? {} : { key }),
  });
  yield;
  const { T } = lane.plan.policy;
  const { of } = quantity;
  if (of in partFigures) return partFigures[of as keyof typeof partFigures](part, T);
  const measure = of as Exclude<typeof of, keyof typeof partFigures>;
  return (yield* measureLane(part, [measure], { T, labels: part.labels }))[measure] ?? null;
}

function momentFigure(session: ScenarioSession, { lane, at, key }: Quantity, figure: 'level' | 'count'): number | null {
  return at === undefined ? null : (session.snapshot(microsFromSeconds(at), null, key ?? null)[lane]?.[figure] ?? null);
}

function* retryAfterOf(
  session: ScenarioSession,
  { arrivals }: LaneRun,
  { lane, request }: Quantity,
): Generator<undefined, number | null> {
  if (request === undefined || request >= arrivals.count) return null;
  const { retryAfter } = yield* session.why(lane, request);
  return retryAfter === null || retryAfter === NEVER ? null : secondsFromMicros(retryAfter);
}

/** Requests per slice: a few milliseconds. */
const SLICE = 1 << 14;

/** The most that the state of a key takes at any time of the run, the busiest key without a name. */
function* mostBytes(lane: LimiterRun, name: string | null): Generator<undefined, number> {
  const replay = new Replay(lane, keyOrBusiest(lane.arrivals, name));
  const { state, decideNext } = replay.walkFrom(0);
  let most = stateBytes(state);
  for (let position = 0; position < replay.count; position++) {
    decideNext();
    most = Math.max(most, stateBytes(state));
    if (position % SLICE === SLICE - 1) yield;
  }
  return most;
}

/** The values of several quantities, one run. */
export function* quantitiesOf(
  session: ScenarioSession,
  quantities: readonly Quantity[],
): Generator<undefined, readonly (number | null)[]> {
  const values: (number | null)[] = [];
  for (const quantity of quantities) {
    values.push(yield* quantityOf(session, quantity));
    yield;
  }
  return values;
}

/** Whether conditions hold: of each, the value of its quantity, that of what it is compared with, and whether it holds. */
export interface ConditionResult {
  readonly holds: boolean;
  readonly value: number | null;
  readonly than: number | null;
}

export function* conditionResults(
  session: ScenarioSession,
  conditions: readonly Condition[],
): Generator<undefined, readonly ConditionResult[]> {
  const results: ConditionResult[] = [];
  for (const { quantity, at, value: bound } of conditions) {
    const value = yield* quantityOf(session, quantity);
    const than = typeof bound === 'number' ? bound : yield* quantityOf(session, bound);
    results.push({ value, than, holds: value !== null && than !== null && compares(value, at, than) });
  }
  return results;
}

/** Levels and means are quotients, whose last bits say nothing. */
const ROUNDING = 1e-9;

function compares(value: number, at: Condition['at'], than: number): boolean {
  const slack = ROUNDING * Math.max(1, Math.abs(than));
  switch (at) {
    case 'most':
      return value <= than + slack;
    case 'least':
      return value >= than - slack;
    case 'exactly':
      return value === than || Math.abs(value - than) <= slack;
  }
}
