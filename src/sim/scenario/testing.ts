/** What the tests of the format share. */
import { parseScenario, problemMessage, type Scenario } from './scenario.ts';

/** The scenario that a good document is. */
export function parseValid(document: unknown): Scenario {
  const parsed = parseScenario(document);
  if (!parsed.ok) throw new TypeError(parsed.problems.map(problemMessage).join(' '));
  return parsed.scenario;
}

/** What is said of a document; nothing of a good one. */
export function problemMessages(document: unknown): readonly string[] {
  const parsed = parseScenario(document);
  return parsed.ok ? [] : parsed.problems.map(problemMessage);
}
