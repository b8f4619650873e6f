/** What a run decided, opened as a log. */
import { describe, expect, it } from 'vitest';
import { fieldNamed } from '../fields.ts';
import { sourceOf } from '../goldenLogs.testing.ts';
import { missingRequestFindings } from '../missingRequests.ts';
import { readLog } from '../readLog.ts';
import { recordingOf } from '../recordingOf.ts';

const HEAD = 'lane,limiter,edition,label,request,at,key,cost,outcome,reason,wait,retryAfter,level';
const row = (lane: number, at: string, key: string, cost: number, outcome: string, more = '') =>
  `${lane},gcra,corrected,"a, b",1,${at},${key},${cost},${outcome},"so, and so",0,,3${more}\n`;
const ROWS = [
  row(2, '0', 'ada', 1, 'allow'),
  row(2, '0.25', `"'=1,2"`, 3, 'deny'),
  row(2, '7', 'ada', 1, 'delay'),
  row(3, '0', 'ada', 1, 'deny'),
].join('');
const read = (text: string) => readLog([sourceOf('decisions.csv', text)]);

describe('the decisions of a run', () => {
  it('are the requests of the first lane in the file, with its answers', async () => {
    const table = await read(`${HEAD}\n${ROWS}`);
    expect([table.format, table.rows, table.resolution]).toEqual(['decisions', 3, 1]);
    expect(table.badLines.count).toBe(0);
    const { codes, text } = fieldNamed(table, 'status', 'bad');
    expect(Array.from(codes, text)).toEqual(['200', '429', '200']);
    const made = recordingOf(table, { key: ['user'], cost: 'cost', bad: 'status=429', keepsNames: true });
    expect(Array.from(made.columns.at)).toEqual([0, 250_000, 7_000_000]);
    expect(Array.from(made.columns.client, (client) => made.columns.names![client])).toEqual(['ada', '=1,2', 'ada']);
    expect(Array.from(made.columns.costAndBad, (each) => [each % 2 ** 31, each >= 2 ** 31])).toEqual([
      [1, false],
      [3, true],
      [1, false],
    ]);
  });

  it('say which lane’s they are, and in which unit the time is', async () => {
    const { findings } = await read(`${HEAD}\n${ROWS}`);
    expect(findings.map(({ sentence }) => sentence)).toEqual([
      'The requests are those of lane 2, gcra; what other lanes in the file decided is left out. The status is 429 for a request that the lane denied, else 200. Times count from the start of the run, which is shown as the start of 1970; what a request costs is in the field cost.',
    ]);
  });

  it('lack requests only where clients react to the answers', async () => {
    const kinds = async (text: string) => missingRequestFindings(await read(text), null).map(({ kind }) => kind);
    expect(await kinds(`${HEAD}\n${ROWS}`)).toEqual([]);
    expect(await kinds(`${HEAD},entry,client,job,try\n${row(1, '0', 'ada', 1, 'deny', ',1,1,1,1')}`)).toEqual([
      'already-limited',
    ]);
  });

  it('without any are a header and no requests', async () => {
    await expect(read(`${HEAD}\n`)).rejects.toThrow('decisions.csv has a header and no requests');
  });
});
