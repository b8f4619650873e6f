import { loadDeflate, parseScenario, problemMessage, type Scenario } from '../src/sim/index.ts';

// Specs make links.
await loadDeflate();

/** @throws Error with what is wrong with the test's own document */
export function parseValidScenario(document: object): Scenario {
  const parsed = parseScenario(document);
  if (!parsed.ok) throw new Error(parsed.problems.map(problemMessage).join(' '));
  return parsed.scenario;
}
