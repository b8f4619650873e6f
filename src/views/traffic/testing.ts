/** For tests only: a phase as parsed by the format. */
import { parseScenario, scenarioOf, problemMessage, type TrafficEntry } from '../../sim/index.ts';

export function parsePhase(entry: object): TrafficEntry {
  return scenarioOf({ traffic: [entry] }).traffic[0] as TrafficEntry;
}

/** The format's errors for a phase made by a form; empty if it is valid. */
export function phaseProblemMessages(entry: TrafficEntry): readonly string[] {
  const parsed = parseScenario({ traffic: [entry] });
  return parsed.ok ? [] : parsed.problems.map(problemMessage);
}
