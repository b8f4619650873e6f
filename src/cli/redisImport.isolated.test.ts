/** What fails in this program, and not at the server, is not blamed on the server. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadSystems, scenarioOf } from '../sim/index.ts';
import { planOf } from '../sim/engine.ts';
import { Interruption } from './interruption.ts';
import { runOnRedis } from './redisRun.ts';
import { hasRedis, keysIn, RedisServer } from './redisServer.ts';

vi.mock('./redisUpstash.ts', () => {
  throw new TypeError('the package is broken');
});

describe.skipIf(!hasRedis)('a product’s package that cannot be loaded', () => {
  let server: RedisServer;
  beforeAll(async () => {
    await loadSystems();
    server = await RedisServer.start();
  });
  afterAll(() => server.stop());

  it('ends the run with its own error, and leaves no keys', async () => {
    const scenario = scenarioOf({
      traffic: [{ kind: 'times', at: [0] }],
      cluster: { nodes: 1 },
      lanes: [{ limiter: 'upstash' }],
    });
    const { address } = server;
    const running = runOnRedis(planOf(scenario), {
      address,
      clock: null,
      interruption: new Interruption(),
      log: () => undefined,
    });
    await expect(running).rejects.toThrow(expect.objectContaining({ cause: new TypeError('the package is broken') }));
    const client = await server.client();
    expect(await keysIn(client)).toEqual([]);
    client.destroy();
  });
});
