/** Several files as one log: their columns, and how finely each is stamped. */
import { describe, expect, it } from 'vitest';
import { fieldNamed } from './fields.ts';
import { sourceOf } from './goldenLogs.testing.ts';
import { readLog } from './readLog.ts';
import { arrivalsOf, recordingOf } from './recordingOf.ts';

const TEN = Date.UTC(2026, 0, 5, 10) * 1_000;
const SECOND = 1_000_000;
const line = (second: number, rest = '') =>
  `10.0.0.1 - - [05/Jan/2026:10:00:${String(second).padStart(2, '0')} +0000] "GET / HTTP/1.1" 200 12 "-" "curl/8"${rest}\n`;
const json = (...records: readonly object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
const read = (...texts: readonly string[]) => readLog(texts.map((text, index) => sourceOf(`${index + 1}.log`, text)));

describe('the columns of several files', () => {
  it.each([
    ['later', [line(0), line(9, ' 5.000')], [TEN, TEN + 4 * SECOND]],
    ['earlier', [line(9, ' 5.000'), line(0)], [TEN + 4 * SECOND, TEN]],
  ])('a duration that only the %s file has counts for its requests', async (_, texts, arrivals) => {
    const table = await read(...texts);
    expect(Array.from(arrivalsOf(table))).toEqual(arrivals);
    expect(table.mapping).toMatchObject({ timeIs: 'end', duration: 'request_time', durationUnit: 's' });
  });

  it('a field that one file begins without is kept of all', async () => {
    const user = { ts: '2026-01-05T10:00:00Z', ip: '::1', user: 'ada' };
    const without = { ts: '2026-01-05T10:00:00Z', ip: '::1' };
    const begins = Array.from({ length: 150 }, () => without);
    for (const texts of [
      [json(user), json(...begins, user)],
      [json(without), json(user)],
    ]) {
      const table = await read(...texts);
      const { codes, text } = fieldNamed(table, 'user', 'key');
      const users = Array.from(codes, text).filter((each) => each === 'ada');
      expect(users).toHaveLength(texts.join('').split('ada').length - 1);
    }
  });

  const time = '2026-01-05T10:00:00Z';
  it.each([
    [
      'the address in remote_addr, but the files before it have it in client_ip',
      json({ time, client_ip: '::1' }),
      json({ time, remote_addr: '::1' }),
    ],
    ['the time in msec, but the files before it have it in time', line(0), line(0, ' 1767607200.250 0.125')],
    [
      'the duration in latency_ms, but the files before it have it in request_time',
      json({ time, request_time: 0.5 }),
      json({ time, latency_ms: 500 }),
    ],
    [
      'the duration in ms, but the files before it have it in s',
      `#Fields: date time c-ip x-edge-location time-taken\n2026-01-05 10:00:00 ::1 FRA 0.5\n`,
      `#Software: Microsoft IIS\n#Fields: date time c-ip time-taken\n2026-01-05 10:00:00 ::1 500\n`,
    ],
  ])('are refused where a later one has %s', async (what, first, second) => {
    await expect(read(first, second)).rejects.toThrow(
      `2.log has ${what}. Open only files with the same columns together.`,
    );
  });

  it.each([
    ['s', ['0.5', '1.5'], ['1', '2'], [500_000, 1_500_000, SECOND, 2 * SECOND], 'ms'],
    ['ms', ['1', '2'], ['0.5', '1.5'], [1_000, 2_000, 500, 1_500], 's'],
  ])('are read with the duration in %s if the first is, whatever the values of the second', async (unit, ...rest) => {
    const [first, second, taken, other] = rest;
    const csv = (durations: readonly string[]) =>
      `time,duration\n${durations.map((one) => `${time},${one}\n`).join('')}`;
    const table = await read(csv(first), csv(second));
    expect(Array.from(arrivalsOf(table), (arrival) => TEN - arrival)).toEqual(taken);
    expect(table.findings.map(({ sentence }) => sentence)).toContain(
      `2.log is read with duration in ${unit}, as the files before it are; by itself, it would be read in ${other}.`,
    );
  });

  it('are read by the column that is chosen for all', async () => {
    const sources = [line(0), line(9, ' 1767607209.250 0.125')].map((text) => sourceOf('a', text));
    const table = await readLog(sources, { mapping: { time: 'time' } });
    expect(Array.from(arrivalsOf(table))).toEqual([TEN, TEN + 9 * SECOND]);
  });
});

describe('files without requests among others', () => {
  const stamp = '2026-01-05T10:00:00Z';
  const csv = `time,duration,ip\n${stamp},0.5,::1\n`;
  const iis = `#Software: Microsoft IIS\n#Fields: date time c-ip time-taken\n`;
  it.each([
    ['an empty one', '', 'is empty', csv],
    ['a header, where others have rows', 'time,duration,ip\n', 'has a header and no requests', csv],
    ['a header with other names', 'start,ip\n', 'has a header and no requests', csv],
    ['a header of W3C', iis, 'has a header and no requests', `${iis}2026-01-05 10:00:00 ::1 500\n`],
  ])('are left out: %s', async (_, without, why, one) => {
    for (const [texts, name] of [
      [[without, one], '1.log'],
      [[one, without], '2.log'],
    ] as const) {
      const table = await read(...texts);
      expect([table.rows, arrivalsOf(table)[0], table.files.includes(name)]).toEqual([1, TEN - SECOND / 2, false]);
      expect(table.findings.map(({ sentence }) => sentence)).toContain(`${name} is left out: it ${why}.`);
    }
    await expect(read(without)).rejects.toThrow(`1.log ${why}.`);
    await expect(read(without, without)).rejects.toThrow(`1.log ${why}.`);
  });
});

describe('the resolution of several files', () => {
  const coarse = Array.from({ length: 50 }, (_, second) => line(second)).join('');
  const csv = (stamp: string, count: number) => `time,ip\n${`2026-01-05T10:00:00${stamp}Z,::1\n`.repeat(count)}`;

  it('is the coarsest of them, and what that leaves unknown is said', async () => {
    const fine = line(50).replace('50 +', '50.123 +');
    const table = await read(coarse, fine, coarse);
    expect(table.resolution).toBe(SECOND);
    const made = recordingOf(table, { key: ['address'], cost: null, bad: '' });
    expect(made.resolution).toBe(1);
    expect(made.findings.map(({ kind }) => kind)).toContain('resolution');
    expect(made.findings.map(({ sentence }) => sentence)).toContain(
      '3 files are merged by time. Their timestamps have resolutions from 0.001 s to 1 s: all are taken to have the coarsest.',
    );
    expect((await read(fine, fine)).resolution).toBe(1_000);
  });

  it('is that of the files with requests', async () => {
    const sources = [csv('.250', 3), 'time,ip\nnever,::1\n'].map((text) => sourceOf('a.csv', text));
    const table = await readLog(sources, { format: 'csv', mapping: { time: 'time' } });
    expect([table.resolution, table.badLines.count]).toEqual([1_000, 1]);
  });

  it('is a second where all fractions are 0, in short files together too', async () => {
    expect((await read(csv('.000', 5), csv('.000', 5))).resolution).toBe(1_000);
    expect((await read(csv('.000', 12), csv('.000', 12))).resolution).toBe(SECOND);
  });
});
