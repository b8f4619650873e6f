/** The command line as users run it: its two streams and its exit code. */
import { describe, expect, it } from 'vitest';
import { encodeLink, readText, scenarioOf } from '../sim/index.ts';
import { foreignLinkOf } from './testing.ts';
import { openTerminal } from './terminal.testing.ts';

const { run, runProcess, file } = openTerminal();
const simulate = (args: readonly string[], input = '') => run('simulate', args, input);

const SMALL = {
  title: 'Small',
  policy: { n: 2, T: 10 },
  duration: 20,
  traffic: [{ kind: 'times', at: [0.5, 0.5, 1, 12], key: ['a', 'a', 'a', 'b, "c"'], cost: [1, 1, 1, 3] }],
  lanes: [{ limiter: 'fixed-window' }, { limiter: 'sliding-log', edition: 'published', label: 'As published' }],
};
const ONE_LANE = { ...SMALL, lanes: [{ limiter: 'gcra' }] };
const small = file('small.json', JSON.stringify(SMALL, null, 2));

interface Output {
  readonly version: number;
  readonly lanes: readonly {
    readonly limiter: string;
    readonly edition: string;
    readonly label: string;
    readonly requests: readonly Record<string, unknown>[];
    readonly summary: Record<string, unknown>;
  }[];
}

