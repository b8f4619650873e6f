/** A preset: a scenario worth looking at, what to watch in it, and its expected results. */
import type { SourceId } from '../../sources.ts';
import type { Mode } from '../linkView.ts';
import { problemMessage } from '../problem.ts';
import { parseScenario, recordingsOf, type Scenario } from '../scenario.ts';

/** What presets are about, in the order in which the gallery shows them; `topics.ts` has their names. */
export const PRESET_TOPIC_IDS = [
  'bursts',
  'pace',
  'queues',
  'clients',
  'refusals',
  'rounding',
  'nodes',
  'systems',
] as const;
export type PresetTopic = (typeof PRESET_TOPIC_IDS)[number];

/** The expected results of one lane. */
export interface LaneExpectation {
  readonly admitted: number;
  readonly denied: number;
  /** How many of the admitted had to wait; 0 if absent. */
  readonly delayed?: number;
  /** Most permits in effect (arrival + wait) within any T of the lane, for one key. */
  readonly peak: number;
  /** Every decision in order, `A`, `W` (after a wait) or `D`, if there are few enough to read. */
  readonly decisions?: string;
  /** Every wait in seconds, null for a denial. */
  readonly waits?: readonly (number | null)[];
  /** The level right after each decision. */
  readonly levels?: readonly number[];
}

export interface Preset {
  /** Never changes: limiters refer to presets by it. */
  readonly id: string;
  readonly title: string;
  readonly topic: PresetTopic;
  /** One sentence: what to watch. */
  readonly description: string;
  /** What the notes of earlier releases' links say, if it was something else. */
  readonly formerNotes?: readonly string[];
  /** The source that the example or the defect comes from, if any. */
  readonly source?: SourceId;
  /**
   * The instant at which it opens, in seconds: where a request is refused, or waits, and the pictures of the lanes show
   * something, as they no longer do at the end of most runs; with a selected request, its instant or later.
   */
  readonly opensAt: number;
  /** The scenario as a user would write it. */
  readonly document: Readonly<Record<string, unknown>>;
  /** One per lane. */
  readonly expect: readonly LaneExpectation[];
  /** How it opens; by default in the mode that is shown. */
  readonly mode?: Mode;
  /** The request that it opens with, selected in this lane. */
  readonly selected?: { readonly lane: number; readonly request: number };
  /** The examples of `vectors/seed-examples.json` that its lanes show. */
  readonly vectors?: readonly { readonly name: string; readonly lane: number }[];
  /** A sentence comparing the result with what the source prints; both figures if they differ. */
  readonly sourceNote?: string;
}

const scenarios = new WeakMap<Preset, Scenario>();

/** The preset's notes on the page: what to watch, and what the source prints. */
export function presetNotes({ description, sourceNote }: Preset): string {
  return sourceNote === undefined ? description : `${description} ${sourceNote}`;
}

/** The preset's scenario, with its title and notes, so that links carry both. */
export function presetScenario(preset: Preset): Scenario {
  const known = scenarios.get(preset);
  // Reading it holds its recordings, which this thread may have let go of since.
  if (known !== undefined && recordingsOf(known).length === 0) return known;
  const parsed = parseScenario({ title: preset.title, notes: presetNotes(preset), ...preset.document });
  if (!parsed.ok) throw new TypeError(`Preset ${preset.id}: ${parsed.problems.map(problemMessage).join(' ')}`);
  const scenario = known ?? parsed.scenario;
  scenarios.set(preset, scenario);
  return scenario;
}
