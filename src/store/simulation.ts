/** Runs the current scenario: result or problems, progress, and recovery after the worker was replaced. */
import type { PlanProblem } from '../sim/index.ts';
import type { SimulationClientEvents } from '../worker/simulationClient.ts';
import type { FrameClock } from './frameClock.ts';
import { keepTraffic } from './keptTraffic.ts';
import { createProgressTimer } from './progressTimer.ts';
import {
  chartQueryOf,
  momentQueryOf,
  momentState,
  refreshCharts,
  refreshCounts,
  refreshSnapshots,
  refreshWhy,
  sameChartQuery,
} from './queries.ts';
import { heldRecordings } from './recordings.ts';
import { createRunner, type RunnerEvents } from './runner.ts';
import type { NoticeAction } from './slices/dialogs.ts';
import type { Result } from './slices/run.ts';
import { rangeAfterRun } from './slices/view.ts';
import { stoppedText } from './stoppedText.ts';
import type { State } from './state.ts';
import type { Simulation, StoreBase } from './store.ts';

export function createSimulation(store: StoreBase, clock: Pick<FrameClock, 'painted'>): Simulation {
  const { client, getState, setState } = store;
  const progressTimer = createProgressTimer((progress) => setState({ progress }));
  const restoreRun = createRunRestorer(store);

  const runnerEvents: RunnerEvents = {
    started() {
      progressTimer.started();
      if (!getState().busy) setState({ busy: true });
    },
    finished({ scenario, query, moment: momentQuery }, simulated) {
      progressTimer.ended();
      store.removeNotices('worker', 'defect', 'refused');
      const busy = scenario !== getState().scenario;
      if (!simulated.ok) {
        setState({ busy, progress: null, refusals: simulated.problems });
        notifyRefused(store, simulated.problems);
        return;
      }
      const { charts, moment, ok: _, ...run } = simulated;
      const result = { scenario, ...run };
      showWholeRun(store, result);
      const shownMoment = momentState(store, result, momentQuery, moment);
      setState({
        result,
        chartData: keepTraffic(charts, getState().chartData),
        ...shownMoment,
        refusals: [],
        progress: null,
        busy,
        canQuery: true,
      });
      // The charts query may have changed since the run began.
      if (!sameChartQuery(query, chartQueryOf(getState()))) refreshCharts(store);
      refreshWhy(store);
      if (shownMoment === null) {
        refreshSnapshots(store);
        refreshCounts(store);
      }
    },
    failed(error) {
      progressTimer.ended();
      setState({ busy: false, progress: null });
      store.notify({
        kind: 'defect',
        text: isOutOfMemory(error.message)
          ? `${REPLACED_TEXTS.memory}. Your scenario is unchanged.`
          : stoppedText('The simulation', error),
        actions: [...undoIfEdited(getState()), { do: 'reload' }, { do: 'dismiss' }],
      });
    },
  };
  const runner = createRunner(client, store.recordings, runnerEvents, clock);

  const runLost = (): void => {
    runner.reset();
    progressTimer.ended();
    setState({ busy: false, progress: null, canQuery: false });
  };
  const notifyWorker = (text: string): void =>
    store.notify({ kind: 'worker', text, actions: [{ do: 'run-again' }, ...undoIfEdited(getState())] });

  const clientEvents: SimulationClientEvents = {
    onProgress: progressTimer.progress,
    onWorkerReplaced(why, detail) {
      runLost();
      if (why === 'unloaded') {
        // Another attempt would fail as well.
        store.notify({ kind: 'worker', text: UNLOADED_TEXT, actions: [{ do: 'reload' }, { do: 'dismiss' }] });
        return;
      }
      notifyWorker(
        `${REPLACED_TEXTS[isOutOfMemory(detail) ? 'memory' : why]} and was restarted. Your scenario is unchanged.`,
      );
      restoreRun();
    },
  };
  client.listen(clientEvents);

  return {
    rerun: () =>
      runner.run({
        scenario: getState().scenario,
        query: chartQueryOf(getState()),
        moment: momentQueryOf(store),
      }),
    hold: () => runner.hold(),
    letGo: () => runner.letGo(),
    stopRun() {
      client.stop();
      runLost();
      restoreRun();
      notifyWorker(`The run was stopped. ${LAST_RUN}`);
    },
  };
}

