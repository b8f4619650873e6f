/** Every scheme, and every real system that keeps its counts in Redis, on the simulated store and on a real Redis, one request after the other: the same decisions. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  NoReplyError,
  send,
  StoreError,
  type Command,
  type Message,
  type Reply,
  type LuaScript,
} from '../sim/cluster/command.ts';
import type { RequestContext, Program, SchemeDecision, SchemeInfo } from '../sim/cluster/scheme.ts';
import { schemes } from '../sim/cluster/schemes/index.ts';
import { SimulatedStore } from '../sim/cluster/simulatedStore.ts';
import { planOf, type SchemePlan } from '../sim/engine.ts';
import { scenarioOf } from '../sim/index.ts';
import { addLimiters } from '../sim/limiters/index.ts';
import type { KeyState } from '../sim/limiters/limiter.ts';
import { nextBelow, makeStream } from '../sim/random.ts';
import { systems } from '../sim/systems/index.ts';
import { SECOND, type Instant } from '../sim/time.ts';
import { RedisConnection } from './redisConnection.ts';
import { hasRedis, passTime, RedisServer, type TestRedisClient } from './redisServer.ts';

const NODES = 2;
/** Whatever a lane keeps lives for a multiple of ten seconds, and requests come at multiples of seven: never at one instant. */
const STEP = 7 * SECOND;

/** A scheme or a system with each of its choices, in each of its editions. */
function lanesOf({ id, knobs, editions, story }: Omit<SchemeInfo, 'atomicVariant'>): object[] {
  const choices = knobs.filter((knob) => knob.kind === 'choice').filter((knob) => knob.id !== 'fallback');
  const options = choices.reduce<object[]>(
    (all, knob) => all.flatMap((one) => knob.choices.map((choice) => ({ ...one, [knob.id]: choice }))),
    // A real server on a busy machine may take its time.
    [story === undefined ? { timeout: 20 } : {}],
  );
  return editions.flatMap((edition) => options.map((each) => ({ limiter: id, edition, options: each })));
}

addLimiters(systems);
const lanes = [...schemes, ...systems.filter(({ story }) => story.runs === 'in Redis')].flatMap(lanesOf);

function planned(): readonly SchemePlan[] {
  const scenario = scenarioOf({ policy: { n: 5, T: 60 }, cluster: { nodes: NODES }, traffic: [], lanes });
  return planOf(scenario).lanes.filter((lane) => lane.kind === 'scheme');
}

type Ask = (message: Message, now: Instant) => Reply | Promise<Reply>;

/** Runs a program; what it waits for passes at once. */
async function decide(program: Program, now: Instant, ask: Ask): Promise<SchemeDecision | string> {
  try {
    let step = program.next();
    while (step.done !== true) {
      const effect = step.value;
      if (effect.kind === 'wait-for') throw new TypeError('nobody is there to wake it');
      const reply = effect.kind === 'sleep' || effect.kind === 'wake' ? null : await ask(effect, now);
      step = reply instanceof StoreError ? program.throw(reply) : program.next(reply);
    }
    return step.value;
  } catch (error) {
    if (error instanceof StoreError || error instanceof NoReplyError) return error.message;
    throw error;
  }
}

type ScriptMessage = Extract<Message, { readonly kind: 'script' }>;
type ScriptArgs = ScriptMessage['args'];

/** Of a real server no clock can be set: a script that asks for the time gets that of the simulated store. */
function withTime(message: Message, now: Instant): Message {
  if (message.kind !== 'script') return message;
  const time = `{ '${Math.floor(now / SECOND)}', '${now % SECOND}' }`;
  const lua = message.script.lua.replace("redis.call('TIME')", time);
  return { ...message, script: { ...message.script, lua } };
}

