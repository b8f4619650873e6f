/**
 * The commands on keys, as in Redis 7: the same replies, the same error messages, and the same order of checks if a command
 * could fail in two ways. Times to live are whole milliseconds from `now`.
 */
import { NEVER, MILLISECOND, SECOND, type Duration } from '../time.ts';
import { StoreError, type Command, type CommandName, type Reply } from './command.ts';
import type { StoredEntry, Keyspace } from './keyspace.ts';
import { parseScoreBound, SortedSet } from './sortedSet.ts';
import {
  parseDecimal,
  requireInteger,
  normalized,
  ListValue,
  checkedSum,
  scalarText,
  parseWhole,
  wrongArityError,
  wrongTypeError,
  type Hash,
} from './values.ts';

type CommandHandler = (space: Keyspace, command: Command) => Reply;

export interface KeyCommand {
  /** Number of words including the name, as in Redis: exact, or a minimum if negative. */
  readonly arity: number;
  readonly run: CommandHandler;
}

export type KeyCommandName = Exclude<CommandName, 'WATCH' | 'UNWATCH' | 'MULTI' | 'EXEC' | 'EVAL' | 'ASK'>;

export const keyCommands: Readonly<Record<KeyCommandName, KeyCommand>> = {
  READ: { arity: 2, run: get },
  WRITE: { arity: 3, run: set },
  ADD: { arity: 3, run: increment },
  GET: { arity: 2, run: get },
  SET: { arity: -3, run: set },
  SETEX: { arity: 4, run: setFor },
  PSETEX: { arity: 4, run: setFor },
  MGET: { arity: -2, run: getEach },
  SETNX: {
    arity: 3,
    run: (space, [, key, value]) => (set(space, ['SET', key as string, value as string, 'NX']) === null ? 0 : 1),
  },
  DEL: { arity: -2, run: del },
  INCR: { arity: 2, run: increment },
  INCRBY: { arity: 3, run: increment },
  DECR: { arity: 2, run: increment },
  DECRBY: { arity: 3, run: increment },
  EXISTS: { arity: -2, run: exists },
  EXPIRE: { arity: -3, run: (space, command) => expire(space, command, SECOND) },
  PEXPIRE: { arity: -3, run: (space, command) => expire(space, command, MILLISECOND) },
  PTTL: { arity: 2, run: timeToLive },
  TTL: { arity: 2, run: secondsToLive },
  LLEN: { arity: 2, run: (space, command) => listOf(space.find(argumentText(command)))?.length ?? 0 },
  RPUSH: { arity: -3, run: (space, command) => push(space, command, true) },
  RPUSHX: { arity: -3, run: (space, command) => push(space, command, false) },
  HGET: { arity: 3, run: (space, command) => getFields(space, command)[0] as Reply },
  HMGET: { arity: -3, run: getFields },
  HGETALL: { arity: 2, run: hashFields },
  HSET: { arity: -4, run: setFields },
  HMSET: {
    arity: -4,
    run(space, command) {
      setFields(space, command);
      return 'OK';
    },
  },
  HINCRBY: { arity: 4, run: incrementField },
  HDEL: { arity: -3, run: removeFields },
  ZADD: { arity: -4, run: addMembers },
  ZCARD: { arity: 2, run: (space, command) => sortedSetOf(space.find(argumentText(command)))?.size ?? 0 },
  ZCOUNT: { arity: 4, run: countMembers },
  ZSCORE: {
    arity: 3,
    run: (space, command) => sortedSetOf(space.find(argumentText(command)))?.score(argumentText(command, 2)) ?? null,
  },
  ZRANGE: { arity: -4, run: rangeOfMembers },
  ZRANGEBYSCORE: { arity: -4, run: rangeByScore },
  ZREM: { arity: -3, run: removeNamed },
  ZREMRANGEBYSCORE: { arity: 4, run: removeMembers },
};

// The arity has been checked, so every required argument exists.
function argument(command: Command, place: number): string | number {
  return command[place] as string | number;
}

function argumentText(command: Command, place = 1): string {
  return scalarText(argument(command, place));
}

function get(keyspace: Keyspace, command: Command): Reply {
  const entry = keyspace.find(argumentText(command));
  return entry === undefined ? null : scalarText(scalarOf(entry));
}

