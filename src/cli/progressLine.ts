/** How far a long search is, in one line of a terminal that is written over; nothing where standard error goes elsewhere. */

/** What takes no longer says nothing, milliseconds. */
const SHOWN_AFTER = 1_000;
const SHOWN_EVERY = 100;
const CLEAR = '\r\u001B[K';

export class ProgressLine {
  readonly #stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;
  readonly #now: () => number;
  #nextAt: number;
  #isShown = false;

  /** @param now milliseconds, of any clock that does not step back */
  constructor(stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>, now = () => performance.now()) {
    this.#stream = stream;
    this.#now = now;
    this.#nextAt = now() + SHOWN_AFTER;
  }

  /** @param what `Random patterns` @param done of it, 0 to 1 */
  show(what: string, done: number): void {
    const now = this.#now();
    if (!this.#stream.isTTY || now < this.#nextAt) return;
    this.#nextAt = now + SHOWN_EVERY;
    this.#isShown = true;
    this.#stream.write(`${CLEAR}${what}: ${Math.floor(100 * done)} %`);
  }

  /** Leaves no trace of it. */
  clear(): void {
    if (this.#isShown) this.#stream.write(CLEAR);
    this.#isShown = false;
  }
}
