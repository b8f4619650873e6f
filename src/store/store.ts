/**
 * The store: Zustand's plain store, with the worker's client, the playhead's clock and the browser's storage handed in.
 * Components read it through selectors and change it through `actions.ts`; nothing else talks to the worker.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { durationOf, lastRequestOf, microsFromSeconds, SECOND, type Look, type Scenario } from '../sim/index.ts';
import { DROPPED, type Conversation, type Kind, type SimulationClient } from '../worker/client.ts';
import type { Clock } from './clock.ts';
import { noHistory } from './history.ts';
import { createPersistence, type Persistence, type Shelf } from './persistence.ts';
import { createPlayer, type Player } from './player.ts';
import { createRunner, type Runner } from './runner.ts';
import { comparedLanes, requestsIn, speedsOf } from './selectors.ts';
import { watchShares } from './shares.ts';
import { NOTICE_KINDS, type Notice, type NoticeAction, type Range, type State } from './state.ts';

export interface Host {
  readonly client: SimulationClient;
  readonly clock: Clock;
  readonly storage: Shelf | null | undefined;
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
  stopped(): void;
  /**
   * Asks the worker; a failure there is said, and a question that a newer one replaced is not answered.
   * @param over called last, whatever came of it
   */
  ask<K extends Kind>(
    kind: K,
    question: Conversation[K]['ask'],
    take: (answer: Conversation[K]['answer']) => void,
    over?: () => void,
  ): void;
  notify(notice: Notice): void;
  /** Takes back notices of these kinds. */
  unnotify(...kinds: readonly Notice['kind'][]): void;
}

/** React hears of a moving playhead this often. */
const PLAYHEAD_MS = 250;
/** Progress is shown for a run that takes longer than this. */
const SLOW_MS = 500;
const PROGRESS_MS = 100;

