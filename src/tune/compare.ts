/** The goals for every lane, side by side, and the cheapest limiter that meets them. */
import { busyKeyBytes } from '../sim/engine.ts';
import { limiterById, secondsFromMicros, resolvePolicy, type Edition, type Goal, type Measure } from '../sim/index.ts';
import { measuresOf, meets, rangeOver, type FigureRange } from './goals.ts';
import { coarsestStamps, decidingTime, isFigureIdentifiable } from './identifiable.ts';
import type { Tuner } from './tuner.ts';

export interface GoalsQuery {
  /** By lane of the scenario; null for all. */
  readonly lanes: readonly number[] | null;
  readonly goals: readonly Goal[];
  /** Further measures to report. */
  readonly measures: readonly Measure[];
}

export interface GoalsAnswer {
  readonly lanes: readonly LaneGoals[];
  /** Of the lanes that meet all goals, the one with the fewest bytes a key, the first of equals; null if none does. */
  readonly cheapest: number | null;
}

export interface LaneGoals {
  /** By lane of the scenario. */
  readonly lane: number;
  /** The lane's window, in seconds, for the sentences of goals. */
  readonly T: number;
  /** By goal, whether it is met under every reading; empty if the lane cannot run. */
  readonly met: readonly boolean[];
  readonly figures: { readonly [M in Measure]?: FigureRange | null };
  /** The measures that the log's stamps are too coarse for. */
  readonly unidentifiable: readonly Measure[];
  /** Bytes kept for one busy key, as the picker has them; null where several processes decide. */
  readonly bytes: number | null;
  /** Why the lane cannot run; null if it can. */
  readonly error: string | null;
}

export function* goalsOf(tuner: Tuner, { lanes, goals, measures }: GoalsQuery): Generator<undefined, GoalsAnswer> {
  const { scenario } = tuner.plans[0] as Tuner['plans'][number];
  const wanted = [...new Set([...measuresOf(goals), ...measures])];
  const resolution = coarsestStamps(scenario);
  const answers: LaneGoals[] = [];
  for (const lane of lanes ?? scenario.lanes.keys()) {
    const measured = yield* tuner.measure(lane, {}, wanted);
    const { limiter, edition } = tuner.lane(lane);
    const common = { lane, T: secondsFromMicros(resolvePolicy(scenario, lane).T), bytes: bytesOf(limiter, edition) };
    if ('error' in measured) {
      answers.push({ ...common, met: [], figures: {}, unidentifiable: [], error: measured.error });
      continue;
    }
    const time = decidingTime(scenario, tuner.lane(lane));
    answers.push({
      ...common,
      met: goals.map((goal) => measured.every((figures) => meets(goal, figures))),
      figures: Object.fromEntries(wanted.map((measure) => [measure, rangeOver(measured, measure)])),
      unidentifiable: wanted.filter((measure) => !isFigureIdentifiable(measure, time, resolution)),
      error: null,
    });
  }
  const good = answers.filter(({ met, error }) => error === null && met.every(Boolean));
  const cost = ({ bytes }: LaneGoals): number => bytes ?? Infinity;
  const cheapest = goals.length === 0 ? undefined : good.sort((a, b) => cost(a) - cost(b))[0];
  return { lanes: answers, cheapest: cheapest?.lane ?? null };
}

function bytesOf(id: string, edition: Edition): number | null {
  const limiter = limiterById(id);
  return limiter === undefined ? null : busyKeyBytes(limiter, edition);
}
