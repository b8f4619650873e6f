/** `sweep` and `seek` as users run them: their two streams and their exit codes. */
import { describe, expect, it } from 'vitest';
import { simulateToEnd, planOf } from '../sim/engine.ts';
import { costAndBadOf, MEASURES, packRecording, scenarioOf } from '../sim/index.ts';
import { openTerminal } from './terminal.testing.ts';

const { run, runProcess, file } = openTerminal();

const scenarioFile = (name: string, document: object): string => file(name, JSON.stringify(document));

const SCENARIO = {
  policy: { n: 5, T: 2 },
  duration: 60,
  traffic: [{ kind: 'poisson', rate: 20, keys: { count: 20, share: 'zipf' } }],
  lanes: [{ limiter: 'token-bucket' }, { limiter: 'nginx-limit-req', options: { burst: 2 } }],
  goals: [{ measure: 'clientsRefused', at: 'most', value: 0.1 }],
};
const scenario = scenarioFile('scenario.json', SCENARIO);

/** Of a whole run with that policy in the first lane. */
function runWith(policy: object) {
  return simulateToEnd(planOf(scenarioOf({ ...SCENARIO, lanes: [{ ...SCENARIO.lanes[0], policy }] }))).lanes[0]!;
}

function refusedShare(policy: object): number {
  const { denied, requests } = runWith(policy).summary;
  return denied / requests;
}

const log = scenarioFile('log.json', {
  policy: { n: 2, T: 0.5 },
  traffic: [
    {
      kind: 'recording',
      data: packRecording({
        at: Float64Array.of(0, 0, 0, 0, 1e6, 1e6, 3e6),
        client: new Uint32Array(7),
        costAndBad: Uint32Array.from([0, 1, 2, 3, 4, 5, 6], (i) => costAndBadOf(1, i === 6)),
      }),
    },
  ],
  lanes: [{ limiter: 'sliding-log' }, { limiter: 'token-bucket', policy: { n: 20, T: 10 } }],
});