const UNLOADED_TEXT =
  'The simulation could not be loaded: there is no network, or a new version of Spillway has taken its place. Your scenario is unchanged.';

const REPLACED_TEXTS = {
  silent: 'The simulation did not answer for 5 s',
  crashed: 'The simulation ended unexpectedly',
  memory: 'The simulation ran out of memory',
} as const;

/** The end of a run is known only now: a script may send requests after the scenario's own. */
function showWholeRun({ getState, setState, player }: StoreBase, { scenario, end }: Result): void {
  const { range, result } = getState();
  const next = rangeAfterRun(range, result?.end ?? -1, scenario, end);
  const wasAtEnd = !player.playing && player.at === range.to;
  player.setEnd(end);
  if (next === range) return;
  setState({ range: next });
  if (wasAtEnd) player.seek(end);
}

/** As Chromium, Firefox and WebKit word it, for an array and for everything. */
function isOutOfMemory(message: string): boolean {
  return /allocation failed|out of memory|invalid array buffer length|allocation size overflow/i.test(message);
}

/**
 * A new worker has no run. The shown scenario is run again silently, so that it can be queried; not if it may be what
 * crashed the old worker, and not twice at once.
 */
function createRunRestorer({ getState, setState, ask }: StoreBase): () => void {
  let restoring = false;
  return () => {
    const { result, scenario } = getState();
    if (result === null || result.scenario === scenario || restoring) return;
    restoring = true;
    ask(
      'simulate',
      {
        scenario: result.scenario,
        query: chartQueryOf(getState()),
        recordings: heldRecordings(result.scenario),
      },
      (simulated) => {
        if (simulated.ok && getState().result === result) setState({ chartData: simulated.charts, canQuery: true });
      },
      () => {
        restoring = false;
      },
    );
  };
}

const LAST_RUN = 'The last complete run is shown.';

function notifyRefused(store: StoreBase, problems: readonly PlanProblem[]): void {
  const { result, history } = store.getState();
  // What was opened has no run of its own yet; what was edited has.
  const shown =
    result !== null && history.past.length > 0 && problems.every(({ recording }) => recording === undefined);
  store.notify({
    kind: 'refused',
    text: [...problems.map(({ sentence }) => sentence), ...(shown ? [LAST_RUN] : [])].join(' '),
    actions: [...remediesFor(problems), ...undoIfEdited(store.getState())],
  });
}

function undoIfEdited({ history }: State): readonly NoticeAction[] {
  return history.past.length > 0 ? [{ do: 'undo' }] : [];
}

/** No form has a recording that is not here: its file is asked for. */
function remediesFor(problems: readonly PlanProblem[]): readonly NoticeAction[] {
  const others = problems.filter(({ recording }) => recording === undefined);
  return [...(others.length < problems.length ? [{ do: 'open-file' } as const] : []), ...editActionsFor(others)];
}

/** Opens the first phase, or else the first fault, that a problem is about. */
function editActionsFor(problems: readonly PlanProblem[]): readonly NoticeAction[] {
  const first = (pattern: RegExp) => problems.flatMap(({ path }) => pattern.exec(path)?.[1] ?? [])[0];
  const phase = first(/^traffic\[(\d+)\]/);
  if (phase !== undefined) return [{ do: 'edit-phase', phase: Number(phase) }];
  const fault = first(/^cluster\.faults\[(\d+)\]/);
  return fault === undefined ? [] : [{ do: 'edit-fault', fault: Number(fault) }];
}
