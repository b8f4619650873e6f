/**
 * The commands that work on a key, as Redis 7 answers them: the same replies, errors word for word, and the same order of
 * checks where one command could fail in two ways. Times to live are whole milliseconds from `now`.
 */
import { NEVER, MILLISECOND, SECOND, type Duration } from '../time.ts';
import { StoreError, type Command, type CommandName, type Reply } from './command.ts';
import type { Entry, Keyspace } from './keyspace.ts';
import { bound, SortedSet } from './sortedSet.ts';
import { decimalOf, integer, kept, List, sum, textOf, wholeOf, wrongNumber, wrongType, type Hash } from './values.ts';

type Run = (space: Keyspace, command: Command) => Reply;

interface KeyCommand {
  /** Words, the name included: exactly so many, or at least, where negative. */
  readonly words: number;
  readonly run: Run;
}

export type KeyCommandName = Exclude<CommandName, 'WATCH' | 'UNWATCH' | 'MULTI' | 'EXEC' | 'EVAL' | 'ASK'>;

export const keyCommands: Readonly<Record<KeyCommandName, KeyCommand>> = {
  READ: { words: 2, run: get },
  WRITE: { words: 3, run: set },
  ADD: { words: 3, run: increase },
  GET: { words: 2, run: get },
  SET: { words: -3, run: set },
  DEL: { words: -2, run: del },
  INCR: { words: 2, run: increase },
  INCRBY: { words: 3, run: increase },
  EXISTS: { words: -2, run: exists },
  EXPIRE: { words: -3, run: (space, command) => expire(space, command, SECOND) },
  PEXPIRE: { words: -3, run: (space, command) => expire(space, command, MILLISECOND) },
  PTTL: { words: 2, run: timeToLive },
  LLEN: { words: 2, run: (space, command) => listOf(space.find(keyOf(command)))?.length ?? 0 },
  RPUSH: { words: -3, run: (space, command) => push(space, command, true) },
  RPUSHX: { words: -3, run: (space, command) => push(space, command, false) },
  HGETALL: { words: 2, run: hashFields },
  HSET: { words: -4, run: setFields },
  HINCRBY: { words: 4, run: increaseField },
  HDEL: { words: -3, run: removeFields },
  ZADD: { words: -4, run: addMembers },
  ZCARD: { words: 2, run: (space, command) => setOf(space.find(keyOf(command)))?.size ?? 0 },
  ZCOUNT: { words: 4, run: countMembers },
  ZRANGE: { words: -4, run: rangeOfMembers },
  ZREMRANGEBYSCORE: { words: 4, run: removeMembers },
};

// The number of words was checked before: an argument that a command needs is there.
function word(command: Command, place: number): string | number {
  return command[place] as string | number;
}

function keyOf(command: Command, place = 1): string {
  return textOf(word(command, place));
}

function get(space: Keyspace, command: Command): Reply {
  const entry = space.find(keyOf(command));
  return entry === undefined ? null : textOf(plain(entry));
}

/** @throws {StoreError} where the key holds something else than text */
function plain({ value }: Entry): string | number {
  if (typeof value === 'object') throw wrongType();
  return value;
}

function set(space: Keyspace, command: Command): Reply {
  let unit: Duration | null = null;
  let time: string | number = 0;
  let only: 'NX' | 'XX' | null = null;
  for (let place = 3; place < command.length; place++) {
    const option = textOf(word(command, place)).toUpperCase();
    if ((option === 'NX' || option === 'XX') && (only === null || only === option)) only = option;
    else if ((option === 'PX' || option === 'EX') && unit === null && place + 1 < command.length) {
      unit = option === 'PX' ? MILLISECOND : SECOND;
      time = word(command, ++place);
    } else throw new StoreError('ERR syntax error');
  }
  // Redis reads all options before it looks at what they say.
  const ttl = unit === null ? null : integer(time) * unit;
  if (ttl !== null && ttl <= 0) throw new StoreError("ERR invalid expire time in 'set' command");
  const key = keyOf(command);
  if (only !== null && (space.find(key) === undefined) !== (only === 'NX')) return null;
  const entry = space.put(key, kept(word(command, 2)));
  if (ttl !== null) space.expireAt(entry, space.now + ttl);
  return 'OK';
}

function del(space: Keyspace, command: Command): Reply {
  let gone = 0;
  for (let place = 1; place < command.length; place++) {
    const key = keyOf(command, place);
    if (space.find(key) === undefined) continue;
    space.remove(key);
    gone++;
  }
  return gone;
}

/** INCR, INCRBY and ADD. */
function increase(space: Keyspace, command: Command): Reply {
  const by = command.length === 2 ? 1 : integer(word(command, 2));
  const key = keyOf(command);
  const entry = space.find(key);
  if (entry === undefined) {
    space.put(key, by);
    return by;
  }
  const total = sum(integer(plain(entry)), by);
  entry.value = total;
  space.changed(key);
  return total;
}

function exists(space: Keyspace, command: Command): Reply {
  let there = 0;
  for (let place = 1; place < command.length; place++) if (space.find(keyOf(command, place)) !== undefined) there++;
  return there;
}