/** Every script that lanes send, with each call while they decide on a few requests, a second apart. */
async function callsOf(all: readonly SchemePlan[]): Promise<ReadonlyMap<LuaScript, readonly ScriptMessage[]>> {
  const calls = new Map<LuaScript, ScriptMessage[]>();
  for (const { algorithm: scheme, params } of all) {
    const store = new SimulatedStore(scheme.server?.(params) ?? null);
    const memory = new Map<string, KeyState>();
    for (let request = 0; request < 8; request++) {
      const now = request * SECOND;
      const context = {
        key: 'a',
        cost: 1,
        now,
        node: 0,
        joinedAt: undefined,
        request,
        memory,
        wantsExplanation: false,
      };
      await decide(scheme.decide(context, params), now, (message, at) => {
        if (message.kind === 'script') calls.set(message.script, [...(calls.get(message.script) ?? []), message]);
        return store.execute(message, at, 0);
      });
    }
  }
  return calls;
}

/** The part of a decision that must be the same: for a wait read from a clock, only that there is one. */
function shown(ruling: SchemeDecision | string, readsClock: boolean): unknown {
  if (typeof ruling === 'string' || !readsClock || ruling.retryAfter === null) return ruling;
  return { ...ruling, retryAfter: 'some time' };
}

describe.skipIf(!hasRedis)('schemes on the simulated store and on a real Redis', () => {
  let server: RedisServer;
  let client: TestRedisClient;
  beforeAll(async () => {
    server = await RedisServer.start();
    client = await server.client();
  });
  afterAll(async () => {
    client.destroy();
    await server.stop();
  });

  it.each(planned().map((lanePlan, index) => [JSON.stringify(lanes[index]), lanePlan] as const))(
    'decide the same, one at a time: %s',
    async (name, { algorithm: scheme, params }) => {
      await client.sendCommand(['FLUSHDB']);
      const sender = await RedisConnection.open(server.address, 'test:');
      const own = scheme.server?.(params) ?? null;
      const [store, asked] = [new SimulatedStore(own), new SimulatedStore(own)];
      const memories = [0, 1].map(() => Array.from({ length: NODES }, () => new Map<string, KeyState>()));
      const random = makeStream(11, 1, 1);
      const most = Math.min(3, scheme.maxCost(params));
      const rulings: [simulated: unknown, real: unknown][] = [];
      let now = 10 * STEP;
      for (let request = 0; request < 60; request++) {
        const gap = nextBelow(random, 3) === 0 ? nextBelow(random, 12) * STEP : 0;
        await passTime(client, gap);
        now += gap;
        const node = nextBelow(random, NODES);
        const context = (side: number): RequestContext => ({
          key: nextBelow(random, 4) === 0 ? 'b' : 'a',
          cost: 1 + nextBelow(random, most),
          now,
          node,
          joinedAt: undefined,
          request,
          memory: memories[side]?.[node] as Map<string, KeyState>,
          wantsExplanation: false,
        });
        const simulated = context(0);
        const real = { ...simulated, memory: context(1).memory };
        rulings.push([
          await decide(scheme.decide(simulated, params), now, (message, at) => store.execute(message, at, node)),
          await decide(scheme.decide(real, params), now, (message, at) => {
            return message.kind === 'ask' ? asked.execute(message, at, node) : sender.send(withTime(message, at));
          }),
        ]);
      }
      await sender.close();
      const readsClock = !scheme.supportsVirtualTime(params);
      expect(rulings.map(([, real]) => shown(real as SchemeDecision, readsClock))).toEqual(
        rulings.map(([simulated]) => shown(simulated as SchemeDecision, readsClock)),
      );
      // Nothing is shown by a lane that always answers the same.
      const verdicts = new Set(rulings.map(([ruling]) => (ruling as SchemeDecision).verdict));
      expect([name, verdicts.size > 1]).toEqual([name, true]);
    },
    60_000,
  );

  const small = fc.integer({ min: 0, max: 12 });
  const instant = fc.integer({ min: 0, max: 40 }).map((tenths) => tenths * 100_000);
  const LONG = fc.constant(100_000);
  /** Random arguments by the script's name; one without gets those that its own scheme sends. */
  const randomArgs: Readonly<Record<string, fc.Arbitrary<ScriptArgs>>> = {
    'redis-incr': fc.tuple(fc.integer({ min: 1, max: 3 }), LONG),
    'tair-incr': fc.tuple(fc.integer({ min: 1, max: 3 }), LONG),
    'redis-sub-window': fc
      .tuple(
        small,
        fc.integer({ min: 0, max: 5 }),
        fc.integer({ min: 0, max: 4 }),
        fc.integer({ min: 3, max: 9 }),
        fc.integer({ min: 1, max: 3 }),
        LONG,
      )
      .map(([slice, back, further, n, cost, ttl]) => [slice, slice - back, slice - back - further, n, cost, ttl]),
    'redis-token-bucket': fc.tuple(
      fc.constant(4_000_000),
      fc.integer({ min: 1, max: 3 }).map((cost) => cost * 1_000_000),
      fc.integer({ min: 1, max: 3 }),
      fc.constant(1_400_000),
      instant,
      LONG,
    ),
    'redis-token-bucket, published': fc.tuple(
      fc.constant(4_000_000),
      fc.integer({ min: 1, max: 3 }).map((cost) => cost * 1_000_000),
      fc.integer({ min: 1, max: 3 }),
      fc.constant(1_400_000),
      instant,
      fc.constantFrom(100, 100, 100, 0),
      fc.constant(1_000_000),
    ),
    release: fc.tuple(fc.constantFrom('1', '2', 'x')),
    'redis-sliding-log': fc
      .tuple(instant, fc.integer({ min: 3, max: 6 }), fc.integer({ min: 1, max: 3 }), fc.nat({ max: 1_000 }), LONG)
      .map(([now, n, cost, name, ttl]) => [now, now - 1_000_000, now - 2_000_000, n, cost, name, ttl]),
    'redis-cooldown': fc.tuple(
      instant,
      fc.constant(1_000_000),
      fc.integer({ min: 1, max: 7 }),
      fc.integer({ min: 1, max: 3_000_000 }),
    ),
  };
  /** What there may be at the key before: something of another type, or text that means something to those scripts. */
  const found = (name: string): fc.Arbitrary<readonly Command[]> =>
    fc.constantFrom<Command[]>(
      [],
      [],
      [['RPUSH', 'a', 'x']],
      ['release', 'redis-incr', 'tair-incr'].includes(name) ? [['SET', 'a', '1']] : [],
    );

  it('run scripts that reply as their twins do, on the same random calls', async () => {
    const calls = await callsOf(planned());
    expect([...calls.keys()].map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(randomArgs)));
    let runs = 0;
    for (const [script, sent] of calls) {
      const args = randomArgs[script.name] ?? fc.constantFrom(...sent.map((message) => message.args));
      const key = fc.constantFrom('a', 'b');
      const sequence = fc.array(fc.tuple(key, args), { minLength: 1, maxLength: 12 });
      const law = async (before: readonly Command[], calling: readonly (readonly [string, ScriptArgs])[]) => {
        const sender = await RedisConnection.open(server.address, `scripts ${runs++}:`);
        const store = new SimulatedStore(null);
        const messages = calling.map(([first, words]): Message => {
          const keys = (sent[0]?.keys ?? []).map((name) => name.replace('a', first));
          return { kind: 'script', script, keys, args: words };
        });
        for (const message of [...before.map((command) => send(...command)), ...messages]) {
          const [simulated, real] = [store.execute(message, 0, 0), await sender.send(withTime(message, 0))];
          expect(timeless(script, real)).toEqual(timeless(script, simulated));
        }
        await sender.close();
      };
      await fc.assert(fc.asyncProperty(found(script.name), sequence, law), { numRuns: 100, seed: 7 });
    }
  }, 60_000);
});

/** The second number of redis-incr's reply is read off the clock. */
function timeless({ name }: LuaScript, reply: Reply): unknown {
  if (reply instanceof StoreError) return `error ${reply.message}`;
  if (name !== 'redis-incr' || !Array.isArray(reply)) return reply;
  const [count, left] = reply as readonly number[];
  return [count, left === undefined || left < 0 ? left : 'some time'];
}
