/** For tests only: a phase as the format reads it. */
import { parseScenario, sentence, type Traffic } from '../../sim/index.ts';

export function phase(entry: object): Traffic {
  const parsed = parseScenario({ traffic: [entry] });
  if (!parsed.ok) throw new TypeError(parsed.problems.map(sentence).join(' '));
  return parsed.scenario.traffic[0] as Traffic;
}

/** What the format says of a phase as a form made it; nothing when it is good. */
export function complaints(entry: Traffic): readonly string[] {
  const parsed = parseScenario({ traffic: [entry] });
  return parsed.ok ? [] : parsed.problems.map(sentence);
}
