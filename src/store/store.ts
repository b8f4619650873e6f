/**
 * The store: Zustand's plain store, with the worker's client, the playhead's clock and the browser's storage handed in.
 * Components read it through selectors and change it through `actions.ts`; nothing else talks to the worker.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import {
  durationOf,
  lastExplicitRequest,
  microsFromSeconds,
  SECOND,
  type ChartQuery,
  type Scenario,
} from '../sim/index.ts';
import { DROPPED, type WorkerQuestions, type QuestionKind, type SimulationClient } from '../worker/simulationClient.ts';
import type { FrameClock } from './frameClock.ts';
import { emptyHistory } from './history.ts';
import { createPersistence, type Persistence, type KeyValueStorage } from './persistence.ts';
import { createPlayer, type Player } from './player.ts';
import { createRunner, type Runner } from './runner.ts';
import { comparedLanes, requestCountIn, availableSpeeds } from './selectors.ts';
import { watchFairness } from './fairness.ts';
import { NOTICE_KINDS, type Notice, type NoticeAction, type Range, type State } from './state.ts';

export interface PlaygroundHost {
  readonly client: SimulationClient;
  readonly clock: FrameClock;
  readonly storage: KeyValueStorage | null | undefined;
  /** Whether things on the screen should move as little as they can. */
  readonly reducedMotion: () => boolean;
  /** The first scenario, before anything kept or linked is opened. */
  readonly scenario: Scenario;
}

export interface Store extends StoreApi<State> {
  readonly client: SimulationClient;
  readonly player: Player;
  readonly persistence: Persistence;
  /** Runs the scenario as it stands. */
  rerun(): void;
  /** Forgets the run that was stopped, and says so. */
  runStopped(): void;
  /**
   * Asks the worker; a failure there is said, and a question that a newer one replaced is not answered.
   * @param over called last, whatever came of it
   */
  ask<K extends QuestionKind>(
    kind: K,
    question: WorkerQuestions[K]['params'],
    onAnswer: (answer: WorkerQuestions[K]['result']) => void,
    onSettled?: () => void,
  ): void;
  notify(notice: Notice): void;
  /** Takes back notices of these kinds. */
  removeNotices(...kinds: readonly Notice['kind'][]): void;
}

/** React hears of a moving playhead this often. */
const PLAYHEAD_INTERVAL_MS = 250;
/** Progress is shown for a run that takes longer than this. */
const SLOW_RUN_MS = 500;
const PROGRESS_INTERVAL_MS = 100;

