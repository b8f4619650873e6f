/** The work of the worker that reads logs: it makes recordings of them. The newest job ends the others. */
import type { StoreApi } from 'zustand/vanilla';
import type { ReadOptions, RecordingChoice } from '../../logs/index.ts';
import type { LogsTable, MadeRecording } from '../../worker/logsAnswers.ts';
import { WORKER_LOST, type QuestionClient } from '../../worker/questionClient.ts';
import { DROPPED } from '../../worker/workerClient.ts';
import { asSentence } from '../asSentence.ts';
import type { Recordings } from '../recordings.ts';
import { withLog, type HeldLog, type LogsState } from './logsState.ts';

export interface LogJobs {
  readonly read: (files: readonly File[], options: ReadOptions, then: (reading: Reading) => void) => void;
  /** @param digest of the recording that is made again, if one is */
  readonly make: (log: HeldLog, choice: RecordingChoice, then: (made: MadeOf) => void, digest?: string) => void;
  /** Stops what is under way. */
  readonly stop: () => void;
}

export type Reading = Pick<HeldLog, 'summary' | 'reading'>;

/** A recording, and the log as it was read for it. */
export interface MadeOf {
  readonly made: MadeRecording;
  readonly log: HeldLog;
}

/** @param recordings get each recording that is made */
export function createLogJobs(
  { setState }: StoreApi<LogsState>,
  client: QuestionClient<LogsTable>,
  recordings: Pick<Recordings, 'take'>,
): LogJobs {
  const fail = (error: Error): void => setState({ work: null, changing: null, problem: logProblem(error) });

  let readings = 0;
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
        setState({ work: null });
        then({ summary, reading });
      }, fail);
  };

  const make: LogJobs['make'] = (log, choice, then, digest) => {
    stop();
    const job = latest;
    const list = missingList(choice);
    if (list !== null) {
      setState({
        problem: `The list ${list} of bad keys is not here. Add it with the button, or leave key=@${list} out.`,
      });
      return;
    }
    setState({ problem: null, changing: digest === undefined ? null : { digest, choice } });
    const ask = (of: HeldLog, isReadForIt: boolean): void => {
      setState({ work: { does: 'making', progress: null } });
      client.ask('make', { choice, reading: of.reading }).then(
        (made) => {
          if (made === DROPPED) return;
          setState({ work: null });
          recordings.take([made.data]);
          // In a task of its own: what follows may change all of the page. What is chosen before it is made instead.
          setTimeout(() => {
            if (job !== latest) return;
            setState({ changing: null });
            then({ made, log: of });
          });
        },
        (error: Error) => {
          if (isReadForIt || !needsReading(error)) fail(error);
          else readFor(of, choice, (read) => ask(read, true));
        },
      );
    };
    ask(log, false);
  };

  /** Reads a log again that the worker does not hold any more, or of which it did not keep a field that is chosen. */
  const readFor = (log: HeldLog, choice: RecordingChoice, then: (log: HeldLog) => void): void => {
    const { format, mapping, fields } = log.summary;
    const wanted = new Set([...choice.key, choice.cost, ...choice.bad.split(/[\s=]+/)]);
    const keep = fields.filter(({ isKept, name }) => isKept || wanted.has(name)).map(({ name }) => name);
    readFiles(log.files, { format, mapping, keep }, (reading) => {
      // Its choice may have changed meanwhile.
      setState((state) => withLog(state, log.reading, (now) => ({ ...now, ...reading })));
      then({ ...log, ...reading });
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

function needsReading({ name, detail }: Error & { readonly detail?: unknown }): boolean {
  return name === 'LogError' && detail === 'needs-read';
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
