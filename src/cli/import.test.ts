/** The command as users run it: a process, its two streams and its exit code. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { unpackRecording } from '../sim/index.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'spillway-'));
afterAll(() => rmSync(folder, { recursive: true }));

function run(program: string, args: readonly string[], input: string | Uint8Array = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, `src/tools/${program}.mjs`), ...args], {
    input,
    encoding: 'utf8',
    cwd: folder,
    timeout: 60_000,
  });
  return { status, stdout, stderr };
}

const line = (second: number, address: string, path = '/', status = 200): string =>
  `${address} - - [05/Jan/2026:10:00:0${second} +0000] "GET ${path} HTTP/1.1" ${status} 120 "-" "curl/8.5.0"\n`;
const LOG = line(1, '10.0.0.1') + line(3, '10.0.0.2', '/login/a', 401) + 'garbage\n' + line(2, '10.0.0.1', '/api/x');
writeFileSync(join(folder, 'access.log'), LOG);
writeFileSync(join(folder, 'bad.txt'), '10.0.0.2\n');

interface Printed {
  readonly traffic: readonly [{ readonly data: string }];
}

describe('import', () => {
  it('prints a scenario with the requests, which simulate runs', () => {
    const { status, stdout, stderr } = run('import', ['access.log']);
    expect(status).toBe(0);
    expect(stderr.split('\n').slice(0, 5)).toEqual([
      'access.log: 3 of 3 requests by 2 clients, read as combined with the time in time.',
      '1 line is skipped:',
      '  access.log, line 3: it has no time in brackets.',
      '1 line is stamped earlier than the line before. Requests are sorted by time.',
      'Stamps are 1 s apart at least, so when requests came within that is unknown: figures are a range over the three readings, and bursts and windows below 10 s are not identifiable. A longer line in the log tells more.',
    ]);
    expect(JSON.parse(stdout)).toEqual({
      version: 1,
      title: 'access.log',
      duration: 3,
      epoch: 1_767_607_201,
      policy: { n: 10, T: 10 },
      traffic: [
        {
          kind: 'recording',
          name: 'access.log',
          start: 1_767_607_201,
          resolution: 1,
          reading: 'even',
          data: expect.any(String) as string,
        },
      ],
      lanes: [{ limiter: 'token-bucket' }],
    });
    const { at, client, costAndBad, names } = unpackRecording((JSON.parse(stdout) as Printed).traffic[0].data);
    expect({ at: [...at], client: [...client], costAndBad: [...costAndBad], names }).toEqual({
      at: [0, 1e6, 2e6],
      client: [0, 0, 1],
      costAndBad: [1, 1, 1],
      names: undefined,
    });
    expect(run('simulate', ['-'], stdout).stdout).toContain('3 requests in 3 s');
  });

  it('takes keys, costs, what is bad, and a reading; gzip from a pipe', () => {
    const args = [
      '-',
      '--key',
      'address,path:1',
      '--cost',
      'bytes',
      '--bad',
      'status=401 or path=/api*',
      '--reading',
      'start',
    ];
    const { status, stdout } = run('import', args, gzipSync(LOG));
    expect(status).toBe(0);
    const printed = JSON.parse(stdout) as Printed;
    expect(printed.traffic[0]).toMatchObject({ reading: 'start', name: 'standard input' });
    const { client, costAndBad } = unpackRecording(printed.traffic[0].data);
    expect([...client]).toEqual([0, 1, 2]);
    expect([...costAndBad]).toEqual([120, 2 ** 31 + 120, 2 ** 31 + 120]);
  });

  it('takes a list of bad keys, and a file of another format', () => {
    const byList = run('import', ['access.log', '--bad', 'key=@bad.txt']);
    const listed = unpackRecording((JSON.parse(byList.stdout) as Printed).traffic[0].data);
    expect([...listed.costAndBad]).toEqual([1, 1, 2 ** 31 + 1]);

    const rows = '{"at":"2026-01-05T10:00:00Z","seen":"2026-01-05T10:00:01Z","tenant":{"id":"a"}}\n';
    const byTenant = run('import', ['-', '--format', 'ndjson', '--time', 'seen', '--key', 'tenant.id'], rows);
    expect(byTenant.stderr).toContain('1 of 1 request by 1 client, read as ndjson with the time in seen.');
  });

  it.each([
    [['missing.log'], 'missing.log: There is no such file.\n'],
    [[], 'No log given.'],
    [['access.log', '--format', 'xml'], '--format is xml. It may be combined, ndjson,'],
    [['access.log', '--reading', 'all'], '--reading is all. It may be even, start or random.'],
    [['access.log', '--key', 'tenant'], 'The log has no field tenant. It has address, user, method, path,'],
    [['access.log', '--bad', '404'], 'What counts as bad is "404". It may be FIELD=VALUE'],
    [['access.log', '--bad', 'key=@none.txt'], 'none.txt: There is no such file.\n'],
    [['bad.txt'], 'The format of bad.txt is not known; it begins with "10.0.0.2".'],
  ])('refuses %j', (args, sentence) => {
    const { status, stdout, stderr } = run('import', args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(sentence);
  });
});
