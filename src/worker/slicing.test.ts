import { expect, it } from 'vitest';
import { driveSlices } from './slicing.ts';

it('lets messages in after every eight milliseconds, and tells how far it is twenty times a second', async () => {
  let time = 0;
  let pauses = 0;
  const thread = { now: () => time, yieldToMessages: async () => void pauses++ };
  function* work(): Generator<number, string> {
    for (let slice = 1; slice <= 300; slice++) {
      time += 1;
      yield slice;
    }
    return 'done';
  }
  const told: number[] = [];
  const result = await driveSlices(
    thread,
    work(),
    (slice) => told.push(slice),
    () => true,
  );
  expect(result).toBe('done');
  expect(pauses).toBe(37);
  expect(told).toEqual([56, 112, 168, 224, 280]);
});