/** @throws {StoreError} if the key does not hold a string */
function scalarOf({ value }: StoredEntry): string | number {
  if (typeof value === 'object') throw wrongTypeError();
  return value;
}

/** MGET: null for what is no text. */
function getEach(space: Keyspace, [, ...keys]: Command): Reply {
  return keys.map((key) => {
    const value = space.find(scalarText(key))?.value;
    return value === undefined || typeof value === 'object' ? null : scalarText(value);
  });
}

/** SETEX and PSETEX. */
function setFor(space: Keyspace, [name, key, time, value]: Command): Reply {
  const unit = name === 'SETEX' ? 'EX' : 'PX';
  return set(space, [name, key as string, value as string, unit, time as string]);
}

function set(space: Keyspace, command: Command): Reply {
  let unit: Duration | null = null;
  let time: string | number = 0;
  let condition: 'NX' | 'XX' | null = null;
  let keepsExpiry = false;
  let repliesBefore = false;
  for (let place = 3; place < command.length; place++) {
    const option = scalarText(argument(command, place)).toUpperCase();
    if ((option === 'NX' || option === 'XX') && (condition === null || condition === option)) condition = option;
    else if (option === 'GET') repliesBefore = true;
    else if (option === 'KEEPTTL' && unit === null) keepsExpiry = true;
    else if ((option === 'PX' || option === 'EX') && unit === null && !keepsExpiry && place + 1 < command.length) {
      unit = option === 'PX' ? MILLISECOND : SECOND;
      time = argument(command, ++place);
    } else throw syntaxError(command, option);
  }
  // Redis parses all options before it validates their values.
  const ttl = unit === null ? null : requireInteger(time) * unit;
  if (ttl !== null && ttl <= 0)
    throw new StoreError(`ERR invalid expire time in '${command[0].toLowerCase()}' command`);
  const key = argumentText(command);
  const before = repliesBefore || keepsExpiry || condition !== null ? space.find(key) : undefined;
  const reply = before === undefined || !repliesBefore ? null : scalarText(scalarOf(before));
  if (condition !== null && (before === undefined) !== (condition === 'NX')) return reply;
  const entry = space.put(key, normalized(argument(command, 2)), condition === 'NX' ? 'safe-write' : undefined);
  if (ttl !== null) space.expireAt(entry, space.now + ttl);
  else if (keepsExpiry && before !== undefined) entry.expiresAt = before.expiresAt;
  return repliesBefore ? reply : 'OK';
}

/** Options of Redis that the simulated store does without; ZADD's NX and XX, too. */
const NOT_SIMULATED = /^(?:(?:EX|PX)AT|[GL]T|CH|INCR|BY(?:SCORE|LEX)|REV|LIMIT)$/;

function syntaxError([name]: Command, word: string): StoreError {
  return new StoreError(
    NOT_SIMULATED.test(word) || (name === 'ZADD' && /^[NX]X$/.test(word))
      ? `The simulated store has no ${word} in ${name}`
      : 'ERR syntax error',
  );
}

function del(space: Keyspace, command: Command): Reply {
  let removed = 0;
  for (let place = 1; place < command.length; place++) {
    const key = argumentText(command, place);
    if (space.find(key) === undefined) continue;
    space.remove(key);
    removed++;
  }
  return removed;
}

/** INCR, DECR, INCRBY, DECRBY and ADD. */
function increment(space: Keyspace, command: Command): Reply {
  const by = command.length === 2 ? 1 : requireInteger(argument(command, 2));
  const delta = command[0].startsWith('DECR') ? 0 - by : by;
  const key = argumentText(command);
  const entry = space.find(key);
  if (entry === undefined) {
    space.put(key, delta);
    return delta;
  }
  const total = checkedSum(requireInteger(scalarOf(entry)), delta);
  entry.value = total;
  space.recordWrite(key);
  return total;
}

function exists(space: Keyspace, command: Command): Reply {
  let count = 0;
  for (let place = 1; place < command.length; place++)
    if (space.find(argumentText(command, place)) !== undefined) count++;
  return count;
}

