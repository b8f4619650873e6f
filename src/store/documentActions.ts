/** Actions on the scenario as a whole: opening another one, undo and redo, and its run. */
import { durationOf, presetScenario, type LinkView, type Preset, type Scenario } from '../sim/index.ts';
import type { ActionContext } from './actionContext.ts';
import { MAX_STEPS, moveInHistory } from './history.ts';
import { openBeside, openFileText } from './openOutside.ts';
import { openScenario, setOpeningSpeed, type OpenOptions } from './openScenario.ts';
import { keepNotesDraft } from './notesDraft.ts';
import { snapshotOf, type ScenarioSnapshot } from './slices/document.ts';
import { rangeAfterEdit } from './slices/view.ts';
import { newScenario, type Start } from './starts.ts';
import type { State } from './state.ts';
import type { TabWorks } from './works/works.ts';

export function documentActions(context: ActionContext, works: TabWorks) {
  const { store, get, set, player, edit, editTraffic, showStatus } = context;
  const open = (opening: OpenOptions): void => openScenario(store, opening);
  const openOther = (opening: Omit<OpenOptions, 'record'>, done: string): void =>
    showStatus(done, openBeside(store, works, opening) ? 'undoes this' : null);

  return {
    rename: (title: string) => edit('rename', (scenario) => ({ ...scenario, title })),
    /** Ends writing the sentence under the policy, and keeps it. */
    keepNotes: () => keepNotesDraft(store),
    /** Edits the run as a whole: its seed, its duration. */
    editRun: (label: string, change: (scenario: Scenario) => Scenario, gesture: string | null = null) =>
      editTraffic(label, change, gesture),
    undo: () => applyHistory(context, works, 'undo'),
    redo: () => applyHistory(context, works, 'redo'),
    /** Stops the run under way. */
    stop: store.stopRun,

    open,
    /** Opens what was picked, dropped or pasted: a scenario, or a link. */
    openFileText: (source: string | Blob, name: string | null = null) => {
      set({ dialog: null });
      openFileText(store, works, source, name);
    },
    /** The playhead stands at the start, where the first request that is sent should come. */
    startNew: (start: Start = 'empty') => {
      set({ dialog: null });
      const scenario = newScenario(start, store.getState().scenario);
      openOther({ scenario, view: null, label: 'new scenario' }, STARTED[start]);
      player.seek(0);
    },
    /** Brings back what the link said, as one undo step. */
    resetToLink: () => {
      const { linked } = store.getState();
      if (linked === null) return;
      open({ ...linked, label: 'reset to the link', record: true });
      showStatus('This is what the link says.', 'undoes this');
    },
    /** Opens what the page itself offers, as a preset is opened, in Run: all of it, at its end or at an instant (seconds). */
    openExample: (scenario: Scenario, at = durationOf(scenario)) => {
      set({ dialog: null });
      const view = { at, from: 0, to: durationOf(scenario) };
      openOther({ scenario, view, label: `example ${scenario.title}` }, `Opened “${scenario.title}”.`);
    },
    /** @param at where it opens, seconds */
    openPreset: (preset: Preset, at = preset.opensAt) => {
      set({ dialog: null });
      openOther(
        {
          scenario: presetScenario(preset),
          view: presetView(preset, at, get()),
          label: `preset ${preset.title}`,
        },
        `Opened “${preset.title}”.`,
      );
    },
  };
}

const STARTED: Readonly<Record<Start, string>> = {
  empty: 'Opened a new, empty scenario.',
  burst: 'Opened a burst on one limiter.',
  policy: 'Opened your policy and lanes, without traffic.',
};

function applyHistory(
  { store, get, set, showStatus }: ActionContext,
  { available }: TabWorks,
  direction: 'undo' | 'redo',
): void {
  const { history, opened } = get();
  const next = moveInHistory(history, snapshotOf(get()), direction);
  if (next === null) {
    if (direction === 'redo') showStatus('Nothing to redo.');
    else showStatus(history.cut ? depthText(available) : 'Nothing to undo.');
    return;
  }
  const { value, label } = next.step;
  set({ ...restored(value, get()), history: next.history });
  if (value.opened !== opened) setOpeningSpeed(store);
  const done = `${direction === 'undo' ? 'Undone' : 'Redone'}: ${label}${/[.?!]$/.test(label) ? '' : '.'}`;
  const atEnd = direction === 'undo' && next.history.cut && next.history.past.length === 0;
  showStatus(atEnd ? `${done} ${depthText(available)}` : done);
}

/** The snapshot, and what of the view still holds for it. */
function restored({ scenario, opened, lessonStep, making, range }: ScenarioSnapshot, now: State): Partial<State> {
  const sameDocument = opened === now.opened;
  const samePlace = lessonStep === now.lessonStep;
  return {
    scenario,
    opened,
    // A lesson's text goes with what it is about; before the lesson there is none.
    ...(!samePlace && { lessonStep, making, mode: lessonStep === null && !making ? 'run' : 'learn' }),
    selection: sameDocument && sameNumbering(now.scenario, scenario) ? now.selection : null,
    playedThrough: false,
    // The focused lane may no longer exist.
    focusedLane: Math.max(0, Math.min(now.focusedLane, scenario.lanes.length - 1)),
    focusedPhase: sameDocument ? phaseIndexIn(now, scenario) : null,
    shownKey: null,
    pickedLanes: [],
    // Another document has its own range, and so has another step.
    range: sameDocument && samePlace ? rangeAfterEdit(now.range, now.scenario, scenario) : range,
  };
}

/** @param kept whether works are kept in this browser */
function depthText(kept: boolean): string {
  return `Undo goes back ${MAX_STEPS} steps${kept ? '; older states are in Works' : ''}.`;
}

/** Whether requests and lanes have the same numbers in both: the traffic is the same, and at most one lane differs. */
function sameNumbering(a: Scenario, b: Scenario): boolean {
  const changed = a.lanes.filter((lane, index) => lane !== b.lanes[index]).length;
  const sameTraffic = a.traffic === b.traffic && a.seed === b.seed && a.duration === b.duration;
  return sameTraffic && a.lanes.length === b.lanes.length && changed <= 1;
}

/** The index of the focused phase in another scenario, found by its stream; null when it is not there. */
function phaseIndexIn({ focusedPhase, scenario }: State, { traffic }: Scenario): number | null {
  const stream = focusedPhase === null ? undefined : scenario.traffic[focusedPhase]?.stream;
  const index = traffic.findIndex((entry) => entry.stream === stream);
  return index < 0 ? null : index;
}

/** The whole run, where the preset opens, with the request that it selects, if any. */
function presetView(
  preset: Preset,
  at: number,
  { chartLayout, futureHidden, mode }: Pick<State, 'chartLayout' | 'futureHidden' | 'mode'>,
): LinkView {
  const view = {
    at,
    from: 0,
    to: durationOf(presetScenario(preset)),
    ...(chartLayout === null ? {} : { layout: chartLayout }),
    ...(futureHidden ? { hideFuture: true as const } : {}),
    // A preset is no part of a lesson.
    ...((preset.mode ?? mode) === 'tune' ? { mode: 'tune' as const } : {}),
  };
  return preset.selected === undefined ? view : { ...view, selected: preset.selected };
}
