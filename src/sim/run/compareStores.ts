/**
 * A real store against the simulated one, on which a distributed lane runs as it does there by the scenario's clock: one
 * request after the other.
 */
import { SimulatedStore } from '../cluster/simulatedStore.ts';
import { isDenied } from '../verdict.ts';
import type { SchemePlan } from './lanePlan.ts';
import type { LaneRun } from './laneRun.ts';
import type { Plan } from './plan.ts';
import { runProgramAlone } from './programAlone.ts';
import { RemoteLane } from './remoteLane.ts';

/** On how many requests two stores decide otherwise. */
export interface StoreDifference {
  readonly compared: number;
  readonly different: number;
  /** The first of them, from 0, and whether the simulated store admits it. */
  readonly first: { readonly request: number; readonly simulatedAdmits: boolean } | null;
}

/**
 * Compares what a real store decided with the simulated one.
 * @param real the whole lane, as it ran there
 * @throws {OwnCodeError} if the lane's program fails here
 */
export function differenceOfStores(plan: Plan, lanePlan: SchemePlan, real: LaneRun): StoreDifference {
  const lane = new RemoteLane(plan, lanePlan);
  const store = new SimulatedStore(lanePlan.algorithm.server?.(lanePlan.params) ?? null);
  let different = 0;
  let first: StoreDifference['first'] = null;
  for (const asked of lane.requests) {
    const { verdict } = runProgramAlone(
      lanePlan,
      lane.context(asked),
      (message) => store.execute(message, asked.at, asked.node),
      () => undefined, // a request takes no time of the scenario's
    );
    const simulatedAdmits = !isDenied(verdict);
    if (simulatedAdmits === !isDenied(real.verdicts[asked.request] as number)) continue;
    different++;
    first ??= { request: asked.request, simulatedAdmits };
  }
  return { compared: lane.requests.length, different, first };
}
