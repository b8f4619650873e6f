/** The simulator behind messages: one run at a time, kept for questions until the next one takes its place. */
import {
  decisionTask,
  hasScripts,
  openSession,
  planToEnd,
  planInSlices,
  ScriptFailure,
  simulate,
  profileLimiter,
  DECISIONS_PER_TASK,
  type Plan,
  type Run,
  type Session,
} from '../sim/engine.ts';
import { catalogue, limiterById, type Limiter, type Sandbox } from '../sim/index.ts';
import { medianTimeOf } from './measure.ts';
import {
  OVERVIEW_BINS,
  type WorkerQuestions,
  type QuestionKind,
  type Question,
  type MessageToPage,
  type MessageToWorker,
} from './protocol.ts';
import { buffersIn } from './transferables.ts';

const MAX_KEY_NAMES = 100;
/** Work goes on for this long before other messages are heard, and for the slice that it is in. */
const TIME_SLICE_MS = 8;

/** What the simulator has of the thread that it runs in. */
export interface WorkerThread {
  /** The buffers in `transfer` are handed over instead of copied. */
  readonly send: (message: MessageToPage, transfer: ArrayBuffer[]) => void;
  /** Lets messages that have arrived meanwhile be heard. */
  readonly yieldToMessages: () => Promise<void>;
  /** Milliseconds. */
  readonly now: () => number;
  /** Where scripts run, fetched when one comes for the first time. */
  readonly loadSandbox: () => Promise<Sandbox>;
}

type QuestionOf<K extends QuestionKind> = Extract<Question, { readonly kind: K }>;
type ResultOf<K extends QuestionKind> = WorkerQuestions[K]['result'];

