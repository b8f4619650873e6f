/** What commands about one lane of one scenario read: the scenario, and the lane's number. */
import type { Scenario } from '../sim/index.ts';
import { nameOf } from './files.ts';
import { readInputs } from './inputs.ts';
import { sandboxFor } from './sandboxFor.ts';
import { about, optionError, UsageError, UserError } from './userError.ts';

export interface OneScenario {
  /** For error messages: the file's name. */
  readonly name: string;
  readonly scenario: Scenario;
}

const NO_LANES = 'It has no lanes.';

/** @throws {UserError} if there is not exactly one, it is no scenario, or it has no lanes */
export async function readOneScenario(sources: readonly string[]): Promise<OneScenario> {
  const [source, ...more] = sources;
  if (source === undefined) throw new UsageError('No scenario given.');
  if (more.length > 0) throw new UsageError(`One scenario at a time, not ${sources.length}.`);
  const inputs = await readInputs(source);
  const [input] = inputs;
  if (inputs.length !== 1 || input === undefined)
    throw new UserError(`${nameOf(source)} holds ${inputs.length} scenarios. Give one.`);
  const { name, read } = input;
  const scenario = await about(name, read);
  if (scenario.lanes.length === 0) throw new UserError(`${name}: ${NO_LANES}`);
  // A lane that the user wrote is opened before it is asked for anything.
  await sandboxFor(scenario);
  return { name, scenario };
}

/** The position of the lane of that number, from 0. @throws {UserError} if there is none */
export function laneNumber(text: string, { lanes }: Scenario, option = '--lane'): number {
  const count = lanes.length;
  if (count === 0) throw new UserError(NO_LANES);
  if (/^[1-9]\d*$/.test(text) && Number(text) <= count) return Number(text) - 1;
  throw optionError(option, text, `It may be ${count === 1 ? '1' : `a whole number from 1 to ${count}`}.`);
}
