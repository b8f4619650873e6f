/** The log that was opened: it stays in its worker, which makes a recording of it for the scenario. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { recordingsOf, type Scenario } from '../../sim/index.ts';
import type { LogSummary, ReadOptions, ReadProgress, RecordingChoice } from '../../logs/index.ts';
import type { LogsTable, MadeRecording } from '../../worker/logsAnswers.ts';
import { WORKER_LOST, type QuestionClient } from '../../worker/questionClient.ts';
import { DROPPED } from '../../worker/workerClient.ts';
import type { ActionContext } from '../actionContext.ts';
import { asSentence } from '../asSentence.ts';
import { firstSpan } from './logSpan.ts';
import { isElsewhere, ofLog, withChangedLog, withLogBeside } from './logTraffic.ts';
import { openScenario } from '../openScenario.ts';
import { missingRecordings } from '../recordings.ts';

export type { LogSummary, RecordingChoice };

export interface LogsState {
  /** What is under way. */
  readonly work: { readonly does: 'reading' | 'making'; readonly progress: ReadProgress | null } | null;
  /** The log that the worker holds. */
  readonly log: HeldLog | null;
  /** A recording that is being made again, and with what: the next change builds on it. */
  readonly changing: { readonly digest: string; readonly choice: RecordingChoice } | null;
  /** A log on which the goals are scored; its scenario is on the policy and lanes of when it was opened. */
  readonly heldOut: { readonly name: string; readonly scenario: Scenario } | null;
  /** Why the last reading or making failed, a sentence. */
  readonly problem: string | null;
}

export interface HeldLog {
  readonly summary: LogSummary;
  /** What the next recording is made with. */
  readonly choice: RecordingChoice;
  /** To read them again. */
  readonly files: readonly File[];
  /** The recordings that were made of it, by digest: undo brings earlier ones back. */
  readonly made: ReadonlyMap<string, OwnRecording>;
}

export interface OwnRecording {
  readonly choice: RecordingChoice;
  readonly findings: MadeRecording['findings'];
}

export interface Logs {
  readonly state: Pick<StoreApi<LogsState>, 'getState' | 'getInitialState' | 'subscribe'>;
  /** Reads files; what was held before stays until they are read. */
  readonly open: (files: readonly File[]) => void;
  /** Reads the held files again with another mapping, or with further columns. */
  readonly readAgain: (options: ReadOptions) => void;
  /** Stops what is under way. */
  readonly stop: () => void;
  /** Another key, cost, label or span for the next recording. */
  readonly choose: (part: Partial<RecordingChoice>) => void;
  /** The same for a recording that the scenario has: it is made again and put in its place, as one undoable step. */
  readonly change: (digest: string, part: Partial<RecordingChoice>) => void;
  /** Puts the log into the scenario as one undoable step. @param beside keeps the traffic that is there */
  readonly use: (beside: boolean, onDone: () => void) => void;
  /** Keeps the log beside the scenario, to score the goals on it. */
  readonly holdOut: (onDone: () => void) => void;
  readonly dropHeldOut: () => void;
}

