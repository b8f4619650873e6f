/** The simulated store against a real Redis: the same commands, the same replies. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  evaluate,
  send,
  StoreError,
  transaction,
  type Command,
  type Message,
  type Reply,
  type LuaScript,
} from '../sim/cluster/command.ts';
import { SimulatedStore } from '../sim/cluster/simulatedStore.ts';
import { MILLISECOND } from '../sim/time.ts';
import { RedisConnection } from './redisConnection.ts';
import { hasRedis, RedisServer } from './redisServer.ts';

type Session = 0 | 1;

/** What is sent, by which of two connections. With `lasts`, a key of so few milliseconds: whoever sent it waits until it is gone. */
interface Step {
  readonly session: Session;
  readonly message: Message;
  readonly lasts?: { readonly key: string; readonly ttl: number };
}

const SHORT = 3;
const LONG = 100_000;

const key = fc.constantFrom('a', 'b', 'c');
const text = fc.constantFrom<string | number>('x', '7', 5, '0.1', 0.25, '', -2);
const whole = fc.constantFrom<string | number>(1, 2, -3, '4', 1e12, '01', '+1', 'x', '1.5', '', ' 1', '-0');
const score = fc.constantFrom<string | number>(0, 1, 2, 3, 1.5, '-1', '2e0', 'inf', '-inf', '+inf', 'x', '');
const bound = fc.constantFrom<string | number>(0, 1, 3, '(1', '(2', '(-inf', '-inf', '+inf', '1.5', '[1', '(', '', 'x');
const rank = fc.constantFrom<string | number>(0, 1, 2, -1, -2, 9, '-9', 'x');
const field = fc.constantFrom('f', 'g', 'h');
const condition = fc.constantFrom<readonly string[]>(
  [],
  ['NX'],
  ['XX'],
  ['nx'],
  ['NX', 'XX'],
  ['PX'],
  ['SOON'],
  ['GET'],
  ['XX', 'GET'],
  ['KEEPTTL'],
);
const member = fc.constantFrom('m', 'n', 'o');

