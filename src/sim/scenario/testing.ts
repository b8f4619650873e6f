/** Helpers shared by the tests of the format. */
import { parseScenario, problemMessage, type Scenario } from './scenario.ts';

/** The scenario of a valid document; throws for an invalid one. */
export function parseValid(document: unknown): Scenario {
  const parsed = parseScenario(document);
  if (!parsed.ok) throw new TypeError(parsed.problems.map(problemMessage).join(' '));
  return parsed.scenario;
}

/** A document's problems as sentences; empty for a valid one. */
export function problemMessages(document: unknown): readonly string[] {
  const parsed = parseScenario(document);
  return parsed.ok ? [] : parsed.problems.map(problemMessage);
}