function expire(space: Keyspace, command: Command, unit: Duration): Reply {
  // Nearly always there are none.
  const options = command.length === 3 ? NO_OPTIONS : expiryOptions(command);
  const ttl = requireInteger(argument(command, 2)) * unit;
  const key = argumentText(command);
  const entry = space.find(key);
  if (entry === undefined) return 0;
  const { expiresAt } = entry;
  const at = space.now + ttl;
  // What never expires counts as expiring later than all.
  if (
    options.has(expiresAt === NEVER ? 'XX' : 'NX') ||
    (options.has('GT') && at <= expiresAt) ||
    (options.has('LT') && at >= expiresAt)
  )
    return 0;
  if (ttl <= 0) space.remove(key);
  else {
    space.expireAt(entry, at);
    space.recordWrite(key, 'safe-write');
  }
  return 1;
}

const NO_OPTIONS: ReadonlySet<string> = new Set();

/** NX, XX, GT and LT of EXPIRE and PEXPIRE. */
function expiryOptions(command: Command): ReadonlySet<string> {
  const words = command.slice(3).map(scalarText);
  const unknown = words.find((word) => !/^(?:[NX]X|[GL]T)$/i.test(word));
  if (unknown !== undefined) throw new StoreError(`ERR Unsupported option ${unknown}`);
  const options = new Set(words.map((word) => word.toUpperCase()));
  const isTwofold = options.has('NX') ? options.size > 1 : options.has('GT') && options.has('LT');
  if (!isTwofold) return options;
  const which = options.has('NX') ? 'NX and XX, GT or LT' : 'GT and LT';
  throw new StoreError(`ERR ${which} options at the same time are not compatible`);
}

/** PTTL in milliseconds, rounded up, so that the key is gone after that wait. −1 without an expiry, −2 without a key. */
function timeToLive(space: Keyspace, command: Command): Reply {
  const entry = space.find(argumentText(command));
  if (entry === undefined) return -2;
  return entry.expiresAt === NEVER ? -1 : Math.ceil((entry.expiresAt - space.now) / MILLISECOND);
}

/** TTL, rounded as Redis rounds it: to the nearest second. */
function secondsToLive(space: Keyspace, command: Command): Reply {
  const left = timeToLive(space, command) as number;
  return left < 0 ? left : Math.floor((left + 500) / 1_000);
}

function listOf(entry: StoredEntry | undefined): ListValue | undefined {
  if (entry === undefined) return undefined;
  if (entry.value instanceof ListValue) return entry.value;
  throw wrongTypeError();
}

function push(space: Keyspace, command: Command, createsList: boolean): Reply {
  const key = argumentText(command);
  let list = listOf(space.find(key));
  if (list === undefined) {
    if (!createsList) return 0;
    list = new ListValue();
    space.put(key, list);
  } else space.recordWrite(key);
  list.length += command.length - 2;
  return list.length;
}

function hashOf(entry: StoredEntry | undefined): Hash | undefined {
  if (entry === undefined) return undefined;
  if (entry.value instanceof Map) return entry.value;
  throw wrongTypeError();
}

function getFields(space: Keyspace, command: Command): Reply[] {
  const hash = hashOf(space.find(argumentText(command)));
  return command.slice(2).map((field) => {
    const value = hash?.get(scalarText(field));
    return value === undefined ? null : scalarText(value);
  });
}

/** A copy, so that later writes do not change the reply. */
function hashFields(space: Keyspace, command: Command): Reply {
  const hash = hashOf(space.find(argumentText(command)));
  const fields: string[] = [];
  if (hash !== undefined) for (const [field, value] of hash) fields.push(field, scalarText(value));
  return fields;
}

/** The key's hash, created if missing. Counts as a write. */
function writableHash(space: Keyspace, key: string): Hash {
  const hash = hashOf(space.find(key));
  if (hash !== undefined) {
    space.recordWrite(key);
    return hash;
  }
  const created: Hash = new Map();
  space.put(key, created);
  return created;
}

function setFields(space: Keyspace, command: Command): Reply {
  if (command.length % 2 !== 0) throw wrongArityError(command[0]);
  const hash = writableHash(space, argumentText(command));
  const before = hash.size;
  for (let place = 2; place < command.length; place += 2)
    hash.set(argumentText(command, place), normalized(argument(command, place + 1)));
  return hash.size - before;
}

function incrementField(space: Keyspace, command: Command): Reply {
  const delta = requireInteger(argument(command, 3));
  const key = argumentText(command);
  const field = argumentText(command, 2);
  const before = parseWhole(hashOf(space.peek(key, space.now))?.get(field) ?? 0);
  if (Number.isNaN(before)) throw new StoreError('ERR hash value is not an integer');
  const total = checkedSum(before, delta);
  writableHash(space, key).set(field, total);
  return total;
}