export function createPlayground(host: Host): Store {
  const { client, clock, storage, scenario } = host;
  const player = createPlayer(clock);
  // Storage may fail before there is anybody to tell: reading the settings is the first thing that is done.
  let tellLost = (): void => undefined;
  const persistence = createPersistence(storage, () => tellLost());
  const settings = persistence.settings();
  const store = createStore<State>(() => ({
    scenario,
    opened: scenario,
    history: noHistory,
    result: null,
    looked: null,
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
    hovered: null,
    key: null,
    picked: [],
    shares: null,
    surveys: new Map(),
    drawer: null,
    phase: null,
    lane: 0,
    clusterPart: null,
    dialog: null,
    theme: settings.theme,
    singleKeys: settings.singleKeys,
    captionHidden: false,
    phoneChart: 'level',
    columns: 320,
    trackColumns: 1136,
    stripColumns: 480,
    answering: true,
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

  tellLost = () =>
    notify({
      kind: 'storage',
      text: 'This browser does not keep your work. Use Share or Save file.',
      actions: [{ do: 'dismiss' }],
    });
  if (!persistence.works) tellLost();

  const lookOf = (state: State): Look => {
    const { range, columns, trackColumns, key } = state;
    return { ...range, columns, trackColumns, key, compared: comparedLanes(state) };
  };

  const slow = slowRuns((progress) => set({ progress }));
  const runner: Runner = createRunner(client, {
    started() {
      slow.started();
      set({ busy: true });
    },
    finished(of, look, simulated) {
      slow.ended();
      unnotify('worker', 'defect', 'refused');
      if (!simulated.ok) {
        set({ busy: of !== get().scenario, progress: null, refusals: simulated.refusals });
        notify({
          kind: 'refused',
          text: simulated.refusals.map(({ sentence }) => sentence).join(' '),
          actions: [
            ...placesIn(simulated.refusals),
            ...(get().history.past.length > 0 ? [{ do: 'undo' } as const] : []),
          ],
        });
        return;
      }
      const { looked, ok: _, ...run } = simulated;
      player.setEnd(run.end);
      set({
        result: { of, ...run },
        looked,
        refusals: [],
        progress: null,
        busy: of !== get().scenario,
        answering: true,
      });
      // What was asked for when the run began may not be what is wanted now.
      if (!sameLook(look, lookOf(get()))) lookAgain();
      askAboutSelection();
      askAboutMoment();
    },
    failed(message) {
      slow.ended();
      set({ busy: false, progress: null });
      notify({
        kind: 'defect',
        text: `The simulation stopped with an error of its own: ${message}. Your scenario is unchanged.`,
        actions: [{ do: 'undo' }, { do: 'dismiss' }],
      });
    },
  });

  const rerun = (): void => runner.run(get().scenario, lookOf(get()));

  /** Asks the worker; a question that fails there is a defect of ours, and is said. */
  const ask = <K extends Kind>(
    kind: K,
    question: Conversation[K]['ask'],
    take: (answer: Conversation[K]['answer']) => void,
    over?: () => void,
  ): void => {
    const answered = client.ask(kind, question).then(
      (answer) => (answer === DROPPED ? undefined : take(answer)),
      (error: Error) =>
        notify({
          kind: 'defect',
          text: `The simulation could not answer: ${error.message}.`,
          actions: [{ do: 'dismiss' }],
        }),
    );
    void answered.finally(over);
  };
  const lookAgain = (): void => {
    if (get().result !== null) ask('look', { look: lookOf(get()) }, (looked) => set({ looked }));
  };
  const askAboutSelection = (): void => {
    const { selection, result, scenario: present } = get();
    // What is selected in a scenario that has not been run yet is asked about when it has.
    if (result === null || (selection !== null && result.of !== present)) return;
    if (selection === null || selection.request >= requestsIn(result, selection.lane)) {
      set({ why: null, ...(selection === null ? {} : { selection: null }) });
      return;
    }
    const { lane, request } = selection;
    ask('why', { lane, request }, (answer) => {
      // Another selection or another run asks for itself.
      if (get().selection !== selection || get().result !== result) return;
      // What a lane made of its clients' work has changed, and another request bears that number.
      if (result.answersBack && answer.at !== selection.at) {
        set({ selection: null, why: null });
        return;
      }
      // Level, count and picture are of the selected request's key.
      set({ why: { run: result, lane, answer }, ...(result.keys.length > 1 ? { key: answer.key } : {}) });
    });
  };
  const askAboutMoment = (): void => {
    const { result, selection, key, hovered } = get();
    if (result === null) return;
    const at = hovered ?? player.at;
    // Of several requests at one instant the state right after the selected one is shown.
    const through = selection !== null && selection.at === at ? selection : null;
    ask('moment', { at, through, key }, (moments) => set({ moments, momentsAt: at }));
  };

  client.listen({
    progress: slow.progress,
    replaced(why) {
      runner.forget();
      slow.ended();
      set({ busy: false, progress: null, answering: false });
      notify({
        kind: 'worker',
        text:
          (why === 'silent'
            ? 'The simulation did not answer for 5 s and was started again.'
            : 'The simulation ended unexpectedly and was started again.') + ' Your scenario is unchanged.',
        actions: [{ do: 'run-again' }, ...(get().history.past.length > 0 ? [{ do: 'undo' } as const] : [])],
      });
      restore();
    },
  });
  /**
   * A new worker knows no run. What is on the screen is run again without a word, so that it can be asked about; not
   * when it may be what ended the old worker, and not twice.
   */
  let restoring = false;
  const restore = (): void => {
    const { result, scenario: present } = get();
    if (result === null || result.of === present || restoring) return;
    restoring = true;
    ask(
      'simulate',
      { scenario: result.of, look: lookOf(get()) },
      (simulated) => {
        if (simulated.ok && get().result === result) set({ looked: simulated.looked, answering: true });
      },
      () => {
        restoring = false;
      },
    );
  };

  let toldAt = -Infinity;
  player.subscribe(({ at, playing, speed }) => {
    const before = get();
    const ended = before.playing && !playing && at >= (before.result?.end ?? Infinity);
    const now = performance.now();
    if (playing && before.playing && now - toldAt < PLAYHEAD_MS) return;
    toldAt = now;
    set({ at, playing, speed, ...(ended ? { playedThrough: true } : {}) });
  });
  player.subscribe(() => {
    followPlayhead();
    askAboutMoment();
  });
  /** While playing, the visible range slides to keep the playhead at 85 %; with reduced motion it moves on by halves. */
  const followPlayhead = (): void => {
    const { range, result } = get();
    if (!player.playing || result === null) return;
    const length = range.to - range.from;
    const still = host.reducedMotion();
    const latest = range.from + (still ? 1 : 0.85) * length;
    if (player.at > latest || player.at < range.from) {
      const from = Math.max(0, Math.round(player.at - (still ? 0.5 : 0.85) * length));
      const to = Math.min(from + length, Math.max(result.end, length));
      if (to !== range.to) set({ range: { from: to - length, to } });
    }
  };

  store.subscribe((state, before) => {
    if (state.scenario !== before.scenario) rerun();
    else if (
      state.range !== before.range ||
      state.columns !== before.columns ||
      state.trackColumns !== before.trackColumns ||
      state.key !== before.key ||
      state.picked !== before.picked
    ) {
      lookAgain();
    }
    // Slow motion goes with the nodes that it is there for.
    const [slowest] = speedsOf(state.scenario);
    if (player.speed < slowest) player.setSpeed(slowest);
    if (state.selection !== before.selection) askAboutSelection();
    if (state.hovered !== before.hovered || state.selection !== before.selection || state.key !== before.key) {
      askAboutMoment();
    }
    if (state.theme !== before.theme || state.singleKeys !== before.singleKeys) {
      persistence.keepSettings({ theme: state.theme, singleKeys: state.singleKeys });
    }
  });

  const stopped = (): void => {
    runner.forget();
    slow.ended();
    set({ busy: false, progress: null, answering: false });
    restore();
    notify({
      kind: 'worker',
      text: 'The run was stopped. What is shown is the last whole run.',
      actions: [{ do: 'run-again' }, ...(get().history.past.length > 0 ? [{ do: 'undo' } as const] : [])],
    });
  };

  const playground: Store = { ...store, client, player, persistence, rerun, stopped, ask, notify, unnotify };
  watchShares(playground);
  return playground;
}

/** The way to the first phase, or else the first fault, that is complained of. */
function placesIn(refusals: State['refusals']): readonly NoticeAction[] {
  const first = (pattern: RegExp) => refusals.flatMap(({ path }) => pattern.exec(path)?.[1] ?? [])[0];
  const phase = first(/^traffic\[(\d+)\]/);
  if (phase !== undefined) return [{ do: 'edit-phase', phase: Number(phase) }];
  const fault = first(/^cluster\.faults\[(\d+)\]/);
  return fault === undefined ? [] : [{ do: 'edit-fault', fault: Number(fault) }];
}

type Progress = NonNullable<State['progress']>;

/** Shows how far a run is once it has taken half a second, whatever part of it takes so long, and not too often. */
function slowRuns(show: (progress: Progress | null) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const nothing: Progress = { done: 0, total: 0 };
  let latest = nothing;
  const again = (): void => {
    show(latest);
    timer = setTimeout(again, PROGRESS_MS);
  };
  return {
    /** Of runs that call each other off, the first one's half second counts. */
    started() {
      timer ??= setTimeout(again, SLOW_MS);
    },
    progress: (done: number, total: number | null): void => {
      latest = { done, total };
    },
    ended() {
      clearTimeout(timer);
      timer = undefined;
      latest = nothing;
      show(null);
    },
  };
}

function sameLook(a: Look, b: Look): boolean {
  return (
    (['from', 'to', 'columns', 'trackColumns', 'key'] as const).every((part) => a[part] === b[part]) &&
    a.compared.join() === b.compared.join()
  );
}

/** All of a scenario, its last explicit request included, and never nothing. */
export function wholeRange(scenario: Scenario): Range {
  const last = lastRequestOf(scenario);
  const end = microsFromSeconds(durationOf(scenario));
  return { from: 0, to: Math.max(SECOND / 1000, end, last === undefined ? 0 : microsFromSeconds(last) + 1) };
}
