/** Answers the worker's messages: holds one finished run for queries until the next run replaces it. */
import {
  decisionTask,
  hasScripts,
  openScenarioSession,
  planInSlices,
  ScriptFailure,
  simulate,
  profileLimiter,
  runToEnd,
  DECISIONS_PER_TASK,
  type Progress,
  type Plan,
  type Run,
  type ScenarioSession,
} from '../sim/engine.ts';
import {
  catalogue,
  holdOnly,
  lacksSystem,
  limiterById,
  loadSystems,
  readText,
  RecordingProblem,
  recordingsOf,
  takeRecording,
  type ChartQuery,
  type Limiter,
  type Sandbox,
} from '../sim/index.ts';
import { LaneDealer } from './laneDealer.ts';
import { medianTimeOf } from './measure.ts';
import {
  OVERVIEW_BINS,
  type WorkerQuestions,
  type QuestionKind,
  type Question,
  type MessageToPage,
  type MessageAboutHelpers,
  type MessageToWorker,
} from './protocol.ts';
import { driveSlices, type SlicingThread } from './slicing.ts';
import { buffersIn } from './transferables.ts';

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
  readonly loadSandbox: (onWork: () => void) => Promise<Sandbox>;
}

type QuestionOf<K extends QuestionKind> = Extract<Question, { readonly kind: K }>;
type ResultOf<K extends QuestionKind> = WorkerQuestions[K]['result'];

/** Questions that need a finished run. */
type SessionQuestionKind = Exclude<QuestionKind, 'simulate' | 'profile' | 'read'>;

/** An answer is immediate, or a generator if it may take longer. */
const sessionAnswers: {
  readonly [K in SessionQuestionKind]: (
    session: ScenarioSession,
    question: WorkerQuestions[K]['params'],
  ) => ResultOf<K> | Generator<unknown, ResultOf<K>>;
} = {
  charts: (session, { query }) => session.charts(query),
  fairness: (session, { query }) => session.fairness(query),
  preview: (session, { lane, at, through, key }) => session.preview(lane, at, through, key),
  why: (session, { lane, request }) => session.why(lane, request),
  snapshot: (session, { at, through, key }) => session.snapshot(at, through, key),
  counts: (session, { at, through }) => session.counts(at, through),
  lastVerdicts: (session, { at }) => session.lastVerdicts(at),
  decisions: (session, { lane, from, to }) => session.decisions(lane, from, to),
  shapes: (session, { from, to, key }) => session.shapes(from, to, key),
  table: (session, { lane, from, to }) => session.table(lane, from, to),
  step: (session, { lane, at, selected, by }) => session.step(lane, at, selected, by),
  counterpart: (session, { selected, lane }) => session.counterpart(selected, lane),
  nextDisagreement: (session, { compared, at, selected, by }) => session.nextDisagreement(compared, at, selected, by),
};

/** @returns the handler for messages from the page; it resolves when the message has been answered, and never rejects */
export function createSimulator(
  thread: WorkerThread,
): (message: MessageToWorker | MessageAboutHelpers) => Promise<void> {
  const simulator = new Simulator(thread);
  return (message) => simulator.handleMessage(message);
}

class Simulator {
  readonly #thread: WorkerThread;
  #session: ScenarioSession | null = null;
  /** The newest run requested: an older one stops at its next time slice. */
  #newestRunId = 0;
  /** The charts query that was cancelled last. */
  #cancelledId = 0;
  #isWarm = false;
  readonly #dealer: LaneDealer;

  constructor(thread: WorkerThread) {
    this.#thread = thread;
    this.#dealer = new LaneDealer(thread);
  }

  async handleMessage(message: MessageToWorker | MessageAboutHelpers): Promise<void> {
    if (message.kind === 'cancel') {
      this.#cancelledId = message.id;
      return;
    }
    if (message.kind === 'helper') {
      this.#dealer.addHelper(message.port);
      return;
    }
    if (message.kind === 'helpers-lost') {
      this.#dealer.loseHelpers();
      return;
    }
    const { kind, id } = message;
    const { send } = this.#thread;
    try {
      const answer = await this.#answer(message);
      if (answer === undefined) send({ kind: 'dropped', id }, []);
      else send({ kind: 'answer', to: kind, id, answer }, buffersIn(answer));
    } catch (error) {
      send({ kind: 'failed', id, message: error instanceof Error ? error.message : String(error) }, []);
    }
  }

