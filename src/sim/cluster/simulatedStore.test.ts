import { describe, expect, it } from 'vitest';
import { ask, evaluate, send, StoreError, transaction, type RedisCall, type Command, type Reply } from './command.ts';
import type { SchemeServer } from './scheme.ts';
import { SimulatedStore, type AccessRecord } from './simulatedStore.ts';

const error = (message: string) => new StoreError(message);
const WRONGTYPE = error('WRONGTYPE Operation against a key holding the wrong kind of value');
const NOT_WHOLE = error('ERR value is not an integer or out of range');

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

const counter: SchemeServer = {
  init: () => ({ asked: 0, last: 0, log: new Float64Array(4) }),
  answer(state, now, [by = 1]) {
    state['asked'] = (state['asked'] as number) + by;
    state['last'] = now;
    return [state['asked'], now];
  },
};

describe('a transaction', () => {
  it('replies to each command, continues after a failed one, and runs nothing if one cannot be queued', () => {
    const store = furnished();
    expect(store.execute(transaction(['INCR', 'n'], ['GET', 'hash'], ['INCR', 'n']), 0, 0)).toEqual([1, WRONGTYPE, 2]);
    const aborted = error('EXECABORT Transaction discarded because of previous errors.');
    expect(store.execute(transaction(['INCR', 'n'], ['GET']), 0, 0)).toEqual(aborted);
    expect(store.execute(transaction(['INCR', 'n'], ['WATCH']), 0, 0)).toEqual(aborted);
    expect(store.execute(transaction(['WATCH', 'n'], ['GET', 'n']), 0, 0)).toEqual(['2']);
    expect(store.execute(transaction(['UNWATCH'], ['GET', 'n']), 0, 0)).toEqual(['OK', '2']);
  });

  /** What is done between a session's WATCH and its EXEC, and whether that breaks it. */
  const between: readonly (readonly [
    string,
    readonly (readonly [at: number, session: number, command: Command])[],
    boolean,
  ])[] = [
    ['nothing', [], false],
    ['another key is written', [[0, 1, ['SET', 'other', 1]]], false],
    ['it is read', [[0, 1, ['GET', 'k']]], false],
    ['it is written', [[0, 1, ['SET', 'k', 1]]], true],
    ['it is written by the session itself', [[0, 0, ['INCR', 'k']]], true],
    [
      'it is written, and then as before',
      [
        [0, 1, ['INCR', 'k']],
        [0, 1, ['INCRBY', 'k', -1]],
      ],
      true,
    ],
    ['a condition prevents the write', [[0, 1, ['SET', 'k', 1, 'NX']]], false],
    ['its expiry is set', [[0, 1, ['PEXPIRE', 'k', 100]]], true],
    ['it is removed', [[0, 1, ['DEL', 'k']]], true],
    ['a missing key is removed', [[0, 1, ['DEL', 'none']]], false],
    ['a missing key is created', [[0, 1, ['RPUSH', 'none', 1]]], true],
    ['it expires without being read', [[10_000, 1, ['GET', 'other']]], true],
    ['it expires, and is created again', [[10_000, 1, ['INCR', 'k']]], true],
    [
      'it is watched again',
      [
        [0, 1, ['SET', 'k', 1]],
        [0, 0, ['WATCH', 'k']],
      ],
      true,
    ],
    [
      'the watch is ended',
      [
        [0, 1, ['SET', 'k', 1]],
        [0, 0, ['UNWATCH']],
      ],
      false,
    ],
    [
      'it is ended and started again',
      [
        [0, 1, ['SET', 'k', 1]],
        [0, 0, ['UNWATCH']],
        [0, 0, ['WATCH', 'k']],
      ],
      false,
    ],
    [
      'another session ends its own watch',
      [
        [0, 1, ['SET', 'k', 1]],
        [0, 1, ['UNWATCH']],
      ],
      true,
    ],
  ];
  it.each(between)('breaks a watch, or not: %s', (_, commands, broken) => {
    const store = new SimulatedStore(null);
    store.execute(send('SET', 'k', 5, 'PX', 10), 0, 0);
    store.execute(send('WATCH', 'k', 'none'), 0, 0);
    store.execute(send('WATCH', 'k'), 0, 1);
    let now = 0;
    for (const [at, session, command] of commands) store.execute(send(...command), (now = at), session);
    const reply = store.execute(transaction(['SET', 'done', 1]), now, 0);
    expect(reply).toEqual(broken ? null : ['OK']);
    expect(store.describe('done', now)).toBe(broken ? '–' : '1');
    // EXEC has ended the watch: a second one runs, whatever became of the first.
    store.execute(send('SET', 'k', 2), now, 1);
    expect(store.execute(transaction(['SET', 'done', 2]), now, 0)).toEqual(['OK']);
  });

  it('is broken by a flush of existing data, but not by a key that had already expired', () => {
    const store = new SimulatedStore(null);
    store.execute(send('SET', 'k', 5, 'PX', 10), 0, 0);
    store.execute(send('WATCH', 'k'), 10_000, 0);
    store.execute(send('WATCH', 'none'), 10_000, 1);
    store.execute(send('GET', 'k'), 10_000, 2);
    expect(store.execute(transaction(['SET', 'k', 1]), 10_000, 0)).toEqual(['OK']);
    store.execute(send('WATCH', 'k'), 10_000, 0);
    store.flush();
    expect(store.execute(transaction(['SET', 'x', 1]), 10_000, 0)).toBeNull();
    expect(store.execute(transaction(['SET', 'x', 1]), 10_000, 1)).toEqual(['OK']);
  });

  it('forgets the watches of a connection that has ended', () => {
    const store = new SimulatedStore(null);
    store.execute(send('WATCH', 'k'), 0, 0);
    store.execute(send('SET', 'k', 1), 0, 1);
    store.disconnect(0);
    expect(store.execute(transaction(['GET', 'k']), 0, 0)).toEqual(['1']);
  });
});