export function createPlaygroundStore(host: PlaygroundHost): Store {
  const { client, clock, storage, scenario } = host;
  const player = createPlayer(clock);
  // Storage may fail before there is anybody to tell: reading the settings is the first thing that is done.
  let notifyStorageLost = (): void => undefined;
  const persistence = createPersistence(storage, () => notifyStorageLost());
  const settings = persistence.loadSettings();
  const store = createStore<State>(() => ({
    scenario,
    opened: scenario,
    history: emptyHistory,
    result: null,
    chartData: null,
    busy: true,
    progress: null,
    refusals: [],
    notices: [],
    status: '',
    range: wholeRange(scenario),
    at: 0,
    playing: false,
    speed: 1,
    playedThrough: false,
    selection: null,
    why: null,
    moments: null,
    momentsAt: 0,
    hoveredAt: null,
    shownKey: null,
    pickedLanes: [],
    fairness: null,
    profiles: new Map(),
    drawer: null,
    focusedPhase: null,
    focusedLane: 0,
    clusterPart: null,
    dialog: null,
    theme: settings.theme,
    singleKeys: settings.singleKeys,
    captionHidden: false,
    phoneChart: 'level',
    chartColumns: 320,
    trackColumns: 1136,
    keyStripColumns: 480,
    canQuery: true,
  }));
  const { getState: get, setState: set } = store;

  const notify = (notice: Notice): void =>
    set(({ notices }) => ({
      notices: [...notices.filter((other) => other.kind !== notice.kind), notice].sort(
        (a, b) => NOTICE_KINDS.indexOf(a.kind) - NOTICE_KINDS.indexOf(b.kind),
      ),
    }));
  const unnotify = (...kinds: readonly Notice['kind'][]): void => {
    if (get().notices.some(({ kind }) => kinds.includes(kind))) {
      set(({ notices }) => ({ notices: notices.filter(({ kind }) => !kinds.includes(kind)) }));
    }
  };

  notifyStorageLost = () =>
    notify({
      kind: 'storage',
      text: 'This browser does not keep your work. Use Share or Save file.',
      actions: [{ do: 'dismiss' }],
    });
  if (!persistence.available) notifyStorageLost();

  const chartQueryOf = (state: State): ChartQuery => {
    const { range, chartColumns, trackColumns, shownKey } = state;
    return { ...range, columns: chartColumns, trackColumns, key: shownKey, comparedLanes: comparedLanes(state) };
  };

  const progressTimer = createProgressTimer((progress) => set({ progress }));
  const runner: Runner = createRunner(client, {
    started() {
      progressTimer.started();
      set({ busy: true });
    },
    finished(of, query, simulated) {
      progressTimer.ended();
      unnotify('worker', 'defect', 'refused');
      if (!simulated.ok) {
        set({ busy: of !== get().scenario, progress: null, refusals: simulated.problems });
        notify({
          kind: 'refused',
          text: simulated.problems.map(({ sentence }) => sentence).join(' '),
          actions: [
            ...editActionsFor(simulated.problems),
            ...(get().history.past.length > 0 ? [{ do: 'undo' } as const] : []),
          ],
        });
        return;
      }
      const { charts, ok: _, ...run } = simulated;
      player.setEnd(run.end);
      set({
        result: { scenario: of, ...run },
        chartData: charts,
        refusals: [],
        progress: null,
        busy: of !== get().scenario,
        canQuery: true,
      });
      // What was asked for when the run began may not be what is wanted now.
      if (!sameChartQuery(query, chartQueryOf(get()))) refreshCharts();
      refreshWhy();
      refreshMoments();
    },
    failed(message) {
      progressTimer.ended();
      set({ busy: false, progress: null });
      notify({
        kind: 'defect',
        text: `The simulation stopped with an error of its own: ${message}. Your scenario is unchanged.`,
        actions: [{ do: 'undo' }, { do: 'dismiss' }],
      });
    },
  });

  const rerun = (): void => runner.run(get().scenario, chartQueryOf(get()));

  /** Asks the worker; a question that fails there is a defect of ours, and is said. */
  const ask = <K extends QuestionKind>(
    kind: K,
    question: WorkerQuestions[K]['params'],
    onAnswer: (answer: WorkerQuestions[K]['result']) => void,
    onSettled?: () => void,
  ): void => {
    const answered = client.ask(kind, question).then(
      (answer) => (answer === DROPPED ? undefined : onAnswer(answer)),
      (error: Error) =>
        notify({
          kind: 'defect',
          text: `The simulation could not answer: ${error.message}.`,
          actions: [{ do: 'dismiss' }],
        }),
    );
    void answered.finally(onSettled);
  };
  const refreshCharts = (): void => {
    if (get().result !== null) ask('charts', { query: chartQueryOf(get()) }, (looked) => set({ chartData: looked }));
  };
  const refreshWhy = (): void => {
    const { selection, result, scenario: present } = get();
    // What is selected in a scenario that has not been run yet is asked about when it has.
    if (result === null || (selection !== null && result.scenario !== present)) return;
    if (selection === null || selection.request >= requestCountIn(result, selection.lane)) {
      set({ why: null, ...(selection === null ? {} : { selection: null }) });
      return;
    }
    const { lane, request } = selection;
    ask('why', { lane, request }, (answer) => {
      // Another selection or another run asks for itself.
      if (get().selection !== selection || get().result !== result) return;
      // What a lane made of its clients' work has changed, and another request bears that number.
      if (result.isClosedLoop && answer.at !== selection.at) {
        set({ selection: null, why: null });
        return;
      }
      // Level, count and picture are of the selected request's key.
      set({ why: { result: result, lane, answer }, ...(result.keyNames.length > 1 ? { shownKey: answer.key } : {}) });
    });
  };
  const refreshMoments = (): void => {
    const { result, selection, shownKey: key, hoveredAt } = get();
    if (result === null) return;
    const at = hoveredAt ?? player.at;
    // Of several requests at one instant the state right after the selected one is shown.
    const through = selection !== null && selection.at === at ? selection : null;
    ask('snapshot', { at, through, key }, (moments) => set({ moments, momentsAt: at }));
  };

  client.listen({
    onProgress: progressTimer.progress,
    onWorkerReplaced(why) {
      runner.reset();
      progressTimer.ended();
      set({ busy: false, progress: null, canQuery: false });
      notify({
        kind: 'worker',
        text:
          (why === 'silent'
            ? 'The simulation did not answer for 5 s and was started again.'
            : 'The simulation ended unexpectedly and was started again.') + ' Your scenario is unchanged.',
        actions: [{ do: 'run-again' }, ...(get().history.past.length > 0 ? [{ do: 'undo' } as const] : [])],
      });
      restoreWorkerRun();
    },
  });
  /**
   * A new worker knows no run. What is on the screen is run again without a word, so that it can be asked about; not
   * when it may be what ended the old worker, and not twice.
   */
  let restoring = false;
  const restoreWorkerRun = (): void => {
    const { result, scenario: present } = get();
    if (result === null || result.scenario === present || restoring) return;
    restoring = true;
    ask(
      'simulate',
      { scenario: result.scenario, query: chartQueryOf(get()) },
      (simulated) => {
        if (simulated.ok && get().result === result) set({ chartData: simulated.charts, canQuery: true });
      },
      () => {
        restoring = false;
      },
    );
  };

  let publishedAt = -Infinity;
  player.subscribe(({ at, playing, speed }) => {
    const before = get();
    const ended = before.playing && !playing && at >= (before.result?.end ?? Infinity);
    const now = performance.now();
    if (playing && before.playing && now - publishedAt < PLAYHEAD_INTERVAL_MS) return;
    publishedAt = now;
    set({ at, playing, speed, ...(ended ? { playedThrough: true } : {}) });
  });
  player.subscribe(() => {
    followPlayhead();
    refreshMoments();
  });
  /** While playing, the visible range slides to keep the playhead at 85 %; with reduced motion it moves on by halves. */
  const followPlayhead = (): void => {
    const { range, result } = get();
    if (!player.playing || result === null) return;
    const length = range.to - range.from;
    const reducedMotion = host.reducedMotion();
    const latest = range.from + (reducedMotion ? 1 : 0.85) * length;
    if (player.at > latest || player.at < range.from) {
      const from = Math.max(0, Math.round(player.at - (reducedMotion ? 0.5 : 0.85) * length));
      const to = Math.min(from + length, Math.max(result.end, length));
      if (to !== range.to) set({ range: { from: to - length, to } });
    }
  };

  store.subscribe((state, before) => {
    if (state.scenario !== before.scenario) rerun();
    else if (
      state.range !== before.range ||
      state.chartColumns !== before.chartColumns ||
      state.trackColumns !== before.trackColumns ||
      state.shownKey !== before.shownKey ||
      state.pickedLanes !== before.pickedLanes
    ) {
      refreshCharts();
    }
    // Slow motion goes with the nodes that it is there for.
    const [slowest] = availableSpeeds(state.scenario);
    if (player.speed < slowest) player.setSpeed(slowest);
    if (state.selection !== before.selection) refreshWhy();
    if (
      state.hoveredAt !== before.hoveredAt ||
      state.selection !== before.selection ||
      state.shownKey !== before.shownKey
    ) {
      refreshMoments();
    }
    if (state.theme !== before.theme || state.singleKeys !== before.singleKeys) {
      persistence.saveSettings({ theme: state.theme, singleKeys: state.singleKeys });
    }
  });

  const runStopped = (): void => {
    runner.reset();
    progressTimer.ended();
    set({ busy: false, progress: null, canQuery: false });
    restoreWorkerRun();
    notify({
      kind: 'worker',
      text: 'The run was stopped. What is shown is the last whole run.',
      actions: [{ do: 'run-again' }, ...(get().history.past.length > 0 ? [{ do: 'undo' } as const] : [])],
    });
  };

  const playground: Store = {
    ...store,
    client,
    player,
    persistence,
    rerun,
    runStopped,
    ask,
    notify,
    removeNotices: unnotify,
  };
  watchFairness(playground);
  return playground;
}