const of = <T extends Command>(...parts: { readonly [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.tuple(...(parts as readonly fc.Arbitrary<unknown>[])) as unknown as fc.Arbitrary<Command>;
const name = <const N extends Command[0]>(...names: readonly N[]) => fc.constantFrom(...names);

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    arbitrary: of(
      name('GET', 'READ', 'INCR', 'LLEN', 'HGETALL', 'ZCARD', 'PTTL', 'TTL', 'DECR', 'MGET', 'DEL', 'EXISTS'),
      key,
    ),
    weight: 4,
  },
  of(name('GET', 'SET', 'INCRBY', 'HSET', 'ZADD', 'WATCH', 'ZCOUNT', 'PEXPIRE'), key),
  of(name('DEL', 'EXISTS', 'MGET'), key, key),
  of(name('WRITE', 'SET'), key, text),
  fc
    .tuple(key, text, condition, fc.constantFrom([], ['PX', LONG], ['EX', '100'], ['PX', 0], ['EX', 'x']))
    .map(([one, value, when, ttl]): Command => ['SET', one, value, ...when, ...ttl]),
  of(name('SETEX', 'PSETEX'), key, fc.constantFrom<string | number>(LONG, '100000', 0, -1, 'x', 1.5), text),
  of(name('SETNX'), key, text),
  of(name('INCRBY', 'DECRBY', 'ADD'), key, whole),
  of(name('EXPIRE', 'PEXPIRE'), key, fc.constantFrom<string | number>(LONG, '100000', 0, -1, 'x', 1.5)),
  fc
    .tuple(
      name('EXPIRE', 'PEXPIRE'),
      key,
      // Hardly ever the same twice: meanwhile time passes on the server, and none here.
      fc.oneof(
        fc.integer({ min: 2, max: 1_000_000 }).map((times) => times * LONG),
        fc.constantFrom(0, 'x'),
      ),
      fc.array(fc.constantFrom('NX', 'xx', 'GT', 'LT', 'x'), { minLength: 1, maxLength: 2 }),
    )
    .map(([what, one, ttl, conditions]): Command => [what, one, ttl, ...conditions]),
  of(name('RPUSH', 'RPUSHX'), key, text),
  of(name('RPUSH', 'RPUSHX'), key, text, text),
  of(name('HGET'), key, field),
  of(name('HMGET'), key, field, field),
  of(name('HSET', 'HMSET'), key, field, text),
  of(name('HSET', 'HMSET'), key, field, text, field, whole),
  of(name('HSET', 'HMSET'), key, field, text, field),
  of(name('HDEL'), key, field, field),
  of(name('HINCRBY'), key, field, whole),
  of(name('ZADD'), key, score, member),
  of(name('ZADD'), key, score, member, score, member),
  of(name('ZADD'), key, score, member, score),
  of(name('ZCOUNT', 'ZREMRANGEBYSCORE'), key, bound, bound),
  of(name('ZSCORE', 'ZREM'), key, member),
  of(name('ZREM'), key, member, member),
  fc
    .tuple(
      key,
      bound,
      bound,
      fc.array(
        fc.oneof(
          fc.constant<(string | number)[]>(['withscores']),
          fc.tuple(fc.constant('LIMIT'), rank, rank),
          fc.constant(['LIMIT', 1]),
          fc.constant(['x']),
        ),
        { maxLength: 2 },
      ),
    )
    .map(([one, from, to, options]): Command => ['ZRANGEBYSCORE', one, from, to, ...options.flat()]),
  of(name('ZRANGE'), key, rank, rank),
  of(name('ZRANGE'), key, rank, rank, fc.constantFrom('WITHSCORES', 'withscores', 'x')),
);

const session = fc.constantFrom<Session>(0, 1);

/** One command by its words: the script that does least. */
const script: LuaScript = {
  name: 'one command',
  lua: 'return redis.call(ARGV[1], KEYS[1], unpack(ARGV, 2))',
  run: (call, [first = ''], [what, ...args]) => call(what as Command[0], first, ...args),
};

/** Only KEYS get the prefix, so the second key of DEL and EXISTS cannot be one of a script's arguments. */
const scripted = command
  .filter(
    ([what, , ...args]) =>
      !['READ', 'WRITE', 'ADD'].includes(what) && !(/^(?:DEL|EXISTS|MGET)$/.test(what) && args.length > 0),
  )
  .map(([what, first, ...args]) => evaluate(script, [String(first)], [what, ...args]));

const message: fc.Arbitrary<Message> = fc.oneof(
  { arbitrary: command.map((one) => send(...one)), weight: 6 },
  { arbitrary: scripted, weight: 2 },
  fc.array(command, { minLength: 1, maxLength: 4 }).map((commands) => transaction(...commands)),
  key.map((one) => send('WATCH', one)),
  fc.constant(send('UNWATCH')),
);

const brief: fc.Arbitrary<Step> = fc
  .tuple(session, key, fc.integer({ min: 1, max: SHORT }), fc.constantFrom('SET', 'NX', 'PEXPIRE', 'script'))
  .map(([by, one, ttl, how]): Step => {
    const lasts = { key: one, ttl };
    if (how === 'PEXPIRE') return { session: by, message: send('PEXPIRE', one, ttl), lasts };
    if (how === 'script') return { session: by, message: evaluate(script, [one], ['PEXPIRE', ttl]), lasts };
    return { session: by, message: send('SET', one, 'x', 'PX', ttl, ...(how === 'NX' ? ['NX'] : [])), lasts };
  });

const steps = fc.array<Step>(
  fc.oneof({ arbitrary: fc.record({ session, message }), weight: 8 }, { arbitrary: brief, weight: 1 }),
  { minLength: 1, maxLength: 40 },
);

/** What both must agree on: of a time to live that passes in real time, only that there is one. */
function shown(asked: Message, reply: Reply): unknown {
  if (reply instanceof StoreError) return `error ${reply.message}`;
  if (Array.isArray(reply)) {
    const inner =
      asked.kind === 'transaction'
        ? asked.commands.filter(([what]) => what !== 'WATCH').map((one) => send(...one))
        : [];
    return reply.map((one: Reply, place) => shown(inner[place] ?? asked, one));
  }
  const [what] = asked.kind === 'command' ? asked.command : asked.kind === 'script' ? asked.args : [];
  return (what === 'PTTL' || what === 'TTL') && typeof reply === 'number' && reply > 0 ? 'some time' : reply;
}

describe.skipIf(!hasRedis)('the simulated store and a real Redis', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await RedisServer.start();
  });
  afterAll(() => server.stop());

  let runs = 0;
  /** Two connections with a prefix of their own. */
  async function connected(): Promise<readonly [RedisConnection, RedisConnection]> {
    const prefix = `test ${runs++}:`;
    return [await RedisConnection.open(server.address, prefix), await RedisConnection.open(server.address, prefix)];
  }

  it('give the same replies to random commands, transactions, watches and scripts', async () => {
    const law = async (sequence: readonly Step[]) => {
      const connections = await connected();
      const store = new SimulatedStore(null);
      let now = 0;
      const both: [simulated: unknown, real: unknown][] = [];
      for (const step of sequence) {
        both.push([
          shown(step.message, store.execute(step.message, now, step.session)),
          shown(step.message, await connections[step.session].send(step.message)),
        ]);
        if (step.lasts === undefined) continue;
        const pttl = send('PTTL', step.lasts.key);
        const left = async () => Number(await connections[1].send(pttl));
        for (let ttl = await left(); ttl >= 0 && ttl <= SHORT; ttl = await left());
        now += step.lasts.ttl * MILLISECOND;
      }
      await Promise.all(connections.map((connection) => connection.close()));
      expect(both.map(([simulated]) => simulated)).toEqual(both.map(([, real]) => real));
    };
    await fc.assert(fc.asyncProperty(steps, law), { numRuns: 400, seed: 5 });
  });

  it('drop what a connection watched when it ends', async () => {
    const [one, other] = await connected();
    await one.send(send('WATCH', 'a'));
    await one.close();
    await other.send(send('SET', 'a', 1));
    expect(await other.send(transaction(['GET', 'a']))).toEqual(['1']);
    await other.close();
  });

  it('keep the fields of a hash in the order in which they were written', async () => {
    const [one, other] = await connected();
    const store = new SimulatedStore(null);
    const commands: readonly Command[] = [
      ...Array.from({ length: 100 }, (_, i): Command => ['HSET', 'h', `field ${(i * 37) % 100}`, i]),
      ['HINCRBY', 'h', 'field 7', 3],
      ['HSET', 'h', 'field 1', 'x'.repeat(60)],
    ];
    for (const each of commands) {
      expect(await one.send(send(...each))).toEqual(store.execute(send(...each), 0, 0));
    }
    expect(await other.send(send('HGETALL', 'h'))).toEqual(store.execute(send('HGETALL', 'h'), 0, 0));
    await Promise.all([one.close(), other.close()]);
  });
});
