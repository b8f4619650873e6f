/** For tests: a track of 1000 × 48 pixels over the first 100 s, 0.1 s per pixel, with the limit 10 per 10 s. */
import { scenarioOf, SECOND, type Scenario } from '../../sim/index.ts';
import { phaseBlocks, type PhaseBlock, type TrackGeometry } from './blockLayout.ts';

export const TEST_TRACK: TrackGeometry = {
  range: { from: 0, to: 100 * SECOND },
  width: 1_000,
  height: 48,
  runEnd: 100 * SECOND,
  policy: { n: 10, T: 10 },
};

export function scenarioWith(...traffic: readonly object[]): Scenario {
  return scenarioOf({ policy: { n: 10, T: 10 }, duration: 100, traffic });
}

export function blocksOfTraffic(...traffic: readonly object[]): readonly PhaseBlock[] {
  return phaseBlocks(scenarioWith(...traffic).traffic, TEST_TRACK);
}
