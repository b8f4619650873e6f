/** Behind a proxy: whose address is the client's. */
import { describe, expect, it } from 'vitest';
import { fieldNamed } from './fields.ts';
import { sourceOf } from './goldenLogs.testing.ts';
import { readLog, type LogSource, type ReadOptions } from './readLog.ts';

const nginx = (address: string, forwarded: string) =>
  `${address} - - [28/Mar/2026:13:00:00 +0000] "GET / HTTP/1.1" 200 12 "-" "curl/8" "${forwarded}"\n`;
const json = (record: object) => `${JSON.stringify({ time: '2026-03-28T13:00:00Z', ...record })}\n`;
const IIS = '#Fields: date time c-ip cs-uri-stem sc-status X-Forwarded-For\n';
const iis = (address: string, forwarded: string) => `2026-03-28 13:00:00 ${address} / 200 ${forwarded}\n`;

async function read(sources: readonly LogSource[], options?: ReadOptions) {
  const table = await readLog(sources, options);
  const { codes, text } = fieldNamed(table, 'address', 'key');
  const said = table.findings.filter(({ kind }) => kind === 'forwarded').map(({ sentence }) => sentence);
  return { column: table.mapping.fields.address, addresses: Array.from(codes, text), said };
}

const CLIENTS = ['203.0.113.3', '2001:db8::1', '203.0.113.4'];

describe('where all addresses are private, the client is what is forwarded', () => {
  it.each([
    [
      'nginx’s main format',
      nginx('10.0.0.1', '203.0.113.3') + nginx('10.0.0.2', '2001:db8::1, 10.9.9.9') + nginx('127.0.0.1', '203.0.113.4'),
      'address',
      'extra:1',
    ],
    [
      'nginx’s JSON',
      CLIENTS.map((client) => json({ remote_addr: '172.16.0.1', http_x_forwarded_for: `${client}, 172.16.0.9` })).join(
        '',
      ),
      'remote_addr',
      'http_x_forwarded_for',
    ],
    [
      'pino-http',
      CLIENTS.map((client) =>
        json({ req: { remoteAddress: '::ffff:10.0.0.1', headers: { 'x-forwarded-for': client } } }),
      ).join(''),
      'req.remoteAddress',
      'req.headers.x-forwarded-for',
    ],
    ['IIS', IIS + CLIENTS.map((client) => iis('10.0.0.1', `${client},+10.0.0.9`)).join(''), 'c-ip', 'X-Forwarded-For'],
  ])('%s', async (_, text, own, forwarded) => {
    const { column, addresses, said } = await read([sourceOf('a.log', text)]);
    expect([column, addresses]).toEqual([forwarded, CLIENTS]);
    expect(said).toEqual([
      expect.stringMatching(
        `^The addresses in ${own} are private, such as “\\S+”, so they are those of proxies: the client is the first address in ${forwarded}\\. If it is not, choose another field\\.$`,
      ),
    ]);
  });
});

describe('it is the address', () => {
  it.each([
    ['where one of them is public', nginx('10.0.0.1', '203.0.113.3') + nginx('203.0.113.4', '-'), '10.0.0.1'],
    ['where nothing is forwarded', nginx('10.0.0.1', '-'), '10.0.0.1'],
    [
      'where most have nothing forwarded',
      nginx('10.0.0.1', '-').repeat(3) + nginx('10.0.0.1', '203.0.113.3'),
      '10.0.0.1',
    ],
    ['where what is forwarded is private, too: it may be the server behind', nginx('10.0.0.1', '10.0.0.7'), '10.0.0.1'],
    ['where it may be the server’s own', nginx('10.0.0.1', '203.0.113.3').repeat(2), '10.0.0.1'],
    ['where it has a port', nginx('10.0.0.1', '203.0.113.3:80') + nginx('10.0.0.1', '203.0.113.4:80'), '10.0.0.1'],
    ['where it is no address', nginx('10.0.0.1', 'a.example'), '10.0.0.1'],
  ])('%s', async (_, text, address) => {
    const { column, addresses, said } = await read([sourceOf('a.log', text)]);
    expect([column, addresses[0], said]).toEqual(['address', address, []]);
  });

  it('where the user says so', async () => {
    const mapping = { fields: { address: 'address' } };
    const { addresses, said } = await read([sourceOf('a.log', nginx('10.0.0.1', '203.0.113.3'))], { mapping });
    expect([addresses, said]).toEqual([['10.0.0.1'], []]);
  });
});

it('files of one server are read alike, though the first lines of one of them have another address', async () => {
  const proxied = sourceOf('a.log', nginx('10.0.0.1', '203.0.113.3') + nginx('10.0.0.1', '203.0.113.5'));
  const mixed = sourceOf('b.log', nginx('203.0.113.9', '-') + nginx('10.0.0.1', '203.0.113.4'));
  expect((await read([proxied, mixed])).addresses).toEqual(['203.0.113.3', '203.0.113.5', '', '203.0.113.4']);
});