/** The conditions that Redis 7 knows here (`NX`, `GT`, …) are not simulated. */
function expire(space: Keyspace, command: Command, unit: Duration): Reply {
  const ttl = integer(word(command, 2)) * unit;
  if (command.length > 3) throw new StoreError(`ERR Unsupported option ${word(command, 3)}`);
  const key = keyOf(command);
  const entry = space.find(key);
  if (entry === undefined) return 0;
  if (ttl <= 0) space.remove(key);
  else {
    space.expireAt(entry, space.now + ttl);
    space.changed(key);
  }
  return 1;
}

/** Milliseconds, rounded up: whoever waits so long finds the key gone. −1 without an expiry, −2 without a key. */
function timeToLive(space: Keyspace, command: Command): Reply {
  const entry = space.find(keyOf(command));
  if (entry === undefined) return -2;
  return entry.expires === NEVER ? -1 : Math.ceil((entry.expires - space.now) / MILLISECOND);
}

function listOf(entry: Entry | undefined): List | undefined {
  if (entry === undefined) return undefined;
  if (entry.value instanceof List) return entry.value;
  throw wrongType();
}

function push(space: Keyspace, command: Command, makes: boolean): Reply {
  const key = keyOf(command);
  let list = listOf(space.find(key));
  if (list === undefined) {
    if (!makes) return 0;
    list = new List();
    space.put(key, list);
  } else space.changed(key);
  list.length += command.length - 2;
  return list.length;
}

function hashOf(entry: Entry | undefined): Hash | undefined {
  if (entry === undefined) return undefined;
  if (entry.value instanceof Map) return entry.value;
  throw wrongType();
}

/** A copy: what is written later does not change it. */
function hashFields(space: Keyspace, command: Command): Reply {
  const hash = hashOf(space.find(keyOf(command)));
  const fields: string[] = [];
  if (hash !== undefined) for (const [field, value] of hash) fields.push(field, textOf(value));
  return fields;
}

/** The key's hash, made where there is none; what calls it writes. */
function writableHash(space: Keyspace, key: string): Hash {
  const hash = hashOf(space.find(key));
  if (hash !== undefined) {
    space.changed(key);
    return hash;
  }
  const made: Hash = new Map();
  space.put(key, made);
  return made;
}

function setFields(space: Keyspace, command: Command): Reply {
  if (command.length % 2 !== 0) throw wrongNumber('hset');
  const hash = writableHash(space, keyOf(command));
  const before = hash.size;
  for (let place = 2; place < command.length; place += 2)
    hash.set(keyOf(command, place), kept(word(command, place + 1)));
  return hash.size - before;
}

function increaseField(space: Keyspace, command: Command): Reply {
  const by = integer(word(command, 3));
  const key = keyOf(command);
  const field = keyOf(command, 2);
  const before = wholeOf(hashOf(space.peek(key, space.now))?.get(field) ?? 0);
  if (Number.isNaN(before)) throw new StoreError('ERR hash value is not an integer');
  const total = sum(before, by);
  writableHash(space, key).set(field, total);
  return total;
}

function removeFields(space: Keyspace, command: Command): Reply {
  const key = keyOf(command);
  const hash = hashOf(space.find(key));
  if (hash === undefined) return 0;
  let gone = 0;
  for (let place = 2; place < command.length; place++) if (hash.delete(keyOf(command, place))) gone++;
  if (hash.size === 0) space.remove(key);
  else if (gone > 0) space.changed(key);
  return gone;
}

function setOf(entry: Entry | undefined): SortedSet | undefined {
  if (entry === undefined) return undefined;
  if (entry.value instanceof SortedSet) return entry.value;
  throw wrongType();
}

function addMembers(space: Keyspace, command: Command): Reply {
  if (command.length % 2 !== 0) throw new StoreError('ERR syntax error');
  for (let place = 2; place < command.length; place += 2) {
    if (Number.isNaN(decimalOf(word(command, place)))) throw new StoreError('ERR value is not a valid float');
  }
  const key = keyOf(command);
  const found = setOf(space.find(key));
  const members = found ?? new SortedSet();
  let added = 0;
  let changed = false;
  for (let place = 2; place < command.length; place += 2) {
    const became = members.add(keyOf(command, place + 1), decimalOf(word(command, place)));
    if (became === 'added') added++;
    if (became !== 'same') changed = true;
  }
  if (found === undefined) space.put(key, members);
  else if (changed) space.changed(key);
  return added;
}

function countMembers(space: Keyspace, command: Command): Reply {
  const from = bound(word(command, 2));
  const to = bound(word(command, 3));
  return setOf(space.find(keyOf(command)))?.count(from, to) ?? 0;
}

function removeMembers(space: Keyspace, command: Command): Reply {
  const from = bound(word(command, 2));
  const to = bound(word(command, 3));
  const key = keyOf(command);
  const members = setOf(space.find(key));
  const gone = members?.remove(from, to) ?? 0;
  if (members?.size === 0) space.remove(key);
  else if (gone > 0) space.changed(key);
  return gone;
}

/** By rank only, with or without scores. */
function rangeOfMembers(space: Keyspace, command: Command): Reply {
  const scores = command.length === 5 && textOf(word(command, 4)).toUpperCase() === 'WITHSCORES';
  if (command.length > 4 && !scores) throw new StoreError('ERR syntax error');
  const first = integer(word(command, 2));
  const last = integer(word(command, 3));
  return setOf(space.find(keyOf(command)))?.range(first, last, scores) ?? [];
}
