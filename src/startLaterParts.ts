/** The composition root of what few need: Tune and the finder, each with its workers and its part of the store. */
import findWorkerAddress from 'virtual:find-worker';
import logsWorkerAddress from 'virtual:logs-worker';
import tuneWorkerAddress from 'virtual:tune-worker';
import { createFinder, type Finder } from './store/finding/finding.ts';
import type { Store } from './store/store.ts';
import { createTuning, type Tuning } from './store/tuning/tuning.ts';
import { createQuestionClient } from './worker/questionClient.ts';

/** Of the worker that finds: each takes little memory. */
const MAX_HELPERS = 7;

/** Each worker starts with the first question to it. */
export function startTuning(store: Store): Tuning {
  return createTuning(store, {
    tune: createQuestionClient(() => new Worker(tuneWorkerAddress, { type: 'module', name: 'tune' })),
    logs: createQuestionClient(() => new Worker(logsWorkerAddress, { type: 'module', name: 'logs' })),
  });
}

/** Likewise. */
export function startFinding(store: Store): Finder {
  const start = (): Worker => new Worker(findWorkerAddress, { type: 'module', name: 'find' });
  return createFinder(store, createQuestionClient(start, Math.min(MAX_HELPERS, navigator.hardwareConcurrency - 1)));
}
