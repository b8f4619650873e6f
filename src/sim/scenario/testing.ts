/** What the tests of the format share. */
import { parseScenario, sentence, type Scenario } from './scenario.ts';

/** The scenario that a good document is. */
export function read(document: unknown): Scenario {
  const parsed = parseScenario(document);
  if (!parsed.ok) throw new TypeError(parsed.problems.map(sentence).join(' '));
  return parsed.scenario;
}

/** What is said of a document; nothing of a good one. */
export function complaints(document: unknown): readonly string[] {
  const parsed = parseScenario(document);
  return parsed.ok ? [] : parsed.problems.map(sentence);
}
