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
