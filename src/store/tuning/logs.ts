/** The logs that were opened: a worker reads them, and makes recordings of them for the scenario. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { recordingsOf } from '../../sim/index.ts';
import type { LogSummary, ReadOptions, RecordingChoice } from '../../logs/index.ts';
import type { LogsTable, MadeRecording } from '../../worker/logsAnswers.ts';
import type { QuestionClient } from '../../worker/questionClient.ts';
import type { ActionContext } from '../actionContext.ts';
import { createLogJobs, type MadeOf } from './logJobs.ts';
import { firstSpan } from './logSpan.ts';
import { logOf, withLog, type HeldLog, type LogsState } from './logsState.ts';
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
  /** Stops, and lets go of a log of which nothing was made. */
  readonly cancel: () => void;
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
  const state = createStore<LogsState>(() => ({
    work: null,
    log: null,
    others: [],
    changing: null,
    heldOut: null,
    problem: null,
  }));
  const { getState, setState } = state;
  const { read, make, stop } = createLogJobs(state, client, store.recordings);

  const remember = ({ made: { digest, findings }, log }: MadeOf, choice: RecordingChoice): void =>
    setState((logs) =>
      withLog(logs, log.reading, (now) => ({
        ...now,
        choice,
        made: new Map([...now.made, [digest, { choice, findings }]]),
      })),
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
      read(files, {}, (reading) =>
        setState((logs) => ({
          log: { ...reading, choice: firstChoice(reading.summary), files, made: new Map() },
          others: usedLogs(logs),
        })),
      ),
    readAgain(options) {
      const { log } = getState();
      if (log === null) return;
      const { format, mapping } = log.summary;
      read(log.files, { format, mapping, ...options }, (reading) =>
        setState((logs) =>
          withLog(logs, log.reading, (now) => ({
            ...now,
            ...reading,
            choice: { ...firstChoice(reading.summary), ...now.choice },
          })),
        ),
      );
    },
    stop,
    cancel() {
      stop();
      setState((logs) => {
        const [log = null, ...others] = usedLogs(logs);
        return { log, others, problem: null };
      });
    },
    choose(part) {
      const { log } = getState();
      if (log === null) return;
      setState({ log: { ...log, choice: { ...log.choice, ...part } }, problem: null });
    },
    change(digest, part) {
      const { changing } = getState();
      const log = logOf(getState(), digest);
      const own = changing?.digest === digest ? changing : log?.made.get(digest);
      if (log === undefined || own === undefined) return;
      const choice = { ...own.choice, ...part };
      const replace = (of: MadeOf): void => {
        remember(of, choice);
        editTraffic('change of the log', (scenario) => withChangedLog(scenario, digest, of.made));
      };
      make(log, choice, replace, digest);
    },
    use(beside, onDone) {
      const { log } = getState();
      if (log === null) return;
      make(log, log.choice, (of) => {
        const { made } = of;
        const name = log.summary.files.join(', ');
        remember(of, log.choice);
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
          // Each in a task of its own: lanes give way to Tune, the log is put in, and when the dialog closes, the browser
          // restyles the page.
          if (!beside) setPage({ mode: 'tune' });
          setTimeout(() => putIn(made, name, beside));
          setTimeout(onDone);
        }
      });
    },
    holdOut(onDone) {
      const { log } = getState();
      if (log === null) return;
      make(log, log.choice, ({ made }) => {
        const name = log.summary.files.join(', ');
        setState({ heldOut: { name, scenario: ofLog(getPage().scenario, made, name) } });
        onDone();
      });
    },
    dropHeldOut: () => setState({ heldOut: null }),
  };
}

/** The logs of which recordings were made. */
const usedLogs = ({ log, others }: LogsState): readonly HeldLog[] =>
  [...(log === null ? [] : [log]), ...others].filter(({ made }) => made.size > 0);

function firstChoice({ key, histogram, resolution }: LogSummary): RecordingChoice {
  const span = firstSpan(histogram, resolution);
  return { key, cost: null, bad: '', ...(span === undefined ? {} : { span }) };
}
