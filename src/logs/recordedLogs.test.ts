/** Logs that a real nginx and a real Apache wrote, against the requests that they were sent: `tools/record/accessLogs.ts`. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fieldNamed } from './fields.ts';
import { sourceOf } from './goldenLogs.testing.ts';
import { readLog } from './readLog.ts';
import { arrivalsOf } from './recordingOf.ts';

interface SentRequest {
  readonly address: string;
  readonly path: string;
  readonly status: number;
  readonly sent: number;
}

const folder = new URL('golden/recorded/', import.meta.url);
const textOf = (file: string): string => readFileSync(new URL(file, folder), 'utf8');
/** Between sending and the server's stamp, both rounded to milliseconds; and for a machine that was busy. */
const LATE = 500_000;

describe.each(['nginx', 'apache'])('%s', (server) => {
  const sent = (JSON.parse(textOf(`${server}-sent.json`)) as SentRequest[]).map((request) => ({
    ...request,
    path: request.path.replace(/\?.*/, ''),
  }));

  it.each([
    ['combined', 1e6],
    ['timed', 1e3],
  ])('%s', async (what, resolution) => {
    const table = await readLog([sourceOf('access.log', textOf(`${server}-${what}.log`))]);
    expect([table.format, table.badLines.count, table.rows]).toEqual(['combined', 0, sent.length]);
    expect(table.resolution).toBe(resolution);
    const arrivals = arrivalsOf(table);
    const [address, path, status] = ['address', 'path', 'status'].map((name) => fieldNamed(table, name, 'key'));
    const found = Array.from(arrivals, (arrival, row) => ({
      request: [address, path, status].map((field) => field!.text(field!.codes[row]!)).join(' '),
      arrival,
    }));
    const requests = sent.map((each) => `${each.address} ${each.path} ${each.status}`);
    expect(found.map(({ request }) => request).sort()).toEqual([...requests].sort());
    if (what !== 'timed') return;
    // Fine stamps are those of the arrival, in the order of sending, also where an answer took two seconds.
    found.sort((one, other) => one.arrival - other.arrival);
    for (const [index, { arrival }] of found.entries()) {
      const since = arrival - sent[index]!.sent * 1_000;
      expect(since).toBeGreaterThan(-2_000);
      expect(since).toBeLessThan(LATE);
    }
  });
});
