/**
 * Tune's part of the store: asks the worker that tunes about the scenario that is shown, and holds the log that was opened.
 * It is loaded when Tune is first shown or a log is opened.
 */
import { recordingData, type Scenario } from '../../sim/index.ts';
import type { TuneQuestionKind, TuneQuestions } from '../../tune/index.ts';
import { DROPPED, type Dropped } from '../../worker/simulationClient.ts';
import { WORKER_LOST, type QuestionClient } from '../../worker/questionClient.ts';
import type { About, TuneTable } from '../../worker/tuneAnswers.ts';
import type { LogsTable } from '../../worker/logsAnswers.ts';
import { createActionContext } from '../actionContext.ts';
import { asSentence } from '../asSentence.ts';
import type { Store } from '../store.ts';
import { createLogs, type Logs } from './logs.ts';

export interface Tuning {
  /**
   * Asks about the scenario that is shown. Of several questions of a kind, the newest waits until the one before is
   * answered, and those between are dropped.
   * @throws {QuestionFailure} `CannotRun` with a sentence where the scenario cannot be run
   */
  readonly ask: <K extends keyof TuneTable>(
    kind: K,
    query: TuneTable[K]['params']['query'],
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
  const { getState } = store;
  let last: { readonly scenario: Scenario; readonly number: number } | null = null;
  /** Digests of the recordings that the worker holds for certain. */
  const held = new Set<string>();

  const numberOf = (scenario: Scenario): number => {
    if (last?.scenario !== scenario) last = { scenario, number: (last?.number ?? 0) + 1 };
    return last.number;
  };

  return {
    logs: createLogs(createActionContext(store), logs),
    async ask(kind, query) {
      const { scenario } = getState();
      const digests = digestsIn(scenario);
      const about: About = {
        scenario,
        number: numberOf(scenario),
        recordings: digests
          .filter((digest) => !held.has(digest))
          .map(recordingData)
          .filter((data) => data !== null),
      };
      try {
        const answer = await client.ask(kind, { about, query } as TuneTable[typeof kind]['params']);
        if (answer !== DROPPED) for (const digest of digests) held.add(digest);
        return answer;
      } catch (error) {
        // A worker that was lost holds nothing any more.
        held.clear();
        throw error;
      }
    },
    cancel: (kind) => client.cancel(kind),
  };
}

function digestsIn({ traffic }: Scenario): readonly string[] {
  return traffic.flatMap((entry) => (entry.kind === 'recording' ? [entry.digest] : []));
}

/** Why a question was not answered, as a sentence. */
export function tuningProblem({ name, message }: Error): string {
  if (name === 'CannotRun') return message;
  const how = name === WORKER_LOST ? 'Tuning ended unexpectedly' : 'Tuning stopped because of an internal error';
  return `${how}: ${asSentence(message)} Your scenario is unchanged.`;
}
