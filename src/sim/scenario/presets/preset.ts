/** A preset: a scenario worth looking at, what to watch in it, and what must come out. */
import type { SourceId } from '../../sources.ts';
import { problemMessage } from '../problem.ts';
import { parseScenario, type Scenario } from '../scenario.ts';

export const PRESET_GROUPS = ['Start here', 'By source', 'Questions', 'Several processes'] as const;

/** What must come out of one lane. */
export interface LaneExpectation {
  readonly admitted: number;
  readonly denied: number;
  /** How many of the admitted were made to wait; none unless said. */
  readonly delayed?: number;
  /** Most permits in effect (arrival + wait) within any T of the lane, for one key. */
  readonly peak: number;
  /** Every decision in order, `A`, `W` (after a wait) or `D`, where there are few enough to read. */
  readonly decisions?: string;
  /** Every wait in seconds, null for a denial. */
  readonly waits?: readonly (number | null)[];
  /** The level right after each decision. */
  readonly levels?: readonly number[];
}

export interface Preset {
  /** Kept for ever: limiters name presets by it. */
  readonly id: string;
  readonly title: string;
  readonly group: (typeof PRESET_GROUPS)[number];
  /** One sentence: what to watch. */
  readonly description: string;
  /** Where the example or the defect is from, if it is one of a source's own. */
  readonly source?: SourceId;
  /** The scenario as someone would write it. */
  readonly document: Readonly<Record<string, unknown>>;
  /** One for each lane. */
  readonly expect: readonly LaneExpectation[];
  /** Where it opens, if not at its end: with this request selected in this lane, at its instant or later. */
  readonly selected?: { readonly lane: number; readonly request: number; readonly at: number };
  /** The examples of `vectors/seed-examples.json` that its lanes show. */
  readonly vectors?: readonly { readonly name: string; readonly lane: number }[];
  /** A sentence on what the source itself prints, where that can be compared: both figures, where the rule gives another. */
  readonly sourceNote?: string;
}

const scenarios = new WeakMap<Preset, Scenario>();

/** What the page says of the preset: what to watch, and what the source prints. */
export function presetNotes({ description, sourceNote }: Preset): string {
  return sourceNote === undefined ? description : `${description} ${sourceNote}`;
}

/** The preset's scenario, under the preset's title, with those words as the notes: a link takes both along. */
export function presetScenario(preset: Preset): Scenario {
  let scenario = scenarios.get(preset);
  if (scenario === undefined) {
    const parsed = parseScenario({ title: preset.title, notes: presetNotes(preset), ...preset.document });
    if (!parsed.ok) throw new TypeError(`Preset ${preset.id}: ${parsed.problems.map(problemMessage).join(' ')}`);
    scenarios.set(preset, (scenario = parsed.scenario));
  }
  return scenario;
}
