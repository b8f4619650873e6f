/** What `find` and `laws` have in common: their lanes, how far they search, and how what was found is written. */
import { completeDocument, secondsFromMicros, type Scenario } from '../sim/index.ts';
import {
  DEFAULT_EFFORT,
  foundNote,
  foundSentence,
  LEAST_EFFORT,
  MOST_EFFORT,
  scenarioWith,
  triedSentence,
  type Effort,
  type FindResult,
} from '../find/index.ts';
import { optionError } from './userError.ts';

export const FORMATS = ['text', 'json'] as const;

/** The options of both commands. */
export const COMMON_OPTIONS = {
  requests: { type: 'string', default: String(DEFAULT_EFFORT.requests) },
  tries: { type: 'string', default: String(DEFAULT_EFFORT.tries) },
  seed: { type: 'string', default: String(DEFAULT_EFFORT.seed) },
  format: { type: 'string', default: 'text' },
} as const;

/** @throws {UserError} naming what is not a whole number in its range */
export function readEffort(values: Readonly<Record<keyof Effort, string>>): Effort {
  const whole = (name: keyof Effort): number => {
    const value = Number(values[name]);
    const [least, most] = [LEAST_EFFORT[name], MOST_EFFORT[name]];
    if (!/^\d+$/.test(values[name]) || value < least || value > most)
      throw optionError(
        `--${name}`,
        values[name],
        `It may be a whole number from ${least} to ${most.toLocaleString('en-US')}.`,
      );
    return value;
  };
  return { requests: whole('requests'), tries: whole('tries'), seed: whole('seed') };
}

/** What was found, or tried; times in seconds. @param title of the scenario that is made of it */
export function resultAsJson(scenario: Scenario, title: string, result: FindResult): object {
  const { found, tried } = result;
  const inSeconds = { ...tried, instants: tried.instants.map(secondsFromMicros) };
  if (found === null) return { found: false, sentence: triedSentence(tried), tried: inSeconds };
  const sentence = foundSentence(found);
  return {
    found: true,
    by: found.by,
    sentence,
    note: foundNote(found, tried),
    requests: found.requests.map(({ at, key, cost }) => ({ at: secondsFromMicros(at), key, cost })),
    tried: inSeconds,
    scenario: foundDocument(scenario, title, result),
  };
}

/** The scenario whose traffic was found; null if its time steps back, which no scenario's does. */
export function foundDocument(scenario: Scenario, title: string, { found }: FindResult): object | null {
  const made = found && scenarioWith(scenario, found.requests, title, foundSentence(found), found.cluster);
  return made && completeDocument(made);
}
