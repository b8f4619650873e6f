/** The work of the worker that holds the log: it reads files, and makes recordings of them. The newest job ends the others. */
import type { StoreApi } from 'zustand/vanilla';
import type { LogSummary, ReadOptions, RecordingChoice } from '../../logs/index.ts';
import type { LogsTable, MadeRecording } from '../../worker/logsAnswers.ts';
import { WORKER_LOST, type QuestionClient } from '../../worker/questionClient.ts';
import { DROPPED } from '../../worker/workerClient.ts';
import { asSentence } from '../asSentence.ts';
import type { Recordings } from '../recordings.ts';
import type { HeldLog, LogsState } from './logsState.ts';

export interface LogJobs {
  readonly read: (files: readonly File[], options: ReadOptions, then: (summary: LogSummary) => void) => void;
  /** @param digest of the recording that is made again, if one is */
  readonly make: (choice: RecordingChoice, then: (made: MadeRecording) => void, digest?: string) => void;
  /** Stops what is under way. */
  readonly stop: () => void;
}

/** @param recordings get each recording that is made */
export function createLogJobs(
  { getState, setState }: StoreApi<LogsState>,
  client: QuestionClient<LogsTable>,
  recordings: Pick<Recordings, 'take'>,
): LogJobs {
  const fail = (error: Error): void => setState({ work: null, changing: null, problem: logProblem(error) });

  let readings = 0;
  /** The one whose log the page has: the worker may have read another, which was stopped just then. */
  let held = 0;
  /** The number of the last job: one that was stopped may still have to be used. */
  let latest = 0;
  const stop = (): void => {
    latest++;
    client.cancel('read');
    client.cancel('make');
    setState({ work: null, changing: null });
  };

  const readFiles: LogJobs['read'] = (files, options, then) => {
    const reading = ++readings;
    setState({ work: { does: 'reading', progress: null }, problem: null });
    client
      .ask('read', { files, options, reading }, (progress) => setState({ work: { does: 'reading', progress } }))
      .then((summary) => {
        if (summary === DROPPED) return;
        held = reading;
        setState({ work: null });
        then(summary);
      }, fail);
  };

  const make: LogJobs['make'] = (choice, then, digest) => {
    stop();
    const job = latest;
    const list = missingList(choice);
    if (list !== null) {
      setState({
        problem: `The list ${list} of bad keys is not here. Add it with the button, or leave key=@${list} out.`,
      });
      return;
    }
    const changing = digest === undefined ? null : { digest, choice };
    setState({ work: { does: 'making', progress: null }, problem: null, changing });
    client.ask('make', { choice, reading: held }).then(
      (made) => {
        if (made === DROPPED) return;
        setState({ work: null });
        recordings.take([made.data]);
        // In a task of its own: what follows may change all of the page. What is chosen before it is made instead.
        setTimeout(() => {
          if (job !== latest) return;
          setState({ changing: null });
          then(made);
        });
      },
      (error: Error) => {
        const field = fieldToKeep(error, getState().log, choice);
        if (field === null) fail(error);
        else readWith(field, () => make(choice, then, digest));
      },
    );
  };

  /** A field that was not kept is read with the next reading. */
  const readWith = (field: string, then: () => void): void => {
    const { log } = getState();
    if (log === null) return;
    const keep = [...log.summary.fields.filter(({ isKept }) => isKept).map(({ name }) => name), field];
    const { format, mapping } = log.summary;
    readFiles(log.files, { format, mapping, keep }, (summary) => {
      // Its choice may have changed meanwhile.
      setState(({ log: now }) => (now === null ? {} : { log: { ...now, summary } }));
      then();
    });
  };

  return {
    read(files, options, then) {
      stop();
      readFiles(files, options, then);
    },
    make,
    stop,
  };
}

/** The field of a choice whose column was not kept, if that is why it failed. */
function fieldToKeep(
  { name, detail }: Error & { readonly detail?: unknown },
  log: HeldLog | null,
  choice: RecordingChoice,
): string | null {
  if (name !== 'LogError' || detail !== 'needs-read' || log === null) return null;
  const wanted = new Set([...choice.key, choice.cost, ...choice.bad.split(/[\s=]+/)]);
  return log.summary.fields.find((field) => !field.isKept && wanted.has(field.name))?.name ?? null;
}

/** A list of keys that a choice names and does not have. */
function missingList({ bad, keyLists }: RecordingChoice): string | null {
  const named = [...bad.matchAll(/(?:^|\s)key=@(\S+)/g)].map(([, name]) => name as string);
  return named.find((name) => keyLists?.has(name) !== true) ?? null;
}

function logProblem({ name, message }: Error): string {
  if (name === 'LogError') return message;
  const how = name === WORKER_LOST ? 'Reading the log ended unexpectedly' : 'The log cannot be read';
  return `${how}: ${asSentence(message)} What was there before is unchanged.`;
}
