/** What the worker that reads logs answers. It holds the log that was read last, and makes recordings of it. */
import { digestOf, packRecording, secondsFromMicros } from '../sim/index.ts';
import {
  LogError,
  readLog,
  recordingOf,
  summaryOf,
  type Finding,
  type LogSummary,
  type LogTable,
  type ReadOptions,
  type ReadProgress,
  type RecordingChoice,
} from '../logs/index.ts';
import type { Answers } from './answering.ts';

/** A recording, as an entry of the traffic names it, with its packed requests. */
export interface MadeRecording {
  readonly data: string;
  readonly count: number;
  readonly digest: string;
  /** Seconds from `start` to the last stamp. */
  readonly length: number;
  /** Whole Unix seconds. */
  readonly start: number;
  /** Seconds. */
  readonly resolution: number;
  /** Whole seconds. */
  readonly duration: number;
  readonly clients: number;
  readonly findings: readonly Finding[];
}

/** Questions fail with a `LogError`, whose message is a sentence, and whose `detail` is its kind. */
export type LogsTable = {
  /** Reads files into the log that is held from then on; one that cannot be read leaves the log before. */
  readonly read: {
    readonly params: { readonly files: readonly File[]; readonly options: ReadOptions };
    readonly progress: ReadProgress;
    readonly result: LogSummary;
  };
  readonly make: { readonly params: { readonly choice: RecordingChoice }; readonly result: MadeRecording };
};

/** How often progress is told, milliseconds. */
const TELL_EVERY_MS = 100;

export function logsAnswers(now: () => number): Answers<LogsTable> {
  let held: LogTable | null = null;
  return {
    async read({ files, options }, { tell, signal }) {
      const sources = files.map((file) => ({ name: file.name, size: file.size, stream: file.stream() }));
      let toldAt = -Infinity;
      const onProgress = (progress: ReadProgress): void => {
        if (now() - toldAt < TELL_EVERY_MS) return;
        toldAt = now();
        tell(progress);
      };
      held = await withDetail(() => readLog(sources, options, { onProgress, signal }));
      return summaryOf(held);
    },
    make: ({ choice }) =>
      withDetail(() => {
        if (held === null) throw new LogError('needs-read', 'The log is not held any more. Open it again.');
        const { columns, ...rest } = recordingOf(held, choice);
        const data = packRecording(columns);
        return Promise.resolve({
          data,
          count: columns.at.length,
          digest: digestOf(data),
          length: secondsFromMicros(columns.at.at(-1) as number),
          ...rest,
        });
      }),
  };
}

/** The kind of a `LogError`, too, reaches the page. */
async function withDetail<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof LogError) Object.assign(error, { name: 'LogError', detail: error.kind });
    throw error;
  }
}
