/** Everything that a user can do, by name. Components call these and nothing else. */
import {
  catalogue,
  durationOf,
  emptyScenario,
  presetScenario,
  type LinkView,
  type Preset,
  type Scenario,
} from '../sim/index.ts';
import { clusterActions } from './clusterActions.ts';
import { createActionContext, type ActionContext } from './actionContext.ts';
import { editionsOf } from './scenarioEdits.ts';
import { moveInHistory as movedInHistory } from './history.ts';
import { laneActions } from './laneActions.ts';
import { messageActions } from './messageActions.ts';
import { openScenario, type OpenOptions } from './openScenario.ts';
import type { SavedWork } from './persistence.ts';
import { profileKey } from './selectors.ts';
import type { NoticeAction, State } from './state.ts';
import { wholeRange, type Store } from './store.ts';
import { trafficActions } from './trafficActions.ts';
import { transportActions } from './transportActions.ts';
import { viewActions } from './viewActions.ts';

export type Actions = ReturnType<typeof createActions>;

export function createActions(store: Store) {
  const context = createActionContext(store);
  return {
    ...scenarioActions(context),
    ...laneActions(context),
    ...trafficActions(context),
    ...clusterActions(context),
    ...messageActions(context),
    ...transportActions(context),
    ...viewActions(context),
    measureLimiters: createLimiterMeasurer(context),
    say: context.say,
  };
}

/** Whether requests and lanes are numbered alike in both: the traffic is the same, and at most one lane is another. */
function sameNumbering(a: Scenario, b: Scenario): boolean {
  const changed = a.lanes.filter((lane, index) => lane !== b.lanes[index]).length;
  const sameTraffic = a.traffic === b.traffic && a.seed === b.seed && a.duration === b.duration;
  return sameTraffic && a.lanes.length === b.lanes.length && changed <= 1;
}

/** The scenario as a whole, and what to do when something went wrong. */
function scenarioActions({ store, get, set, player, edit, editTraffic, say }: ActionContext) {
  const applyHistory = (direction: 'undo' | 'redo'): void => {
    const { history, scenario, opened } = get();
    const next = movedInHistory(history, { scenario, opened }, direction);
    if (next === null) {
      say(direction === 'undo' ? 'Nothing to undo.' : 'Nothing to redo.');
      return;
    }
    const { value } = next.step;
    set({
      ...value,
      history: next.history,
      selection: value.opened === opened && sameNumbering(scenario, value.scenario) ? get().selection : null,
      playedThrough: false,
      // What the forms are about may be gone.
      focusedLane: Math.max(0, Math.min(get().focusedLane, value.scenario.lanes.length - 1)),
      focusedPhase: value.opened === opened ? phaseIndexIn(get(), value.scenario) : null,
      shownKey: null,
      pickedLanes: [],
      // Another piece of work comes with a range of its own.
      ...(value.opened === opened ? {} : { range: wholeRange(value.scenario) }),
    });
    say(`${direction === 'undo' ? 'Undone' : 'Done again'}: ${next.step.label}.`);
  };

  const open = (opening: OpenOptions): void => openScenario(store, opening);
  const restoreSavedWork = (kept: SavedWork): void => {
    store.persistence.dropStashed(kept);
    open({ link: kept.link, label: 'back to your work', captionValid: kept.told, record: true });
  };

  return {
    // The scenario as a whole
    rename: (title: string) => edit('rename', (scenario) => ({ ...scenario, title })),
    undo: () => applyHistory('undo'),
    redo: () => applyHistory('redo'),
    startNew: () => {
      open({ scenario: emptyScenario(), view: null, label: 'new scenario', record: true });
      // There is no run to look back on: what is sent first comes first.
      player.seek(0);
      say('A new, empty scenario. Ctrl+Z brings the old one back.');
    },
    open,
    openPreset: (preset: Preset) => {
      set({ dialog: null });
      open({
        scenario: presetScenario(preset),
        view: presetView(preset),
        label: `preset ${preset.title}`,
        record: true,
      });
      say(`Opened “${preset.title}”. Ctrl+Z brings back what was there.`);
    },

    /** For the run as a whole: its seed, its duration. */
    editRun: (label: string, change: (scenario: Scenario) => Scenario, gesture: string | null = null) =>
      editTraffic(label, change, gesture),
    /** The newest work that a link put aside. */
    backToWork: () => {
      const kept = store.persistence.popStash();
      if (kept !== null) restoreSavedWork(kept);
    },

    // Trouble
    stop: () => {
      store.client.stop();
      store.runStopped();
    },
    act: (action: NoticeAction, kind: State['notices'][number]['kind']) => {
      switch (action.do) {
        case 'run-again':
          store.removeNotices('worker');
          store.rerun();
          break;
        case 'undo':
          store.removeNotices(kind);
          applyHistory('undo');
          break;
        case 'edit-phase':
          // What it says stays until it holds no more.
          set({ focusedPhase: action.phase, drawer: 'traffic' });
          break;
        case 'edit-fault':
          set({ clusterPart: { of: 'fault', index: action.fault }, drawer: 'cluster' });
          break;
        case 'back-to-work':
          store.removeNotices(kind);
          restoreSavedWork(action.kept);
          break;
        case 'dismiss':
          store.removeNotices(kind);
          break;
        case 'copy':
        case 'show':
          // The clipboard and the text are the page's affair.
          break;
      }
    },
  };
}

