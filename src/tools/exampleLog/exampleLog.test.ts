import { expect, it } from 'vitest';
import { EXAMPLE_LOG } from '../../sim/scenario/presets/exampleLog.ts';
import { unpackRecording } from '../../sim/traffic/recordingData.ts';
import { isBad } from '../../sim/traffic/recordingColumns.ts';
import { EXAMPLE_SECONDS, exampleLog } from './generate.ts';

it('the log of the preset is the one that is generated: 2,000 requests of 61 clients in an hour, one of them bad', () => {
  const columns = unpackRecording(EXAMPLE_LOG);
  expect(columns).toEqual(exampleLog());
  expect(columns.at).toHaveLength(2_000);
  expect(new Set(columns.client).size).toBe(61);
  expect(columns.at.at(-1)).toBeLessThan(EXAMPLE_SECONDS * 1e6);
  expect(columns.at.every((at) => at % 1e6 === 0)).toBe(true);
  const bad = new Set([...columns.client].filter((_, i) => isBad(columns.costAndBad[i] as number)));
  expect(bad.size).toBe(1);
});
