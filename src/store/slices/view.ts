/** The view: visible range, drawer, focus and chart sizes. */
import {
  durationOf,
  lastExplicitRequest,
  microsFromSeconds,
  MILLISECOND,
  type ChartLayout,
  type Embed,
  type Lock,
  type Mode,
  type Instant,
  type Scenario,
  type TrafficEntry,
} from '../../sim/index.ts';
import type { TrafficItems } from '../trafficEdits.ts';
import type { Settings } from '../works/settings.ts';

/** The visible range [from, to), microseconds. */
export interface Range {
  readonly from: Instant;
  readonly to: Instant;
}

/** What is selected on the traffic track. It refers to this traffic by position, and to no other. */
export interface PhaseSelection extends TrafficItems {
  readonly traffic: readonly TrafficEntry[];
}

/** Under `config` is the text that a lane is written in: a product's config, or the user's own code. */
export type DrawerTab = 'why' | 'traffic' | 'cluster' | 'lane' | 'config' | 'test' | 'compare' | 'fairness';

export type Theme = Settings['theme'];

export interface ViewSlice extends Settings {
  readonly mode: Mode;
  /** Where Learn is, as a link says it; null before a lesson is chosen. */
  readonly lessonStep: string | null;
  /** Whether Learn shows the form in which the scenario's own lesson is made; it is never saved. */
  readonly making: boolean;
  /** What stands beside a lesson's text; read it through `stageOf`. */
  readonly lessonStage: 'run' | 'tune';
  /** What a page that has this one in a frame lets its readers do; null for the whole page. */
  readonly embed: Embed | null;
  /** What the lesson's step, or the embed, keeps from being changed; read it through `locksOf`. */
  readonly locks: readonly Lock[];
  readonly range: Range;
  /** The instant under the pointer, for crosshair and read-outs; it is never saved. */
  readonly hoveredAt: Instant | null;
  /** The span that a drag is selecting to zoom to; it is never saved. */
  readonly draggedSpan: Range | null;
  /** While a limit is dragged in a chart the scales hold still, so that its line follows the hand. */
  readonly scalesHeld: boolean;
  /** The phase pointed at on the track, whose requests are marked in every lane. */
  readonly hoveredPhase: number | null;
  /** The phase that is lit in all charts; see `litPhase.ts`. */
  readonly litPhase: number | null;
  readonly shownKey: string | null;
  /** Lanes picked to be compared: two at least, or fewer for what the scenario itself compares. */
  readonly pickedLanes: readonly number[];

  readonly drawer: DrawerTab | null;
  /** The phase and lane that the drawer's forms edit. */
  readonly focusedPhase: number | null;
  readonly focusedLane: number;
  /** Which fault, by its index, or which node's clock the cluster's form edits; it may no longer exist. */
  readonly clusterPart: { readonly of: 'fault' | 'clock'; readonly index: number } | null;
  /** Read it through `currentPhaseSelection`. */
  readonly phaseSelection: PhaseSelection | null;

  /** Whether results beyond the playhead are not shown, so that they can be predicted. */
  readonly futureHidden: boolean;
  readonly captionHidden: boolean;
  /** The sentence under the policy as it is being written; null while it is not. */
  readonly notesDraft: string | null;
  /** As chosen; null for what suits the window. Read it through `chartLayoutOf`. */
  readonly chartLayout: ChartLayout | null;
  /** Whether the window is too narrow for columns, unless they are chosen. */
  readonly narrow: boolean;
  readonly windowCountShown: boolean;
  readonly phoneChart: 'level' | 'count';
  /** Pixel columns of a lane's plot, of the traffic track, and of the keys' strips in the drawer. */
  readonly chartColumns: number;
  readonly trackColumns: number;
  readonly keyStripColumns: number;
}

export function initialView(scenario: Scenario, settings: Settings): ViewSlice {
  return {
    ...settings,
    mode: 'run',
    lessonStep: null,
    making: false,
    lessonStage: 'run',
    embed: null,
    locks: [],
    range: wholeRange(scenario),
    hoveredAt: null,
    draggedSpan: null,
    scalesHeld: false,
    hoveredPhase: null,
    litPhase: null,
    shownKey: null,
    pickedLanes: [],
    drawer: null,
    focusedPhase: null,
    focusedLane: 0,
    clusterPart: null,
    phaseSelection: null,
    futureHidden: false,
    captionHidden: false,
    notesDraft: null,
    chartLayout: null,
    narrow: false,
    windowCountShown: true,
    phoneChart: 'level',
    chartColumns: 320,
    trackColumns: 1136,
    keyStripColumns: 480,
  };
}

/** What shows the drawer with that tab, which Tune does not have. */
export function showingDrawer(
  { mode }: Pick<ViewSlice, 'mode'>,
  drawer: DrawerTab,
): Pick<ViewSlice, 'drawer' | 'mode'> {
  return { drawer, mode: mode === 'tune' ? 'run' : mode };
}

/**
 * The range of the whole run, including its last request; never empty.
 * @param ended the end of its run, once it is known: a script may send requests after the scenario's own
 */
export function wholeRange(scenario: Scenario, ended: Instant = 0): Range {
  const end = microsFromSeconds(durationOf(scenario));
  const last = Math.max(microsFromSeconds(lastExplicitRequest(scenario) ?? -1), ended > end ? ended : -1);
  return { from: 0, to: Math.max(MILLISECOND, end, last + 1) };
}

/**
 * A run that was in sight as a whole stays so when a script turns out to send requests after the scenario's end, or no
 * longer does.
 * @param endBefore of the run before; −1 if there was none
 */
export function rangeAfterRun(range: Range, endBefore: Instant, scenario: Scenario, end: Instant): Range {
  const next = wholeRange(scenario, end);
  const whole = wholeRange(scenario).to;
  const wasWhole = range.to === endBefore + 1 || (range.to === whole && end > whole);
  return wasWhole && range.from === 0 ? next : range;
}

/**
 * A run that is in sight as a whole stays so when its length changes, as an empty one's does with T. While traffic is moved,
 * the scale stays as it is under the hand.
 */
export function rangeAfterEdit(range: Range, before: Scenario, after: Scenario): Range {
  const [old, next] = [wholeRange(before), wholeRange(after)];
  const wasWhole = range.from === old.from && range.to === old.to;
  return wasWhole && before.traffic === after.traffic && next.to !== old.to ? next : range;
}
