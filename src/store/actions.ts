/** Everything that a user can do, by name. Components call these and nothing else. */
import {
  catalogue,
  durationOf,
  emptyScenario,
  scenarioOf,
  type LinkView,
  type Preset,
  type Scenario,
} from '../sim/index.ts';
import { clusterActions } from './clusterActions.ts';
import { createDesk, type Desk } from './desk.ts';
import { editionsOf } from './edits.ts';
import { moved as movedInHistory } from './history.ts';
import { laneActions } from './laneActions.ts';
import { messageActions } from './messageActions.ts';
import { openWork, type Opening } from './opening.ts';
import type { Kept } from './persistence.ts';
import { surveyKey } from './selectors.ts';
import type { NoticeAction, State } from './state.ts';
import { wholeRange, type Store } from './store.ts';
import { trafficActions } from './trafficActions.ts';
import { transportActions } from './transportActions.ts';
import { viewActions } from './viewActions.ts';

export type Actions = ReturnType<typeof createActions>;

export function createActions(store: Store) {
  const desk = createDesk(store);
  return {
    ...scenarioActions(desk),
    ...laneActions(desk),
    ...trafficActions(desk),
    ...clusterActions(desk),
    ...messageActions(desk),
    ...transportActions(desk),
    ...viewActions(desk),
    measureLimiters: measurer(desk),
    say: desk.say,
  };
}

/** Whether requests and lanes are numbered alike in both: the traffic is the same, and at most one lane is another. */
function numbersLast(a: Scenario, b: Scenario): boolean {
  const changed = a.lanes.filter((lane, index) => lane !== b.lanes[index]).length;
  const sameTraffic = a.traffic === b.traffic && a.seed === b.seed && a.duration === b.duration;
  return sameTraffic && a.lanes.length === b.lanes.length && changed <= 1;
}

/** The scenario as a whole, and what to do when something went wrong. */
function scenarioActions({ store, get, set, player, edit, editTraffic, say }: Desk) {
  const travel = (direction: 'undo' | 'redo'): void => {
    const { history, scenario, opened } = get();
    const result = movedInHistory(history, { scenario, opened }, direction);
    if (result === null) {
      say(direction === 'undo' ? 'Nothing to undo.' : 'Nothing to redo.');
      return;
    }
    const { value } = result.step;
    set({
      ...value,
      history: result.history,
      selection: value.opened === opened && numbersLast(scenario, value.scenario) ? get().selection : null,
      playedThrough: false,
      // What the forms are about may be gone.
      lane: Math.max(0, Math.min(get().lane, value.scenario.lanes.length - 1)),
      phase: value.opened === opened ? phaseAfter(get(), value.scenario) : null,
      key: null,
      picked: [],
      // Another piece of work comes with a range of its own.
      ...(value.opened === opened ? {} : { range: wholeRange(value.scenario) }),
    });
    say(`${direction === 'undo' ? 'Undone' : 'Done again'}: ${result.step.label}.`);
  };

  const open = (opening: Opening): void => openWork(store, opening);
  const backTo = (kept: Kept): void => {
    store.persistence.dropAside(kept);
    open({ link: kept.link, label: 'back to your work', told: kept.told, record: true });
  };

  return {
    // The scenario as a whole
    rename: (title: string) => edit('rename', (scenario) => ({ ...scenario, title })),
    undo: () => travel('undo'),
    redo: () => travel('redo'),
    startNew: () => {
      open({ scenario: emptyScenario(), view: null, label: 'new scenario', record: true });
      // There is no run to look back on: what is sent first comes first.
      player.seek(0);
      say('A new, empty scenario. Ctrl+Z brings the old one back.');
    },
    open,
    openPreset: (preset: Preset) => {
      set({ dialog: null });
      open({ scenario: scenarioOf(preset), view: viewOf(preset), label: `preset ${preset.title}`, record: true });
      say(`Opened “${preset.title}”. Ctrl+Z brings back what was there.`);
    },

    /** For the run as a whole: its seed, its duration. */
    editRun: (label: string, change: (scenario: Scenario) => Scenario, gesture: string | null = null) =>
      editTraffic(label, change, gesture),
    /** The newest work that a link put aside. */
    backToWork: () => {
      const kept = store.persistence.takeBack();
      if (kept !== null) backTo(kept);
    },

    // Trouble
    stop: () => {
      store.client.stop();
      store.stopped();
    },
    act: (action: NoticeAction, kind: State['notices'][number]['kind']) => {
      switch (action.do) {
        case 'run-again':
          store.unnotify('worker');
          store.rerun();
          break;
        case 'undo':
          store.unnotify(kind);
          travel('undo');
          break;
        case 'edit-phase':
          // What it says stays until it holds no more.
          set({ phase: action.phase, drawer: 'traffic' });
          break;
        case 'edit-fault':
          set({ clusterPart: { of: 'fault', index: action.fault }, drawer: 'cluster' });
          break;
        case 'back-to-work':
          store.unnotify(kind);
          backTo(action.kept);
          break;
        case 'dismiss':
          store.unnotify(kind);
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
function phaseAfter({ phase, scenario }: State, { traffic }: Scenario): number | null {
  const stream = phase === null ? undefined : scenario.traffic[phase]?.stream;
  const place = traffic.findIndex((entry) => entry.stream === stream);
  return place < 0 ? null : place;
}

/** The whole run, at the request that the preset is about; null to open it at its end. */
function viewOf(preset: Preset): LinkView | null {
  if (preset.selected === undefined) return null;
  const { at, lane, request } = preset.selected;
  return { at, from: 0, to: durationOf(scenarioOf(preset)), selected: { lane, request } };
}

/** What there is to measure: every limiter as a new lane has it, then the further editions. */
const MEASURABLE = [true, false].flatMap((own) =>
  catalogue.flatMap((limiter) =>
    editionsOf(limiter)
      .filter((_, place) => (place === 0) === own)
      .map((edition) => ({ limiter, edition, key: surveyKey(limiter.id, edition) })),
  ),
);

/**
 * Measures what has not been, one after the other, while the picker is open; a second call while it does so does nothing.
 * What is lost with a worker that was replaced is asked again, once: after that the next opening tries.
 */
function measurer({ store, get, set, say }: Desk): () => void {
  let measuring = false;
  let lost = false;
  const failed = new Set<string>();
  const measureNext = (): void => {
    const { surveys, dialog } = get();
    const next = MEASURABLE.find(({ key }) => !surveys.has(key) && !failed.has(key));
    measuring = next !== undefined && dialog?.name === 'limiter';
    if (next === undefined || !measuring) return;
    const { limiter, edition, key } = next;
    store.client.ask('survey', { limiter: limiter.id, edition }).then(
      (measured) => {
        if (typeof measured !== 'symbol') {
          set((state) => ({ surveys: new Map([...state.surveys, [key, measured]]) }));
          measureNext();
        } else if (lost) {
          measuring = false;
        } else {
          lost = true;
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
    lost = false;
    measureNext();
  };
}
