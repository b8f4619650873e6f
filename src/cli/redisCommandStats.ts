/** What became of the commands that a lane sent to a real server, and what to say of those that were not answered, or with an error. */
import type { LaneRun, StoreError } from '../sim/engine.ts';
import { secondsFromMicros, type Duration } from '../sim/index.ts';

/**
 * Why a command was not answered in time: the server was slow or silent, it was still answering what the same connection
 * had sent before, or the connection was lost.
 */
export type UnansweredCause = 'server' | 'queue' | 'connection';

/** Fewer unanswered commands than this share are not worth a word. */
const NOTABLE_SHARE = 0.01;

/** For the lanes that ran on a server. */
export type CommandStatsByLane = ReadonlyMap<LaneRun, CommandStats>;

export class CommandStats {
  /** The lane's timeout. */
  readonly #timeout: Duration;
  readonly #unanswered: Record<UnansweredCause, number> = { server: 0, queue: 0, connection: 0 };
  #sent = 0;
  #errors = 0;
  #firstError = '';
  #late = 0;
  #slowestMs = 0;
  #longestQueuedMs = 0;

  constructor(timeout: Duration) {
    this.#timeout = timeout;
  }

  /** @param queuedMs how long it had waited in this program */
  countSent(queuedMs: number): void {
    this.#sent++;
    this.#longestQueuedMs = Math.max(this.#longestQueuedMs, queuedMs);
  }

  /** A message that the server answered with an error. */
  countError({ message }: StoreError): void {
    if (this.#errors++ === 0) this.#firstError = message;
  }

  countUnanswered(cause: UnansweredCause): void {
    this.#unanswered[cause]++;
  }

  /** A reply that came after its timeout. @param tookMs since the sending */
  countLate(tookMs: number): void {
    this.#late++;
    this.#slowestMs = Math.max(this.#slowestMs, tookMs);
  }

  get #unansweredCount(): number {
    const { server, queue, connection } = this.#unanswered;
    return server + queue + connection;
  }

  /** How many commands were not answered, and why, if they were more than 1 %. */
  unansweredNote(): string | null {
    const share = this.#unansweredCount / this.#sent;
    if (!(share > NOTABLE_SHARE)) return null;
    const causes = Object.entries(this.#unanswered).filter(([, count]) => count > 0);
    const reasons = causes.map(([cause, count]) => {
      const reason = this.#reasonOf(cause as UnansweredCause);
      return causes.length === 1 ? reason : `${reason} (${count})`;
    });
    return `${this.#share(this.#unansweredCount)} were not answered within ${secondsFromMicros(this.#timeout)} s: ${reasons.join('; ')}.`;
  }

  /** How many commands the server answered with an error, if any, and with which. */
  errorNote(): string | null {
    if (this.#errors === 0) return null;
    const answered = this.#errors === 1 ? 'was answered with an error' : 'were answered with errors, the first of them';
    return `${this.#share(this.#errors)} ${answered}: ${this.#firstError.replace(/\.$/, '')}.`;
  }

  /** What follows the number of messages in a table, under the same condition; else empty. */
  unansweredMark(): string {
    return this.unansweredNote() === null ? '' : ` (${this.#unansweredCount} unanswered)`;
  }

  /** How long commands waited in this program, if longer than they may wait for an answer. */
  queuedNote(): string | null {
    if (this.#longestQueuedMs * 1_000 <= this.#timeout) return null;
    return (
      `commands waited up to ${seconds(this.#longestQueuedMs)} in this program before they were sent, because so many ` +
      'were due at once. Neither the timeout nor the latency includes that.'
    );
  }

  /** This part of a lane's JSON summary, times in seconds. */
  toJson() {
    return {
      commandsSent: this.#sent,
      unanswered: this.#unansweredCount,
      unansweredCauses: { ...this.#unanswered },
      unansweredNote: this.unansweredNote(),
      errorReplies: this.#errors,
      errorNote: this.errorNote(),
      queuedMax: secondsFromMicros(Math.round(this.#longestQueuedMs * 1_000)),
    };
  }

  /** `3 of 200 commands (1.5 %)` */
  #share(count: number): string {
    return `${count} of ${this.#sent} commands (${((100 * count) / this.#sent).toFixed(1)} %)`;
  }

  #reasonOf(cause: UnansweredCause): string {
    switch (cause) {
      case 'server':
        return this.#late === 0
          ? 'the server did not answer'
          : `the server was slow, and its slowest answer took ${seconds(this.#slowestMs)}`;
      case 'queue':
        return 'the server was still answering earlier commands of the same connection';
      default:
        return 'the connection was lost';
    }
  }
}

const seconds = (milliseconds: number): string => `${Number((milliseconds / 1_000).toPrecision(2))} s`;
