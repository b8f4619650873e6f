/** Every format, from files with a known truth. */
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldNamed } from './fields.ts';
import { goldenLogs, sourceOf, trueRequests, type GoldenLog } from './goldenLogs.testing.ts';
import type { LogTable } from './logTable.ts';
import { readLog } from './readLog.ts';
import { arrivalsOf, recordingOf } from './recordingOf.ts';

const read = (name: string, content: string | Uint8Array, chunkBytes?: number): Promise<LogTable> =>
  readLog([sourceOf(name, content, chunkBytes)]);

/** The values of a field by row. */
function valuesOf(table: LogTable, name: string): string[] {
  const { codes, text } = fieldNamed(table, name, 'key');
  return Array.from(codes, text);
}

function contentOf(table: LogTable, { fields }: GoldenLog) {
  return { arrivals: Array.from(arrivalsOf(table)), values: fields.map((field) => valuesOf(table, field)) };
}

describe.each(goldenLogs)('$file', (golden) => {
  const { file, text, arrivals, resolution, fields } = golden;

  it('is the file that readers are checked against', async () => {
    await expect(text).toMatchFileSnapshot(`golden/${file}`);
  });

  it('is recognised and read as what happened', async () => {
    const table = await read(file, text);
    expect(table.format).toBe(/^[^.-]+/.exec(file)![0]);
    expect(table.badLines).toEqual({ count: 0, first: [] });
    expect(table.resolution).toBe(resolution);
    expect(Array.from(arrivalsOf(table))).toEqual(arrivals);
    for (const field of fields) {
      // Within their quotes, logs escape quotes in agents.
      const found = valuesOf(table, field).map((value) => value.replaceAll(String.raw`\"`, '"'));
      expect([field, found]).toEqual([field, trueRequests.map((request) => String(request[field]))]);
    }
  });

  it('reads the same in any chunks, packed or not', async () => {
    const expected = contentOf(await read(file, text), golden);
    const bytes = new TextEncoder().encode(text);
    const half = bytes.length >> 1;
    const packed = Buffer.concat([gzipSync(bytes.subarray(0, half)), gzipSync(bytes.subarray(half))]);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 3_000 }), async (size) => {
        expect(contentOf(await read(file, text, size), golden)).toEqual(expected);
        expect(contentOf(await read(file, packed, size), golden)).toEqual(expected);
      }),
      { numRuns: 10, seed: 14, examples: [[1]] },
    );
  });
});

it('makes the recording that the requests are', async () => {
  const { text } = goldenLogs[1]!;
  const made = recordingOf(await read('access.log', text), {
    key: ['address'],
    cost: 'bytes',
    bad: 'status=404 or agent="*Bot*"',
    keepsNames: true,
  });
  expect(made.start).toBe(Date.UTC(2026, 0, 5, 10, 0, 0) / 1_000);
  expect(made.resolution).toBe(0.001);
  expect(made.hasLabels).toBe(true);
  const { at, client, costAndBad, names } = made.columns;
  const sorted = [...trueRequests].sort((a, b) => a.arrival - b.arrival);
  expect(Array.from(at)).toEqual(sorted.map(({ arrival }) => arrival - made.start * 1e6));
  expect(Array.from(client, (each) => names![each])).toEqual(sorted.map(({ address }) => address));
  expect(Array.from(costAndBad, (each) => each % 2 ** 31)).toEqual(sorted.map(({ bytes }) => bytes));
  expect(Array.from(costAndBad, (each) => each >= 2 ** 31)).toEqual(
    sorted.map(({ status, agent }) => status === 404 || agent.includes('Bot')),
  );
});

it('takes a connection to a load balancer that ended early for as long as the parts that it has', async () => {
  const line = (target: string) =>
    `http 2026-01-05T10:00:02.000000Z app/web/1 192.0.2.1:2817 - 0.500 ${target} -1 502 - 34 366 "GET http://a:80/ HTTP/1.1" "curl/8" - -\n`;
  const { at } = recordingOf(await read('alb.log', line('0.250') + line('-1')), {
    key: [],
    cost: null,
    bad: '',
  }).columns;
  expect(Array.from(at, (each) => each - at[0]!)).toEqual([0, 250_000]);
});
