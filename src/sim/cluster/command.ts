/**
 * What travels between a node and the store: commands as Redis takes them, and its replies. The same messages go to the
 * simulated store and to a real one.
 */

/** The commands that schemes are made of. `READ`, `WRITE` and `ADD` are of memory that threads share; `ASK` is of a server. */
export const COMMANDS = [
  'READ',
  'WRITE',
  'ADD',
  'GET',
  'SET',
  'DEL',
  'INCR',
  'INCRBY',
  'EXISTS',
  'EXPIRE',
  'PEXPIRE',
  'LLEN',
  'RPUSH',
  'RPUSHX',
  'HGETALL',
  'HSET',
  'HINCRBY',
  'ZADD',
  'ZCARD',
  'ZCOUNT',
  'ZREMRANGEBYSCORE',
  'WATCH',
  'UNWATCH',
  'MULTI',
  'EXEC',
  'EVAL',
  'ASK',
  'PTTL',
  'ZRANGE',
  'HDEL',
] as const;
export type CommandName = (typeof COMMANDS)[number];

/** A name, then its arguments; the first of them is the key, where there is one. Numbers are written out in full. */
export type Command = readonly [name: CommandName, ...args: readonly (string | number)[]];

/** As RESP2 has them: a status is a string, a hash a flat list. */
export type Reply = null | number | string | StoreError | readonly Reply[];

/** An error that the store replies. Within a program it is thrown, and so ends it unless it is caught. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** No reply came within the scheme's `timeout`: thrown into the program. What was sent may still take effect. */
export class NoReplyError extends Error {
  override readonly name = 'NoReplyError';
}

/** Runs one command at once. @throws {StoreError} as a script would be ended by it */
export type RedisCall = (...command: Command) => Reply;

/** A script: the text that a real Redis runs, and its twin, which gives the same replies. */
export interface LuaScript {
  readonly name: string;
  readonly lua: string;
  /** @param args as Redis hands them over: text */
  run(call: RedisCall, keys: readonly string[], args: readonly string[]): Reply;
}

/** One way to the store and back. Nothing comes between its commands. */
export type Message =
  | { readonly kind: 'command'; readonly command: Command }
  /** MULTI … EXEC: a list of replies, or null when a watched key was written to. */
  | { readonly kind: 'transaction'; readonly commands: readonly Command[] }
  | {
      readonly kind: 'script';
      readonly script: LuaScript;
      readonly keys: readonly string[];
      readonly args: readonly (string | number)[];
    }
  /** A question to a server of the scheme's own, in numbers; so is the answer. */
  | { readonly kind: 'ask'; readonly key: string; readonly args: readonly number[] };

export function send(...command: Command): Message {
  return { kind: 'command', command };
}

export function transaction(...commands: readonly Command[]): Message {
  return { kind: 'transaction', commands };
}

export function evaluate(script: LuaScript, keys: readonly string[], args: readonly (string | number)[]): Message {
  return { kind: 'script', script, keys, args };
}

export function ask(key: string, ...args: readonly number[]): Message {
  return { kind: 'ask', key, args };
}

/** The name by which a message goes: that of its command, `EXEC` for a transaction, `EVAL` for a script. */
export function commandNameOf(message: Message): CommandName {
  switch (message.kind) {
    case 'command':
      return message.command[0];
    case 'transaction':
      return 'EXEC';
    case 'script':
      return 'EVAL';
    default:
      return 'ASK';
  }
}