describe('simulate', () => {
  it('draws a picture: of all lanes with all charts, or of what is chosen', async () => {
    const all = await simulate([small, '--format', 'svg']);
    expect([all.status, all.stderr]).toEqual([0, '']);
    expect(all.stdout).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<svg [^]*<\/svg>\n$/);
    const textsOf = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);
    const count = (svg: string, wanted: string) => textsOf(svg).filter((text) => text === wanted).length;
    expect(textsOf(all.stdout)).toEqual(expect.arrayContaining(['Small', '1 Fixed window', '2 As published †']));
    expect(textsOf(all.stdout).join(' ')).toMatch(/Open this run: #1~/);
    expect(['Level, permits, of the key a', 'Decisions'].map((text) => count(all.stdout, text))).toEqual([1, 2]);
    const { stdout } = await simulate([small, '--format', 'svg', '--lane', '2', '--chart', 'decisions']);
    expect(['1 Fixed window', '2 As published †', 'Decisions'].map((text) => count(stdout, text))).toEqual([0, 1, 1]);
    expect(stdout).not.toContain('Window count');
  });

  it('counts a single request as one', async () => {
    const once = { duration: 9, traffic: [{ kind: 'times', at: [1] }] };
    for (const lanes of [[], [{ limiter: 'gcra' }]])
      expect((await simulate(['-'], JSON.stringify({ ...once, lanes }))).stdout).toMatch(
        /^Untitled: 1 request in 9 s\n/,
      );
  });

  it('writes the page’s report, with the same figures as the summary', async () => {
    const { stdout, stderr } = await simulate([small, '--format', 'markdown']);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^# .+\n\n/);
    expect(stdout).toContain('| Figure | 1 Fixed window | 2 As published † |');
    expect(stdout).toContain('| Requests | 4 | 4 |\n| Admitted | 2 | 2 |\n| Denied | 2 | 2 |');
    expect(stdout).toMatch(/add this to the address of the page:\n\n {4}#1~\S+\n$/);
    expect((await simulate([small, '--format', 'html'])).stdout).toMatch(/^<!doctype html>\n[^]*<svg [^]*<\/html>\n$/);
  });

  it('names the link that it was given, with its address and what the page shows', async () => {
    const scenario = scenarioOf({ traffic: [{ kind: 'times', at: [1] }], lanes: [{ limiter: 'gcra' }] });
    const viewed = `https://example.org/spillway/${encodeLink(scenario, { at: 1, from: 0, to: 2, mode: 'tune' })}`;
    const linkFile = file('viewed.txt', `${viewed}\n`);
    for (const source of [viewed, linkFile])
      expect((await simulate([source, '--format', 'markdown'])).stdout).toContain(`](${viewed})`);
    expect((await simulate([viewed, '--format', 'svg'])).stdout).toContain('https://example.org/spillway/#1');
  });

  it('compares in the report with the scenario before a change, in the lane that is named', async () => {
    const before = file('before.json', JSON.stringify({ ...SMALL, title: 'Old', policy: { n: 1, T: 10 } }));
    const first = await simulate([small, '--format', 'markdown', '--before', before]);
    expect(first.stderr).toBe('');
    expect(first.stdout).toContain('## Before and after');
    expect(first.stdout).toMatch(/Before: lane 1, Fixed window, 1 per 10 s, of “Old”/);
    expect((await simulate([small, '--format', 'markdown', '--before', before, '--lane', '2'])).stdout).toContain(
      'After: lane 2, As published',
    );
  });

  it('answers json in the public shape, exact to the microsecond', async () => {
    const { status, stdout, stderr } = await simulate([small, '--format', 'json']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const output = JSON.parse(stdout) as Output;
    expect(output.version).toBe(1);
    // The page opens what was printed.
    expect(readText(stdout)).toEqual(readText(JSON.stringify(SMALL)));
    expect(output.lanes.map(({ limiter, edition, label }) => [limiter, edition, label])).toEqual([
      ['fixed-window', 'corrected', 'Fixed window'],
      ['sliding-log', 'published', 'As published'],
    ]);
    expect(output.lanes[0]?.requests).toEqual([
      {
        at: 0.5,
        key: 'a',
        cost: 1,
        outcome: 'allow',
        reason: 'the window had room',
        wait: 0,
        retryAfter: null,
        level: 1,
      },
      {
        at: 0.5,
        key: 'a',
        cost: 1,
        outcome: 'allow',
        reason: 'the window had room',
        wait: 0,
        retryAfter: null,
        level: 2,
      },
      { at: 1, key: 'a', cost: 1, outcome: 'deny', reason: 'the window is full', wait: 0, retryAfter: 9, level: 2 },
      {
        at: 12,
        key: 'b, "c"',
        cost: 3,
        outcome: 'deny',
        reason: 'the cost is above n',
        wait: 0,
        retryAfter: null,
        level: 0,
      },
    ]);
    expect(output.lanes[0]?.summary).toMatchObject({
      requests: 4,
      admitted: 2,
      denied: 2,
      delayed: 0,
      peakInWindow: 2,
      peakKey: 'a',
      peakAllKeys: 2,
      firstDenialAt: 1,
    });
  });

  it('runs the other lanes beside one that cannot run its policy, and says so', async () => {
    const lanes = [{ limiter: 'nginx-limit-req', policy: { n: 1, T: 2_592_000 } }, { limiter: 'fixed-window' }];
    const input = JSON.stringify({ ...SMALL, lanes });
    const sentence = 'nginx limit_req: n = 1 per T = 2,592,000 s is less than a thousandth of a request a second';
    const error = expect.stringContaining(sentence) as unknown;
    const whole = JSON.parse((await simulate([small, '--format', 'json'])).stdout) as Output;

    const { status, stdout, stderr } = await simulate(['-', '--format', 'json'], input);
    expect(status).toBe(1);
    expect(stderr).toContain(`Lane 1, ${sentence}`);
    const { lanes: found } = JSON.parse(stdout) as { readonly lanes: readonly unknown[] };
    expect(found).toEqual([
      { limiter: 'nginx-limit-req', edition: 'corrected', label: 'nginx limit_req', error },
      whole.lanes[0],
    ]);

    const table = await simulate(['-'], input);
    expect(table.status).toBe(1);
    expect(table.stdout).toMatch(/^Small: 4 requests in 20 s\n\nLane .*\n2 +Fixed window .*\n$/);
    const csv = await simulate(['-', '--format', 'csv'], input);
    expect(csv.status).toBe(1);
    expect(
      csv.stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split(',')[0]),
    ).toEqual(['lane', '2', '2', '2', '2']);
    expect(csv.stderr).toBe(stderr);
  });

  it('prints a table for people', () => {
    const { status, stdout } = runProcess('simulate', [small]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Small: 4 requests in 20 s\n/);
    expect(stdout).toMatch(/^1 +Fixed window +2 per 10 s +2 +2 +– +2\/2 +1 s +0\.500$/m);
  });

  it('prints nothing of a name that a terminal would obey, or that turns the text around it', async () => {
    const lanes = [{ limiter: 'gcra', label: '\u001b]0;x\u0007b\u2066' }];
    const { stdout } = await simulate(['-'], JSON.stringify({ ...SMALL, title: '\u001b[31ma\u202e', lanes }));
    expect(stdout).toMatch(/^\uFFFD\[31ma\uFFFD: 4 requests/);
    expect(stdout).toMatch(/^1 +\uFFFD\]0;x\uFFFDb\uFFFD +2 per 10 s/m);
  });

  it('says nothing that a terminal would obey either, whatever code throws', async () => {
    const traffic = [{ kind: 'script', code: "throw new Error('\\u001b[31ma\\u202e')" }];
    const { stderr } = await simulate(['-'], JSON.stringify({ ...SMALL, traffic }));
    expect(stderr).toBe('standard input: Phase 1, line 1: Error: \uFFFD[31ma\uFFFD.\n');
  });

  it('names the capacity of the lanes that use one other than n', async () => {
    const lanes = [{ limiter: 'fixed-window' }, { limiter: 'token-bucket' }, { limiter: 'gcra', policy: { n: 20 } }];
    const { stdout } = await simulate(['-'], JSON.stringify({ policy: { n: 100, T: 60, capacity: 20 }, lanes }));
    const policies = stdout.split('\n').flatMap((line) => /\d+ per 60 s(?:, capacity \d+)?/.exec(line) ?? []);
    expect(policies).toEqual(['100 per 60 s', '100 per 60 s, capacity 20', '20 per 60 s']);
  });

  it('names each limit of a stack', async () => {
    const of = [
      { limiter: 'token-bucket', policy: { n: 2, T: 1, capacity: 5 } },
      { limiter: 'fixed-window' },
      { limiter: 'sliding-log', policy: { T: 3_600 }, key: 'all' },
    ];
    const lanes = [{ limiter: 'stack', policy: { n: 100 }, of }, { limiter: 'gcra' }];
    const { stdout } = await simulate(['-'], JSON.stringify({ policy: { n: 10, T: 60 }, lanes }));
    expect(stdout).toMatch(
      /^1 +Stack of limits +2 per 1 s, capacity 5; 100 per 60 s; 100 per 3600 s for all keys +0 +0 .*\n2 +GCRA +10 per 60 s /m,
    );
  });

  it('prints CSV whose fields are quoted where they must be', async () => {
    const { stdout } = await simulate([small, '--format', 'csv']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toBe('lane,limiter,edition,label,request,at,key,cost,outcome,reason,wait,retryAfter,level');
    expect(lines).toHaveLength(9);
    expect(lines[4]).toMatch(/^1,fixed-window,corrected,Fixed window,4,12,/);
    expect(lines[4]).toContain(',"b, ""c""",3,deny,');
  });

  it('prints which node took a request, and the latency', async () => {
    const lanes = [{ limiter: 'redis-incr' }, { limiter: 'fixed-window' }];
    const input = JSON.stringify({ ...SMALL, cluster: { nodes: 2 }, lanes });
    const { lanes: found } = JSON.parse((await simulate(['-', '--format', 'json'], input)).stdout) as Output;
    expect(found[0]?.requests.map(({ node, wait, outcome }) => [node, wait, outcome])).toEqual([
      [0, 0.002, 'allow'],
      [1, 0.002, 'allow'],
      [0, 0.002, 'deny'],
      // More than n is refused without a message.
      [1, 0, 'deny'],
    ]);
    expect(found[0]?.summary).toMatchObject({ messages: 3, latencyMax: 0.002, nodes: [{ node: 0 }, { node: 1 }] });
    expect(found[1]?.requests[0]).not.toHaveProperty('node');
    const csv = (await simulate(['-', '--format', 'csv'], input)).stdout.trimEnd().split('\n');
    expect(csv[0]).toMatch(/,level,node$/);
    expect([csv[2], csv[6]].map((line) => line?.split(',').at(-1))).toEqual(['1', '']);
    const table = (await simulate(['-'], input)).stdout;
    expect(table).toMatch(/Messages +Latency  .*\n1 +Redis INCR .* 3 +0\.002 s  .*\n2 .* – +–  /);
    expect(table).toMatch(/^Lane 2: One ideal instance/m);
  });

  it('writes a link and reads it back, from an argument and from standard input', async () => {
    const { stdout: link } = await simulate([small, '--format', 'link']);
    expect(link).toMatch(/^#1~[\w-]{6}\.[\w-]+\n$/);
    const expected = (await simulate([small, '--format', 'json'])).stdout;
    expect((await simulate([link.trim(), '--format', 'json'])).stdout).toBe(expected);
    expect((await simulate([`http://127.0.0.1:4173/${link.trim()}`, '--format', 'json'])).stdout).toBe(expected);
    expect((await simulate(['-', '--format', 'json'], link)).stdout).toBe(expected);
    expect((await simulate(['-', '--format', 'json'], JSON.stringify(SMALL, null, 2))).stdout).toBe(expected);
  });

  it('reads what it printed of a run, which has the scenario in it', async () => {
    const printed = await simulate([small, '--format', 'json']);
    expect(await simulate(['-', '--format', 'json'], printed.stdout)).toEqual(printed);
    expect((await run('config', ['-', '--for', 'caddy'], printed.stdout)).status).toBe(0);
    const looked = await run('sweep', ['-', '--vary', 'n=1', '--measure', 'refused'], printed.stdout);
    expect(looked).toMatchObject({ status: 0, stdout: 'n,refused\n1,0.75\n' });
  });

  it('takes a file whose name looks like a link', () => {
    file('case #12.json', JSON.stringify(SMALL));
    expect(runProcess('simulate', ['case #12.json']).stdout).toMatch(/^Small: 4 requests/);
  });

  it('answers a batch with one line per scenario, in order, errors included', async () => {
    const bad = { ...SMALL, policy: { n: 0, T: 10 } };
    const lines = [JSON.stringify(SMALL), JSON.stringify(bad), '{"half', JSON.stringify({ ...SMALL, title: 'Last' })];
    const path = file('many.ndjson', `${lines.join('\n')}\n`);
    for (const { status, stdout, stderr } of [
      await simulate([path, '--format', 'json']),
      await simulate(['-', '--format', 'json'], lines.join('\n')),
    ]) {
      expect(status).toBe(1);
      expect(stderr).toMatch(/, line 2: policy\.n is 0\. .*\n.*, line 3: This is not JSON .*\n$/);
      const answers = stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Output & { error?: string });
      expect(answers).toHaveLength(4);
      expect(answers[0]?.lanes).toHaveLength(2);
      expect(answers[1]).toEqual({ error: 'policy.n is 0. It may be a whole number from 1 to 1,000,000.' });
      expect(answers[2]?.error).toMatch(/^This is not JSON/);
      expect(answers[3]?.lanes).toHaveLength(2);
    }
  });

  it('answers a batch from standard input although the first is invalid, with the line numbers of the input', async () => {
    const { stdout } = await simulate(['-', '--format', 'json'], `oops\n\n${JSON.stringify(SMALL)}\n`);
    const [first, second] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Output & { error?: string });
    expect(first?.error).toMatch(/^This looks like plain text\./);
    expect(second?.lanes).toHaveLength(2);
    const { stderr } = runProcess('simulate', ['-'], `${JSON.stringify(SMALL)}\n\n{"policy":{"n":0}}\n`);
    expect(stderr).toMatch(/^standard input, line 3: policy\.n is 0\./);
  });

  it('takes a document of several lines on standard input for one, although it is broken', async () => {
    // Some of its lines are objects of their own.
    const broken = JSON.stringify(SMALL, null, 2).replace(/"lanes": \[[^]*\]/, '"lanes": [\n{ "limiter": "gcra" },\n]');
    const fromFile = await simulate([file('trailing.json', broken)]);
    expect(fromFile.stderr).toMatch(/^\S*trailing\.json: This is not JSON [^]*\n$/);
    const { status, stdout, stderr } = await simulate(['-'], broken);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toBe(fromFile.stderr.replace(/^\S*trailing\.json/, 'standard input'));
    const list = await simulate(['-'], '[\n  { "limiter": "gcra" }\n,\n');
    expect(list.stderr).toMatch(/^standard input: This is not JSON/);
  });

  it('reports that a scenario is too large for a link, and continues with the next', async () => {
    const huge = file('huge.json', JSON.stringify({ traffic: [{ kind: 'script', code: 'x'.repeat(1_000_000) }] }));
    const { status, stdout, stderr } = await simulate([huge, small, '--format', 'link']);
    expect({ status, stdout }).toEqual({ status: 1, stdout: expect.stringMatching(/^#1~/) as string });
    expect(stderr).toMatch(/^.*huge\.json: .+\n$/);
  });

  it('runs several files in turn', async () => {
    const other = file('other.json', JSON.stringify({ ...SMALL, title: 'Other' }));
    const { stdout } = await simulate([small, other]);
    expect(stdout).toMatch(/Small: 4 requests[^]*Other: 4 requests/);
  });

  describe('says what is wrong on stderr, prints nothing else and exits with 1', () => {
    const tooLarge = {
      duration: 24_000,
      traffic: [{ kind: 'steady', rate: 1_000 }],
      lanes: [{ limiter: 'gcra' }, { limiter: 'gcra' }, { limiter: 'gcra' }],
    };
    it.each([
      ['a missing file', ['none.json'], /none\.json: There is no such file\./],
      [
        'bad values, all of them',
        [file('bad.json', '{"policy":{"n":-5,"T":0}}')],
        /policy\.n is −5\. .*\n.*policy\.T is 0\. /,
      ],
      [
        'another limiter',
        [file('gcro.json', '{"lanes":[{"limiter":"gcro"}]}')],
        /such as "token-bucket": src\/sim\/scenario\/README\.md lists them\. Did you mean "gcra"\?$/m,
      ],
      ['no JSON', [file('no.json', '{"title')], /This is not JSON/],
      [
        'a log',
        [file('access.log', '::1 - - [10/Oct/2000:13:55:36 -0700] "GET / HTTP/1.1" 200 5\n')],
        /access\.log: This looks like an access log\. It may be a scenario as JSON, or a link\. The command import makes/,
      ],
      ['a picture', [file('run.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')], /This looks like an SVG picture\./],
      [
        'UTF-16',
        [file('utf16.json', Buffer.from('\uFEFF{}', 'utf16le'))],
        /This looks like text in UTF-16; save it as/,
      ],
      ['a folder', ['/'], /^\/: This is a folder, not a file\.\n$/],
      [
        'two scenarios in a file that is no batch',
        [file('two.json', '{"title":"a"}\n{"title":"b"}\n')],
        /This looks like several JSON documents, one in each line\. Name the file \*\.ndjson, and each of them is run\./,
      ],
      [
        'a link out of range',
        [foreignLinkOf({ policy: { n: -5 } })],
        /The link says policy\.n is −5\. It may be a whole number from 1 to 1,000,000\./,
      ],
      ['a link cut short', ['#1.IzFQ'], /the link: This link/],
      ['a newer link', ['#3.abc'], /made by a newer Spillway \(format 3; this one reads up to 1\)/],
      ['too many decisions', [file('large.json', JSON.stringify(tooLarge))], /This makes 72,000,000 decisions/],
      [
        'an unknown format',
        [small, '--format', 'xml'],
        /--format is xml\. It may be summary, json, csv, link, svg, markdown or html\./,
      ],
      ['--lane without a picture', [small, '--lane', '1'], /^--lane is .* use it with --format svg or --before\.\n$/],
      ['--chart without a picture', [small, '--chart', 'level'], /^--chart says .* use it with --format svg\.\n$/],
      ['--before without a report', [small, '--before', small], /use it with --format markdown or html/],
      [
        '--before a file that is not there',
        [small, '--format', 'html', '--before', 'nowhere.json'],
        /nowhere\.json: There is no such file/,
      ],
      [
        'a lane to compare that is not there',
        [small, '--format', 'html', '--before', small, '--lane', '3'],
        /small\.json: --lane is 3\. It may be a whole number from 1 to 2\./,
      ],
      [
        'a lane to compare that only the scenario before the change lacks',
        [small, '--format', 'html', '--lane', '2', '--before', file('one.json', JSON.stringify(ONE_LANE))],
        /^\S*one\.json: --lane is 2\. It may be 1\.\n$/,
      ],
      [
        'a comparison with a scenario that has no lanes',
        [small, '--format', 'html', '--before', file('none.json', JSON.stringify({ ...SMALL, lanes: [] }))],
        /^\S*none\.json: It has no lanes\.\n$/,
      ],
      [
        'a comparison of a scenario that has no lanes',
        [file('empty.json', JSON.stringify({ ...SMALL, lanes: [] })), '--format', 'html', '--before', small],
        /^\S*empty\.json: It has no lanes\.\n$/,
      ],
      [
        'a lane that is no number',
        [small, '--format', 'svg', '--lane', '0'],
        /--lane is 0\. It may be a whole number from 1/,
      ],
      [
        'a lane that is not there',
        [small, '--format', 'svg', '--lane', '3'],
        /: --lane is 3\. It may be .* from 1 to 2\./,
      ],
      [
        'an unknown chart',
        [small, '--format', 'svg', '--chart', 'pie'],
        /--chart is pie\. It may be level, count, decisions, all or traffic\.\n/,
      ],
      ['a misspelt value', [small, '--format', 'sumary'], / or html\. Did you mean summary\?\n$/],
      ['an unknown option', [small, '--speed', '2'], /^There is no option --speed\.\n\nUsage:/],
      [
        'a misspelt option',
        [small, '--fromat', 'csv'],
        /^There is no option --fromat\. Did you mean --format\?\n\nUsage:/,
      ],
      ['a file named like an option', ['-small.json'], /^There is no option -s\. .* is given as \.\/-name\.\n\nUsage:/],
      ['a name that a shell left empty', [''], /^an empty name: There is no such file\.\n$/],
      ['an address without a scenario', ['https://example.org/'], /^https:\S+: It has no scenario: .* from its #/],
      [
        'two pictures in one file',
        [small, small, '--format', 'svg'],
        /^--format svg is of one scenario, and 2 are given\./,
      ],
      ['a page of a batch', [file('2.ndjson', '{}\n{}'), '--format', 'html'], /^--format html .*, and 2 are given\./],
      ['nothing to do', [], /No scenario given\.[^]*Usage:/],
    ])('%s', async (_, args, sentence) => {
      const { status, stdout, stderr } = await simulate(args);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toMatch(sentence);
      expect(stderr).not.toMatch(/\n {4}at /);
    });
  });
});