describe('a script', () => {
  const script = (run: (call: RedisCall, keys: readonly string[], args: readonly (string | number)[]) => Reply) => ({
    name: 'test',
    lua: '',
    run,
  });
  it('calls commands, and gets its arguments as they were sent', () => {
    const store = new SimulatedStore(null);
    const seen = script((call, [key = ''], args) => [call('INCRBY', key, args[0] as number), ...args]);
    expect(store.execute(evaluate(seen, ['k'], [3, 0.5, 'x']), 0, 0)).toEqual([3, 3, 0.5, 'x']);
  });

  it('ends with an uncaught error, and its writes stay', () => {
    const store = new SimulatedStore(null);
    const failing = script((call) => [call('SET', 'k', 'x'), call('INCR', 'k')]);
    expect(store.execute(evaluate(failing, [], []), 0, 0)).toEqual(NOT_WHOLE);
    const careful = script((call) => {
      try {
        return call('INCR', 'k');
      } catch (caught) {
        return (caught as StoreError).message;
      }
    });
    expect(store.execute(evaluate(careful, [], []), 0, 0)).toBe(NOT_WHOLE.message);
    expect(store.execute(send('GET', 'k'), 0, 0)).toBe('x');
    const words = error('ERR Wrong number of args calling Redis command from script');
    expect(
      store.execute(
        evaluate(
          script((call) => call('GET')),
          [],
          [],
        ),
        0,
        0,
      ),
    ).toEqual(words);
    const watching = script((call) => call('WATCH', 'k'));
    expect(store.execute(evaluate(watching, [], []), 0, 0)).toEqual(
      error('ERR This Redis command is not allowed from script'),
    );
    const broken = script(() => {
      throw new TypeError('a bug');
    });
    expect(() => store.execute(evaluate(broken, [], []), 0, 0)).toThrow('a bug');
  });
});

describe('a server', () => {
  it('keeps a separate state for each key, by true time', () => {
    const store = new SimulatedStore(counter);
    expect(store.execute(ask('a', 2), 7, 0)).toEqual([2, 7]);
    expect(store.execute(ask('b', 1), 8, 0)).toEqual([1, 8]);
    expect(store.execute(ask('a', 2), 9, 1)).toEqual([4, 9]);
    expect(store.describe('a', 9)).toBe('asked 4, last 9');
    expect(store.size).toBe(2);
    store.flush();
    expect(store.size).toBe(0);
    expect(store.execute(ask('a', 2), 10, 0)).toEqual([2, 10]);
    expect(new SimulatedStore(null).execute(ask('a'), 0, 0)).toEqual(error('ERR there is no server that answers ASK'));
  });
});

