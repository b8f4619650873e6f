/** CSV as monitoring tools and spreadsheets write it. */
import { describe, expect, it } from 'vitest';
import { sourceOf } from '../goldenLogs.testing.ts';
import { readLog } from '../readLog.ts';

const read = (...lines: readonly string[]) => readLog([sourceOf('a.csv', `${lines.join('\n')}\n`)]);
const TIME = '2026-03-28T13:00:00.043Z';

describe('the client is in the column whose name says most', () => {
  it.each([
    ['Date,Host,Service,@network.client.ip', '@network.client.ip'],
    ['Date,Host,Service,@client.ip', '@client.ip'],
    ['Date,"@Client IP",host', '@Client IP'],
    ['time,host.ip,source.ip', 'source.ip'],
    ['time,server,host', 'host'],
    ['time,app.request.remote_ip,host', 'app.request.remote_ip'],
  ])('%s: %s', async (header, column) => {
    const { mapping } = await read(header, `${TIME},a,b,c`.split(',').slice(0, header.split(',').length).join(','));
    expect(mapping.fields.address).toBe(column);
  });

  it.each([
    ['Date,@http.status_code', 'status', '@http.status_code'],
    ['Date,@duration,@http.url_details.path', 'path', '@http.url_details.path'],
    ['Date,@http.method,@http.useragent', 'agent', '@http.useragent'],
  ] as const)('%s: %s', async (header, field, column) => {
    const { mapping } = await read(header, `${TIME},1,2`.split(',').slice(0, header.split(',').length).join(','));
    expect(mapping.fields[field]).toBe(column);
  });
});

describe('times', () => {
  it.each(['28/03/2026 13:00:00', '3/28/2026 01:00:00 PM', '28.03.2026 13:00:00', '"Mar 28, 2026, 13:00:00.000"'])(
    'are read as spreadsheets write them: %s',
    async (time) => {
      const table = await read('Date,client,status', `${time},::1,200`);
      expect(Array.from(table.stamps)).toEqual([Date.UTC(2026, 2, 28, 13) * 1_000]);
    },
  );

  it.each([
    ['03/08/2026 01:00:00 PM', 'whose day and month cannot be told apart'],
    ['Saturday', 'which is neither ISO 8601 nor Unix time'],
  ])('that cannot be read are said with the reason: %s', async (time, why) => {
    await expect(read('time,client,status', `${time},::1,200`, `${time},::1,200`)).rejects.toThrow(
      `No column holds times that can be read: time holds “${time}”, ${why}. Write times like 2026-03-28T13:00:00Z, or as Unix time in s, ms, µs or ns.`,
    );
  });

  it('are skipped where their day is not known', async () => {
    const table = await read(
      'time,client',
      `${TIME},::1`,
      `${TIME},::1`,
      `${TIME},::1`,
      `${TIME},::1`,
      '03/08/2026 13:00:00,::1',
    );
    expect(table.badLines.first.map(({ reason }) => reason)).toEqual([
      'the day and the month of its time “03/08/2026 13:00:00” cannot be told apart',
    ]);
  });
});

describe('a line that says what separates the columns', () => {
  it.each(['sep=;', '"sep=;"', 'SEP=;'])('%s', async (first) => {
    const { mapping, rows, badLines, columns } = await read(first, '"Time";"value, all"', `${TIME};2,5`, `${TIME};3`);
    expect([mapping.time, rows, badLines.count]).toEqual(['Time', 2, 0]);
    expect([...columns.keys()]).toEqual(['value, all']);
  });
});
