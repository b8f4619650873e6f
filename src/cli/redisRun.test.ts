/** `simulate --redis` as users run it: a process, a server, two streams and an exit code. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schemes } from '../sim/cluster/schemes/index.ts';
import { freePort } from '../tools/port.mjs';
import { hasRedis, keysIn, RedisServer, type TestRedisClient } from './redisServer.ts';

const program = fileURLToPath(new URL('../tools/simulate.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'spillway-redis-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function start(
  document: object,
  args: readonly string[],
  [command, ...before]: readonly [string, ...string[]] = [process.execPath, program],
) {
  const file = join(folder, `${files++}.json`);
  writeFileSync(file, JSON.stringify(document));
  const child = spawn(command, [...before, file, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = async (): Promise<Ended> => {
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { status: child.exitCode, stdout, stderr };
  };
  return { child, ended: ended() };
}

const simulate = (document: object, ...args: readonly string[]): Promise<Ended> => start(document, args).ended;

interface Row {
  readonly at: number;
  readonly node: number | null;
  readonly outcome: string;
  readonly reason: string;
  readonly wait: number;
  readonly retryAfter: number | null;
  readonly level: number | null;
}

interface Lane {
  readonly limiter: string;
  readonly requests: readonly Row[];
  readonly summary: {
    readonly requests: number;
    readonly admitted: number;
    readonly errorNote?: string | null;
    readonly unansweredCauses?: Readonly<Record<string, number>>;
  };
}

const lanesIn = ({ stdout }: Ended) => (JSON.parse(stdout) as { lanes: readonly Lane[] }).lanes;

const BASE = { policy: { n: 5, T: 10 }, traffic: [{ kind: 'steady', rate: 2 }], duration: 20 };

describe.skipIf(!hasRedis)('a run on a real Redis', () => {
  let server: RedisServer;
  let client: TestRedisClient;
  beforeAll(async () => {
    server = await RedisServer.start();
    client = await server.client();
    await client.sendCommand(['SET', 'spillway:somebody', "else's"]);
  });
  afterAll(async () => {
    client.destroy();
    await server.stop();
  });

  /** Checks that a run left nothing behind and deleted nothing else. */
  async function expectCleared(): Promise<void> {
    expect(await keysIn(client)).toEqual(['spillway:somebody']);
  }

  /** How much a run has counted in its first lane so far. */
  async function counted(from: TestRedisClient): Promise<number> {
    const key = (await keysIn(from)).find((one) => /^spillway:[0-9a-f]{12}:0:/.test(one));
    return key === undefined ? 0 : Number(await from.get(key));
  }

  /**
   * Waits until a run has decided something. That the server has counted a request does not say that its node has heard
   * of it: but by the time of twenty later ones, each 10 ms after the one before, it has.
   */
  async function underWay(from: TestRedisClient): Promise<void> {
    let first = 0;
    while (first === 0) first = await counted(from);
    while ((await counted(from)) < first + 20);
  }

  it('gives what a simulated one gives, waits measured', async () => {
    // One node, no latency, and the scenario's own times: nothing is left to chance.
    const takesNow = schemes.filter(({ id }) => id !== 'redis-incr').map(({ id }) => ({ limiter: id }));
    const lanes = [...takesNow, { limiter: 'redis-incr', options: { variant: 'multi' } }, { limiter: 'gcra' }];
    const document = {
      ...BASE,
      cluster: { nodes: 1, latency: { kind: 'fixed', mean: 0 } },
      lanes: lanes.map((lane) =>
        'options' in lane || lane.limiter === 'gcra' ? lane : { ...lane, options: { timeout: 20 } },
      ),
    };
    const [simulated, real] = await Promise.all([
      simulate(document, '--format', 'json'),
      simulate(document, '--format', 'json', '--redis', server.url),
    ]);
    // In whole, so that one that fails says why.
    for (const run of [simulated, real]) expect(run).toMatchObject({ status: 0 });
    const timeless = (run: Ended) =>
      lanesIn(run).map(({ limiter, requests }) => ({ limiter, requests: requests.map(({ wait: _, ...row }) => row) }));
    expect(timeless(real)).toEqual(timeless(simulated));
    const [first] = lanesIn(real);
    expect(Object.keys(first?.requests[0] ?? {}).sort()).toEqual(
      Object.keys(lanesIn(simulated)[0]?.requests[0] ?? {}).sort(),
    );
    expect(first?.requests.every(({ wait }) => wait > 0 && wait < 20)).toBe(true);
    expect(real.stderr).toContain(`Simulated as one ideal instance: lane ${lanes.length} (GCRA).\n`);
    await expectCleared();
  });

  it('runs nodes at once: an atomic scheme admits exactly what there is, whichever comes first', async () => {
    const burst = (limiter: object, policy: object) => ({
      policy,
      traffic: [{ kind: 'burst', at: 1, count: 200 }],
      duration: 2,
      cluster: { nodes: 4 },
      lanes: [limiter],
    });
    const bucket = (concurrency: string) => ({
      limiter: 'redis-token-bucket',
      options: { concurrency, timeout: 20, retries: 1_000, lockTtl: 20 },
    });
    for (const lane of [bucket('lua'), bucket('watch'), bucket('lock'), { limiter: 'redis-sliding-log' }]) {
      const run = await simulate(burst(lane, { n: 20, T: 60 }), '--format', 'json', '--redis', server.url);
      const [{ requests, summary } = { requests: [], summary: { admitted: 0 } }] = lanesIn(run);
      expect([lane.limiter, summary.admitted]).toEqual([lane.limiter, 20]);
      expect(new Set(requests.map(({ node }) => node))).toEqual(new Set([0, 1, 2, 3]));
    }
    await expectCleared();
  });

  it('tells its own queue from the server: 2,000 requests at one instant over 16 connections admit 10', async () => {
    const document = {
      policy: { n: 10, T: 60 },
      traffic: [{ kind: 'burst', at: 0, count: 2_000 }],
      cluster: { nodes: 16 },
      lanes: [{ limiter: 'redis-incr' }],
    };
    let run: Ended;
    let lane: Lane | undefined;
    // A busy machine may hold the server up for longer than the timeout: that is not what this is about.
    let tries = 0;
    do {
      run = await simulate(document, '--format', 'json', '--redis', server.url);
      [lane] = lanesIn(run);
    } while (lane?.summary.unansweredCauses?.['server'] !== 0 && ++tries < 5);
    expect(lane?.summary).toMatchObject({
      admitted: 10,
      unanswered: 0,
      unansweredCauses: { server: 0, queue: 0, connection: 0 },
      commandsSent: 2_000,
    });
    expect(run.status).toBe(0);
    await expectCleared();
  });

  it('lets many nodes sleep at once without a warning of Node’s', async () => {
    const document = {
      policy: { n: 5, T: 60 },
      traffic: [{ kind: 'burst', at: 0, count: 64 }],
      cluster: { nodes: 16 },
      lanes: [{ limiter: 'redis-token-bucket', options: { concurrency: 'lock', timeout: 20, lockTtl: 20 } }],
    };
    const { status, stderr } = await simulate(document, '--redis', server.url);
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.not.stringContaining('Warning') as string });
  });

  it('runs in real time what depends on expiry', async () => {
    const document = {
      policy: { n: 5, T: 0.5 },
      traffic: [{ kind: 'times', at: [0, 0, 0, 0, 0, 0, 2, 2] }],
      cluster: { nodes: 2, service: 0.001, faults: [{ kind: 'store-flush', at: 1 }] },
      lanes: [{ limiter: 'redis-incr', options: { timeout: 20 } }],
    };
    const run = await simulate(document, '--format', 'json', '--redis', server.url);
    const outcomes = lanesIn(run)[0]?.requests.map(({ outcome }) => outcome) ?? [];
    // Which of the six reaches the server last is not determined.
    expect(outcomes.slice(0, 6).sort()).toEqual(['allow', 'allow', 'allow', 'allow', 'allow', 'deny']);
    expect(outcomes.slice(6)).toEqual(['allow', 'allow']);
    expect(run.stderr).toMatch(/^Not reproduced on a real server: the scenario's faults, service time and latency\.\n/);
    expect(run.stderr).toMatch(/\nLane 1, Redis INCR: in real time, until the last request at 2 s\.\n/);
    expect(run.stderr).toMatch(/\nLane 1, Redis INCR: 8 decisions over 2 connections in 2\.\d\d s\.\n$/);
    expect(run.status).toBe(0);
    await expectCleared();
  });

  it('says when a server’s keys may be gone before the scenario’s clock gets there', async () => {
    const document = { ...BASE, lanes: [{ limiter: 'redis-incr' }] };
    const { stderr, status } = await simulate(document, '--redis', server.url, '--clock', 'scenario');
    expect(stderr).toMatch(/^Lane 1, Redis INCR: its keys expire in real time, regardless of the scenario's clock\.\n/);
    expect(status).toBe(0);
  });

  it('answers by the lane’s fallback where the server refuses a command', async () => {
    // The published script: a bucket that fills in a tenth of a second lives for 0 s, and Redis takes no such time.
    const lane = { limiter: 'redis-token-bucket', edition: 'published' };
    const document = { ...BASE, policy: { n: 10, T: 1, capacity: 1 }, lanes: [lane] };
    const run = await simulate(document, '--format', 'json', '--redis', server.url);
    expect(new Set(lanesIn(run)[0]?.requests.map(({ reason }) => reason))).toEqual(
      new Set(['no answer from the store']),
    );
    const note = /commands \(100\.0 %\) were answered with errors, the first of them: ERR invalid expire time/;
    expect(lanesIn(run)[0]?.summary.errorNote).toMatch(note);
    expect(run.stderr).toMatch(note);
    await expectCleared();
  });

  const long = {
    policy: { n: 1_000, T: 60 },
    traffic: [{ kind: 'steady', rate: 100 }],
    duration: 600,
    cluster: { nodes: 2 },
    lanes: [{ limiter: 'redis-incr', options: { timeout: 20 } }, { limiter: 'tair-incr' }],
  };

  it('prints what was decided when the server dies, and names it', async () => {
    const mortal = await RedisServer.start();
    const eye = await mortal.client();
    const { ended } = start(long, ['--format', 'json', '--redis', mortal.url]);
    await underWay(eye);
    await mortal.stop();
    eye.destroy();
    const run = await ended;
    expect(run.status).toBe(1);
    expect(run.stderr).toContain(`: The connection to ${mortal.url} was lost after `);
    expect(run.stderr).toMatch(/ after [1-9]\d* of 60000 decisions of lane 1\.\n/);
    // A server that is about to go may still take the connection, and reset it.
    expect(run.stderr).toMatch(
      /The keys that begin with spillway:[0-9a-f]{12}: were not removed\. (?:There is no server|The server) at /,
    );
    const lanes = lanesIn(run);
    expect(lanes).toHaveLength(1);
    const told = Number(/ after (\d+) of/.exec(run.stderr)?.[1]);
    expect(lanes[0]?.requests).toHaveLength(told);
    expect(lanes[0]?.summary.requests).toBe(told);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('prints what was decided at %s, removes its keys, and exits with %i', async (signal, status) => {
    const { child, ended } = start(long, ['--format', 'csv', '--redis', server.url]);
    await underWay(client);
    // As npm forwards a signal that the terminal has already sent.
    child.kill(signal);
    child.kill(signal);
    const run = await ended;
    expect(run.status).toBe(status);
    expect(run.stderr).toMatch(/: The run was stopped after [1-9]\d* of 60000 decisions of lane 1\.\n/);
    expect(run.stdout).toMatch(/^lane,.*\n1,redis-incr,/);
    await expectCleared();
  });

  it('does so too where only npm is told to end', async () => {
    const args = ['--format', 'csv', '--redis', server.url];
    const { child, ended } = start(long, args, ['npm', 'run', '--silent', 'simulate', '--']);
    await underWay(client);
    child.kill('SIGINT');
    const run = await ended;
    expect([run.status, run.stderr]).toEqual([130, expect.stringContaining(': The run was stopped after ')]);
    await expectCleared();
  });

  describe('says what is wrong in one sentence, and prints nothing else', () => {
    async function refused(args: readonly string[], document: object = { ...BASE, lanes: [{ limiter: 'tair-incr' }] }) {
      const { status, stdout, stderr } = await simulate(document, ...args);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).not.toMatch(/\n {4}at |secret/);
      return stderr.replace(/^\S+\.json: /, '');
    }

    it('a server that is down', async () => {
      const url = `redis://127.0.0.1:${await freePort()}`;
      expect(await refused(['--redis', url])).toBe(
        `There is no server at ${url}: the connection was refused. Start one (redis-server), or give another address.\n`,
      );
    });

    it('a server that needs a password, or another one', async () => {
      const guarded = await RedisServer.start('--requirepass', 'sesame');
      const { port } = guarded;
      const at = `redis://127.0.0.1:${port}`;
      expect(await refused(['--redis', at])).toBe(
        `The server at ${at} needs a password. Add it to the address: redis://:PASSWORD@HOST:PORT.\n`,
      );
      expect(await refused(['--redis', `redis://:secret@127.0.0.1:${port}`])).toBe(
        `The server at ${at} rejected this user name and password.\n`,
      );
      const lanes = [{ limiter: 'tair-incr' }];
      const right = await simulate({ ...BASE, lanes }, '--redis', `redis://:sesame@127.0.0.1:${port}/3`);
      expect([right.status, right.stderr.includes('sesame')]).toEqual([0, false]);
      await guarded.stop();
    });

    it('a missing database', async () => {
      const url = `${server.url}/4`;
      expect(await refused(['--redis', url])).toBe(`The server at ${url} has no database with that number.\n`);
    });

    it('a server that takes no writes', async () => {
      const cautious = await RedisServer.start('--min-replicas-to-write', '1');
      expect(await refused(['--redis', cautious.url])).toBe(
        `The server at ${cautious.url} cannot be used: NOREPLICAS Not enough good replicas to write.\n`,
      );
      await cautious.stop();
    });

    it('something that is not Redis', async () => {
      const web = createServer().listen(0, '127.0.0.1');
      await once(web, 'listening');
      const url = `redis://127.0.0.1:${(web.address() as { port: number }).port}`;
      expect(await refused(['--redis', url])).toBe(`The server at ${url} is not a Redis server.\n`);
      web.close();
    });

    it.each([
      [['--redis', 'redis://:secret@'], /^--redis is redis:\/\/…@\. It may be/],
      [['--clock', 'wall'], /^--clock applies only to a run on a real server: give its address with --redis\.\n$/],
      [['--redis', 'redis://127.0.0.1', '--clock', 'moon'], /^--clock is moon\. It may be scenario or wall\.\n$/],
      [
        ['--redis', 'redis://127.0.0.1', '--format', 'link'],
        /^--format link does not run the scenario: omit --redis\.\n$/,
      ],
    ])('a command line of %j', async (args, sentence) => {
      expect(await refused(args)).toMatch(sentence);
    });

    it('a scenario that has nothing to run there, or that depends on virtual time', async () => {
      expect(await refused(['--redis', server.url], { ...BASE, lanes: [{ limiter: 'gcra' }] })).toMatch(
        /^No lane of this scenario uses a store, so there is nothing to run on Redis\./,
      );
      const traffic = [{ kind: 'clients', count: 2, rate: 1, retry: { strategy: 'retry-poll' } }];
      expect(await refused(['--redis', server.url], { ...BASE, traffic, lanes: [{ limiter: 'tair-incr' }] })).toMatch(
        /^Clients that retry and scripts that wait for answers depend on virtual time/,
      );
    });
  });
});