describe('sweep', () => {
  it('prints a row a setting, with the figures of that run; the capacity follows n', async () => {
    const args = [scenario, '--vary', 'n=1:100:*4', '--vary', 'T=1,10', '--measure', 'refused,peak'];
    const { status, stdout, stderr } = await run('sweep', args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const [head, ...rows] = stdout.trimEnd().split('\n');
    expect(head).toBe('n,T,refused,peak');
    const expected = [1, 4, 16, 64, 100].flatMap((n) =>
      [1, 10].map((T) => `${n},${T},${refusedShare({ n, T })},${runWith({ n, T }).summary.peak?.permits}`),
    );
    expect(rows).toEqual(expected);
  });

  it('reads a pipe, and prints JSON: what has no population is null', () => {
    const args = ['-', '--lane', '2', '--vary', 'burst=0:4:2', '--measure', 'refused, goodRefused', '--format', 'json'];
    const { status, stdout } = runProcess('sweep', args, JSON.stringify(SCENARIO));
    expect(status).toBe(0);
    const rows = JSON.parse(stdout) as { burst: number; refused: number; goodRefused: null }[];
    expect(rows.map(({ burst }) => burst)).toEqual([0, 2, 4]);
    expect(rows[0]!.refused).toBeGreaterThan(rows[2]!.refused);
    expect(rows.every(({ goodRefused }) => goodRefused === null)).toBe(true);
  });

  it('gives the least and the most over the readings of a log', async () => {
    const args = [log, '--vary', 'n=2,4', '--measure', 'refused,badTime', '--reading', 'all'];
    const { stdout } = await run('sweep', args);
    const [head, ...rows] = stdout.trimEnd().split('\n');
    expect(head).toBe('n,refused,refused.min,refused.max,badTime,badTime.min,badTime.max');
    // Evenly read no request of four is refused, all at once two are; a client that is never refused takes for ever.
    expect(rows[0]).toBe(`2,0,0,${2 / 7},Infinity,0,Infinity`);
    expect(rows[1]).toBe('4,0,0,0,Infinity,Infinity,Infinity');
    expect((await run('sweep', [log, '--vary', 'n=2', '--measure', 'refused', '--reading', 'start'])).stdout).toBe(
      `n,refused\n2,${2 / 7}\n`,
    );
  });

  it('says which settings cannot be told from coarse stamps', async () => {
    const args = [log, '--vary', 'T=9.999,10', '--measure', 'refused,peakSecond', '--format', 'json'];
    const { status, stdout, stderr } = await run('sweep', args);
    expect(status).toBe(0);
    const rows = JSON.parse(stdout) as { T: number; identifiable: boolean }[];
    expect(rows.map(({ T, identifiable }) => [T, identifiable])).toEqual([
      [9.999, false],
      [10, true],
    ]);
    expect(stderr).toBe(
      'The timestamps have a resolution of 1 s, so windows and bursts below 10 s are not identifiable: 1 of 2 settings, the first with T 9.999 s; peakSecond. --reading all gives the range of each figure.\n',
    );
  });

  it('leaves the figures empty where the limiter cannot run, and says so', async () => {
    const args = [scenario, '--lane', '2', '--vary', 'T=1,2592000', '--measure', 'refused'];
    const { status, stdout, stderr } = await run('sweep', args);
    expect(status).toBe(1);
    expect(stdout.split('\n')[2]).toBe('2592000,');
    expect(stderr).toMatch(/^1 of 2 settings cannot be run\. The first: nginx/);
  });

  it.each([
    [['--vary', 'n=1', '--measure', 'peak'], 'No scenario given.'],
    [[scenario], '--vary is missing: it says what to try.'],
    [[scenario, '--vary', 'n=1'], '--measure is missing: it says what is printed.'],
    [[scenario, '--vary', 'n=1', '--measure', 'peek'], '--measure is peek. It may be refused, clientsRefused,'],
    [
      [scenario, '--vary', 'n=1', '--measure', 'refsed'],
      `--measure is refsed. It may be ${MEASURES.slice(0, -1).join(', ')} or badTime. Did you mean refused? Several have commas between.`,
    ],
    [[scenario, '--vary', 'm=1', '--measure', 'peak'], '--vary is m=1. The parameter may be n, T, capacity.'],
    [[scenario, '--vary', 'n', '--measure', 'peak'], '--vary is n. It may be a range like n=1:100,'],
    [[scenario, '--vary', 'n=a', '--measure', 'peak'], '--vary is n=a. The values of n may be a range like 1:100,'],
    [
      [scenario, '--vary', 'n=0:9', '--measure', 'peak'],
      '--vary is n=0:9. n is 0. It may be a whole number from 1 to 1,000,000.',
    ],
    [
      [scenario, '--vary', 'n=9:1', '--measure', 'peak'],
      '--vary is n=9:1. The end may be any number from its start, 9, on.',
    ],
    [[scenario, '--vary', 'n=1:9:0', '--measure', 'peak'], '--vary is n=1:9:0. The step may be any number above 0.'],
    [
      [scenario, '--vary', 'n=1:9:*1', '--measure', 'peak'],
      '--vary is n=1:9:*1. The factor may be any number above 1.',
    ],
    [
      // The values stopped at 22,013 s and went on with the end.
      [scenario, '--vary', 'T=1:2592000:*1.0001', '--measure', 'peak'],
      '--vary is T=1:2592000:*1.0001. This makes more than 100,000 values. Use a larger factor.',
    ],
    [[scenario, '--vary', 'n=1', '--vary', 'n=2', '--measure', 'peak'], '--vary is given twice for n.'],
    [[scenario, '--vary', 'n=1:1000000', '--vary', 'T=1,2', '--measure', 'peak'], 'This makes 2,000,000 settings;'],
    [
      [scenario, '--lane', '3', '--vary', 'n=1', '--measure', 'peak'],
      '--lane is 3. It may be a whole number from 1 to 2.',
    ],
    ...['0x1', '1.0', ' 1', '+1', '01', '1e0'].map((lane): [string[], string] => [
      [scenario, '--lane', lane, '--vary', 'n=1', '--measure', 'peak'],
      `--lane is ${lane}. It may be a whole number from 1 to 2.`,
    ]),
    [['absent.json', '--vary', 'n=1', '--measure', 'peak'], 'absent.json: There is no such file.'],
  ])('%j is refused: %s', async (args, sentence) => {
    const { status, stdout, stderr } = await run('sweep', args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr.slice(0, sentence.length)).toBe(sentence);
  });
});

interface Found {
  readonly n: number | null;
  readonly at: Readonly<Record<string, number>>;
  readonly before: Readonly<Record<string, number>>;
  readonly tried: number;
}

describe('seek', () => {
  const json = async (args: readonly string[]) => {
    const { status, stdout } = await run('seek', [...args, '--format', 'json']);
    return { status, ...(JSON.parse(stdout) as Found) };
  };

  it('finds the least n that keeps a goal, and shows the next, which fails', async () => {
    const found = await json([scenario, '--least', 'n=1:1000', '--goal', 'refused <= 1%']);
    const n = found.n as number;
    expect(found).toMatchObject({ status: 0, exact: true, at: { refused: refusedShare({ n }) }, tried: n });
    expect(found.before['refused']).toBe(refusedShare({ n: n - 1 }));
    expect(refusedShare({ n })).toBeLessThanOrEqual(0.01);
    expect(refusedShare({ n: n - 1 })).toBeGreaterThan(0.01);
    expect(Object.keys(found.at)).toHaveLength(10);
  });

  it('bisects where that is enough, with the goals of the file', async () => {
    const found = await json([scenario, '--least', 'n=1:1000']);
    expect(found).toMatchObject({ status: 0, exact: true });
    expect(found.tried).toBeLessThanOrEqual(12);
    expect(found.at['clientsRefused']).toBeLessThanOrEqual(0.1);
    expect(found.before['clientsRefused']).toBeGreaterThan(0.1);
  });

  it('has null before the end of the range, and says in text what was met', async () => {
    expect(await json([scenario, '--greatest', 'n=1:1000'])).toMatchObject({ n: 1_000, before: null, exact: true });
    const { stdout } = await run('seek', [scenario, '--least', 'n=1:1000']);
    expect(stdout).toMatch(/^The least that meets the goals is n \d+: \d+ of 1,000 values tried\.\n/);
    expect(stdout).toMatch(/✓ At most 10 % of clients are ever refused: [\d.]+ %\nn \d+\n {2}✕ At most 10 %/);
  });

  it('says in which window a peak is, also of a lane that cannot run as it is', async () => {
    // A capacity below 40 a second is one that the product refuses.
    const small = scenarioFile('small.json', {
      policy: { n: 40, T: 1, capacity: 5 },
      duration: 60,
      traffic: [{ kind: 'steady', rate: 2 }],
      lanes: [{ limiter: 'spring-gateway' }],
    });
    const { stdout } = await run('seek', [small, '--least', 'capacity=5:60', '--goal', 'peak <= 100']);
    expect(stdout).toContain('\ncapacity 40\n  ✓ Peak of one key ≤ 100 in 1 s: 2\n');
  });

  it('exits with 2 where nothing meets the goals, and names the nearest', async () => {
    const found = await json([
      scenario,
      '--least',
      'n=1:3',
      '--goal',
      'clientsRefused <= 0.1%',
      '--goal',
      'peak <= 40',
    ]);
    expect(found).toMatchObject({ status: 2, n: null, nearest: { n: 3, at: { peak: expect.any(Number) } } });
    expect((await run('seek', [scenario, '--least', 'n=1:2'])).stdout).toMatch(
      /^No n meets the goals: \d of 2 values tried\./,
    );
  });

  it('says of values that cannot be run why, where none meets the goals', async () => {
    // Of a burst below the rate, the product refuses each.
    const unable = scenarioFile('unable.json', {
      policy: { n: 40, T: 1 },
      duration: 60,
      traffic: [{ kind: 'steady', rate: 2 }],
      lanes: [{ limiter: 'spring-gateway' }],
    });
    const goal = ['--goal', 'refused >= 1%'];
    const none = await run('seek', [unable, '--least', 'capacity=5:9', ...goal]);
    expect(none).toMatchObject({ status: 2, stdout: 'No capacity meets the goals: 5 of 5 values tried.\n' });
    expect(none.stderr).toMatch(/^5 values cannot be run\. The first, capacity 5: Spring .+\.\n$/);
    const one = await run('seek', [unable, '--least', 'capacity=39:41', ...goal]);
    expect(one.status).toBe(2);
    expect(one.stderr).toMatch(/^1 value cannot be run, capacity 39: Spring .+\.\n$/);
    const met = await run('seek', [unable, '--least', 'capacity=39:41', '--goal', 'refused <= 1%']);
    expect(met).toMatchObject({ status: 0, stderr: '' });
  });

  it('checks a lane as it is, as a test in CI does', async () => {
    expect(await run('seek', [scenario, '--goal', 'refused <= 100%'])).toMatchObject({ status: 0 });
    const failed = runProcess('seek', [scenario, '--goal', 'refused <= 0%']);
    expect(failed).toMatchObject({ status: 2, stderr: '' });
    expect(failed.stdout).toMatch(/^ {2}✕ At most 0 % of requests are refused: [\d.]+ %\n$/);
  });

  it('wants the goals under every reading of a log', async () => {
    const args = ['--least', 'n=1:9', '--goal', 'refused <= 0'];
    expect(await json([log, ...args])).toMatchObject({ n: 2 });
    const all = await json([log, ...args, '--reading', 'all']);
    expect(all).toMatchObject({ n: 4, at: { refused: 0, 'refused.min': 0, 'refused.max': 0 } });
    expect(all.before['refused.max']).toBe(1 / 7);
  });

  it('says where an answer cannot be told from coarse stamps', async () => {
    const goal = ['--goal', 'refused <= 0', '--format', 'json'];
    const found = await run('seek', [log, '--least', 'n=1:9', ...goal]);
    expect(JSON.parse(found.stdout)).toMatchObject({ n: 2, identifiable: false });
    expect(found.stderr).toContain('windows and bursts below 10 s are not identifiable: n 2. --reading all gives');
    const checked = await run('seek', [log, '--lane', '2', ...goal]);
    expect(checked).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(checked.stdout)).toMatchObject({ met: true, identifiable: true });
  });

  it.each([
    [['--least', 'n=1:9', '--greatest', 'n=1:9'], 'Give --least or --greatest, not both.'],
    [['--goal', 'peak < 3'], '--goal is peak < 3. It may be a measure, <= or >=, and a value, such as'],
    [['--goal', 'peek <= 3'], '--goal is peek <= 3. The measure may be refused,'],
    [['--goal', 'peak <= 3%'], '--goal is peak <= 3%. The value may be a bare number: peak has no unit.'],
    [['--goal', 'waitP99 <= 3%'], '--goal is waitP99 <= 3%. The unit may be s, ms, min, h, or left out.'],
    [['--goal', 'refused <= 110%'], '--goal is refused <= 110%. The share may be from 0 to 100 %.'],
    [['--least', 'm=1:9'], '--least is m=1:9. The parameter may be n, T, capacity.'],
    [['--greatest', 'n=3:1'], '--greatest is n=3:1. The end may be any number from its start, 3, on.'],
  ])('%j is refused: %s', async (args, sentence) => {
    const { status, stdout, stderr } = await run('seek', [scenario, ...args]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr.slice(0, sentence.length)).toBe(sentence);
  });

  it('wants a goal', async () => {
    const without = scenarioFile('no-goal.json', { ...SCENARIO, goals: [] });
    expect((await run('seek', [without])).stderr).toMatch(/^No goal given: neither with --goal nor in the file\./);
  });
});