describe('inspection', () => {
  it('describes what a key holds without recording an access', () => {
    const store = furnished();
    const commands: readonly Command[] = [
      ['SET', 'count', 12_345, 'PX', 1],
      ['HSET', 'bucket', 'tokens', 2.5, 'time', 500],
      ['RPUSH', 'list', 'b', 'c'],
      ['HSET', 'wide', ...[1, 2, 3, 4, 5, 6, 7].flatMap((field) => [field, 0])],
    ];
    for (const command of commands) store.execute(send(...command), 0, 0);
    const keys = ['none', 'count', 'text', 'bucket', 'wide', 'list', 'set'];
    const words = ['–', '12,345', 'hello', 'tokens 2.5, time 500', '7 fields', '3 entries', '1 entry'];
    store.execute(send('WATCH', 'count'), 0, 0);
    const touches: AccessRecord[] = [];
    store.accessLog = touches;
    expect(keys.map((key) => store.describe(key, 999))).toEqual(words);
    expect(store.describe('count', 1_000)).toBe('–');
    const halves = (name: string, value: string) => (name === 'text' ? null : `${name} half of ${2 * Number(value)}`);
    expect(keys.slice(1, 4).map((key) => store.describe(key, 999, halves))).toEqual([
      'count half of 24690',
      'hello',
      'tokens half of 5, time half of 1000',
    ]);
    expect(touches).toEqual([]);
    expect(store.execute(transaction(['GET', 'count']), 999, 0)).toEqual(['12345']);
  });

  /** Keys in the order in which they are read (r) and written (w), or written without overwriting anything (s). */
  const uses: readonly (readonly [Command, string])[] = [
    [['GET', 'none'], 'r'],
    [['SET', 'text', 1], 'w'],
    [['SET', 'text', 1, 'NX'], 'r'],
    [['SET', 'none', 1, 'NX'], 'rs'],
    [['SET', 'text', 1, 'XX'], 'rw'],
    [['INCR', 'none'], 'rw'],
    [['INCR', 'text'], 'r'],
    [['DEL', 'none'], 'r'],
    [['DEL', 'text'], 'rw'],
    [['PEXPIRE', 'text', 1], 'rs'],
    [['PEXPIRE', 'none', 1], 'r'],
    [['PEXPIRE', 'text', 0], 'rw'],
    [['LLEN', 'list'], 'r'],
    [['RPUSHX', 'none', 1], 'r'],
    [['RPUSHX', 'list', 1], 'rw'],
    [['HSET', 'hash', 'f', 1], 'rw'],
    [['HINCRBY', 'hash', 'g', 1], 'rw'],
    [['ZADD', 'set', 1, 'a'], 'r'],
    [['ZADD', 'set', 2, 'a'], 'rw'],
    [['ZREMRANGEBYSCORE', 'set', 2, 9], 'r'],
    [['ZREMRANGEBYSCORE', 'set', 0, 9], 'rw'],
    [['WATCH', 'text'], ''],
  ];
  it.each(uses)('records reads and writes: %j', (command, expected) => {
    const store = furnished();
    const touches: AccessRecord[] = [];
    store.accessLog = touches;
    store.execute(send(...command), 0, 0);
    const key = command[1];
    const accesses: Readonly<Record<string, AccessRecord['access']>> = { r: 'read', w: 'write', s: 'safe-write' };
    expect(touches).toEqual(Array.from(expected, (letter) => ({ key, access: accesses[letter] })));
  });

  it('records accesses of transactions, scripts and ASK, until it is switched off', () => {
    const store = new SimulatedStore(counter);
    const touches: AccessRecord[] = [];
    store.accessLog = touches;
    store.execute(transaction(['GET', 'a'], ['SET', 'b', 1]), 0, 0);
    store.execute(evaluate({ name: '', lua: '', run: (call) => call('GET', 'c') }, [], []), 0, 0);
    store.execute(ask('d'), 0, 0);
    store.accessLog = null;
    store.execute(send('GET', 'e'), 0, 0);
    expect(touches.map(({ key, access }) => `${key} ${access}`)).toEqual([
      'a read',
      'b write',
      'c read',
      'd read',
      'd write',
    ]);
  });
});

it('uses memory in proportion to live keys, not to elapsed time', () => {
  const store = new SimulatedStore(null);
  let most = 0;
  for (let request = 0; request < 20_000; request++) {
    const at = request * 1_000;
    store.execute(transaction(['INCR', `window-${request}`], ['PEXPIRE', `window-${request}`, 100]), at, 0);
    most = Math.max(most, store.size);
  }
  // A hundred live at any time.
  expect(most).toBeLessThan(400);
});
