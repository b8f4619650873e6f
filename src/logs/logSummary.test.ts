/** What is said of a log before a recording is made of it, and what the recording then has. */
import { describe, expect, it } from 'vitest';
import { sourceOf } from './goldenLogs.testing.ts';
import { summaryOf } from './logSummary.ts';
import { readLog } from './readLog.ts';
import { recordingOf } from './recordingOf.ts';

const line = (address: string, rest = 'GET / HTTP/1.1" 200 12 "-" "curl/8"') =>
  `${address} - - [28/Mar/2026:13:00:00 +0000] "${rest}\n`;

const read = (...lines: readonly string[]) => readLog([sourceOf('a.log', lines.join(''))]);

it('a client whose only line is skipped is none, here and there', async () => {
  const table = await read(line('::1'), line('10.0.0.9', 'GET / HTTP'), line('10.0.0.1'));
  const { fields, key } = summaryOf(table);
  expect(fields.find(({ name }) => name === 'address')).toMatchObject({ values: 2, examples: ['::1', '10.0.0.1'] });
  expect(recordingOf(table, { key, cost: null, bad: '' }).clients).toBe(2);
});

it('a field is numeric if its first values are, and while nothing is known of it', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `c${index}`);
  const { fields } = summaryOf(
    await read(`time,ip,units,word,${names.join(',')}\n2026-03-28T13:00:00Z,::1,"1,234",x,${names.join(',')}\n`),
  );
  const numeric = (name: string) => fields.find((field) => field.name === name)?.isNumeric;
  expect(['units', 'word', 'ip', 'c0', 'c11'].map(numeric)).toEqual([true, false, false, false, true]);
});

it('the page that led to a request is no number, though it is not read yet', async () => {
  const { fields } = summaryOf(await read(line('::1')));
  expect(fields.find(({ name }) => name === 'header:referer')).toMatchObject({ isKept: false, isNumeric: false });
});

describe('clients are told apart', () => {
  it.each([
    ['by address', { ip: '::1', user: 'ada' }, ['address']],
    ['by user without addresses', { ip: '', user: 'ada' }, ['user']],
    ['by nothing without either', { trace: 'a', units: 3 }, []],
  ])('%s', async (_, record, key) => {
    const table = await read(`${JSON.stringify({ ts: '2026-03-28T13:00:00Z', ...record })}\n`);
    expect(summaryOf(table).key).toEqual(key);
  });
});

describe('rows that are counts', () => {
  const series = (header: string, row: (index: number) => string, count = 20, seconds = 15) =>
    [
      header,
      ...Array.from({ length: count }, (_, index) => {
        const time = new Date(Date.UTC(2026, 2, 28, 13) + index * seconds * 1_000).toISOString();
        return `${time},${row(index)}`;
      }),
    ].join('\n');
  const countsIn = async (text: string) => (await read(text)).findings.find(({ kind }) => kind === 'counts')?.sentence;

  it('are said to be', async () => {
    expect(await countsIn(series('"Time","requests"', (index) => `"1,${100 + index}"`))).toBe(
      'The rows come every 15 s and name no client, path or status: requests looks like a count of requests in each interval. Each row is read as one request; use a log with one request a row.',
    );
  });

  it.each([
    ['a client', series('Time,client,n', (index) => `::1,${index}`)],
    ['a status', series('Time,status', () => '200')],
    ['no number', series('Time,word', () => 'a')],
    ['too few rows', series('Time,n', String, 4)],
    ['one time for all', series('Time,n', String, 20, 0)],
    ['other times', series('Time,n', String).replaceAll(/:(15|45)\./g, ':16.')],
  ])('have not %s', async (_, text) => expect(await countsIn(text)).toBeUndefined());
});

it('a cost may have commas between its thousands', async () => {
  const table = await read('time,units\n', '2026-03-28T13:00:00.1Z,"1,234"\n', '2026-03-28T13:00:01.1Z,"1,5"\n');
  const { columns, findings } = recordingOf(table, { key: [], cost: 'units', bad: '' });
  expect(Array.from(columns.costAndBad)).toEqual([1_234, 1]);
  expect(findings.find(({ kind }) => kind === 'cost')?.sentence).toBe(
    'units is missing or outside 1 to 2,147,483,647 in 1 request: a missing or smaller one counts as 1, a larger one as the maximum.',
  );
});
