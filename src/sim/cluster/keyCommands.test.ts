/** Replies to sequences of commands. Other tests run similar commands against a real Redis. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { send, StoreError, type Command, type Reply } from './command.ts';
import { SimulatedStore } from './simulatedStore.ts';

const error = (message: string) => new StoreError(message);
const WRONGTYPE = error('WRONGTYPE Operation against a key holding the wrong kind of value');
const NOT_WHOLE = error('ERR value is not an integer or out of range');
const OVERFLOW = error('ERR increment or decrement would overflow');
const SYNTAX = error('ERR syntax error');
const MOST = Number.MAX_SAFE_INTEGER;

/** When, in microseconds; what is sent; what is answered. */
type Row = readonly [at: number, command: Command, reply: Reply];

/** The commands of a table, one after the other, to one store. */
function answers(rows: readonly Row[]): Row[] {
  const store = new SimulatedStore(null);
  return rows.map(([at, command]) => [at, command, store.execute(send(...command), at, 0)]);
}

/** One key of each type, and none. */
function furnished(): SimulatedStore {
  const store = new SimulatedStore(null);
  const made: Command[] = [
    ['SET', 'text', 'hello'],
    ['RPUSH', 'list', 'a'],
    ['HSET', 'hash', 'f', 'x'],
    ['ZADD', 'set', 1, 'a'],
  ];
  for (const command of made) store.execute(send(...command), 0, 0);
  return store;
}

