/** SIGINT and SIGTERM while something must be tidied up. Otherwise they end the process at once, as they do by default. */
import { constants } from 'node:os';
import { say } from './output.ts';
import { UserError } from './userError.ts';

/** Signals within this many milliseconds count as one: npm forwards a signal that the terminal has already sent to all. */
const SIGNAL_GROUP_MS = 1_000;

export class Interruption {
  readonly #controller = new AbortController();
  #exitCode: number | null = null;
  #firstAt = 0;
  /** What is left undone if a second signal ends the process at once: a sentence, or empty. */
  leftUndone = '';

  /** Aborts at the first signal; its reason is a `UserError`. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** 128 and the number of the signal, as a shell has it; null without one. */
  get exitCode(): number | null {
    return this.#exitCode;
  }

  /** While `work` goes on, the first signal only aborts `signal`, so that it ends in order; a later one ends the process. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const stop = (name: NodeJS.Signals) => this.#stop(name);
    process.on('SIGINT', stop).on('SIGTERM', stop);
    try {
      return await work();
    } finally {
      process.off('SIGINT', stop).off('SIGTERM', stop);
    }
  }

  #stop(name: NodeJS.Signals): void {
    const now = performance.now();
    if (this.#exitCode === null) {
      this.#exitCode = 128 + constants.signals[name];
      this.#firstAt = now;
      this.#controller.abort(new UserError('The run was stopped.'));
    } else if (now - this.#firstAt > SIGNAL_GROUP_MS) {
      if (this.leftUndone !== '') say(this.leftUndone);
      process.exit(this.#exitCode);
    }
  }
}
