/** Actions on the view: range, drawer, focus and settings. */
import type { ChartLayout, Instant, Mode } from '../sim/index.ts';
import type { ActionContext } from './actionContext.ts';
import { chartLayoutOf, failedLaneIn } from './selectors.ts';
import { showingDrawer, wholeRange, type DrawerTab, type Range, type Theme } from './slices/view.ts';
import type { State } from './state.ts';

export function viewActions({ get, set, player, setRange, selectInLane }: ActionContext) {
  return {
    setMode: (mode: Mode) => {
      if (mode !== 'run') player.pause();
      set({ mode, hoveredAt: null, status: '' });
    },
    /** Opens the form in which a lesson over the scenario is made; what a step hid or locked is so no longer. */
    makeLesson: () => {
      player.pause();
      set({ mode: 'learn', making: true, lessonStep: null, lessonStage: 'run', futureHidden: false });
    },
    /** Closes that form: the scenario is shown, and Learn is as it was before. */
    endMaking: () => set({ mode: 'run', making: false }),
    setRange,
    /** Shows exactly that span. Playing on would slide the range away from it at once, unless the playhead is in it. */
    zoomTo: (span: Range) => {
      if (player.at < span.from || player.at > span.to) player.pause();
      setRange(span);
    },
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
    showAll: () => set({ range: wholeRange(get().scenario, get().result?.end) }),
    hover: (hovered: Instant | null) => set({ hoveredAt: hovered }),
    dragSpan: (draggedSpan: Range | null) => set({ draggedSpan }),
    holdScales: (scalesHeld: boolean) => set({ scalesHeld }),
    hoverPhase: (hoveredPhase: number | null) => {
      if (hoveredPhase !== get().hoveredPhase) set({ hoveredPhase });
    },
    setColumns: (columns: number, trackColumns: number) => {
      if (columns !== get().chartColumns || trackColumns !== get().trackColumns)
        set({ chartColumns: columns, trackColumns });
    },
    setStripColumns: (stripColumns: number) => {
      if (stripColumns !== get().keyStripColumns) set({ keyStripColumns: stripColumns });
    },
    /** Which lanes are compared; fewer than two for what the scenario itself compares. */
    compare: (picked: State['pickedLanes']) => set({ pickedLanes: picked }),
    setKey: (key: string | null) => set({ shownKey: key }),
    openDrawer: (drawer: DrawerTab | null) => set(drawer === null ? { drawer } : showingDrawer(get(), drawer)),
    editPhase: (phase: number | null) => set({ focusedPhase: phase, ...showingDrawer(get(), 'traffic') }),
    /** The lane that Alt+↑, Alt+↓ and the drawer apply to. */
    focusLane: (lane: number) => set({ focusedLane: lane }),
    /** The same; where a request is selected, what became of it there is selected, unless the lane could not run. */
    goToLane: (lane: number) => {
      if (failedLaneIn(get(), lane) === null) selectInLane(lane);
      else set({ focusedLane: lane });
    },
    editLane: (lane: number, tab: DrawerTab = 'lane') => set({ focusedLane: lane, ...showingDrawer(get(), tab) }),
    /** Opens the form of a fault, or of a node's clock; null closes it. */
    editCluster: (part: { readonly of: 'fault' | 'clock'; readonly index: number } | null) =>
      set(part === null ? { clusterPart: null } : { clusterPart: part, drawer: 'cluster' }),
    setTheme: (theme: Theme) => set({ theme }),
    setSingleKeys: (singleKeys: boolean) => set({ singleKeys }),
    /** Begins writing the sentence under the policy, where it stands. */
    editNotes: () =>
      set(({ scenario, mode }) => ({
        notesDraft: scenario.notes,
        captionHidden: false,
        mode: mode === 'tune' ? 'run' : mode,
      })),
    /** The sentence as it is being written; null ends that and leaves it as it was. */
    draftNotes: (notesDraft: string | null) => set({ notesDraft }),
    setChartLayout: (chartLayout: ChartLayout) => set({ chartLayout }),
    toggleChartLayout: () => set({ chartLayout: chartLayoutOf(get()) === 'stacked' ? 'columns' : 'stacked' }),
    showWindowCount: (windowCountShown: boolean) => set({ windowCountShown }),
    /** How high the drawer may be, in CSS pixels; null for what suits the window. */
    setDrawerLimit: (drawerLimit: number | null) => set({ drawerLimit }),
    hideFuture: (futureHidden: boolean) => set({ futureHidden }),
    hideCaption: () => set({ captionHidden: true }),
    showCaption: () => set({ captionHidden: false }),
    showPhoneChart: (phoneChart: State['phoneChart']) => set({ phoneChart }),
  };
}
