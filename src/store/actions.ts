/** Everything that a user can do, by name. Components call these and nothing else. */
import {
  catalogue,
  emptyScenario,
  limiterById,
  MOST_LANES,
  type Edition,
  outcomeOf,
  scenarioOf,
  secondsFromMicros,
  type Instant,
  type Lane,
  type Preset,
  type Scenario,
  type Traffic,
  type Verdict,
} from '../sim/index.ts';
import * as edits from './edits.ts';
import { moved as movedInHistory, recorded } from './history.ts';
import { openWork, type Opening } from './opening.ts';
import type { Kept } from './persistence.ts';
import { comparedLanes } from './selectors.ts';
import { wholeRange, type Store } from './store.ts';
import type { DialogName, NoticeAction, Range, State, Tab, Theme } from './state.ts';

/** What worked is said for this long. */
const STATUS_MS = 6_000;
/** The shortest visible range, microseconds: a pixel is then a fraction of one. */
const SHORTEST_RANGE = 100;

export type Actions = ReturnType<typeof createActions>;

export function createActions(store: Store) {
  const { getState: get, setState: set, player } = store;

  /** The one way in which a scenario changes by hand: recorded, then run. */
  const edit = (label: string, change: (scenario: Scenario) => Scenario, gesture: string | null = null): void => {
    const { scenario, opened, history } = get();
    const next = change(scenario);
    if (next === scenario) return;
    set({ scenario: next, history: recorded(history, { scenario, opened }, label, gesture), playedThrough: false });
  };
  /** Traffic edits renumber requests: what was selected may be another one now. */
  const editTraffic = (
    label: string,
    change: (scenario: Scenario) => Scenario,
    gesture: string | null = null,
  ): void => {
    edit(label, change, gesture);
    set({ selection: null });
  };
  let lastSent: Instant | null = null;
  let silence: ReturnType<typeof setTimeout> | undefined;
  const say = (status: string): void => {
    clearTimeout(silence);
    set({ status });
    silence = setTimeout(() => set({ status: '' }), STATUS_MS);
  };
  const undoable = (done: string): void => say(`${done}. Ctrl+Z brings it back.`);

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
      selection: null,
      playedThrough: false,
      // What the forms are about may be gone.
      lane: Math.max(0, Math.min(get().lane, value.scenario.lanes.length - 1)),
      phase: null,
      key: null,
      picked: [],
      // Another piece of work comes with a range of its own.
      ...(value.opened === opened ? {} : { range: wholeRange(value.scenario) }),
    });
    say(`${direction === 'undo' ? 'Undone' : 'Done again'}: ${result.step.label}.`);
  };

  const setRange = ({ from, to }: Range): void => {
    const end = Math.max(get().result?.end ?? 0, wholeRange(get().scenario).to);
    const length = Math.min(end, Math.max(SHORTEST_RANGE, Math.round(to - from)));
    const start = Math.max(0, Math.min(end - length, Math.round(from)));
    set({ range: { from: start, to: start + length } });
  };

  /** Brings an instant into the visible range without changing its length. */
  const reveal = (at: Instant): void => {
    const { range } = get();
    if (at >= range.from && at <= range.to) return;
    const length = range.to - range.from;
    setRange({ from: at - length / 2, to: at + length / 2 });
  };
  const seek = (at: Instant): void => {
    // Whoever moves the playhead looks at it, wherever the pointer happens to rest.
    set({ playedThrough: false, hovered: null });
    player.seek(Math.round(at));
    reveal(at);
  };
  const select = (lane: number, request: number, at: Instant): void => {
    player.pause();
    // Why? opens on a selection and follows it; another tab that is open stays. Under a dialog nothing moves.
    set(({ drawer, dialog }) => ({
      selection: { lane, request, at },
      lane,
      playedThrough: false,
      hovered: null,
      drawer: drawer ?? (dialog === null ? 'why' : null),
    }));
    player.seek(at);
    reveal(at);
  };

  const play = (): void => {
    set({ playedThrough: false, selection: null });
    // Over again, from where the eyes are.
    if (player.at >= (get().result?.end ?? Infinity)) player.seek(get().range.from);
    player.play();
  };
  /** Waits until what was done has been computed: at once when nothing is under way. */
  const whenSettled = (action: () => void): void => {
    if (!get().busy) {
      action();
      return;
    }
    const end = store.subscribe(({ busy }) => {
      if (busy) return;
      end();
      action();
    });
  };

  const open = (opening: Opening): void => openWork(store, opening);
  const full = (): boolean => {
    const is = get().scenario.lanes.length >= MOST_LANES;
    if (is) say(`There are ${MOST_LANES} lanes already, which is the most.`);
    return is;
  };
  /** The key whose level and count are shown: what a hand sends counts there. */
  const shownKey = (): string | undefined => {
    const { key, looked } = get();
    const shown = key ?? looked?.lanes[0]?.key;
    return shown === '' ? undefined : shown;
  };
  const backTo = (kept: Kept): void => {
    store.persistence.dropAside(kept);
    open({ link: kept.link, label: 'back to your work', told: kept.told, record: true });
  };
  /** Lanes change places: what is selected, and what the forms are about, goes with them; null: it is gone. */
  const renumberLanes = (to: (lane: number) => number | null): void => {
    const { selection, lane, picked } = get();
    const selected = selection === null ? null : to(selection.lane);
    set({
      picked: picked.flatMap((one) => to(one) ?? []),
      selection: selection === null || selected === null ? null : { ...selection, lane: selected },
      lane: Math.max(0, Math.min(to(lane) ?? lane, get().scenario.lanes.length - 1)),
    });
  };
  const laneName = (lane: number): string => `lane ${lane + 1}`;

  let measuring = false;

  const actions = {
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
      open({ scenario: scenarioOf(preset), view: null, label: `preset ${preset.title}`, record: true });
      say(`Opened “${preset.title}”. Ctrl+Z brings back what was there.`);
    },

    /** For the run as a whole: its seed, its duration. */
    editRun: (label: string, change: (scenario: Scenario) => Scenario, gesture: string | null = null) =>
      editTraffic(label, change, gesture),

    // Policy
    setPolicy: (patch: edits.PolicyPatch, gesture: string | null = null) =>
      edit('change of the policy', (scenario) => edits.withPolicy(scenario, patch), gesture),
    setLanePolicy: (lane: number, patch: edits.PolicyOverride, gesture: string | null = null) =>
      edit(`change of ${laneName(lane)}`, (scenario) => edits.withLanePolicy(scenario, lane, patch), gesture),

    // Lanes
    addLane: (limiter: string) => {
      if (full()) return;
      edit('add lane', (scenario) => edits.withLanes(scenario, [...scenario.lanes, edits.newLane(limiter)]));
      say(`Added lane ${get().scenario.lanes.length}, ${limiterById(limiter)?.name ?? limiter}. Ctrl+Z takes it away.`);
    },
    changeLimiter: (lane: number, limiter: string) => {
      edit(`limiter of ${laneName(lane)}`, (scenario) =>
        edits.withLane(scenario, lane, ({ policy }) => ({ ...edits.newLane(limiter), policy })),
      );
    },
    setEdition: (lane: number, edition: Edition) =>
      edit(`edition of ${laneName(lane)}`, (scenario) =>
        edits.withLane(scenario, lane, (old) => ({ ...old, edition })),
      ),
    setOption: (lane: number, id: string, value: string | number, gesture: string | null = null) =>
      edit(
        `option ${id} of ${laneName(lane)}`,
        (scenario) => edits.withLane(scenario, lane, (old) => ({ ...old, options: { ...old.options, [id]: value } })),
        gesture,
      ),
    renameLane: (lane: number, label: string) =>
      edit(`name of ${laneName(lane)}`, (scenario) =>
        edits.withLane(scenario, lane, (old) => edits.labelled(old, label)),
      ),
    duplicateLane: (lane: number) => {
      if (full()) return;
      edit(`copy of ${laneName(lane)}`, (scenario) =>
        edits.withLanes(scenario, scenario.lanes.toSpliced(lane, 0, scenario.lanes[lane] as Lane)),
      );
      renumberLanes((old) => (old > lane ? old + 1 : old));
      say(`Duplicated lane ${lane + 1}. Ctrl+Z takes the copy away.`);
    },
    moveLane: (from: number, to: number) => {
      const { length } = get().scenario.lanes;
      if (from >= length || to < 0 || to >= length || to === from) return;
      edit(`move of ${laneName(from)}`, (scenario) => edits.withLanes(scenario, edits.moved(scenario.lanes, from, to)));
      renumberLanes((old) => {
        if (old === from) return to;
        if (old > from && old <= to) return old - 1;
        return old < from && old >= to ? old + 1 : old;
      });
      say(`Moved lane ${from + 1} to place ${to + 1}.`);
    },
    removeLane: (lane: number) => {
      edit(`removal of ${laneName(lane)}`, (scenario) => edits.withLanes(scenario, scenario.lanes.toSpliced(lane, 1)));
      renumberLanes((old) => (old === lane ? null : old > lane ? old - 1 : old));
      undoable(`Removed lane ${lane + 1}`);
    },

    // Traffic
    addPhase: (entry: Traffic) => {
      editTraffic('add phase', (scenario) => edits.withTraffic(scenario, [...scenario.traffic, entry]));
      set({ phase: get().scenario.traffic.length - 1 });
    },
    changePhase: (phase: number, entry: Traffic, gesture: string | null = null) => {
      editTraffic(
        `change of phase ${phase + 1}`,
        (scenario) => edits.withTraffic(scenario, scenario.traffic.with(phase, entry)),
        gesture,
      );
    },
    movePhase: (from: number, to: number) => {
      if (to < 0 || to >= get().scenario.traffic.length) return;
      editTraffic(`move of phase ${from + 1}`, (scenario) =>
        edits.withTraffic(scenario, edits.moved(scenario.traffic, from, to)),
      );
      set({ phase: to });
    },
    removePhase: (phase: number) => {
      editTraffic(`removal of phase ${phase + 1}`, (scenario) =>
        edits.withTraffic(scenario, scenario.traffic.toSpliced(phase, 1)),
      );
      set({ phase: null });
      undoable(`Removed phase ${phase + 1}`);
    },
    /** Sends at the playhead; all of one gesture is one undo step. */
    send: (count: number, gesture: string) => {
      const end = get().result?.end ?? 0;
      const at = edits.clickInstant(player.at);
      lastSent = at;
      editTraffic('send', (scenario) => edits.withSent(scenario, at, count, shownKey()), gesture);
      // The range grows with the run, so that what was just sent is seen.
      if (at >= end) setRange({ from: get().range.from, to: wholeRange(get().scenario).to });
    },
    /** Says what became of the last request sent, once its run has come back. */
    reportSent: () => {
      const at = lastSent;
      if (at === null) return;
      lastSent = null;
      whenSettled(() => {
        const { result, scenario } = get();
        if (result?.of === scenario) store.ask('verdicts', { at }, (verdicts) => say(sentWords(at, verdicts)));
      });
    },

    // Transport
    play,
    pause: () => player.pause(),
    toggle: () => {
      if (player.playing) player.pause();
      else play();
    },
    setSpeed: (speed: number) => player.setSpeed(speed),
    seek,
    /** The next or previous request, in that lane; unless told, in the one where a request is selected. */
    step: (by: 1 | -1, lane: number | null = null) => {
      player.pause();
      const { selection, answering } = get();
      if (!answering) say('There is no run to step through. Run it again first.');
      store.ask('step', { at: player.at, selected: selection?.request ?? null, by }, (found) => {
        if (found === null) say(by > 0 ? 'There is no later request.' : 'There is no earlier request.');
        else select(lane ?? selection?.lane ?? 0, found.request, found.at);
      });
    },
    select,
    /** The next request on which the compared lanes decide differently; the page stays in the lane, if that is one. */
    stepDisagreement: (by: 1 | -1) => {
      player.pause();
      const state = get();
      const compared = comparedLanes(state);
      if (compared.length < 2) {
        say('There is no other lane to disagree with. Add one to compare.');
        return;
      }
      const { selection } = state;
      const question = { compared, at: player.at, selected: selection?.request ?? null, by };
      store.ask('disagreement', question, (found) => {
        if (found === null) {
          say('The lanes agree on every request.');
          return;
        }
        const lane = selection !== null && compared.includes(selection.lane) ? selection.lane : (compared[0] ?? 0);
        select(lane, found.request, found.at);
        say(`Disagreement ${found.index + 1} of ${found.of}.`);
      });
    },
    /** Which two lanes are compared; fewer than two for what the scenario itself compares. */
    compare: (picked: State['picked']) => set({ picked }),
    deselect: () => set({ selection: null, key: null }),
    /** The same request in the lane above or below. */
    selectLane: (by: 1 | -1) => {
      const { selection, scenario } = get();
      if (selection === null) return;
      const lane = selection.lane + by;
      if (lane >= 0 && lane < scenario.lanes.length) set({ selection: { ...selection, lane }, lane });
    },

    // View
    setRange,
    zoom: (factor: number, around: Instant = player.at) => {
      const { range } = get();
      const center = Math.max(range.from, Math.min(range.to, around));
      setRange({
        from: center - (center - range.from) / factor,
        to: center + (range.to - center) / factor,
      });
    },
    pan: (by: number) => {
      const { from, to } = get().range;
      setRange({ from: from + by, to: to + by });
    },
    showAll: () => set({ range: wholeRange(get().scenario) }),
    hover: (hovered: Instant | null) => set({ hovered }),
    setColumns: (columns: number, trackColumns: number) => {
      if (columns !== get().columns || trackColumns !== get().trackColumns) set({ columns, trackColumns });
    },
    setKey: (key: string | null) => set({ key }),
    /** The newest work that a link put aside. */
    backToWork: () => {
      const kept = store.persistence.takeBack();
      if (kept !== null) backTo(kept);
    },
    openDrawer: (drawer: Tab | null) => set({ drawer }),
    editPhase: (phase: number | null) => set({ phase, drawer: 'traffic' }),
    /** The lane that Alt+↑, Alt+↓ and the drawer are about. */
    focusLane: (lane: number) => set({ lane }),
    editLane: (lane: number) => set({ lane, drawer: 'lane' }),
    openDialog: (dialog: DialogName | null) => {
      // A card goes on with what is played, and shows its own lane's answer to what is selected.
      if (dialog !== null && dialog.name !== 'card') player.pause();
      const lane = dialog?.name === 'card' ? dialog.lane : null;
      if (lane !== null) set(({ selection }) => ({ lane, selection: selection && { ...selection, lane } }));
      set({ dialog, hovered: null });
    },
    /** Measures the limiters that have not been, one after the other; a second call while it does so does nothing. */
    measureLimiters: () => {
      const next = catalogue.find(({ id }) => !get().surveys.has(id));
      if (next === undefined || measuring) return;
      measuring = true;
      const question = { limiter: next.id, edition: edits.newLane(next.id).edition };
      store.client.ask('survey', question).then(
        (measured) => {
          measuring = false;
          // The worker was replaced: the next opening tries again.
          if (typeof measured === 'symbol') return;
          set(({ surveys }) => ({ surveys: new Map([...surveys, [next.id, measured]]) }));
          if (get().dialog?.name === 'limiter') actions.measureLimiters();
        },
        (error: Error) => {
          measuring = false;
          say(`${next.name} could not be measured: ${error.message}.`);
        },
      );
    },
    setTheme: (theme: Theme) => set({ theme }),
    setSingleKeys: (singleKeys: boolean) => set({ singleKeys }),
    hideCaption: () => set({ captionHidden: true }),
    showPhoneChart: (phoneChart: State['phoneChart']) => set({ phoneChart }),
    say,

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
  return actions;
}

/** `Sent at 12.400 s: admitted by 2 lanes, denied by 1.` */
function sentWords(at: Instant, verdicts: readonly Verdict[]): string {
  const lanes = (count: number) => `${count} ${count === 1 ? 'lane' : 'lanes'}`;
  const denied = verdicts.filter((verdict) => outcomeOf(verdict) === 'deny').length;
  const admitted = verdicts.length - denied;
  const parts = [
    ...(admitted > 0 ? [`admitted by ${lanes(admitted)}`] : []),
    ...(denied > 0 ? [`denied by ${admitted > 0 ? denied : lanes(denied)}`] : []),
  ];
  const when = `Sent at ${secondsFromMicros(at).toFixed(3)} s`;
  return parts.length === 0 ? `${when}.` : `${when}: ${parts.join(', ')}.`;
}