/** Where the phase that the form is about stands in another scenario, known by its stream; null when it is not there. */
function phaseIndexIn({ focusedPhase, scenario }: State, { traffic }: Scenario): number | null {
  const stream = focusedPhase === null ? undefined : scenario.traffic[focusedPhase]?.stream;
  const index = traffic.findIndex((entry) => entry.stream === stream);
  return index < 0 ? null : index;
}

/** The whole run, at the request that the preset is about; null to open it at its end. */
function presetView(preset: Preset): LinkView | null {
  if (preset.selected === undefined) return null;
  const { at, lane, request } = preset.selected;
  return { at, from: 0, to: durationOf(presetScenario(preset)), selected: { lane, request } };
}

/** What there is to measure: every limiter as a new lane has it, then the further editions. */
const MEASURABLE_EDITIONS = [true, false].flatMap((own) =>
  catalogue.flatMap((limiter) =>
    editionsOf(limiter)
      .filter((_, place) => (place === 0) === own)
      .map((edition) => ({ limiter, edition, key: profileKey(limiter.id, edition) })),
  ),
);

/**
 * Measures what has not been, one after the other, while the picker is open; a second call while it does so does nothing.
 * What is lost with a worker that was replaced is asked again, once: after that the next opening tries.
 */
function createLimiterMeasurer({ store, get, set, say }: ActionContext): () => void {
  let measuring = false;
  let retried = false;
  const failed = new Set<string>();
  const measureNext = (): void => {
    const { profiles, dialog } = get();
    const next = MEASURABLE_EDITIONS.find(({ key }) => !profiles.has(key) && !failed.has(key));
    measuring = next !== undefined && dialog?.name === 'limiter';
    if (next === undefined || !measuring) return;
    const { limiter, edition, key } = next;
    store.client.ask('profile', { limiter: limiter.id, edition }).then(
      (profile) => {
        if (typeof profile !== 'symbol') {
          set((state) => ({ profiles: new Map([...state.profiles, [key, profile]]) }));
          measureNext();
        } else if (retried) {
          measuring = false;
        } else {
          retried = true;
          measureNext();
        }
      },
      (error: Error) => {
        failed.add(key);
        const which = edition === editionsOf(limiter)[0] ? limiter.name : `${limiter.name}, as published,`;
        say(`${which} could not be measured: ${error.message}.`);
        measureNext();
      },
    );
  };
  return () => {
    if (measuring) return;
    retried = false;
    measureNext();
  };
}