  /** Undefined if a newer question replaced it, or if there is no finished run. */
  #answer(question: Question): unknown {
    if (question.kind === 'simulate') return this.#simulate(question);
    if (question.kind === 'profile') return this.#profile(question);
    if (question.kind === 'read') return readSource(question);
    const session = this.#session;
    if (session === null) return undefined;
    // TypeScript cannot correlate the question's kind with its parameters in a look-up by kind.
    const answer: unknown = sessionAnswers[question.kind](session, question as never);
    if (!isGenerator(answer)) return answer;
    return driveSlices(
      this.#thread,
      answer,
      () => this.#thread.send({ kind: 'heartbeat', id: question.id }, []),
      () => this.#session === session && this.#cancelledId !== question.id,
    );
  }

  async #simulate({
    id,
    scenario,
    query,
    recordings = [],
  }: QuestionOf<'simulate'>): Promise<ResultOf<'simulate'> | undefined> {
    const { loadSandbox, send } = this.#thread;
    this.#newestRunId = id;
    const isWanted = (): boolean => this.#newestRunId === id;
    for (const data of recordings) takeIfWhole(data);
    this.#dealer.begin(scenario, query);
    const sendHeartbeat = (): void => send({ kind: 'heartbeat', id }, []);
    const sandbox = hasScripts(scenario) ? await loadSandbox(sendHeartbeat) : null;
    if (lacksSystem(scenario)) await loadSystems();
    if (!isWanted()) return undefined;
    const planResult =
      sandbox === null
        ? runToEnd(planInSlices(scenario, null, this.#session?.run.plan))
        : await driveSlices(this.#thread, planInSlices(scenario, sandbox), sendHeartbeat, isWanted);
    if (planResult === undefined || !planResult.ok) return planResult;
    const run = await this.#driveRun(planResult.plan, query, id, isWanted);
    if (run === undefined || 'problems' in run) return run;
    const session = openScenarioSession(run);
    const charts = await driveSlices(this.#thread, session.charts(query), sendHeartbeat, isWanted);
    if (charts === undefined) return undefined;
    // Not earlier: until the page has this answer, its questions refer to the run that it shows.
    this.#session = session;
    holdOnly(new Set(recordingsOf(scenario)));
    const { arrivals, end, failedLanes, isClosedLoop } = planResult.plan;
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
    };
  }

  /** Runs a plan; the failure of a script during the run is returned like a problem of the plan. */
  async #driveRun(plan: Plan, query: ChartQuery, id: number, isWanted: () => boolean) {
    const { send } = this.#thread;
    const onProgress = (progress: Progress): void => send({ kind: 'progress', id, ...progress }, []);
    const previous = this.#session?.run ?? null;
    try {
      const run = this.#dealer.pays(plan)
        ? await this.#dealer.run(plan, query, previous, onProgress, isWanted)
        : await driveSlices(this.#thread, simulate(plan, query, previous), onProgress, isWanted);
      if (run !== undefined && this.#dealer.wouldPay(run)) send({ kind: 'help-wanted', id }, []);
      return run;
    } catch (error) {
      if (error instanceof ScriptFailure) return { ok: false, problems: [error.problem] } as const;
      throw error;
    }
  }

  async #profile({ limiter: id, edition }: QuestionOf<'profile'>): Promise<ResultOf<'profile'>> {
    if (limiterById(id) === undefined) await loadSystems();
    const limiter = limiterById(id) as Limiter;
    // Without this, the first limiter measured would be the only one at its call site, and the JavaScript engine would
    // optimise it more than the others.
    if (!this.#isWarm) for (const other of catalogue) decisionTask(other, other.editions[0] as typeof edition)();
    this.#isWarm = true;
    const milliseconds = medianTimeOf(decisionTask(limiter, edition), this.#thread.now);
    return { ...profileLimiter(limiter, edition), nanoseconds: (milliseconds * 1e6) / DECISIONS_PER_TASK };
  }
}

/** A run says that it lacks what is damaged. */
function takeIfWhole(data: string): void {
  try {
    takeRecording(data);
  } catch (error) {
    if (!(error instanceof RecordingProblem)) throw error;
  }
}

async function readSource({ source }: QuestionOf<'read'>): Promise<ResultOf<'read'>> {
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
