/** For tests: a track of 1000 × 48 pixels over the first 100 s, a tenth of a second a pixel, with the limit 10 per 10 s. */
import { parseScenario, SECOND, type Scenario } from '../../sim/index.ts';
import { blocksOf, type Block, type Track } from './blocks.ts';

export const TRACK: Track = {
  range: { from: 0, to: 100 * SECOND },
  width: 1_000,
  height: 48,
  end: 100 * SECOND,
  policy: { n: 10, T: 10 },
};

export function scenarioWith(...traffic: readonly object[]): Scenario {
  const parsed = parseScenario({ policy: { n: 10, T: 10 }, duration: 100, traffic });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.scenario;
}

export function blocksWith(...traffic: readonly object[]): readonly Block[] {
  return blocksOf(scenarioWith(...traffic).traffic, TRACK);
}
