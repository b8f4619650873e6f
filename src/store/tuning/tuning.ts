/**
 * Tune's part of the store: asks the worker that tunes about the scenario that is shown, and holds the log that was opened.
 * It is loaded when Tune is first shown or a log is opened.
 */
import type { Scenario } from '../../sim/index.ts';
import type { TuneQuestionKind, TuneQuestions } from '../../tune/index.ts';
import { DROPPED, type Dropped } from '../../worker/workerClient.ts';
import { QuestionFailure, type QuestionClient } from '../../worker/questionClient.ts';
import type { About, TuneTable } from '../../worker/tuneAnswers.ts';
import type { LogsTable } from '../../worker/logsAnswers.ts';
import { createActionContext } from '../actionContext.ts';
import { stoppedText } from '../stoppedText.ts';
import type { Store } from '../store.ts';
import { createLogs, type Logs } from './logs.ts';

export interface Tuning {
  /**
   * Asks about a scenario. Of several questions of a kind, the newest waits until the one before is
   * answered, and those between are dropped.
   * @throws {QuestionFailure} `CannotRun` with a sentence where the scenario cannot be run
   */
  readonly ask: <K extends keyof TuneTable>(
    kind: K,
    query: TuneTable[K]['params']['query'],
    /** By default the one that is shown. */
    scenario?: Scenario,
  ) => Promise<TuneTable[K]['result'] | Dropped>;
  readonly logs: Logs;
  /** Drops what was asked of a kind, which may take seconds. */
  readonly cancel: (kind: keyof TuneTable) => void;
}

export { DROPPED };
export type { TuneQuestionKind, TuneQuestions };

export interface TuningWorkers {
  readonly tune: QuestionClient<TuneTable>;
  readonly logs: QuestionClient<LogsTable>;
}

export function createTuning(store: Store, { tune: client, logs }: TuningWorkers): Tuning {
  const numbers = new WeakMap<Scenario, number>();
  let numbered = 0;
  const numberOf = (scenario: Scenario): number => {
    const number = numbers.get(scenario) ?? ++numbered;
    numbers.set(scenario, number);
    return number;
  };

  return {
    logs: createLogs(createActionContext(store), logs),
    async ask(kind, query, scenario = store.getState().scenario) {
      const ask = (recordings: About['recordings']) => {
        const about: About = { scenario, number: numberOf(scenario), recordings };
        return client.ask(kind, { about, query } as TuneTable[typeof kind]['params']);
      };
      try {
        return await ask([]);
      } catch (error) {
        // The worker names the recordings that it lacks.
        const missing = error instanceof QuestionFailure ? ((error.detail ?? []) as readonly string[]) : [];
        const found = await store.recordings.find(missing);
        if (found.length === 0) throw error;
        return ask(found);
      }
    },
    cancel: (kind) => client.cancel(kind),
  };
}

/** Why a question was not answered, as a sentence. */
export function tuningProblem(error: Error): string {
  return error.name === 'CannotRun' ? error.message : stoppedText('Tuning', error);
}
