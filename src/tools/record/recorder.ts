import type { Recording } from './recording.ts';

/** One real system. */
export interface Recorder {
  /** As it is asked for on the command line, and what its files begin with. */
  readonly name: string;
  /**
   * Runs it, and gives its recordings by what their files' names end with.
   * @throws {Error} when this machine lacks what it needs
   */
  record(): Promise<ReadonlyMap<string, Recording>>;
}
