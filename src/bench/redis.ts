/**
 * Decisions per second on a real Redis, scheme by scheme, beside what `redis-benchmark` achieves on the same server with the
 * same commands in the same run:
 *
 *   npm run bench:redis [-- --quick]
 *
 * It starts its own server on loopback. Fu's article names three ways to be atomic, MULTI, a lock and a script; this compares them.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { CommandStats } from '../cli/redisCommandStats.ts';
import { RedisConnection } from '../cli/redisConnection.ts';
import { RedisLaneRunner } from '../cli/redisLane.ts';
import { RedisServer } from '../cli/redisServer.ts';
import type { Message } from '../sim/cluster/command.ts';
import { RemoteLane, planOf, type Plan, type SchemePlan } from '../sim/engine.ts';
import { scenarioOf } from '../sim/index.ts';
import { median } from './measure.ts';

const CONNECTIONS = [1, 4, 16];
const KEYS = 100;

interface SchemeVariant {
  readonly name: string;
  readonly lane: object;
}

const VARIANTS: readonly SchemeVariant[] = [
  { name: 'INCR, MULTI', lane: { limiter: 'redis-incr', options: { variant: 'multi' } } },
  { name: 'INCR, set then get', lane: { limiter: 'redis-incr', options: { variant: 'set-then-get' } } },
  { name: 'INCR, Lua', lane: { limiter: 'redis-incr' } },
  { name: 'Token bucket, nothing', lane: { limiter: 'redis-token-bucket', options: { concurrency: 'none' } } },
  {
    name: 'Token bucket, WATCH',
    lane: { limiter: 'redis-token-bucket', options: { concurrency: 'watch', retries: 100 } },
  },
  { name: 'Token bucket, lock', lane: { limiter: 'redis-token-bucket', options: { concurrency: 'lock' } } },
  { name: 'Token bucket, Lua', lane: { limiter: 'redis-token-bucket' } },
  { name: 'Sliding log, MULTI', lane: { limiter: 'redis-sliding-log', options: { variant: 'multi' } } },
  { name: 'Sliding log, Lua', lane: { limiter: 'redis-sliding-log' } },
];

function variantPlan({ lane }: SchemeVariant, nodes: number, requests: number): Plan {
  return planOf(
    scenarioOf({
      duration: 60,
      policy: { n: 1_000, T: 60 },
      traffic: [{ kind: 'poisson', rate: requests / 60, keys: { count: KEYS, share: 'even' } }],
      cluster: { nodes, latency: { kind: 'fixed', mean: 0 } },
      lanes: [lane],
    }),
  );
}

interface RedisRunResult {
  /** Per second. */
  readonly decisionsPerSecond: number;
  readonly messagesPerDecision: number;
  /** What the second request sent: the usual case. */
  readonly messages: readonly Message[];
}

async function runOnRedisServer(server: RedisServer, plan: Plan, prefix: string): Promise<RedisRunResult> {
  const lanePlan = plan.lanes[0] as SchemePlan;
  const remote = new RemoteLane(plan, lanePlan);
  const connections = await Promise.all(
    Array.from({ length: lanePlan.cluster.nodes }, () => RedisConnection.open(server.address, prefix)),
  );
  const sent: Message[] = [];
  let messageCount = 0;
  const senders = connections.map((connection) => ({
    send: (message: Message, onSent: () => void) => {
      messageCount++;
      if (sent.length < 12) sent.push(message);
      return connection.send(message, onSent);
    },
  }));
  const startedAt = performance.now();
  const stats = new CommandStats(lanePlan.timeout);
  await new RedisLaneRunner(remote, senders, 'scenario', stats).run(new AbortController().signal);
  const elapsed = (performance.now() - startedAt) / 1_000;
  await connections[0]?.removeKeys();
  await Promise.all(connections.map((connection) => connection.close()));
  return {
    decisionsPerSecond: remote.requests.length / elapsed,
    messagesPerDecision: messageCount / remote.requests.length,
    messages: sent,
  };
}

/** A message as `redis-benchmark` arguments: one command line per command, since it cannot send transactions. */
function benchmarkCommands(message: Message): readonly (readonly string[])[] {
  switch (message.kind) {
    case 'command':
      return [message.command.map(String)];
    case 'pipeline':
    case 'transaction':
      return message.commands.map((command) => command.map(String));
    case 'script': {
      const sha = createHash('sha1').update(message.script.lua).digest('hex');
      return [['EVALSHA', sha, String(message.keys.length), ...message.keys, ...message.args.map(String)]];
    }
    default:
      throw new TypeError('ASK is not a Redis command');
  }
}

const rates = new Map<string, number>();

/** Requests per second of one command. */
function commandRate(server: RedisServer, line: readonly string[], connections: number, requests: number): number {
  const name = `${connections} ${line[0]}${line[0] === 'EVALSHA' ? line[1] : ''}`;
  let rate = rates.get(name);
  if (rate === undefined) {
    const options = ['-p', `${server.port}`, '-c', `${connections}`, '-n', `${requests}`, '--csv'];
    const printed = execFileSync('redis-benchmark', [...options, ...line], { encoding: 'utf8' });
    rate = Number(/^"[^"]*","([\d.]+)"/.exec(printed.trim().split('\n').at(-1) ?? '')?.[1]);
    if (!(rate > 0)) throw new Error(`redis-benchmark said:\n${printed}`);
    rates.set(name, rate);
  }
  return rate;
}

/** One decision after another on each connection, with no time spent but the server's and the round trips'. */
function achievableRate(
  server: RedisServer,
  { messages, messagesPerDecision }: RedisRunResult,
  connections: number,
  requests: number,
): number {
  const lines = messages.flatMap(benchmarkCommands);
  const each =
    lines.reduce((sum, line) => sum + 1 / commandRate(server, line, connections, requests), 0) / messages.length;
  return 1 / (each * messagesPerDecision);
}

const thousands = (rate: number): string => `${(rate / 1_000).toFixed(1)} k`;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
  const [requests, rounds, benchmarkRequests] = values.quick ? [500, 1, 5_000] : [2_000, 3, 20_000];
  const server = await RedisServer.start();
  try {
    const loader = await RedisConnection.open(server.address, '');
    console.log(`${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, load ${loadavg()[0]?.toFixed(2)}`);
    console.log(`Decisions per second (share of redis-benchmark's), ${KEYS} keys, median of ${rounds}\n`);
    console.log(`| scheme | ${CONNECTIONS.map((c) => `${c} connection${c === 1 ? '' : 's'}`).join(' | ')} |`);
    console.log(`| --- | ${CONNECTIONS.map(() => '---:').join(' | ')} |`);
    for (const variant of VARIANTS) {
      const cells: string[] = [];
      for (const connections of CONNECTIONS) {
        const plan = variantPlan(variant, connections, requests);
        const runs: RedisRunResult[] = [];
        for (let round = 0; round < rounds; round++) runs.push(await runOnRedisServer(server, plan, `${round}:`));
        const first = runs[0] as RedisRunResult;
        // Each scheme starts with an empty store; scripts stay cached on the server.
        await loader.removeKeys();
        for (const message of first.messages) await loader.send(message);
        const decisions = median(runs.map((one) => one.decisionsPerSecond));
        const achievable = achievableRate(server, first, connections, benchmarkRequests);
        cells.push(`${thousands(decisions)} (${((100 * decisions) / achievable).toFixed(0)} %)`);
      }
      console.log(`| ${variant.name} | ${cells.join(' | ')} |`);
    }
    await loader.close();
  } finally {
    await server.stop();
  }
}

await main();
