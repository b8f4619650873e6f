/** Answers the page's messages about logs; independent of where it runs, so that tests can call it. */
import { LogError, readLog, recordingOf, summaryOf, type LogTable, type RecordingChoice } from '../logs/index.ts';
import { packRecording } from '../sim/index.ts';
import type { MessageFromLogsWorker, MessageToLogsWorker, RecordingMade } from './logsProtocol.ts';

/** Time between two messages of progress, ms. */
const PROGRESS_MS = 100;

export interface LogsReaderHost {
  readonly send: (message: MessageFromLogsWorker) => void;
  /** Milliseconds on a clock that does not go back. */
  readonly now: () => number;
  /** Resolves once messages that have arrived were handled: a fast source would else never let `stop` in. */
  readonly yieldToMessages: () => Promise<void>;
}

type ReadMessage = Extract<MessageToLogsWorker, { readonly kind: 'read' }>;

export function createLogsReader({ send, now, yieldToMessages }: LogsReaderHost) {
  let files: readonly File[] = [];
  let table: LogTable | null = null;
  let reading: AbortController | null = null;

  async function read({ id, files: newFiles, options }: ReadMessage): Promise<void> {
    reading?.abort();
    const own = new AbortController();
    reading = own;
    const chosen = newFiles ?? files;
    let lastProgress = now();
    try {
      const sources = chosen.map((file) => ({ name: file.name, size: file.size, stream: paced(file.stream()) }));
      const found = await readLog(sources, options, {
        signal: own.signal,
        onProgress(progress) {
          if (now() - lastProgress < PROGRESS_MS) return;
          lastProgress = now();
          send({ kind: 'progress', id, progress });
        },
      });
      own.signal.throwIfAborted();
      table = found;
      files = chosen;
      send({ kind: 'table', id, summary: summaryOf(found) });
    } catch (error) {
      if (own.signal.aborted) send({ kind: 'stopped', id });
      else sendError(id, error);
    } finally {
      if (reading === own) reading = null;
    }
  }

  function record(id: number, choice: RecordingChoice): void {
    try {
      if (table === null) throw new LogError('choice', 'No log is open. Open one first.');
      send({ kind: 'recording', id, recording: recordingMade(table, choice) });
    } catch (error) {
      sendError(id, error);
    }
  }

  function sendError(id: number, error: unknown): void {
    if (error instanceof LogError) send({ kind: 'refused', id, reason: error.kind, sentence: error.message });
    else send({ kind: 'failed', id, message: error instanceof Error ? error.message : String(error) });
  }

  /** The same stream; between two chunks, messages are let in. */
  function paced(stream: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const reader = stream.getReader();
    return new ReadableStream<Uint8Array>({
      async pull(controller) {
        await yieldToMessages();
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    });
  }

  return async (message: MessageToLogsWorker): Promise<void> => {
    switch (message.kind) {
      case 'read':
        await read(message);
        return;
      case 'record':
        record(message.id, message.choice);
        return;
      case 'stop':
        reading?.abort();
    }
  };
}

function recordingMade(table: LogTable, choice: RecordingChoice): RecordingMade {
  const { columns, start, resolution, duration, clients, hasLabels, findings } = recordingOf(table, choice);
  const data = packRecording(columns);
  return { data, requests: columns.at.length, clients, start, resolution, duration, hasLabels, findings };
}
