/** What reading a log costs compared with looking at its bytes: counting its lines, and cutting it into them. */
import { execFileSync } from 'node:child_process';
import { createReadStream, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { readLog } from '../logs/readLog.ts';
import { recordingOf } from '../logs/recordingOf.ts';
import { makeStream, nextBelow } from '../sim/random.ts';
import type { ReportSection } from './report.ts';

export const MAX_RATIO = 4;
const CHUNK_BYTES = 1_048_576;

/** Combined lines of about 240 bytes: fifty a second, 40,000 addresses, 5,000 paths, 60 agents. */
export function combinedLog(lines: number): string {
  const random = makeStream(14, 0, 0);
  const pad = (value: number): string => String(value).padStart(2, '0');
  const rows: string[] = [];
  for (let i = 0; i < lines; i++) {
    const second = Math.floor(i / 50);
    const time = `${pad(Math.floor(second / 3_600) % 24)}:${pad(Math.floor(second / 60) % 60)}:${pad(second % 60)}`;
    const address = `10.${nextBelow(random, 4)}.${nextBelow(random, 100)}.${nextBelow(random, 100)}`;
    rows.push(
      `${address} - - [05/Jan/2026:${time} +0000] "GET /api/items/${nextBelow(random, 5_000)}?page=${nextBelow(random, 100)} HTTP/1.1" ` +
        `200 ${nextBelow(random, 90_000)} "https://www.example.org/shop/${nextBelow(random, 1_000)}" "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/1${nextBelow(random, 60)}.0.0.0 Safari/537.36"`,
    );
  }
  return `${rows.join('\n')}\n`;
}

async function bareSplit(file: string): Promise<number> {
  const decoder = new TextDecoder();
  let rest = '';
  let lines = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: CHUNK_BYTES })) {
    const parts = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    lines += parts.length;
  }
  return lines;
}

/** Milliseconds of `wc -l` and a bare split. */
export async function bareTime(file: string): Promise<number> {
  return (await timed(() => execFileSync('wc', ['-l', file]))) + (await timed(() => bareSplit(file)));
}

async function readAndRecord(file: string): Promise<void> {
  const stream = Readable.toWeb(createReadStream(file, { highWaterMark: CHUNK_BYTES }));
  const source = {
    name: 'access.log',
    size: statSync(file).size,
    stream: stream as unknown as ReadableStream<Uint8Array>,
  };
  recordingOf(await readLog([source]), { key: ['address'], cost: null, bad: '' });
}

async function timed(task: () => unknown): Promise<number> {
  const start = performance.now();
  await task();
  return performance.now() - start;
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] as number;

export async function benchmarkLogs(lines: number, rounds: number): Promise<ReportSection> {
  const folder = mkdtempSync(join(tmpdir(), 'spillway-bench-'));
  const file = join(folder, 'access.log');
  try {
    writeFileSync(file, combinedLog(lines));
    const bare: number[] = [];
    const read: number[] = [];
    for (let round = 0; round < rounds; round++) {
      bare.push(await bareTime(file));
      read.push(await timed(() => readAndRecord(file)));
    }
    const [value, reference] = [median(read), median(bare)];
    return {
      title: `Logs: reading, ${rounds} rounds`,
      lines: [
        {
          name: `${lines.toLocaleString('en-US')} lines of combined log to a recording`,
          value,
          unit: 'ms',
          ratio: value / reference,
          against: 'wc -l and a bare split',
          reference,
          target: { text: `${MAX_RATIO} × or less`, met: value <= MAX_RATIO * reference },
        },
      ],
      notes: ['The file is in the cache of the system. The split decodes the text and cuts it into strings.'],
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
