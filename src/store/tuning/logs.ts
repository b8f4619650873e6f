/** The log that was opened: it stays in its worker, which makes a recording of it for the scenario. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { recordingsOf } from '../../sim/index.ts';
import type { LogSummary, ReadOptions, RecordingChoice } from '../../logs/index.ts';
import type { LogsTable, MadeRecording } from '../../worker/logsAnswers.ts';
import type { QuestionClient } from '../../worker/questionClient.ts';
import type { ActionContext } from '../actionContext.ts';
import { createLogJobs } from './logJobs.ts';
import { firstSpan } from './logSpan.ts';
import type { LogsState } from './logsState.ts';
import { isElsewhere, ofLog, withChangedLog, withLogBeside } from './logTraffic.ts';
import { openScenario } from '../openScenario.ts';
import { missingRecordings } from '../recordings.ts';

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
  const { read, make, stop } = createLogJobs(state, client, store.recordings);

  const remember = ({ digest, findings }: MadeRecording, choice: RecordingChoice): void =>
    setState(({ log }) =>
      log === null ? {} : { log: { ...log, choice, made: new Map([...log.made, [digest, { choice, findings }]]) } },
    );

  /** One undoable step, shown in Tune. */
  const putIn = (made: MadeRecording, name: string, beside: boolean): void => {
    const label = 'opening of a log';
    if (beside) {
      // What is locked is said already.
      if (!editTraffic(label, (scenario) => withLogBeside(scenario, made, name))) return;
    } else {
      const scenario = ofLog(getPage().scenario, made, name);
      openScenario(store, { scenario, view: null, label, record: true, captionValid: false });
    }
    setPage({ mode: 'tune' });
    const { traffic, epoch } = getPage().scenario;
    const elsewhere = beside && isElsewhere(traffic.at(-1), epoch);
    const note = elsewhere ? ': it is from a different time than the run, so it begins at 0 s' : '';
    showStatus(`Opened “${name}”${note}.`, 'undoes this');
  };

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
    stop,
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
          showStatus(`Loaded “${name}”. The scenario is unchanged.`);
          onDone();
        } else if (isNamed && !beside) {
          showStatus(`“${name}” is open again: its key, cost and what counts as bad can be changed.`);
          onDone();
        } else {
          putIn(made, name, beside);
          // In a task of its own, too: when the dialog closes, the browser restyles the whole page.
          setTimeout(onDone);
        }
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
