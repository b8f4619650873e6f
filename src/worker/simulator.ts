/** Answers the worker's messages: holds one finished run for queries until the next run replaces it. */
import {
  catalogue,
  holdOnly,
  lacksSystem,
  limiterById,
  readText,
  RecordingProblem,
  recordingsOf,
  takeRecording,
  type ChartQuery,
  type Limiter,
  type Sandbox,
} from '../sim/index.ts';
import {
  hasPrograms,
  needsLua,
  needsSandbox,
  isOpenLoop,
  openLoopLane,
  planInSlices,
  runLanes,
  runToEnd,
  ScriptFailure,
  type Plan,
  type Progress,
  type Run,
} from '../sim/openLoopEngine.ts';
import { HeldRun } from './heldRun.ts';
import { LaneDealer } from './laneDealer.ts';
import { leastTimeOf } from './measure.ts';
import {
  OVERVIEW_BINS,
  type WorkerQuestions,
  type QuestionKind,
  type Question,
  type MessageToPage,
  type MessageAboutHelpers,
  type MessageToWorker,
} from './protocol.ts';
import { firstAnswers } from './sessionAnswers.ts';
import { driveSlices, type SlicingThread } from './slicing.ts';
import { buffersIn } from './transferables.ts';
import { loadSystemsPart, loadUnpacker } from './loadPart.ts';
import { loadEngine, type Engine } from './wholeEngine.ts';

const MAX_KEY_NAMES = 100;

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

type QuestionOf<K extends QuestionKind> = Extract<Question, { readonly kind: K }>;
type ResultOf<K extends QuestionKind> = WorkerQuestions[K]['result'];

/** @returns the handler for messages from the page; it resolves when the message has been answered, and never rejects */
export function createSimulator(
  thread: WorkerThread,
): (message: MessageToWorker | MessageAboutHelpers) => Promise<void> {
  const simulator = new Simulator(thread);
  return (message) => simulator.handleMessage(message);
}

class Simulator {
  readonly #thread: WorkerThread;
  #held: HeldRun | null = null;
  /** The newest run requested: an older one stops at its next time slice. */
  #newestRunId = 0;
  /** The questions that are being answered, but for those that were cancelled. */
  readonly #wanted = new Set<number>();
  #isWarm = false;
  readonly #dealer: LaneDealer;

  constructor(thread: WorkerThread) {
    this.#thread = thread;
    this.#dealer = new LaneDealer(thread);
  }

  async handleMessage(message: MessageToWorker | MessageAboutHelpers): Promise<void> {
    if (message.kind === 'cancel') {
      this.#wanted.delete(message.id);
      return;
    }
    if (message.kind === 'helper') {
      // A helper whose code does not load is one helper less.
      await this.#dealer.addHelper(message.port).catch(() => undefined);
      return;
    }
    if (message.kind === 'helpers-lost') {
      this.#dealer.loseHelpers();
      return;
    }
    const { kind, id } = message;
    const { send } = this.#thread;
    this.#wanted.add(id);
    try {
      const answer = await this.#answer(message);
      if (answer === undefined) send({ kind: 'dropped', id }, []);
      else send({ kind: 'answer', to: kind, id, answer }, buffersIn(answer));
      // Later scenarios and questions need it. If it does not load, they say so.
      if (kind === 'simulate') loadEngine(() => undefined).catch(() => undefined);
    } catch (error) {
      send({ kind: 'failed', id, message: error instanceof Error ? error.message : String(error) }, []);
    } finally {
      this.#wanted.delete(id);
    }
  }

  /** Undefined if a newer question replaced it, or if there is no finished run. */
  async #answer(question: Question): Promise<unknown> {
    const sendHeartbeat = (): void => this.#thread.send({ kind: 'heartbeat', id: question.id }, []);
    if (question.kind === 'simulate') return this.#simulate(question, sendHeartbeat);
    if (question.kind === 'profile') return this.#profile(question, await loadEngine(sendHeartbeat), sendHeartbeat);
    if (question.kind === 'read') return readSource(question, sendHeartbeat);
    const held = this.#held;
    if (held === null) return undefined;
    const isWanted = (): boolean => this.#held === held && this.#wanted.has(question.id);
    let answer: unknown;
    // TypeScript cannot correlate the question's kind with its parameters in a look-up by kind.
    if (isFirst(question)) answer = firstAnswers[question.kind](held.first, question as never);
    else {
      const engine = await loadEngine(sendHeartbeat);
      // A step, a lane, a limiter or a work that is not shown may have one, or be one.
      if (['steps', 'difference', 'preview', 'beforeAfter'].includes(question.kind))
        await loadSystemsPart(sendHeartbeat);
      const beside = engine.runsBeside(question);
      if (beside.some(needsSandbox)) await this.#thread.loadSandbox(sendHeartbeat, beside.some(needsLua));
      if (!isWanted()) return undefined;
      answer = engine.closerAnswers[question.kind](held.whole(engine), question as never);
    }
    return isGenerator(answer) ? driveSlices(this.#thread, answer, sendHeartbeat, isWanted) : answer;
  }

