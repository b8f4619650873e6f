/** Helpers shared by the tests of the format. */
import { parseScenario, problemMessage } from './scenario.ts';

/** A document's problems as sentences; empty for a valid one. */
export function problemMessages(document: unknown): readonly string[] {
  const parsed = parseScenario(document);
  return parsed.ok ? [] : parsed.problems.map(problemMessage);
}
