/**
 * The questions about many runs of a scenario, and their answers as plain data. Long answers come in slices, so that a newer
 * question can cancel them; what was measured for one is remembered for the next.
 */
import type { Plan } from '../sim/engine.ts';
import type { Goal } from '../sim/index.ts';
import { axisFrom, type AxisRange } from './axis.ts';
import { busiestOf, type Busiest, type BusiestQuery } from './busiest.ts';
import { ClientTable, type Clients, type ClientsQuery } from './clients.ts';
import { goalsOf, type GoalsAnswer, type GoalsQuery } from './compare.ts';
import { frontierOf, type Frontier, type FrontierQuery } from './frontier.ts';
import { measuresOf } from './goals.ts';
import { mapCells, type MapCells, type MapQuery } from './map.ts';
import { trendOf } from './monotone.ts';
import { seek, type SeekResult } from './seek.ts';
import { Tuner } from './tuner.ts';
import { worstOf, type Worst, type WorstQuery } from './worst.ts';

export interface SeekQuery {
  readonly lane: number;
  readonly axis: AxisRange;
  readonly end: 'least' | 'greatest';
  readonly goals: readonly Goal[];
}

/** The parameters and the result of each kind of question. Lanes are numbered as in the scenario. */
export interface TuneQuestions {
  clients: { params: ClientsQuery; result: Clients };
  busiest: { params: BusiestQuery; result: Busiest };
  frontier: { params: FrontierQuery; result: Frontier };
  map: { params: MapQuery; result: MapCells };
  goals: { params: GoalsQuery; result: GoalsAnswer };
  seek: { params: SeekQuery; result: SeekResult };
  worst: { params: WorstQuery; result: Worst };
}
export type TuneQuestionKind = keyof TuneQuestions;

export interface TuneSession {
  /** What was measured, for the next session. */
  readonly tuner: Tuner;
  answer<K extends TuneQuestionKind>(
    query: { readonly kind: K } & TuneQuestions[K]['params'],
  ): Generator<undefined, TuneQuestions[K]['result']>;
}

/**
 * @param plans of the scenario under each reading of its log (`allReadings`), its own first
 * @param former about an earlier scenario: what was measured for it is taken over as far as it holds
 */
export function openTuning(plans: readonly [Plan, ...Plan[]], former: TuneSession | null = null): TuneSession {
  const [plan, ...otherReadings] = plans;
  const arrivals = [plan.arrivals, ...otherReadings.map((each) => each.arrivals)] as const;
  const tuner = new Tuner(plans, former?.tuner ?? null);
  const clients = new ClientTable(tuner);
  const answers: {
    readonly [K in TuneQuestionKind]: (
      query: TuneQuestions[K]['params'],
    ) => Generator<undefined, TuneQuestions[K]['result']>;
  } = {
    clients: (query) => clients.rows(query),
    busiest: (query) => busiestOf(plans, query),
    frontier: (query) => frontierOf(arrivals, query),
    map: (query) => mapCells(tuner, query),
    goals: (query) => goalsOf(tuner, query),
    seek: (query) => seekHere(tuner, query),
    worst: (query) => worstOf(plan, query),
  };
  return { tuner, answer: (query) => answers[query.kind](query) };
}

/** A search whose values are measured one after another. */
function* seekHere(tuner: Tuner, { lane, axis, end, goals }: SeekQuery): Generator<undefined, SeekResult> {
  const plan = tuner.plans[0] as Plan;
  const measures = measuresOf(goals);
  const trends = goals.map(({ measure }) => trendOf(plan, tuner.lane(lane), axis.parameter, measure));
  const search = seek({ axis: axisFrom(axis), end, goals, trends, batch: 1 });
  let step = search.next();
  while (step.done !== true) {
    const measured = [];
    for (const value of step.value) measured.push(yield* tuner.measure(lane, { [axis.parameter]: value }, measures));
    step = search.next(measured);
  }
  return step.value;
}
