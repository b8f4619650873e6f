/** Times whose date is in a column of its own. */
import { describe, expect, it } from 'vitest';
import { sourceOf } from '../goldenLogs.testing.ts';
import { readLog } from '../readLog.ts';

const read = (text: string) => readLog([sourceOf('a.log', text)]);
const AT = Date.UTC(2026, 2, 28, 13, 0, 5) * 1_000;

describe('a date and a time of day are one time', () => {
  it.each([
    ['CSV', 'date,time,ip\n2026-03-28,13:00:05,::1\n'],
    ['of a spreadsheet', 'IP;Datum;Uhrzeit\n::1;28.03.2026;13:00:05\n'],
    ['with the month first', 'Date,Time,ip\n3/28/2026,1:00:05 PM,::1\n'],
    ['with a zone', 'date,time,ip\n2026-03-28,14:00:05+01:00,::1\n'],
    ['JSON of CloudFront', '{"date":"2026-03-28","time":"13:00:05","c-ip":"::1","time-taken":"0.250"}\n'],
  ])('%s', async (_, text) => {
    const { mapping, stamps, resolution, badLines } = await read(text);
    expect([mapping.time, Array.from(stamps), resolution, badLines.count]).toEqual(['date time', [AT], 1e6, 0]);
    expect(mapping.fields.address).toMatch(/ip$/i);
  });

  it('and a row without one of them is skipped', async () => {
    const { rows, badLines } = await read('date,time,ip\n2026-03-28,13:00:05,::1\n2026-03-28,,::1\n');
    expect([rows, badLines.first.map(({ reason }) => reason)]).toEqual([1, ['it has no date time']]);
  });
});

it('beside a whole date, what is named time is how long something took', async () => {
  const { mapping, stamps } = await read('date,time,ip\n2026-03-28T13:00:05Z,0.012,::1\n2026-03-28T13:00:06Z,12,::1\n');
  expect([mapping.time, stamps[0]]).toEqual(['date', AT]);
});

it('a date beside how long a request took is no time', async () => {
  await expect(read('date,duration,ip\n2026-03-28,00:00:05,::1\n')).rejects.toThrow('date holds “2026-03-28”');
});
