/** Runs a scenario: loads what it needs, plans it, and decides its lanes here or with helpers. */
import { lacksSystem, RecordingProblem, takeRecording, type Sandbox } from '../sim/index.ts';
import {
  hasPrograms,
  isOpenLoop,
  needsLua,
  needsSandbox,
  openLoopLane,
  planInSlices,
  runLanes,
  runToEnd,
  ScriptFailure,
  type Plan,
  type PlanResult,
  type Progress,
  type Run,
} from '../sim/openLoopEngine.ts';
import { HeldRun } from './heldRun.ts';
import type { LaneDealer } from './laneDealer.ts';
import { loadSystemsPart, loadUnpacker } from './loadPart.ts';
import type { MessageToPage, QuestionOf } from './protocol.ts';
import { driveSlices, type SlicingThread } from './slicing.ts';
import { loadEngine, type Engine } from './wholeEngine.ts';

/** What the simulator needs of the thread that it runs in. */
export interface WorkerThread extends SlicingThread {
  /** Sends a message; the buffers in `transfer` are transferred instead of copied. */
  readonly send: (message: MessageToPage, transfer: ArrayBuffer[]) => void;
  /**
   * Loads the sandbox for scripts; called only when a scenario has one.
   * @param onWork called several times a second while a script runs, which no message can interrupt, and once a second
   *   until the sandbox is there: a busy machine can take longer to compile it than a silent worker is given
   */
  readonly loadSandbox: (onWork: () => void, withLua: boolean) => Promise<Sandbox>;
}

type SimulateQuestion = QuestionOf<'simulate'>;

type Refusal = Extract<PlanResult, { readonly ok: false }>;

/** What a run needs of the simulator. */
export interface RunContext {
  readonly thread: WorkerThread;
  readonly dealer: LaneDealer;
  /** The last finished run, of which what is the same is taken over. */
  readonly previous: Run | null;
  readonly isWanted: () => boolean;
  readonly sendHeartbeat: () => void;
}

/** Undefined if the run is no longer wanted. */
export async function runScenario(
  question: SimulateQuestion,
  context: RunContext,
): Promise<HeldRun | Refusal | undefined> {
  const { isWanted, sendHeartbeat } = context;
  const planned = await planScenario(question, context);
  if (planned === undefined || !planned.ok) return planned;
  const { plan } = planned;
  const isWholeNeeded = hasPrograms(question.scenario) || needsWholeEngine(plan);
  const engine = isWholeNeeded ? await loadEngine(sendHeartbeat) : null;
  if (!isWanted()) return undefined;
  const run = await driveRun(plan, question, context, engine);
  if (run === undefined || 'problems' in run) return run;
  // A lane that a program ended has to be left out of each answer.
  const held = new HeldRun(run, run.plan.failedLanes.length > 0 ? await loadEngine(sendHeartbeat) : engine);
  return isWanted() ? held : undefined;
}

async function planScenario(
  { scenario, query, recordings = [] }: SimulateQuestion,
  { thread, dealer, previous, isWanted, sendHeartbeat }: RunContext,
): Promise<PlanResult | undefined> {
  if (recordings.length > 0) await loadUnpacker(sendHeartbeat);
  if (!isWanted()) return undefined;
  for (const data of recordings) takeIfWhole(data);
  dealer.begin(scenario, query);
  const sandbox = needsSandbox(scenario) ? await thread.loadSandbox(sendHeartbeat, needsLua(scenario)) : null;
  if (lacksSystem(scenario)) await loadSystemsPart(sendHeartbeat);
  // The programs of nodes come with it, and without them there is no plan.
  if (hasPrograms(scenario)) await loadEngine(sendHeartbeat);
  if (!isWanted()) return undefined;
  const planning = planInSlices(scenario, sandbox, previous?.plan);
  return sandbox === null ? runToEnd(planning) : driveSlices(thread, planning, sendHeartbeat, isWanted);
}

/** A run says that it lacks what is damaged. */
function takeIfWhole(data: string): void {
  try {
    takeRecording(data);
  } catch (error) {
    if (!(error instanceof RecordingProblem)) throw error;
  }
}

/** Whether a plan has more than limiters in open loops; a lane that failed has to be left out of each answer. */
function needsWholeEngine(plan: Plan): boolean {
  return !isOpenLoop(plan) || plan.failedLanes.length > 0;
}

/** The failure of a script during the run is returned like a problem of the plan. */
async function driveRun(
  plan: Plan,
  { id, query }: SimulateQuestion,
  { thread, dealer, previous, isWanted }: RunContext,
  engine: Engine | null,
): Promise<Run | Refusal | undefined> {
  const onProgress = (progress: Progress): void => thread.send({ kind: 'progress', id, ...progress }, []);
  const runLane = engine?.simulateLane ?? openLoopLane;
  try {
    const run = dealer.pays(plan)
      ? await dealer.run(plan, query, previous, onProgress, isWanted)
      : await driveSlices(thread, runLanes(plan, runLane, query, previous), onProgress, isWanted);
    if (run !== undefined && dealer.wouldPay(run)) thread.send({ kind: 'help-wanted', id }, []);
    return run;
  } catch (error) {
    if (error instanceof ScriptFailure) return { ok: false, problems: [error.problem] };
    throw error;
  }
}