function removeFields(space: Keyspace, command: Command): Reply {
  const key = argumentText(command);
  const hash = hashOf(space.find(key));
  if (hash === undefined) return 0;
  let removed = 0;
  for (let place = 2; place < command.length; place++) if (hash.delete(argumentText(command, place))) removed++;
  if (hash.size === 0) space.remove(key);
  else if (removed > 0) space.recordWrite(key);
  return removed;
}

function sortedSetOf(entry: StoredEntry | undefined): SortedSet | undefined {
  if (entry === undefined) return undefined;
  if (entry.value instanceof SortedSet) return entry.value;
  throw wrongTypeError();
}

function addMembers(space: Keyspace, command: Command): Reply {
  const option = argumentText(command, 2).toUpperCase();
  if (command.length % 2 !== 0 || /^(?:[NX]X|[GL]T|CH|INCR)$/.test(option)) throw syntaxError(command, option);
  for (let place = 2; place < command.length; place += 2) {
    if (Number.isNaN(parseDecimal(argument(command, place)))) throw new StoreError('ERR value is not a valid float');
  }
  const key = argumentText(command);
  const found = sortedSetOf(space.find(key));
  const members = found ?? new SortedSet();
  let added = 0;
  let changed = false;
  for (let place = 2; place < command.length; place += 2) {
    const change = members.add(argumentText(command, place + 1), parseDecimal(argument(command, place)));
    if (change === 'added') added++;
    if (change !== 'same') changed = true;
  }
  if (found === undefined) space.put(key, members);
  else if (changed) space.recordWrite(key);
  return added;
}

function countMembers(space: Keyspace, command: Command): Reply {
  const from = parseScoreBound(argument(command, 2));
  const to = parseScoreBound(argument(command, 3));
  return sortedSetOf(space.find(argumentText(command)))?.count(from, to) ?? 0;
}

function removeMembers(space: Keyspace, command: Command): Reply {
  const from = parseScoreBound(argument(command, 2));
  const to = parseScoreBound(argument(command, 3));
  const key = argumentText(command);
  const members = sortedSetOf(space.find(key));
  const removed = members?.remove(from, to) ?? 0;
  if (members?.size === 0) space.remove(key);
  else if (removed > 0) space.recordWrite(key);
  return removed;
}

/** ZRANGE by rank only, with or without scores. */
function rangeOfMembers(space: Keyspace, command: Command): Reply {
  const scores = command.length === 5 && scalarText(argument(command, 4)).toUpperCase() === 'WITHSCORES';
  if (command.length > 4 && !scores) throw syntaxError(command, argumentText(command, 4).toUpperCase());
  const first = requireInteger(argument(command, 2));
  const last = requireInteger(argument(command, 3));
  return sortedSetOf(space.find(argumentText(command)))?.range(first, last, scores) ?? [];
}

function rangeByScore(space: Keyspace, command: Command): Reply {
  let scores = false;
  let offset = 0;
  let limit = -1;
  for (let place = 4; place < command.length; place++) {
    const option = argumentText(command, place).toUpperCase();
    if (option === 'WITHSCORES') scores = true;
    else if (option === 'LIMIT' && place + 2 < command.length) {
      offset = requireInteger(argument(command, ++place));
      limit = requireInteger(argument(command, ++place));
    } else throw new StoreError('ERR syntax error');
  }
  const from = parseScoreBound(argument(command, 2));
  const to = parseScoreBound(argument(command, 3));
  const members = sortedSetOf(space.find(argumentText(command)));
  if (members === undefined || offset < 0) return [];
  const first = members.countBelow(from) + offset;
  const count = members.count(from, to) - offset;
  const last = first + (limit < 0 ? count : Math.min(limit, count)) - 1;
  return last < first ? [] : members.range(first, last, scores);
}

function removeNamed(space: Keyspace, command: Command): Reply {
  const key = argumentText(command);
  const members = sortedSetOf(space.find(key));
  if (members === undefined) return 0;
  let removed = 0;
  for (const member of command.slice(2)) if (members.delete(scalarText(member))) removed++;
  if (members.size === 0) space.remove(key);
  else if (removed > 0) space.recordWrite(key);
  return removed;
}