export function createLogs(context: ActionContext, client: QuestionClient<LogsTable>): Logs {
  const { store, get: getPage, set: setPage, editTraffic, showStatus } = context;
  const state = createStore<LogsState>(() => ({ work: null, log: null, changing: null, heldOut: null, problem: null }));
  const { getState, setState } = state;

  const fail = (error: Error): void => setState({ work: null, changing: null, problem: logProblem(error) });

  const read = (files: readonly File[], options: ReadOptions, then: (summary: LogSummary) => void): void => {
    client.cancel('read');
    setState({ work: { does: 'reading', progress: null }, problem: null });
    client
      .ask('read', { files, options }, (progress) => setState({ work: { does: 'reading', progress } }))
      .then((summary) => {
        if (summary === DROPPED) return;
        setState({ work: null });
        then(summary);
      }, fail);
  };

  /** @param digest of the recording that is made again, if one is */
  const make = (choice: RecordingChoice, then: (made: MadeRecording) => void, digest?: string): void => {
    // What waits for a field to be read would be made after this, and take its place.
    client.cancel('read');
    client.cancel('make');
    const list = missingList(choice);
    if (list !== null) {
      setState({
        work: null,
        changing: null,
        problem: `The list ${list} of bad keys is not here. Add it with the button, or leave key=@${list} out.`,
      });
      return;
    }
    const changing = digest === undefined ? null : { digest, choice };
    setState({ work: { does: 'making', progress: null }, problem: null, changing });
    client.ask('make', { choice }).then(
      (made) => {
        if (made === DROPPED) return;
        setState({ work: null, changing: null });
        store.recordings.take([made.data]);
        // In a task of its own: what follows may change all of the page.
        setTimeout(() => then(made));
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
    read(log.files, { format, mapping, keep }, (summary) => {
      // Its choice may have changed meanwhile.
      setState(({ log: now }) => (now === null ? {} : { log: { ...now, summary } }));
      then();
    });
  };

  const remember = ({ digest, findings }: MadeRecording, choice: RecordingChoice): void =>
    setState(({ log }) =>
      log === null ? {} : { log: { ...log, choice, made: new Map([...log.made, [digest, { choice, findings }]]) } },
    );

  return {
    state,
    open: (files) =>
      read(files, {}, (summary) =>
        setState({ log: { summary, choice: firstChoice(summary), files, made: new Map() } }),
      ),
    readAgain(options) {
      const { log } = getState();
      if (log === null) return;
      const { format, mapping } = log.summary;
      read(log.files, { format, mapping, ...options }, (summary) =>
        setState(({ log: now }) =>
          now === null ? {} : { log: { ...now, summary, choice: { ...firstChoice(summary), ...now.choice } } },
        ),
      );
    },
    stop() {
      client.cancel('read');
      client.cancel('make');
      setState({ work: null, changing: null });
    },
    choose(part) {
      const { log } = getState();
      if (log === null) return;
      setState({ log: { ...log, choice: { ...log.choice, ...part } }, problem: null });
    },
    change(digest, part) {
      const { log, changing } = getState();
      const own = changing?.digest === digest ? changing : log?.made.get(digest);
      if (own === undefined) return;
      const choice = { ...own.choice, ...part };
      const replace = (made: MadeRecording): void => {
        remember(made, choice);
        editTraffic('change of the log', (scenario) => withChangedLog(scenario, digest, made));
      };
      make(choice, replace, digest);
    },
    use(beside, onDone) {
      const { log } = getState();
      if (log === null) return;
      make(log.choice, (made) => {
        const name = log.summary.files.join(', ');
        remember(made, log.choice);
        const isNamed = recordingsOf(getPage().scenario).includes(made.digest);
        if (isNamed && missingRecordings(getPage()).includes(made.digest)) {
          // A link named it, and this is the file that it came from.
          store.rerun();
          showStatus(`Loaded ${name}. The scenario is unchanged.`);
          onDone();
          return;
        }
        if (isNamed && !beside) {
          showStatus(`${name} is open again: its key, cost and what counts as bad can be changed.`);
          onDone();
          return;
        }
        const label = 'opening of a log';
        if (beside) editTraffic(label, (scenario) => withLogBeside(scenario, made, name));
        else {
          const scenario = ofLog(getPage().scenario, made, name);
          openScenario(store, { scenario, view: null, label, record: true, captionValid: false });
        }
        setPage({ mode: 'tune' });
        const { traffic, epoch } = getPage().scenario;
        const elsewhere = beside && isElsewhere(traffic.at(-1), epoch);
        const note = elsewhere ? ': it is from a different time than the run, so it begins at 0 s' : '';
        showStatus(`Opened ${name}${note}.`, 'undoes this');
        // In a task of its own, too: when the dialog closes, the browser restyles the whole page.
        setTimeout(onDone);
      });
    },
    holdOut(onDone) {
      const { log } = getState();
      if (log === null) return;
      make(log.choice, (made) => {
        const name = log.summary.files.join(', ');
        setState({ heldOut: { name, scenario: ofLog(getPage().scenario, made, name) } });
        onDone();
      });
    },
    dropHeldOut: () => setState({ heldOut: null }),
  };
}

function firstChoice({ key, histogram, resolution }: LogSummary): RecordingChoice {
  const span = firstSpan(histogram, resolution);
  return { key, cost: null, bad: '', ...(span === undefined ? {} : { span }) };
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