  async #simulate(
    { id, scenario, query, moment = null, recordings = [] }: QuestionOf<'simulate'>,
    sendHeartbeat: () => void,
  ): Promise<ResultOf<'simulate'> | undefined> {
    const { loadSandbox } = this.#thread;
    this.#newestRunId = id;
    const isWanted = (): boolean => this.#newestRunId === id;
    if (recordings.length > 0) await loadUnpacker(sendHeartbeat);
    if (!isWanted()) return undefined;
    for (const data of recordings) takeIfWhole(data);
    this.#dealer.begin(scenario, query);
    const sandbox = needsSandbox(scenario) ? await loadSandbox(sendHeartbeat, needsLua(scenario)) : null;
    if (lacksSystem(scenario)) await loadSystemsPart(sendHeartbeat);
    // The programs of nodes come with it, and without them there is no plan.
    const planEngine = hasPrograms(scenario) ? await loadEngine(sendHeartbeat) : null;
    if (!isWanted()) return undefined;
    const planning = planInSlices(scenario, sandbox, this.#held?.run.plan);
    const planResult =
      sandbox === null ? runToEnd(planning) : await driveSlices(this.#thread, planning, sendHeartbeat, isWanted);
    if (planResult === undefined || !planResult.ok) return planResult;
    const engine = needsWholeEngine(planResult.plan) ? await loadEngine(sendHeartbeat) : planEngine;
    if (!isWanted()) return undefined;
    const run = await this.#driveRun(planResult.plan, query, id, isWanted, engine);
    if (run === undefined || 'problems' in run) return run;
    // A lane that a program ended has to be left out of each answer.
    const held = new HeldRun(run, run.plan.failedLanes.length > 0 ? await loadEngine(sendHeartbeat) : engine);
    if (!isWanted()) return undefined;
    const session = held.first;
    const charts = await driveSlices(this.#thread, session.charts(query), sendHeartbeat, isWanted);
    if (charts === undefined) return undefined;
    // Not earlier: until the page has this answer, its questions refer to the run that it shows.
    this.#held = held;
    holdOnly(new Set(recordingsOf(scenario)));
    const { arrivals, end, failedLanes, isClosedLoop } = run.plan;
    return {
      ok: true,
      laneInfos: session.laneInfos,
      failedLanes,
      end,
      isClosedLoop,
      openLoopRequests: arrivals.count,
      keyNames: keyNamesOf(run),
      overview: session.overview(OVERVIEW_BINS),
      charts,
      moment: moment && {
        snapshots: session.snapshot(moment.at, null, moment.key),
        counts: session.counts(moment.playhead, null),
      },
    };
  }

  /** Runs a plan; the failure of a script during the run is returned like a problem of the plan. */
  async #driveRun(plan: Plan, query: ChartQuery, id: number, isWanted: () => boolean, engine: Engine | null) {
    const { send } = this.#thread;
    const onProgress = (progress: Progress): void => send({ kind: 'progress', id, ...progress }, []);
    const previous = this.#held?.run ?? null;
    const runLane = engine?.simulateLane ?? openLoopLane;
    try {
      const run = this.#dealer.pays(plan)
        ? await this.#dealer.run(plan, query, previous, onProgress, isWanted)
        : await driveSlices(this.#thread, runLanes(plan, runLane, query, previous), onProgress, isWanted);
      if (run !== undefined && this.#dealer.wouldPay(run)) send({ kind: 'help-wanted', id }, []);
      return run;
    } catch (error) {
      if (error instanceof ScriptFailure) return { ok: false, problems: [error.problem] } as const;
      throw error;
    }
  }

  async #profile(
    { limiter: id, edition }: QuestionOf<'profile'>,
    { decisionTask, profileLimiter, DECISIONS_PER_TASK }: Engine,
    sendHeartbeat: () => void,
  ): Promise<ResultOf<'profile'>> {
    if (limiterById(id) === undefined) await loadSystemsPart(sendHeartbeat);
    const limiter = limiterById(id) as Limiter;
    // Without this, the first limiter measured would be the only one at its call site, and the JavaScript engine would
    // optimise it more than the others.
    if (!this.#isWarm) for (const other of catalogue) decisionTask(other, other.editions[0] as typeof edition)();
    this.#isWarm = true;
    const milliseconds = leastTimeOf(decisionTask(limiter, edition), this.#thread.now);
    return { ...profileLimiter(limiter, edition), nanoseconds: (milliseconds * 1e6) / DECISIONS_PER_TASK };
  }
}

function isFirst(question: Question): question is QuestionOf<keyof typeof firstAnswers> {
  return question.kind in firstAnswers;
}

/** Whether a plan has more than limiters in open loops; a lane that failed has to be left out of each answer. */
function needsWholeEngine(plan: Plan): boolean {
  return !isOpenLoop(plan) || plan.failedLanes.length > 0;
}

/** A run says that it lacks what is damaged. */
function takeIfWhole(data: string): void {
  try {
    takeRecording(data);
  } catch (error) {
    if (!(error instanceof RecordingProblem)) throw error;
  }
}

async function readSource({ source }: QuestionOf<'read'>, sendHeartbeat: () => void): Promise<ResultOf<'read'>> {
  await loadUnpacker(sendHeartbeat);
  return readText(typeof source === 'string' ? source : await source.text());
}

function isGenerator(answer: unknown): answer is Generator<unknown, unknown> {
  return typeof answer === 'object' && answer !== null && Symbol.iterator in answer && 'next' in answer;
}

/** The keys of the requests of all lanes. */
function keyNamesOf({ plan: { arrivals }, lanes }: Run): readonly string[] {
  const keys = new Set(
    [arrivals, ...lanes.map((lane) => lane.arrivals)].flatMap((own) => own.keys.slice(0, MAX_KEY_NAMES)),
  );
  return [...keys].slice(0, MAX_KEY_NAMES);
}
