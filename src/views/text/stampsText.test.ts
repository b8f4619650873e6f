import { expect, it } from 'vitest';
import { packRecording, scenarioOf, type Scenario } from '../../sim/index.ts';
import { stampsText } from './stampsText.ts';

const data = packRecording({ at: Float64Array.of(0), client: Uint32Array.of(0), costAndBad: Uint32Array.of(1) });
function scenarioWith(resolution: number, reading: string, lanes: readonly object[]): Scenario {
  return scenarioOf({
    policy: { n: 10, T: 10 },
    traffic: [{ kind: 'recording', resolution, reading, data }],
    lanes,
  });
}
const BUCKET = { limiter: 'token-bucket' };
const SHORT = { limiter: 'token-bucket', policy: { capacity: 9 } };

it('names the reading, and where the range is', () =>
  expect(stampsText(scenarioWith(1, 'start', [BUCKET]))).toBe(
    'The log’s timestamps have a resolution of 1 s: these are the figures with its requests all at once; Tune shows the range over all three readings.',
  ));

it('names the lanes whose figures are not identifiable', () => {
  expect(stampsText(scenarioWith(1, 'even', [BUCKET, SHORT]))).toMatch(
    / The figures of lane 2 are not identifiable: its burst or window is under 10 s\.$/,
  );
  expect(stampsText(scenarioWith(2, 'even', [BUCKET, SHORT]))).toMatch(
    / The figures of lanes 1 and 2 are not identifiable: their bursts or windows are under 20 s\.$/,
  );
});

it('names no lane but the one whose figures are shown', () => {
  const scenario = scenarioWith(2, 'even', [BUCKET, SHORT]);
  expect(stampsText(scenario, 1)).toMatch(
    / The figures of lane 2 are not identifiable: its burst or window is under 20 s\.$/,
  );
  expect(stampsText(scenarioWith(1, 'even', [BUCKET, SHORT]), 0)).not.toContain('not identifiable');
});

it('says nothing of a log with fine stamps', () =>
  expect(stampsText(scenarioWith(0.000001, 'even', [BUCKET]))).toBeNull());
