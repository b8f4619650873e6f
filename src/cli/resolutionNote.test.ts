import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { packRecording } from '../sim/index.ts';
import { identifiable, resolutionNote } from './resolutionNote.ts';
import { readTuneInput } from './tuneCommand.ts';

const folder = mkdtempSync(join(tmpdir(), 'spillway-note-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Of a log with stamps so many seconds apart. */
function inputOf(resolution: number, lane: object, reading?: string) {
  const data = packRecording({ at: Float64Array.of(0), client: Uint32Array.of(0), costAndBad: Uint32Array.of(1) });
  const file = join(folder, 'log.json');
  const traffic = [{ kind: 'recording', resolution, data }];
  writeFileSync(file, JSON.stringify({ policy: { n: 20, T: 10 }, traffic, lanes: [lane] }));
  return readTuneInput([file], '1', reading);
}
const COARSE = 'The timestamps have a resolution of 1 s, so windows and bursts below 10 s are not identifiable: ';
const RANGES = ' --reading all gives the range of each figure.';

it('names settings whose window or burst is too short, and measures over a window of their own', async () => {
  const input = await inputOf(1, { limiter: 'token-bucket' });
  const settings = [{ capacity: 1 }, { capacity: 20 }, { T: 9.999 }];
  expect(settings.map((setting) => identifiable(input, setting))).toEqual([false, true, false]);
  expect(resolutionNote(input, settings, ['refused'])).toEqual([
    `${COARSE}2 of 3 settings, the first with capacity 1.${RANGES}`,
  ]);
  expect(resolutionNote(input, [{ T: 2 }], ['peakSecond'])).toEqual([`${COARSE}T 2 s; peakSecond.${RANGES}`]);
  expect(resolutionNote(input, [{}], ['peakSecond', 'peak'])).toEqual([`${COARSE}peakSecond.${RANGES}`]);
  expect(identifiable(input, {}, ['peak'])).toBe(true);
  expect(identifiable(input, {}, ['peakSecond'])).toBe(false);
});

it('names the lane itself, and says nothing of ranges where they are shown', async () => {
  const input = await inputOf(1, { limiter: 'sliding-log', policy: { T: 2 } }, 'all');
  expect(resolutionNote(input, [{}], ['refused'])).toEqual([`${COARSE}the lane's own policy.`]);
});

it('is empty where the stamps tell all, which have one reading if they are fine', async () => {
  const fine = await inputOf(0.001, { limiter: 'sliding-log' });
  expect(resolutionNote(fine, [{ T: 1 }], ['peakSecond'])).toEqual([]);
  expect(resolutionNote(fine, [{ T: 0.005 }], ['refused'])).toEqual([
    'The timestamps have a resolution of 1 ms, so windows and bursts below 10 ms are not identifiable: T 5 ms.',
  ]);
  expect(identifiable({ ...fine, resolution: 0 }, { T: 0.001 })).toBeNull();
});
