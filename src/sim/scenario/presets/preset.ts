/** A preset: a scenario worth looking at, what to watch in it, and what must come out. */
import { sentence } from '../problem.ts';
import { parseScenario, type Scenario } from '../scenario.ts';

export const GROUPS = ['Start here', 'By source', 'Questions'] as const;

/** What must come out of one lane. */
export interface LaneExpectation {
  readonly admitted: number;
  readonly denied: number;
  /** How many of the admitted were made to wait; none unless said. */
  readonly delayed?: number;
  /** Most permits in effect (arrival + wait) within any T of the lane, for one key. */
  readonly peak: number;
  /** Every decision in order, `A` or `D`, where there are few enough to read. */
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
  readonly group: (typeof GROUPS)[number];
  /** One sentence: what to watch. */
  readonly sentence: string;
  /** The source document by number, where the example or the defect is one of its own. */
  readonly source?: string;
  /** The scenario as someone would write it. */
  readonly document: Readonly<Record<string, unknown>>;
  /** One for each lane. */
  readonly expect: readonly LaneExpectation[];
  /** The examples of `vectors/seed-examples.json` that its lanes show. */
  readonly vectors?: readonly { readonly name: string; readonly lane: number }[];
  /** What the source itself prints, where a figure of it can be compared. */
  readonly printed?: string;
}

const scenarios = new WeakMap<Preset, Scenario>();

/** The preset's scenario, under the preset's title, with its sentence as the notes: a link takes both along. */
export function scenarioOf(preset: Preset): Scenario {
  let scenario = scenarios.get(preset);
  if (scenario === undefined) {
    const parsed = parseScenario({ title: preset.title, notes: preset.sentence, ...preset.document });
    if (!parsed.ok) throw new TypeError(`Preset ${preset.id}: ${parsed.problems.map(sentence).join(' ')}`);
    scenarios.set(preset, (scenario = parsed.scenario));
  }
  return scenario;
}
