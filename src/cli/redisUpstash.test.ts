/** @upstash/ratelimit itself, on a real Redis: it decides as our program of it, which decides as the limiter does. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  NoReplyError,
  planOf,
  simulateToEnd,
  type Message,
  type Plan,
  type SchemePlan,
  type UpstashParams,
} from '../sim/engine.ts';
import { scenarioOf, type Verdict } from '../sim/index.ts';
import { addLimiters } from '../sim/limiters/index.ts';
import { makeStream, nextBelow, type RandomStream } from '../sim/random.ts';
import { systems } from '../sim/systems/index.ts';
import { Interruption } from './interruption.ts';
import { RedisConnection } from './redisConnection.ts';
import { runOnRedis } from './redisRun.ts';
import { hasRedis, keysIn, passTime, RedisServer } from './redisServer.ts';
import { UpstashPackage } from './redisUpstash.ts';

addLimiters(systems);

const ALGORITHMS = ['slidingWindow', 'fixedWindow', 'tokenBucket'] as const;
const lanes = ALGORITHMS.flatMap((algorithm) =>
  ['true', 'false'].map((ephemeralCache) => ({ limiter: 'upstash', options: { algorithm, ephemeralCache } })),
);
const windows = lanes.filter(({ options }) => options.algorithm !== 'tokenBucket');

const request0 = {
  key: 'k',
  cost: 1,
  now: 0,
  node: 0,
  joinedAt: undefined,
  request: 0,
  memory: new Map(),
  wantsExplanation: false,
};

/**
 * Requests of two keys, with costs, some of which are too big.
 * @param gapAfter time to the next request, in ms; none is 0, for two at one instant are on their way together
 */
function planWith(tried: typeof lanes, gapAfter: (random: RandomStream) => number): Plan {
  const random = makeStream(7, 1, 1);
  let now = 0;
  const at = Array.from({ length: 200 }, () => (now += gapAfter(random)));
  const scenario = scenarioOf({
    epoch: 1_700_000_003,
    policy: { n: 5, T: 10, capacity: 7 },
    traffic: [
      {
        kind: 'times',
        at: at.map((ms) => ms / 1_000),
        key: at.map(() => (nextBelow(random, 3) === 0 ? 'b' : 'a')),
        cost: at.map(() => [1, 1, 1, 1, 2, 3, 9][nextBelow(random, 7)]),
      },
    ],
    cluster: { nodes: 1, latency: { kind: 'fixed', mean: 0 } },
    lanes: tried,
  });
  return planOf(scenario);
}

describe.skipIf(!hasRedis)('on a real Redis', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await RedisServer.start();
  });
  afterAll(() => server.stop());

  it('decides as our program does, and has its own cache', async () => {
    const plan = planWith(windows, (random) => 1 + nextBelow(random, 20) ** 3);
    const messages: string[] = [];
    const { run, errors } = await runOnRedis(plan, {
      address: server.address,
      clock: null,
      interruption: new Interruption(),
      log: (line) => messages.push(line),
    });
    expect(errors).toEqual([]);
    expect(messages.filter((line) => line.includes('real time'))).toEqual([]);
    const simulated = simulateToEnd(plan);
    for (const [index, lane] of run.lanes.entries()) {
      expect([...lane.verdicts]).toEqual([...(simulated.lanes[index]?.verdicts ?? [])]);
      // Whoever is in the cache is not asked for.
      expect(lane.cluster?.messages.includes(0)).toBe(windows[index]?.options.ephemeralCache === 'true');
      expect(new Set(lane.verdicts).size).toBe(3);
    }
    const client = await server.client();
    expect(await keysIn(client)).toEqual([]);
    client.destroy();
  }, 60_000);

  // What a bucket holds depends on whether its key has expired, so the server's time has to pass with the run's.
  it.each(lanes)(
    'decides as our program does, while keys expire: $options',
    async (lane) => {
      // Keys live for multiples of ten seconds. Never within a second of a request.
      const plan = planWith([lane], (random) => (nextBelow(random, 3) === 0 ? 7_000 * (1 + nextBelow(random, 9)) : 1));
      const [simulated] = simulateToEnd(plan).lanes;
      const { arrivals } = plan;
      const product = new UpstashPackage((plan.lanes[0] as SchemePlan).params as UpstashParams);
      const client = await server.client();
      const connection = await RedisConnection.open(server.address, 'expiry:');
      const verdicts: Verdict[] = [];
      let last = 0;
      for (const [request, now] of arrivals.at.entries()) {
        await passTime(client, now - last);
        last = now;
        const key = arrivals.keys[arrivals.key?.[request] ?? 0] as string;
        const context = { ...request0, key, cost: arrivals.cost?.[request] ?? 1, now, request };
        verdicts.push((await product.decide(context, (message) => connection.send(message))).verdict);
      }
      await connection.removeKeys();
      await connection.close();
      client.destroy();
      expect(verdicts).toEqual([...(simulated?.verdicts ?? [])]);
      expect(new Set(verdicts).size).toBe(3);
    },
    60_000,
  );
});

describe('the package', () => {
  const params: Pick<UpstashParams, 'algorithm' | 'n' | 'window' | 'capacity' | 'cache' | 'epoch'> = {
    algorithm: 'fixedWindow',
    n: 1,
    window: 1_000,
    capacity: 1,
    cache: true,
    epoch: 1_700_000_000,
  };
  it('sends its own scripts, without the flag that no Redis knows, at the node’s time', async () => {
    const product = new UpstashPackage(params as UpstashParams);
    const sent: Message[] = [];
    const answers = [];
    for (const now of [0, 400_000, 1_000_000, 1_001_000]) {
      const realTime = Date.now;
      const send = async (message: Message) => [sent.push(message), 1];
      answers.push(await product.decide({ ...request0, now }, send));
      expect(Date.now).toBe(realTime);
    }
    expect(sent.map((message) => (message.kind === 'script' ? [message.keys, message.args] : []))).toEqual([
      [['@upstash/ratelimit:k:1700000000'], [1, 1_000, 1]],
      [['@upstash/ratelimit:k:1700000000'], [1, 1_000, 1]],
      [['@upstash/ratelimit:k:1700000001'], [1, 1_000, 1]],
    ]);
    expect(sent.map((message) => message.kind === 'script' && message.script.lua.includes('#!'))).not.toContain(true);
    expect(answers.map(({ verdict, retryAfter }) => [verdict, retryAfter])).toEqual([
      [0, null],
      [2, 601_000],
      [2, 1_000],
      [2, 1_000_000],
    ]);
  });

  it('leaves it to the caller what becomes of a request without a reply', async () => {
    const product = new UpstashPackage(params as UpstashParams);
    const lost = () => Promise.reject(new NoReplyError('EVAL was not answered'));
    await expect(product.decide(request0, lost)).rejects.toThrow(NoReplyError);
  });
});
