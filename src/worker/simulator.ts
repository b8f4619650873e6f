/** Answers the worker's messages: holds one finished run for queries until the next run replaces it. */
import { holdOnly, readText, recordingsOf } from '../sim/index.ts';
import { isOwnCodeError, needsLua, needsSandbox, type Run } from '../sim/openLoopEngine.ts';
import { HeldRun } from './heldRun.ts';
import { LaneDealer } from './laneDealer.ts';
import type { LimiterMeasurer } from './measuredProfile.ts';
import {
  OVERVIEW_BINS,
  type WorkerQuestions,
  type QuestionKind,
  type Question,
  type QuestionOf,
  type MessageAboutHelpers,
  type MessageToWorker,
} from './protocol.ts';
import { runScenario, type WorkerThread } from './scenarioRun.ts';
import { firstAnswers } from './sessionAnswers.ts';
import { driveSlices } from './slicing.ts';
import { buffersIn } from './transferables.ts';
import { loadSystemsPart, loadUnpacker } from './loadPart.ts';
import { loadEngine } from './wholeEngine.ts';

const MAX_KEY_NAMES = 100;

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
  #measurer: LimiterMeasurer | null = null;
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
      send({ kind: 'failed', id, message: messageOf(error) }, []);
    } finally {
      this.#wanted.delete(id);
    }
  }

  /** Undefined if a newer question replaced it, or if there is no finished run. */
  async #answer(question: Question): Promise<unknown> {
    const sendHeartbeat = (): void => this.#thread.send({ kind: 'heartbeat', id: question.id }, []);
    if (question.kind === 'simulate') return this.#simulate(question, sendHeartbeat);
    if (question.kind === 'profile') {
      const { LimiterMeasurer } = await loadEngine(sendHeartbeat);
      this.#measurer ??= new LimiterMeasurer(this.#thread.now);
      return this.#measurer.measure(question, sendHeartbeat);
    }
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
    question: QuestionOf<'simulate'>,
    sendHeartbeat: () => void,
  ): Promise<ResultOf<'simulate'> | undefined> {
    const { id } = question;
    this.#newestRunId = id;
    const isWanted = (): boolean => this.#newestRunId === id;
    const previous = this.#held?.run ?? null;
    const context = { thread: this.#thread, dealer: this.#dealer, previous, isWanted, sendHeartbeat };
    const held = await runScenario(question, context);
    if (held === undefined || 'problems' in held) return held;
    const show = (shown: HeldRun) => this.#show(shown, question, sendHeartbeat, isWanted);
    try {
      return await show(held);
    } catch (error) {
      if (!isOwnCodeError(error)) throw error;
      // A user's code that decides may still fail in what is shown of its lane.
      const engine = await loadEngine(sendHeartbeat);
      return show(new HeldRun(engine.withoutUnshowableLanes(held.run, question), engine));
    }
  }

  async #show(
    held: HeldRun,
    { scenario, query, moment = null }: QuestionOf<'simulate'>,
    sendHeartbeat: () => void,
    isWanted: () => boolean,
  ): Promise<ResultOf<'simulate'> | undefined> {
    const { run, first: session } = held;
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
}

function isFirst(question: Question): question is QuestionOf<keyof typeof firstAnswers> {
  return question.kind in firstAnswers;
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

/** A user's code may fail in a question about its lane, too. */
function messageOf(error: unknown): string {
  if (isOwnCodeError(error)) return error.sentenceOf('Your code');
  return error instanceof Error ? error.message : String(error);
}