describe('the store replies as Redis does', () => {
  const tables: Record<string, readonly Row[]> = {
    'text and counts': [
      [0, ['GET', 'k'], null],
      [0, ['SET', 'k', 'v'], 'OK'],
      [0, ['GET', 'k'], 'v'],
      [0, ['SET', 'k', 7], 'OK'],
      [0, ['INCR', 'k'], 8],
      [0, ['INCRBY', 'k', '-3'], 5],
      [0, ['GET', 'k'], '5'],
      [0, ['SET', 'k', '5'], 'OK'],
      [0, ['INCRBY', 'k', 2], 7],
      [0, ['INCR', 'new'], 1],
      [0, ['DEL', 'k'], 1],
      [0, ['DEL', 'k'], 0],
      [0, ['SET', 'fraction', 0.1], 'OK'],
      [0, ['GET', 'fraction'], '0.1'],
      [0, ['INCR', 'fraction'], NOT_WHOLE],
    ],
    'memory that threads share': [
      [0, ['READ', 'k'], null],
      [0, ['WRITE', 'k', 3], 'OK'],
      [0, ['ADD', 'k', 2], 5],
      [0, ['READ', 'k'], '5'],
      [0, ['WRITE', 'k', 3, 'NX'], error("ERR wrong number of arguments for 'write' command")],
    ],
    'SET with conditions': [
      [0, ['SET', 'k', 1, 'XX'], null],
      [0, ['SET', 'k', 1, 'NX', 'PX', 100], 'OK'],
      [0, ['SET', 'k', 2, 'NX', 'PX', 100], null],
      [0, ['GET', 'k'], '1'],
      [0, ['SET', 'k', 3, 'xx'], 'OK'],
      // A value set anew stays.
      [0, ['PTTL', 'k'], -1],
      [0, ['SET', 'k', 3, 'GET', 'EX', 5], '3'],
      [0, ['SET', 'k', 3, 'KEEPTTL'], 'OK'],
      [0, ['PTTL', 'k'], 5_000],
      [0, ['SET', 'k', 4, 'NX', 'GET'], '3'],
      [0, ['SET', 'none', 4, 'XX', 'GET'], null],
      [0, ['SET', 'new', 4, 'GET', 'KEEPTTL'], null],
      [0, ['GET', 'new'], '4'],
      [0, ['SET', 'k', 4, 'EX', 1, 'KEEPTTL'], SYNTAX],
      [0, ['SET', 'k', 4, 'EXAT', 9], error('The simulated store has no EXAT in SET')],
      [0, ['SET', 'k', 4, 'NX', 'XX'], SYNTAX],
      [0, ['SET', 'k', 4, 'EX', 1, 'PX', 1], SYNTAX],
      [0, ['SET', 'k', 4, 'PX'], SYNTAX],
      [0, ['SET', 'k', 4, 'SOON'], SYNTAX],
      [0, ['SET', 'k', 4, 'PX', 0], error("ERR invalid expire time in 'set' command")],
      [0, ['SET', 'k', 4, 'EX', -1], error("ERR invalid expire time in 'set' command")],
      [0, ['SET', 'k', 4, 'PX', 1.5], NOT_WHOLE],
      [0, ['GET', 'k'], '3'],
    ],
    'expiry to the microsecond': [
      [500, ['SET', 'k', 'v', 'PX', 2], 'OK'],
      [500, ['PTTL', 'k'], 2],
      [501, ['PTTL', 'k'], 2],
      [1_500, ['PTTL', 'k'], 1],
      [2_499, ['GET', 'k'], 'v'],
      [2_500, ['GET', 'k'], null],
      [2_500, ['PTTL', 'k'], -2],
      [3_000, ['INCR', 'k'], 1],
      [3_000, ['PTTL', 'k'], -1],
      [3_000, ['EXPIRE', 'k', 1], 1],
      // Counting leaves the expiry as it is; telling it again moves it.
      [1_002_999, ['INCR', 'k'], 2],
      [1_002_999, ['PEXPIRE', 'k', 1], 1],
      [1_003_998, ['EXISTS', 'k'], 1],
      [1_003_999, ['EXISTS', 'k'], 0],
      [1_003_999, ['PEXPIRE', 'k', 1], 0],
      [2_000_000, ['SET', 'k', 1, 'EX', 1], 'OK'],
      [2_000_000, ['EXPIRE', 'k', 0], 1],
      [2_000_000, ['GET', 'k'], null],
      [2_000_000, ['EXPIRE', 'k', 'soon'], NOT_WHOLE],
      [2_000_000, ['PEXPIRE', 'k', 'soon', 'SOON'], error('ERR Unsupported option SOON')],
    ],
    'expiry with conditions': [
      [0, ['SET', 'k', 1], 'OK'],
      [0, ['EXPIRE', 'k', 1, 'XX'], 0],
      [0, ['EXPIRE', 'k', 1, 'GT'], 0],
      [0, ['EXPIRE', 'k', 5, 'lt'], 1],
      [0, ['EXPIRE', 'k', 9, 'NX'], 0],
      [0, ['EXPIRE', 'k', 5, 'GT'], 0],
      [0, ['EXPIRE', 'k', 6, 'XX', 'GT'], 1],
      [0, ['EXPIRE', 'k', 6, 'LT'], 0],
      [0, ['EXPIRE', 'k', 4, 'LT'], 1],
      [0, ['PTTL', 'k'], 4_000],
      [0, ['EXPIRE', 'k', 1, 'NX', 'XX'], error('ERR NX and XX, GT or LT options at the same time are not compatible')],
      [0, ['EXPIRE', 'k', 1, 'GT', 'LT'], error('ERR GT and LT options at the same time are not compatible')],
    ],
    'a value and its expiry in one command': [
      [0, ['SETEX', 'k', 2, 'v'], 'OK'],
      [0, ['TTL', 'k'], 2],
      // To the nearest second, as Redis rounds.
      [1_499_000, ['TTL', 'k'], 1],
      [1_501_000, ['TTL', 'k'], 0],
      [2_000_000, ['TTL', 'k'], -2],
      [2_000_000, ['PSETEX', 'k', 1, 7], 'OK'],
      [2_000_999, ['DECR', 'k'], 6],
      [2_001_000, ['SETNX', 'k', 5], 1],
      [2_001_000, ['SETNX', 'k', 6], 0],
      [2_001_000, ['TTL', 'k'], -1],
      [2_001_000, ['DECRBY', 'k', 7], -2],
      [2_001_000, ['DECRBY', 'new', 0], 0],
      [2_001_000, ['MGET', 'k', 'none', 'k'], ['-2', null, '-2']],
      [2_001_000, ['SETEX', 'k', 0, 'v'], error("ERR invalid expire time in 'setex' command")],
      [2_001_000, ['PSETEX', 'k', 1.5, 'v'], NOT_WHOLE],
    ],
    lists: [
      [0, ['LLEN', 'k'], 0],
      [0, ['RPUSHX', 'k', 'a'], 0],
      [0, ['EXISTS', 'k'], 0],
      [0, ['RPUSH', 'k', 'a', 'b'], 2],
      [0, ['RPUSHX', 'k', 'c'], 3],
      [0, ['LLEN', 'k'], 3],
      [0, ['EXISTS', 'k', 'k', 'none'], 2],
    ],
    hashes: [
      [0, ['HGETALL', 'k'], []],
      [0, ['HMGET', 'k', 'tokens', 'time'], [null, null]],
      [0, ['HGET', 'k', 'tokens'], null],
      [0, ['HMSET', 'k', 'tokens', 7.25], 'OK'],
      [0, ['HSET', 'k', 'tokens', 7.25, 'time', 5], 1],
      [0, ['HMGET', 'k', 'time', 'none', 'tokens'], ['5', null, '7.25']],
      [0, ['HGET', 'k', 'tokens'], '7.25'],
      [0, ['HMSET', 'k', 'tokens', 1, 'time'], error("ERR wrong number of arguments for 'hmset' command")],
      [0, ['HSET', 'k', 'time', '9', 'more', 'x'], 1],
      [0, ['HGETALL', 'k'], ['tokens', '7.25', 'time', '9', 'more', 'x']],
      [0, ['HINCRBY', 'k', 'time', 3], 12],
      [0, ['HINCRBY', 'k', 'new', -2], -2],
      [0, ['HINCRBY', 'k', 'tokens', 1], error('ERR hash value is not an integer')],
      [0, ['HINCRBY', 'k', 'time', MOST], OVERFLOW],
      [0, ['HINCRBY', 'k', 'time', 'x'], NOT_WHOLE],
      [0, ['HSET', 'k', 'f', 1, 'g'], error("ERR wrong number of arguments for 'hset' command")],
      [0, ['HDEL', 'k', 'time', 'none', 'more'], 2],
      [0, ['HGETALL', 'k'], ['tokens', '7.25', 'new', '-2']],
      [0, ['HDEL', 'k', 'tokens', 'new', 'new'], 2],
      [0, ['EXISTS', 'k'], 0],
      [0, ['HDEL', 'k', 'new'], 0],
    ],
    'sorted sets': [
      [0, ['ZCARD', 'k'], 0],
      [0, ['ZADD', 'k', 5, 'e', 1, 'a', 3, 'c'], 3],
      [0, ['ZADD', 'k', 3, 'b', 4, 'e'], 1],
      [0, ['ZRANGE', 'k', 0, -1, 'WITHSCORES'], ['a', '1', 'b', '3', 'c', '3', 'e', '4']],
      [0, ['ZRANGE', 'k', 0, 0], ['a']],
      [0, ['ZRANGE', 'k', -2, 9], ['c', 'e']],
      [0, ['ZRANGE', 'k', 3, 1], []],
      [0, ['ZRANGEBYSCORE', 'k', '(1', '+inf', 'WITHSCORES', 'LIMIT', 1, 1], ['c', '3']],
      [0, ['ZRANGEBYSCORE', 'k', 1, 3], ['a', 'b', 'c']],
      [0, ['ZRANGEBYSCORE', 'k', 1, 9, 'LIMIT', 2, -1], ['c', 'e']],
      [0, ['ZRANGEBYSCORE', 'k', 1, 9, 'LIMIT', 4, -1], []],
      [0, ['ZRANGEBYSCORE', 'k', 1, 9, 'LIMIT', 0, 0], []],
      [0, ['ZRANGEBYSCORE', 'k', 1, 9, 'LIMIT', -1, 2], []],
      [0, ['ZRANGEBYSCORE', 'k', 9, 1], []],
      [0, ['ZRANGEBYSCORE', 'k', 1, 9, 'LIMIT', 1], SYNTAX],
      [0, ['ZSCORE', 'k', 'e'], '4'],
      [0, ['ZSCORE', 'k', 'none'], null],
      [0, ['ZADD', 'k', 8, 'x', 9, 'y'], 2],
      [0, ['ZREM', 'k', 'x', 'none', 'y'], 2],
      [0, ['ZREM', 'k', 'x'], 0],
      [0, ['ZCOUNT', 'k', 1, 3], 3],
      [0, ['ZCOUNT', 'k', '(1', '3'], 2],
      [0, ['ZCOUNT', 'k', '(3', '(4'], 0],
      [0, ['ZCOUNT', 'k', 4, 1], 0],
      [0, ['ZCOUNT', 'k', '-inf', '+inf'], 4],
      [0, ['ZREMRANGEBYSCORE', 'k', '-inf', '(3'], 1],
      [0, ['ZREMRANGEBYSCORE', 'k', 4, 9], 1],
      [0, ['ZADD', 'k', '-inf', 'low', 'inf', 'high'], 2],
      [0, ['ZRANGE', 'k', 0, -1, 'withscores'], ['low', '-inf', 'b', '3', 'c', '3', 'high', 'inf']],
      [0, ['ZADD', 'k', 'x', 'b'], error('ERR value is not a valid float')],
      [0, ['ZADD', 'k', 1, 'b', 2], SYNTAX],
      [0, ['ZCOUNT', 'k', '[1', 2], error('ERR min or max is not a float')],
      [0, ['ZRANGE', 'k', 0, 1, 'ASKEW'], SYNTAX],
      [0, ['ZRANGE', 'k', 0, 1, 'rev'], error('The simulated store has no REV in ZRANGE')],
      [0, ['ZADD', 'k', 'NX', 1, 'b'], error('The simulated store has no NX in ZADD')],
      [0, ['ZADD', 'k', 'NX', 'CH', 1, 'b'], error('The simulated store has no NX in ZADD')],
      [0, ['ZREMRANGEBYSCORE', 'k', '-inf', '+inf'], 4],
      [0, ['EXISTS', 'k'], 0],
    ],
    'whole numbers as Redis reads them': ['', ' 1', '+1', '01', '-0', '1.0', '1e3', 'x', '9007199254740992'].map(
      (by) => [0, ['INCRBY', 'k', by], NOT_WHOLE] as const,
    ),
    'counts up to 2^53': [
      [0, ['INCRBY', 'k', MOST], MOST],
      [0, ['INCR', 'k'], OVERFLOW],
      [0, ['INCRBY', 'k', -MOST], 0],
      [0, ['INCRBY', 'k', -MOST], -MOST],
      [0, ['INCRBY', 'k', '-1'], OVERFLOW],
    ],
  };
  it.each(Object.entries(tables))('%s', (_, rows) => {
    expect(answers(rows)).toEqual(rows);
  });

  it('rejects a command on a key of another type, and changes nothing', () => {
    const commands: Record<string, readonly Command[]> = {
      text: [
        ['GET', ''],
        ['READ', ''],
        ['INCR', ''],
        ['INCRBY', '', 1],
        ['DECR', ''],
        ['ADD', '', 1],
      ],
      list: [
        ['LLEN', ''],
        ['RPUSH', '', 1],
        ['RPUSHX', '', 1],
      ],
      hash: [
        ['HGETALL', ''],
        ['HGET', '', 'f'],
        ['HMGET', '', 'f'],
        ['HSET', '', 'f', 1],
        ['HMSET', '', 'f', 1],
        ['HINCRBY', '', 'f', 1],
        ['HDEL', '', 'f'],
      ],
      set: [
        ['ZADD', '', 1, 'b'],
        ['ZCARD', ''],
        ['ZCOUNT', '', 0, 1],
        ['ZREMRANGEBYSCORE', '', 0, 1],
        ['ZRANGE', '', 0, 1],
        ['ZRANGEBYSCORE', '', 0, 1],
        ['ZREM', '', 'a'],
        ['ZSCORE', '', 'a'],
      ],
    };
    const store = furnished();
    const keys = Object.keys(commands);
    const before = keys.map((key) => store.describe(key, 0));
    for (const key of keys) {
      for (const other of keys.filter((one) => one !== key)) {
        for (const [name, , ...args] of commands[other] as readonly Command[]) {
          expect([key, name, store.execute(send(name, key, ...args), 0, 0)]).toEqual([key, name, WRONGTYPE]);
        }
      }
    }
    expect(keys.map((key) => store.describe(key, 0))).toEqual(before);
    for (const key of keys) expect(store.execute(send('SET', key, 1), 0, 0)).toBe('OK');
  });

  it('checks the arity first', () => {
    const store = furnished();
    const wrong: readonly Command[] = [
      ['GET'],
      ['GET', 'a', 'b'],
      ['SET', 'a'],
      ['INCR', 'a', 1],
      ['DEL'],
      ['HSET', 'a', 'f'],
      ['HDEL', 'a'],
      ['ZADD', 'a', 1],
      ['ZCOUNT', 'a', 1],
      ['WATCH'],
      ['UNWATCH', 'a'],
    ];
    for (const command of wrong) {
      expect(store.execute(send(...command), 0, 0)).toEqual(
        error(`ERR wrong number of arguments for '${command[0].toLowerCase()}' command`),
      );
    }
    expect(store.execute(send('EXEC'), 0, 0)).toEqual(error('ERR EXEC is a message of its own, not a command'));
  });
});

