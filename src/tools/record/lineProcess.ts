/** A program that is asked line by line on its input, and answers each with a line: a library of another language. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export class LineProcess {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string, undefined>;

  constructor(command: string, args: readonly string[]) {
    this.#child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#lines = createInterface({ input: this.#child.stdout! })[Symbol.asyncIterator]();
  }

  /** The words of its answer. */
  async ask(...words: readonly (string | number)[]): Promise<readonly string[]> {
    this.#child.stdin!.write(`${words.join(' ')}\n`);
    return this.read();
  }

  /**
   * The words of the next line that it writes.
   * @throws {Error} when it ends instead
   */
  async read(): Promise<readonly string[]> {
    const line: IteratorResult<string, undefined> = await this.#lines.next();
    if (line.done) throw new Error(`${this.#child.spawnargs.join(' ')} ended without an answer.`);
    return line.value.split(' ');
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.stdin!.end();
    await exited;
  }
}
