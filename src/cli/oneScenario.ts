/** What commands about one lane of one scenario read: the scenario, and the lane's number. */
import type { Scenario } from '../sim/index.ts';
import { nameOf } from './files.ts';
import { readInputs } from './inputs.ts';
import { sandboxFor } from './sandboxFor.ts';
import { UserError } from './userError.ts';

export interface OneScenario {
  /** For error messages: the file's name. */
  readonly name: string;
  readonly scenario: Scenario;
}

/** @throws {UserError} if there is not exactly one, or it is no scenario */
export async function readOneScenario(sources: readonly string[], usage: string): Promise<OneScenario> {
  const [source, ...more] = sources;
  if (source === undefined) throw new UserError(`No scenario given.\n\n${usage}`);
  if (more.length > 0) throw new UserError(`One scenario at a time, not ${sources.length}.\n\n${usage}`);
  const inputs = await readInputs(source);
  const [input] = inputs;
  if (inputs.length !== 1 || input === undefined)
    throw new UserError(`${nameOf(source)} holds ${inputs.length} scenarios. Give one.`);
  if (!input.ok) throw new UserError(input.errors.map((sentence) => `${input.name}: ${sentence}`).join('\n'));
  // A lane that the user wrote is opened before it is asked for anything.
  await sandboxFor(input.scenario);
  return input;
}

/** The position of the lane of that number, from 0. @throws {UserError} if there is none */
export function laneNumbered({ name, scenario }: OneScenario, text: string, option = '--lane'): number {
  const count = scenario.lanes.length;
  if (count === 0) throw new UserError(`${name}: ${wrongLane(text, count, option)}`);
  const index = Number(text) - 1;
  if (text.trim() === '' || scenario.lanes[index] === undefined) throw new UserError(wrongLane(text, count, option));
  return index;
}

/** @param text what was given in place of a lane's number @param count how many lanes there are */
export function wrongLane(text: string, count: number, option = '--lane'): string {
  if (count === 0) return 'It has no lanes.';
  return `${option} is ${text || 'empty'}. It may be ${count === 1 ? '1' : `a whole number from 1 to ${count}`}.`;
}