it('a sorted set counts like a plain list of scores', () => {
  const score = fc.integer({ min: 0, max: 12 });
  const step = fc.oneof(
    fc.tuple(fc.constant('add' as const), score, score),
    fc.tuple(fc.constant('remove' as const), score, score),
    fc.tuple(fc.constant('cut' as const), score, score),
  );
  const law = (steps: readonly (readonly ['add' | 'remove' | 'cut', number, number])[]) => {
    const store = new SimulatedStore(null);
    const model = new Map<string, number>();
    const run = (...command: Command) => store.execute(send(...command), 0, 0);
    for (const [what, a, b] of steps) {
      if (what === 'add') {
        run('ZADD', 'k', a, `m${b}`);
        model.set(`m${b}`, a);
      } else {
        const from = what === 'cut' ? 0 : a;
        run('ZREMRANGEBYSCORE', 'k', from, `(${b}`);
        for (const [member, at] of model) if (at >= from && at < b) model.delete(member);
      }
      const sorted = [...model].sort(([one, x], [two, y]) => x - y || (one < two ? -1 : 1));
      expect(run('ZRANGE', 'k', 0, -1, 'WITHSCORES')).toEqual(sorted.flatMap(([member, at]) => [member, String(at)]));
      expect(run('ZCARD', 'k')).toBe(model.size);
      expect(run('ZCOUNT', 'k', `(${a}`, b)).toBe(sorted.filter(([, at]) => at > a && at <= b).length);
    }
  };
  fc.assert(fc.property(fc.array(step, { maxLength: 60 }), law), { numRuns: 300 });
});
