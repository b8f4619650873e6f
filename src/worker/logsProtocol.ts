/**
 * What the page and the worker that reads logs say to each other. The files and the table stay in the worker: it answers
 * with what the page shows of them, and with recordings.
 */
import type { LogErrorKind, LogSummary, ReadOptions, ReadProgress, RecordingChoice } from '../logs/index.ts';

/** A recording, packed as a scenario's entry holds it, and what goes with it. */
export interface RecordingMade {
  /** `data` of the entry. */
  readonly data: string;
  readonly requests: number;
  readonly clients: number;
  /** Whole Unix seconds: `start` of the entry, and `epoch` of a scenario with this recording alone. */
  readonly start: number;
  /** Seconds. */
  readonly resolution: number;
  /** Whole seconds that a scenario lasts with it. */
  readonly duration: number;
  readonly hasLabels: boolean;
  readonly findings: LogSummary['findings'];
}

/** Page → worker. A new `read` takes the place of the one before; `read` without files reads those held again. */
export type MessageToLogsWorker =
  | {
      readonly kind: 'read';
      readonly id: number;
      readonly files: readonly File[] | null;
      readonly options: ReadOptions;
    }
  | { readonly kind: 'record'; readonly id: number; readonly choice: RecordingChoice }
  | { readonly kind: 'stop' };

/** Worker → page; `id` is that of the message answered. A reading that is stopped leaves the table before it. */
export type MessageFromLogsWorker =
  | { readonly kind: 'progress'; readonly id: number; readonly progress: ReadProgress }
  | { readonly kind: 'table'; readonly id: number; readonly summary: LogSummary }
  | { readonly kind: 'recording'; readonly id: number; readonly recording: RecordingMade }
  | { readonly kind: 'stopped'; readonly id: number }
  | { readonly kind: 'refused'; readonly id: number; readonly reason: LogErrorKind; readonly sentence: string }
  /** A bug: the message of the error that was thrown. */
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };
