/** The composition root of what Tune needs besides: its workers, and its part of the store. */
import logsWorkerAddress from 'virtual:logs-worker';
import tuneWorkerAddress from 'virtual:tune-worker';
import type { Store } from './store/store.ts';
import { createTuning, type Tuning } from './store/tuning/tuning.ts';
import { createQuestionClient } from './worker/questionClient.ts';

/** Each worker starts with the first question to it. */
export function startTuning(store: Store): Tuning {
  return createTuning(store, {
    tune: createQuestionClient(() => new Worker(tuneWorkerAddress, { type: 'module', name: 'tune' })),
    logs: createQuestionClient(() => new Worker(logsWorkerAddress, { type: 'module', name: 'logs' })),
  });
}
