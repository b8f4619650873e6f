/** For tests only: a phase as the format reads it. */
import { parseScenario, problemMessage, type TrafficEntry } from '../../sim/index.ts';

export function parsePhase(entry: object): TrafficEntry {
  const parsed = parseScenario({ traffic: [entry] });
  if (!parsed.ok) throw new TypeError(parsed.problems.map(problemMessage).join(' '));
  return parsed.scenario.traffic[0] as TrafficEntry;
}

/** What the format says of a phase as a form made it; nothing when it is good. */
export function phaseProblemMessages(entry: TrafficEntry): readonly string[] {
  const parsed = parseScenario({ traffic: [entry] });
  return parsed.ok ? [] : parsed.problems.map(problemMessage);
}
