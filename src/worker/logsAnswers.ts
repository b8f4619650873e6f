/** What the worker that reads logs answers. It holds the log that was read last, and makes recordings of it. */
import { digestOf, loadDeflate, packRecording, secondsFromMicros } from '../sim/index.ts';
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
import type { SlicingThread } from './slicing.ts';

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
    /** `reading`: its number, by which a recording is asked of it. */
    readonly params: { readonly files: readonly File[]; readonly options: ReadOptions; readonly reading: number };
    readonly progress: ReadProgress;
    readonly result: LogSummary;
  };
  /** Of the log of that reading; where another is held by now, it needs to be read again. */
  readonly make: {
    readonly params: { readonly choice: RecordingChoice; readonly reading: number };
    readonly result: MadeRecording;
  };
};

/** How often progress is told, milliseconds. */
const TELL_EVERY_MS = 100;

/** @param thread the worker's: between two chunks its messages are let in, so that a fast file can be stopped */
export function logsAnswers({ now, yieldToMessages }: SlicingThread): Answers<LogsTable> {
  let held: { readonly table: LogTable; readonly reading: number } | null = null;
  return {
    async read({ files, options, reading }, { tell, signal }) {
      const sources = files.map((file) => ({
        name: file.name,
        size: file.size,
        stream: paced(file.stream(), yieldToMessages),
      }));
      let toldAt = -Infinity;
      const onProgress = (progress: ReadProgress): void => {
        if (now() - toldAt < TELL_EVERY_MS) return;
        toldAt = now();
        tell(progress);
      };
      const table = await withDetail(() => readLog(sources, options, { onProgress, signal }));
      signal.throwIfAborted();
      held = { table, reading };
      return summaryOf(table);
    },
    make: ({ choice, reading }) =>
      withDetail(async () => {
        const table = held?.reading === reading ? held.table : null;
        await loadDeflate();
        if (table === null) throw new LogError('needs-read', 'The log is not held any more. Open it again.');
        const { columns, ...rest } = recordingOf(table, choice);
        const data = packRecording(columns);
        return {
          data,
          count: columns.at.length,
          digest: digestOf(data),
          length: secondsFromMicros(columns.at.at(-1) as number),
          ...rest,
        };
      }),
  };
}

/** The same stream, with a pause before each chunk. */
function paced(stream: ReadableStream<Uint8Array>, pause: () => Promise<void>): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      await pause();
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
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
