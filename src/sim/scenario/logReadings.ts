/** The readings of a log whose stamps are coarse: each gives other figures, and the truth is thought to be among them. */
import { isCoarse, READINGS, type Reading } from '../traffic/index.ts';
import type { Scenario } from './scenario.ts';

/** The scenario itself, and then with its coarse logs in each other reading; only itself where no log is coarse. */
export function allReadings(scenario: Scenario): readonly [Scenario, ...Scenario[]] {
  const coarse = scenario.traffic.find((entry) => entry.kind === 'recording' && isCoarse(entry));
  if (coarse?.kind !== 'recording') return [scenario];
  const others = READINGS.filter((reading) => reading !== coarse.reading);
  return [scenario, ...others.map((reading) => withReading(scenario, reading))];
}

/** Every coarse log of the scenario in that reading; of the others all readings are the same. */
export function withReading(scenario: Scenario, reading: Reading): Scenario {
  return {
    ...scenario,
    traffic: scenario.traffic.map((entry) => (entry.kind === 'recording' ? { ...entry, reading } : entry)),
  };
}
