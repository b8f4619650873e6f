/** The command as users run it: its two streams and its exit code. */
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { unpackRecording } from '../sim/index.ts';
import { openTerminal } from './terminal.testing.ts';

const { run, runProcess, file } = openTerminal();

const line = (second: number, address: string, path = '/', status = 200): string =>
  `${address} - - [05/Jan/2026:10:00:0${second} +0000] "GET ${path} HTTP/1.1" ${status} 120 "-" "curl/8.5.0"\n`;
const LOG = line(1, '10.0.0.1') + line(3, '10.0.0.2', '/login/a', 401) + 'garbage\n' + line(2, '10.0.0.1', '/api/x');
const access = file('access.log', LOG);
const bad = file('bad.txt', '10.0.0.2\n');

interface Printed {
  readonly traffic: readonly [{ readonly data: string }];
}

describe('import', () => {
  it('prints a scenario with the requests, which simulate runs', async () => {
    const { status, stdout, stderr } = await run('import', [access]);
    expect(status).toBe(0);
    const sentences = stderr.trimEnd().split('\n');
    expect(sentences.at(-1)).toBe('The scenario has 3 requests by 2 clients in 3 seconds.');
    expect(sentences.slice(0, 5)).toEqual([
      'access.log: 3 requests in 4 lines, read as combined with the time in time and the client in address.',
      '1 line is skipped:',
      '  access.log, line 3: it has no time in brackets.',
      '1 line is stamped earlier than the line before. Requests are sorted by time.',
      'The timestamps have a resolution of 1 s, so how requests are spaced within it is unknown: figures are ranges over three readings (all at once, evenly spread, at random), and bursts and windows below 10 s are not identifiable. A finer log format would tell more.',
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
    expect((await run('simulate', ['-'], stdout)).stdout).toContain('3 requests in 3 s');
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
    const { status, stdout } = runProcess('import', args, gzipSync(LOG));
    expect(status).toBe(0);
    const printed = JSON.parse(stdout) as Printed;
    expect(printed.traffic[0]).toMatchObject({ reading: 'start', name: 'standard input' });
    const { client, costAndBad } = unpackRecording(printed.traffic[0].data);
    expect([...client]).toEqual([0, 1, 2]);
    expect([...costAndBad]).toEqual([120, 2 ** 31 + 120, 2 ** 31 + 120]);
  });

  it('takes the time that is asked for, and no other, of a log with more of them', async () => {
    const timed = LOG.replace('garbage\n', '').replaceAll('"\n', '" 1767607205.250 0.125\n');
    const { stderr } = await run('import', ['-'], timed);
    expect(stderr).toContain(
      'read as combined with the time in msec, less request_time in s, and the client in address.',
    );
    const chosen = await run('import', ['-', '--time', 'time'], timed);
    expect(chosen.stderr).toContain('read as combined with the time in time and the client in address.');
    const wrong = await run('import', ['-', '--time', 'foo'], timed);
    expect(wrong).toEqual({ status: 1, stdout: '', stderr: '--time is foo. It may be time, msec or request_time.\n' });
  });

  it('takes the order of dates with slashes', async () => {
    const rows = 'time,client\n03/08/2026 13:00:00,::1\n';
    const epochOf = async (...args: string[]) =>
      (JSON.parse((await run('import', ['-', ...args], rows)).stdout) as { epoch: number }).epoch;
    expect(await epochOf()).toBe(Date.UTC(2026, 7, 3, 13) / 1_000);
    expect(await epochOf('--dates', 'month')).toBe(Date.UTC(2026, 2, 8, 13) / 1_000);
  });

  it('takes a list of bad keys, and a file of another format', async () => {
    const byList = await run('import', [access, '--bad', `key=@${bad}`]);
    const listed = unpackRecording((JSON.parse(byList.stdout) as Printed).traffic[0].data);
    expect([...listed.costAndBad]).toEqual([1, 1, 2 ** 31 + 1]);

    const rows = '{"at":"2026-01-05T10:00:00Z","seen":"2026-01-05T10:00:01Z","tenant":{"id":"a"}}\n';
    const byTenant = await run('import', ['-', '--format', 'ndjson', '--time', 'seen', '--key', 'tenant.id'], rows);
    expect(byTenant.stderr).toContain(
      ': 1 request in 1 line, read as ndjson with the time in seen and the client in tenant.id.',
    );
    const guessed = await run('import', ['-'], 'when,customer\n2026-01-05T10:00:00Z,a\n');
    expect(guessed.stderr).toContain('read as csv with the time in when and the client in customer.');
    const document = JSON.stringify({
      log: {
        entries: [
          {
            startedDateTime: '2026-01-05T10:00:00.250Z',
            time: 3,
            request: { method: 'GET', url: 'https://example.org/', headers: [] },
            response: { status: 200, bodySize: 1 },
          },
        ],
      },
    });
    expect((await run('import', ['-'], document)).stderr).toMatch(
      /^standard input: 1 request, read as har with the time in /,
    );
  });

  it('takes a span, with either end left open', async () => {
    const imported = async (...args: string[]) => {
      const { status, stdout, stderr } = await run('import', [access, ...args]);
      const { at } = unpackRecording((JSON.parse(stdout) as Printed).traffic[0].data);
      return { status, epoch: (JSON.parse(stdout) as { epoch: number }).epoch, count: at.length, stderr };
    };
    const after = await imported('--from', '2026-01-05T10:00:02Z');
    expect(after).toMatchObject({ status: 0, epoch: 1_767_607_202, count: 2 });
    expect(after.stderr).toContain('\n1 request outside the span is left out.\n');
    expect(after.stderr).toMatch(/\nThe scenario has 2 requests by 2 clients in 2 seconds\.\n$/);
    expect(await imported('--to', '05/Jan/2026:11:00:02 +0100')).toMatchObject({ epoch: 1_767_607_201, count: 1 });
    expect(await imported('--from', '2026-01-05', '--to', '1767607203')).toMatchObject({
      epoch: 1_767_607_201,
      count: 2,
    });
  });

  it('says of what is longer than a scenario from when to when it is, so that a span can be chosen', async () => {
    const months = LOG + LOG.replaceAll('Jan', 'Mar');
    const { status, stdout, stderr } = await run('import', ['-'], months);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toBe(
      'The log covers 59 days, and a scenario holds at most 30 days. Choose a span of it. The requests of the log are from 2026-01-05T10:00:01Z to 2026-03-05T10:00:04Z: choose with --from and --to.\n',
    );
    const days = LOG + line(4, '10.0.0.1').replace('05/Jan', '04/Feb');
    expect((await run('import', ['-'], days)).stderr).toMatch(
      /^The log covers 30 days and 4 s, and a scenario holds at most 30 days\. Choose a span of it\./,
    );
    expect((await run('import', ['-', '--to', '2025-03-01'], months)).stderr).toMatch(
      /^The span has no requests in it\. Choose another one\. The requests of the log are from/,
    );
  });

  it.each([
    ['missing.log: There is no such file.\n', ['missing.log']],
    ['/: This is a folder, not a file.\n', ['/']],
    ['No log given.', []],
    ['--format is xml. It may be combined, ndjson,', [access, '--format', 'xml']],
    ['--dates is dmy. It may be day or month.', [access, '--dates', 'dmy']],
    ['--reading is all. It may be even, start or random.', [access, '--reading', 'all']],
    ['--from is yesterday. It may be a time like 2026-01-05, 2026-01-05T10', [access, '--from', 'yesterday']],
    ['--to is 2026-01-06. It must be after --from,', [access, '--from', '2026-01-06', '--to', '2026-01-06']],
    ['--from is 2026-02-30. It may be a time like 2026-01-05', [access, '--from', '2026-02-30']],
    ['--to is 31/Jun/2026:10:00:00 +0000. It may be', [access, '--to', '31/Jun/2026:10:00:00 +0000']],
    ['--time is foo. It may be time.\n', [access, '--time', 'foo']],
    ['--time is status. It may be time.\n', [access, '--time', 'status']],
    ['--time is empty. It may be a field with times', [access, '--time', '']],
    ['--key is tenant. It may be address, address/24, address/64, user, method,', [access, '--key', 'tenant']],
    ['--key is empty. It may be a field, such as address', [access, '--key', '']],
    ['--cost is 2. It may be 1, status or bytes.\n', [access, '--cost', '2']],
    ['--bad names foo. It may name key, address, address/24,', [access, '--bad', 'foo=1']],
    ['--bad is "404". It may be FIELD=VALUE', [access, '--bad', '404']],
    ['none.txt: There is no such file.\n', [access, '--bad', 'key=@none.txt']],
    ['bad.txt is not in a recognised format; it begins with "10.0.0.2".', [bad]],
  ])('refuses: %s', async (sentence, args) => {
    const { status, stdout, stderr } = await run('import', args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(sentence);
  });
});
