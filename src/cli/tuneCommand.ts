/** What `sweep` and `seek` have in common: their scenario, its lane and its readings, and how figures are written. */
import { planToEnd, type Plan } from '../sim/engine.ts';
import {
  allReadings,
  MEASURES,
  READINGS,
  withReading,
  type Figures,
  type Lane,
  type Measure,
  type Scenario,
} from '../sim/index.ts';
import { coarsestStamps, parametersOf, rangeOver, type Parameter } from '../tune/index.ts';
import { mayBe, oneOf } from './command.ts';
import { laneNumber, readOneScenario } from './oneScenario.ts';
import { sandboxFor } from './sandboxFor.ts';
import { optionError, UserError } from './userError.ts';

/** The options of both commands. */
export const COMMON_OPTIONS = {
  lane: { type: 'string', default: '1' },
  reading: { type: 'string' },
} as const;

export interface TuneInput {
  /** By reading, the scenario's own first; more than one only with `--reading all`. */
  readonly scenarios: readonly [Scenario, ...Scenario[]];
  readonly plan: Plan;
  /** Whether figures have a least and a most over the readings. */
  readonly hasRanges: boolean;
  readonly lane: Lane;
  readonly laneIndex: number;
  readonly parameters: readonly Parameter[];
  /** The coarsest stamps of the scenario's logs, in seconds; 0 where all times are exact. */
  readonly resolution: number;
}

/** @throws {UserError} if there is no such scenario or lane, or the scenario cannot be run */
export async function readTuneInput(
  sources: readonly string[],
  laneText: string,
  readingText: string | undefined,
): Promise<TuneInput> {
  const input = await readOneScenario(sources);
  const reading = readingText === undefined ? null : oneOf('--reading', readingText, [...READINGS, 'all'] as const);
  const hasRanges = reading === 'all';
  const scenarios = hasRanges
    ? allReadings(input.scenario)
    : ([reading === null ? input.scenario : withReading(input.scenario, reading)] as const);
  const [scenario] = scenarios;
  const laneIndex = laneNumber(laneText, scenario);
  const lane = scenario.lanes[laneIndex] as Lane;
  const sandbox = await sandboxFor(scenario);
  const planned = planToEnd(scenario, sandbox);
  if (!planned.ok) throw new UserError(...planned.problems.map(({ sentence }) => sentence)).about(input.name);
  const parameters = parametersOf(scenario, laneIndex);
  const resolution = coarsestStamps(scenario);
  return { scenarios, plan: planned.plan, hasRanges, lane, laneIndex, parameters, resolution };
}

/** `refused,clientsRefused`. @throws {UserError} naming what is no measure */
export function readMeasures(text: string): readonly Measure[] {
  const names = text.split(',').map((name) => name.trim());
  for (const name of names) {
    if (!(MEASURES as readonly string[]).includes(name))
      throw optionError('--measure', name, `${mayBe(name, MEASURES)} Several have commas between.`);
  }
  return [...new Set(names as Measure[])];
}

/** The names of the figures' columns: each measure, and with all readings its least and its most. */
export function figureColumns(measures: readonly Measure[], hasRanges: boolean): readonly string[] {
  return measures.flatMap((name) => (hasRanges ? [name, `${name}.min`, `${name}.max`] : [name]));
}

/**
 * The values of those columns, as in JSON: what never ends, which JSON has no number for, is the text `Infinity`, and what
 * has no population is null.
 */
export function figureValues(
  figures: readonly Figures[],
  measures: readonly Measure[],
  hasRanges: boolean,
): readonly (number | string | null)[] {
  return measures.flatMap((measure) => {
    const range = rangeOver(figures, measure);
    const values = hasRanges ? [range?.value, range?.min, range?.max] : [range?.value];
    return values.map((value) => (value === Infinity ? 'Infinity' : (value ?? null)));
  });
}

/** By column name. */
export function figuresAsJson(figures: readonly Figures[], measures: readonly Measure[], hasRanges: boolean): object {
  const values = figureValues(figures, measures, hasRanges);
  return Object.fromEntries(figureColumns(measures, hasRanges).map((name, index) => [name, values[index]]));
}