/** The way to the first phase, or else the first fault, that is complained of. */
function editActionsFor(refusals: State['refusals']): readonly NoticeAction[] {
  const first = (pattern: RegExp) => refusals.flatMap(({ path }) => pattern.exec(path)?.[1] ?? [])[0];
  const phase = first(/^traffic\[(\d+)\]/);
  if (phase !== undefined) return [{ do: 'edit-phase', phase: Number(phase) }];
  const fault = first(/^cluster\.faults\[(\d+)\]/);
  return fault === undefined ? [] : [{ do: 'edit-fault', fault: Number(fault) }];
}

type Progress = NonNullable<State['progress']>;

/** Shows how far a run is once it has taken half a second, whatever part of it takes so long, and not too often. */
function createProgressTimer(show: (progress: Progress | null) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const noProgress: Progress = { done: 0, total: 0 };
  let latest = noProgress;
  const tick = (): void => {
    show(latest);
    timer = setTimeout(tick, PROGRESS_INTERVAL_MS);
  };
  return {
    /** Of runs that call each other off, the first one's half second counts. */
    started() {
      timer ??= setTimeout(tick, SLOW_RUN_MS);
    },
    progress: (done: number, total: number | null): void => {
      latest = { done, total };
    },
    ended() {
      clearTimeout(timer);
      timer = undefined;
      latest = noProgress;
      show(null);
    },
  };
}

function sameChartQuery(a: ChartQuery, b: ChartQuery): boolean {
  return (
    (['from', 'to', 'columns', 'trackColumns', 'key'] as const).every((field) => a[field] === b[field]) &&
    a.comparedLanes.join() === b.comparedLanes.join()
  );
}

/** All of a scenario, its last explicit request included, and never nothing. */
export function wholeRange(scenario: Scenario): Range {
  const last = lastExplicitRequest(scenario);
  const end = microsFromSeconds(durationOf(scenario));
  return { from: 0, to: Math.max(SECOND / 1000, end, last === undefined ? 0 : microsFromSeconds(last) + 1) };
}
