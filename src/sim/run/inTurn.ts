/** A distributed lane on the simulated store as a real one runs it by the scenario's clock: one request after the other. */
import { advanceProgram } from '../cluster/program.ts';
import type { NoReplyError, Reply } from '../cluster/command.ts';
import { SimulatedStore } from '../cluster/simulatedStore.ts';
import { isDenied, type Verdict } from '../verdict.ts';
import type { SchemePlan } from './lanePlan.ts';
import type { LaneRun } from './laneRun.ts';
import type { Plan } from './plan.ts';
import { RemoteLane, type RemoteRequest } from './remoteLane.ts';
import { answerWithoutStore } from './schemeAnswer.ts';

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
    const simulatedAdmits = !isDenied(verdictInTurn(lane, asked, store));
    if (simulatedAdmits === !isDenied(real.verdicts[asked.request] as number)) continue;
    different++;
    first ??= { request: asked.request, simulatedAdmits };
  }
  return { compared: lane.requests.length, different, first };
}

function verdictInTurn(lane: RemoteLane, asked: RemoteRequest, store: SimulatedStore): Verdict {
  const { algorithm, params } = lane.lanePlan;
  const context = lane.context(asked);
  const program = algorithm.decide(context, params);
  for (let reply: Reply | NoReplyError = null; ;) {
    const step = advanceProgram(program, reply, () => undefined);
    switch (step.kind) {
      case 'decided':
        return step.decision.verdict;
      case 'failed':
        return answerWithoutStore(lane.lanePlan, context).decision.verdict;
      case 'sleep':
        reply = null;
        break;
      case 'wait-for':
        throw new TypeError(`the only request waits for another: ${step.name}`);
      default:
        reply = store.execute(step, asked.at, asked.node);
    }
  }
}
