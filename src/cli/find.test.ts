/** `find` and `laws` as users run them: their two streams and their exit codes. */
import { describe, expect, it } from 'vitest';
import { planOf, simulateToEnd } from '../sim/engine.ts';
import { outcomeOf, scenarioOf } from '../sim/index.ts';
import { openTerminal } from './terminal.testing.ts';

const { run, runProcess, file } = openTerminal();

const SCENARIO = {
  title: 'Ours',
  policy: { n: 3, T: 60 },
  traffic: [{ kind: 'poisson', rate: 20 }],
  lanes: [
    { limiter: 'fixed-window' },
    { limiter: 'sliding-log' },
    { limiter: 'gcra' },
    { limiter: 'token-bucket' },
    { limiter: 'redis-incr' },
  ],
};
const scenario = file('scenario.json', JSON.stringify(SCENARIO));
const QUICK = ['--requests', '5', '--tries', '1000'];

/** What the lanes answered to each request of a printed scenario. */
function answersTo(document: unknown) {
  const { lanes } = simulateToEnd(planOf(scenarioOf(document)));
  return lanes.map(({ verdicts }) => Array.from(verdicts, outcomeOf));
}

describe('find', () => {
  it('prints a scenario with the traffic on which two lanes differ', async () => {
    const { status, stdout, stderr } = await run('find', [scenario, '--lanes', '1,2', ...QUICK]);
    expect(status).toBe(0);
    expect(stderr).toBe(
      '4 requests: 3 at 1 s and 1 at 60 s. Fixed window admits the last (the window had room); ' +
        'Sliding log refuses the last (the log is full).\n' +
        'No shorter one among all traffic patterns of up to 5 requests on 23 instants.\n',
    );
    // A title, which `simulate` puts a colon after.
    expect(JSON.parse(stdout)).toMatchObject({ title: 'Fixed window and Sliding log differ' });
    const [window, log] = answersTo(JSON.parse(stdout));
    expect(window).toEqual(['allow', 'allow', 'allow', 'allow']);
    expect(log).toEqual(['allow', 'allow', 'allow', 'deny']);
  });

  it('reads a pipe, and prints JSON', async () => {
    const args = ['-', '--lane', '3', '--over', '3 in 60', '--format', 'json', ...QUICK];
    const { status, stdout, stderr } = await run('find', args, JSON.stringify(SCENARIO));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const result = JSON.parse(stdout) as { scenario: unknown; requests: { at: number }[] };
    expect(result).toMatchObject({ found: true, by: 'exhaustive', tried: { requests: 5, keys: 1 } });
    expect(result.requests.map(({ at }) => at)).toEqual([0, 0, 0, 20]);
    expect(answersTo(result.scenario)[2]).not.toContain('deny');
  });

  it('says exactly what it tried in vain, with exit code 2', async () => {
    const { status, stdout, stderr } = runProcess('find', [scenario, '--lanes', '3,4', ...QUICK]);
    expect({ status, stderr }).toEqual({ status: 2, stderr: '' });
    expect(stdout).toMatch(
      /^Not found: traffic on which GCRA and Token bucket differ\.\nNone with up to 5 requests on these 23 instants \(98,279 traffic patterns\); none in 1,000 random patterns, 500 of them with costs above 1\.\nThe instants: 0 s, 0\.000001 s, /,
    );
    const json = await run('find', [scenario, '--lane', '2', '--admits', '3 in 60', '--format', 'json', ...QUICK]);
    expect(json.status).toBe(2);
    expect(JSON.parse(json.stdout)).toMatchObject({ found: false, tried: { traffics: 98_279, random: 1_000 } });
  });

  it('has the exit codes of a check that must find nothing, where asked', async () => {
    const expecting = (...args: readonly string[]) => run('find', [scenario, ...args, '--expect-none', ...QUICK]);
    const found = await expecting('--lane', '1', '--over', '3 in 60');
    expect(found.status).toBe(2);
    expect(found.stderr).toContain('Fixed window lets 4 take effect within less than 60 s.');
    expect(JSON.parse(found.stdout)).toMatchObject({ traffic: [{ kind: 'times' }] });
    const none = await expecting('--lane', '2', '--over', '3 in 60');
    expect(none).toMatchObject({ status: 0, stderr: '' });
    expect(none.stdout).toMatch(/^Not found: traffic on which /);
    // An error is no answer, unlike after the shell's `!`.
    expect((await expecting('--lane', '9', '--over', '3 in 60')).status).toBe(1);
  });

  it('writes large numbers as all others', async () => {
    const large = JSON.stringify({ policy: { n: 1_000_000, T: 60 }, lanes: [{ limiter: 'fixed-window' }] });
    const args = ['-', '--over', '1000000 in 60', '--requests', '2', '--tries', '100', '--format', 'json'];
    const { status, stdout } = await run('find', args, large);
    expect(status).toBe(0);
    const { sentence, scenario: found } = JSON.parse(stdout) as { sentence: string; scenario: { title: string } };
    expect(sentence).toContain('Fixed window lets 1,000,001 take effect');
    expect(found.title).toBe('Fixed window lets more than 1,000,000 through in 60 s');
  });

  it('finds a race, and prints the scenario that shows it', async () => {
    const race = JSON.stringify({
      policy: { n: 1, T: 60 },
      lanes: [{ limiter: 'gcra' }, { limiter: 'redis-token-bucket', options: { concurrency: 'none' } }],
    });
    const args = ['-', '--lane', '2', '--over', '1 in 60', '--races', '--tries', '100'];
    const { status, stdout, stderr } = await run('find', args, race);
    expect(status).toBe(0);
    expect(stderr).toMatch(
      /^2 requests at 0 s\. Both requests read before either wrote: Redis token bucket on 2 nodes lets 2 take effect within less than 60 s\.\nNo shorter one among all traffic patterns of up to \d requests on \d instants?, in every order of their commands\.\n$/,
    );
    expect(answersTo(JSON.parse(stdout))[1]).toEqual(['allow', 'allow']);
    const alone = await run('find', ['-', '--lane', '1', '--over', '1 in 60', '--races'], race);
    expect(alone).toMatchObject({ status: 1, stdout: '' });
    expect(alone.stderr).toContain('Lane 1, GCRA: it decides in one process, where nothing can race.');
  });

  it('finds the same over all cores', async () => {
    const args = [scenario, '--lane', '4', '--refuses', '3 in 60', '--requests', '2', '--tries', '60000'];
    const first = await run('find', args);
    expect(first.status).toBe(2);
    expect(first.stdout).toContain('none in 60,000 random patterns');
    expect((await run('find', args)).stdout).toBe(first.stdout);
  });

  it.each([
    [[], /^Ask for one of --lanes, --over, --refuses, --admits and --law\./],
    [['--lanes', '1'], /^--lanes is 1\. It may be two different lanes with a comma between: 1,2\.$/m],
    [['--lanes', '1,9'], /^--lanes is 9\. It may be a whole number from 1 to 5\.$/m],
    ...['ten', '0 in 60', '1000001 in 60', '10 in 0', '10 in 2592001'].map((allowance): [string[], RegExp] => [
      ['--lane', '1', '--over', allowance],
      new RegExp(
        `^--over is ${allowance}\\. It may be n in T, such as 10 in 60: n from 1 to 1,000,000, T from 0\\.000001 to 2,592,000 seconds\\.$`,
        'm',
      ),
    ]),
    [['--lane', '5', '--law', 'silence', '--races'], /^--races goes with --over or --refuses, not with --law\.$/m],
    [['--lane', '1', '--law', 'no'], /^--law is no\. It may be looking, /],
    [
      ['--lane', '1', '--law', 'limit', '--requests', '99'],
      /^--requests is 99\. It may be a whole number from 1 to 12\.$/m,
    ],
  ])('refuses what it cannot do: %j', async (args, message) => {
    const { status, stdout, stderr } = await run('find', [scenario, ...args]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(message);
  });
});

describe('laws', () => {
  it('prints a line a law', async () => {
    const { status, stdout, stderr } = await run('laws', [scenario, '--requests', '3', '--tries', '200']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(10);
    expect(lines[2]).toBe('– limit        Never more than n in any T: not claimed, up to 6 in 1 min: by design');
    expect(lines.filter((line) => line.startsWith('✓'))).toHaveLength(9);
  });

  it('gives of a user’s script no reasons that are ours', async () => {
    const own = file(
      'own.json',
      JSON.stringify({
        policy: { n: 3, T: 60 },
        lanes: [{ limiter: 'own-lua', options: { code: 'return { 0, 3 }' } }],
      }),
    );
    const { stdout } = await run('laws', [own, '--requests', '2', '--tries', '20']);
    for (const law of ['limit', 'bound', 'retry-after', 'cost'])
      expect(stdout).toMatch(new RegExp(`^– ${law} .*: not claimed, your own code claims nothing on nodes$`, 'm'));
    expect(stdout).toMatch(/^– time .*the store has a clock of its own$/m);
  });

  it('prints JSON, a result a law', () => {
    const args = [scenario, '--lane', '2', '--requests', '3', '--tries', '200', '--format', 'json'];
    const { status, stdout } = runProcess('laws', args);
    expect(status).toBe(0);
    const { lane, laws } = JSON.parse(stdout) as { lane: string; laws: { law: string; outcome: string }[] };
    expect(lane).toBe('Sliding log');
    expect(laws.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 10 }, () => 'held'));
  });

  it('ends with exit code 2 where the user’s own limiter breaks what it claims, each law with its shortest traffic', async () => {
    // A log that admits one too many, and never forgets an entry.
    const code = `export const start = () => ({ log: [] });
export function decide(state, now, cost, { n, T }) {
  if (state.log.filter((at) => now - at < T).length > n) return false;
  state.log.push(now);
  return true;
}
export const bound = ({ n, T }, seconds) => n * Math.ceil(seconds / T);`;
    const own = JSON.stringify({ policy: { n: 2, T: 10 }, lanes: [{ limiter: 'own', options: { code } }] });
    const effort = ['--requests', '3', '--tries', '50'];
    const { status, stdout, stderr } = await run('laws', ['-', ...effort], own);
    expect({ status, stderr }).toEqual({ status: 2, stderr: '' });
    const broken = stdout.split('\n').filter((line) => line.startsWith('✕'));
    expect(broken.map((line) => line.split(' ')[1])).toEqual(['limit', 'bound', 'time', 'memory', 'cost']);
    expect(broken[0]).toContain(': broken. 3 requests at 0 s. Your own lets 3 take effect within less than 10 s.');
    const found = await run('find', ['-', '--lane', '1', '--admits', '2 in 10', ...effort], own);
    expect(found.status).toBe(0);
    expect(JSON.parse(found.stdout)).toMatchObject({
      traffic: [{ kind: 'times', at: [0, 0, 0] }],
      lanes: [{ limiter: 'own' }],
    });
  });

  it('leaves out the laws that are named, and says so', async () => {
    const code = `export const start = () => ({ count: 0, until: 0 });
export function decide(state, now, cost, { n, T }) {
  if (now >= state.until) Object.assign(state, { count: 0, until: now + T });
  return ++state.count <= n;
}`;
    const own = JSON.stringify({ policy: { n: 2, T: 10 }, lanes: [{ limiter: 'own', options: { code } }] });
    const args = ['-', '--requests', '2', '--tries', '50'];
    const all = await run('laws', args, own);
    expect(all.status).toBe(2);
    expect(all.stdout.match(/(?<=^✕ )\S+/gm)).toEqual(['cost']);
    const { status, stdout, stderr } = await run('laws', [...args, '--except', 'cost, keys'], own);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('– cost         A cost of k is k requests at once: not tried, left out by --except\n');
    expect(stdout).toContain('– keys         Keys do not affect each other: not tried, left out by --except\n');
    const unknown = await run('laws', [scenario, '--except', 'costs']);
    expect(unknown).toMatchObject({ status: 1, stdout: '' });
    expect(unknown.stderr).toMatch(/^--except is costs\. It may be looking, .*\. Did you mean cost\?$/m);
  });
});