/** @returns what is to be called with every message; it resolves when that has been answered, and never rejects */
export function createSimulator({
  send,
  yieldToMessages,
  now,
  loadSandbox,
}: WorkerThread): (message: MessageToWorker) => Promise<void> {
  let session: Session | null = null;
  /** The newest run that was asked for: an older one stops at its next breath. */
  let newestRunId = 0;
  /** The look that was called off last. */
  let cancelledId = 0;
  let isWarm = false;

  const handleMessage = async (message: MessageToWorker): Promise<void> => {
    if (message.kind === 'cancel') {
      cancelledId = message.id;
      return;
    }
    const { kind, id } = message;
    try {
      const answer = await answerQuestion(message);
      if (answer === undefined) send({ kind: 'dropped', id }, []);
      else send({ kind: 'answer', to: kind, id, answer }, buffersIn(answer));
    } catch (error) {
      send({ kind: 'failed', id, message: error instanceof Error ? error.message : String(error) }, []);
    }
  };

  /** Undefined where a newer request took its place, or there is no run to ask. */
  const answerQuestion = (request: Question): unknown => {
    switch (request.kind) {
      case 'simulate':
        return run(request);
      case 'profile':
        return profileOf(request);
      default:
        if (session === null) return undefined;
        if (request.kind === 'charts') return chartsOf(session, request);
        if (request.kind === 'fairness') return fairnessOf(session, request);
        if (request.kind === 'preview') return previewOf(session, request);
        if (request.kind === 'why') return whyOf(session, request);
        // The question's kind and what it asks belong together, which a look-up by kind cannot tell.
        return immediateAnswers[request.kind](session, request as never);
    }
  };

  /** Goes through slices, and breathes now and then; undefined once the end is wanted no more. */
  const driveSlices = async <S, T>(
    slices: Generator<S, T>,
    onSlice: (slice: S) => void,
    isWanted: () => boolean,
  ): Promise<T | undefined> => {
    let sliceStart = now();
    for (;;) {
      const slice = slices.next();
      if (slice.done === true) return slice.value;
      if (now() - sliceStart < TIME_SLICE_MS) continue;
      onSlice(slice.value);
      await yieldToMessages();
      if (!isWanted()) {
        // What it holds is freed.
        slices.return(undefined as T);
        return undefined;
      }
      sliceStart = now();
    }
  };

  const run = async ({ id, scenario, query }: QuestionOf<'simulate'>): Promise<ResultOf<'simulate'> | undefined> => {
    newestRunId = id;
    const wanted = (): boolean => newestRunId === id;
    const sandbox = hasScripts(scenario) ? await loadSandbox() : null;
    if (!wanted()) return undefined;
    const planResult =
      sandbox === null
        ? planToEnd(scenario)
        : await driveSlices(planInSlices(scenario, sandbox), () => send({ kind: 'heartbeat', id }, []), wanted);
    if (planResult === undefined || !planResult.ok) return planResult;
    const simulatedRun = await driveRun(planResult.plan, id, wanted);
    if (simulatedRun === undefined || 'problems' in simulatedRun) return simulatedRun;
    const opened = openSession(simulatedRun);
    const charts = await driveSlices(opened.charts(query), () => send({ kind: 'heartbeat', id }, []), wanted);
    if (charts === undefined) return undefined;
    // Not before: until the page has this answer its questions are about the run that it shows.
    session = opened;
    const { arrivals, end, isClosedLoop } = planResult.plan;
    return {
      ok: true,
      laneInfos: opened.laneInfos,
      end,
      isClosedLoop,
      openLoopRequests: arrivals.count,
      keyNames: keyNamesOf(simulatedRun),
      overview: opened.overview(OVERVIEW_BINS),
      charts,
    };
  };

  /** A script that fails in the middle is a refusal like any other. */
  const driveRun = async (planned: Plan, id: number, wanted: () => boolean) => {
    try {
      return await driveSlices(simulate(planned), (done) => send({ kind: 'progress', id, ...done }, []), wanted);
    } catch (error) {
      if (error instanceof ScriptFailure) return { ok: false, problems: [error.problem] } as const;
      throw error;
    }
  };

  const chartsOf = (
    openedSession: Session,
    { id, query }: QuestionOf<'charts'>,
  ): Promise<ResultOf<'charts'> | undefined> =>
    driveSlices(
      openedSession.charts(query),
      () => send({ kind: 'heartbeat', id }, []),
      () => session === openedSession && cancelledId !== id,
    );

  const fairnessOf = (
    open: Session,
    { id, query }: QuestionOf<'fairness'>,
  ): Promise<ResultOf<'fairness'> | undefined> =>
    driveSlices(
      open.fairness(query),
      () => send({ kind: 'heartbeat', id }, []),
      () => session === open,
    );

  const previewOf = (
    open: Session,
    { id, lane, at, through, key }: QuestionOf<'preview'>,
  ): Promise<ResultOf<'preview'> | undefined> =>
    driveSlices(
      open.preview(lane, at, through, key),
      () => send({ kind: 'heartbeat', id }, []),
      () => session === open,
    );

  const whyOf = (open: Session, { id, lane, request }: QuestionOf<'why'>): Promise<ResultOf<'why'> | undefined> =>
    driveSlices(
      open.why(lane, request),
      () => send({ kind: 'heartbeat', id }, []),
      () => session === open,
    );

  const profileOf = ({ limiter: id, edition }: QuestionOf<'profile'>): ResultOf<'profile'> => {
    const limiter = limiterById(id) as Limiter;
    // The first one measured would be alone in the engine's call site, and look faster than it is among the others.
    if (!isWarm) for (const other of catalogue) decisionTask(other, other.editions[0] as typeof edition)();
    isWarm = true;
    const milliseconds = medianTimeOf(decisionTask(limiter, edition), now);
    return { ...profileLimiter(limiter, edition), nanoseconds: (milliseconds * 1e6) / DECISIONS_PER_TASK };
  };

  return handleMessage;
}

/** The keys that requests name, of all lanes. */
function keyNamesOf({ plan: { arrivals }, lanes }: Run): readonly string[] {
  const keys = new Set(
    [arrivals, ...lanes.map((lane) => lane.arrivals)].flatMap((own) => own.keys.slice(0, MAX_KEY_NAMES)),
  );
  return [...keys].slice(0, MAX_KEY_NAMES);
}

type ImmediateKind = Exclude<QuestionKind, 'simulate' | 'profile' | 'charts' | 'fairness' | 'preview' | 'why'>;

const immediateAnswers: { [K in ImmediateKind]: (session: Session, ask: WorkerQuestions[K]['params']) => ResultOf<K> } =
  {
    snapshot: (session, { at, through, key }) => session.snapshot(at, through, key),
    lastVerdicts: (session, { at }) => session.lastVerdicts(at),
    decisions: (session, { lane, from, to }) => session.decisions(lane, from, to),
    step: (session, { lane, at, selected, by }) => session.step(lane, at, selected, by),
    counterpart: (session, { selected, lane }) => session.counterpart(selected, lane),
    nextDisagreement: (session, { compared, lane, at, selected, by }) =>
      session.nextDisagreement(compared, lane, at, selected, by),
  };
