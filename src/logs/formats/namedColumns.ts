/** The mapping of a file whose columns may have any names: what CSV and JSON lines share. */
import { guessFields, withChoices } from '../fieldNames.ts';
import { LogError } from '../logError.ts';
import type { Mapping } from '../logTable.ts';
import type { ReadContext } from './format.ts';

/** The columns of a file by its first lines. */
export interface NamedColumns {
  readonly names: readonly string[];
  /** Null where no column seems to hold times. */
  readonly guess: Mapping | null;
}

/**
 * What is guessed, with what the user says in its place.
 * @param noTime why nothing is guessed, a sentence
 * @throws {LogError} where nothing is guessed and the user does not say which column holds the time
 */
export function mappingOf({ names, guess }: NamedColumns, { choices }: ReadContext, noTime: () => string): Mapping {
  const time = choices.mapping?.time;
  if (guess === null && time === undefined) throw new LogError('unreadable', noTime());
  return withChoices(guess ?? onlyTime(names, time!), choices.mapping, names);
}

function onlyTime(names: readonly string[], time: string): Mapping {
  return { time, timeIs: 'arrival', duration: null, durationUnit: 's', fields: guessFields(names) };
}
