/**
 * The additional columns in the trace of a distributed lane: a row is added when a request arrives and filled when it
 * is decided.
 */
import { NO_NODE, ANSWER_PATHS, type ClusterTrace, type LaneTrace, type AnswerPath } from '../metrics/trace.ts';
import type { Duration, Instant } from '../time.ts';
import { totalWait, type SchemeAnswer } from './schemeAnswer.ts';
import { resized, grownLength } from './growableArrays.ts';

/** Number of bins of the store's load. */
const LOAD_BINS = 600;

const UNDECIDED = 255;

const answerPathCodes = new Map<AnswerPath, number>(ANSWER_PATHS.map((path, index) => [path, index]));

/** A decision as the trace has it. */
export interface TracedAnswer extends SchemeAnswer {
  /** From the request to its answer. */
  readonly latency: Duration;
  /** Number of messages sent for it. */
  readonly messages: number;
}

export class ClusterTraceBuilder {
  #count = 0;
  #node = new Uint8Array();
  #verdict = new Uint8Array();
  #answerPath = new Uint8Array();
  #messages = new Uint32Array();
  #wait = new Float64Array();
  #latency = new Float64Array();
  #level = new Float64Array();
  #retryAfter = new Float64Array();
  readonly #load = new Uint32Array(LOAD_BINS);
  readonly #loadBin: Duration;
  readonly #end: Instant;

  /**
   * @param end of the run
   * @param firstRow number of requests before, in a run that is repeated from a checkpoint: their rows stay empty
   */
  constructor(end: Instant, firstRow = 0) {
    this.#count = firstRow;
    if (firstRow > 0) this.#grow(grownLength(firstRow));
    this.#end = end;
    this.#loadBin = Math.max(1, Math.ceil(end / LOAD_BINS));
  }

  /** Adds a row for a request. @param node null if no node takes it */
  addRow(node: number | null): number {
    const row = this.#count++;
    if (row === this.#node.length) this.#grow(grownLength(row));
    this.#node[row] = node ?? NO_NODE;
    this.#verdict[row] = UNDECIDED;
    return row;
  }

  setAnswer(row: number, { decision, answerPath, latency, messages }: TracedAnswer): void {
    this.#verdict[row] = decision.verdict;
    this.#wait[row] = totalWait(decision, latency);
    this.#latency[row] = latency;
    this.#level[row] = decision.level ?? NaN;
    this.#retryAfter[row] = decision.retryAfter ?? NaN;
    this.#messages[row] = messages;
    this.#answerPath[row] = answerPathCodes.get(answerPath) as number;
  }

  /**
   * Counts a message that the store executed. Work after the end of the run is not counted: it would distort the rate
   * of the last bin.
   */
  countExecuted(at: Instant): void {
    if (at > this.#end) return;
    const bin = Math.min(LOAD_BINS - 1, Math.floor(at / this.#loadBin));
    this.#load[bin] = (this.#load[bin] as number) + 1;
  }

  /**
   * @param notesOn sentences about what did not happen, for the number of messages that each request sent
   * @throws {TypeError} when a request was never decided, because its scheme waits forever
   */
  build(
    notesOn: (messages: Uint32Array) => readonly string[],
  ): Required<Pick<LaneTrace, 'verdicts' | 'cluster'>> & { readonly waits: Float64Array } {
    const count = this.#count;
    const verdicts = this.#verdict.slice(0, count);
    const undecided = verdicts.indexOf(UNDECIDED);
    if (undecided >= 0) throw new TypeError(`request ${undecided} was never decided`);
    const messages = this.#messages.slice(0, count);
    const cluster: ClusterTrace = {
      node: this.#node.slice(0, count),
      messages,
      latency: this.#latency.slice(0, count),
      level: this.#level.slice(0, count),
      retryAfter: this.#retryAfter.slice(0, count),
      answerPath: this.#answerPath.slice(0, count),
      load: this.#load,
      loadBin: this.#loadBin,
      notes: notesOn(messages),
    };
    return { verdicts, waits: this.#wait.slice(0, count), cluster };
  }

  #grow(length: number): void {
    this.#node = resized(this.#node, length);
    this.#verdict = resized(this.#verdict, length);
    this.#answerPath = resized(this.#answerPath, length);
    this.#messages = resized(this.#messages, length);
    this.#wait = resized(this.#wait, length);
    this.#latency = resized(this.#latency, length);
    this.#level = resized(this.#level, length);
    this.#retryAfter = resized(this.#retryAfter, length);
  }
}
