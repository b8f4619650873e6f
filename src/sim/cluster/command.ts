/**
 * The messages between a node and the store: Redis commands and replies. The simulated store and a real one receive the same
 * messages.
 */

/** The commands that schemes and users' programs use. `READ`, `WRITE` and `ADD` go to memory shared by threads, `ASK` to a server. */
export const COMMANDS = [
  'READ',
  'WRITE',
  'ADD',
  'GET',
  'MGET',
  'SET',
  'SETEX',
  'PSETEX',
  'SETNX',
  'DEL',
  'INCR',
  'INCRBY',
  'DECR',
  'DECRBY',
  'EXISTS',
  'EXPIRE',
  'PEXPIRE',
  'TTL',
  'PTTL',
  'LLEN',
  'RPUSH',
  'RPUSHX',
  'HGET',
  'HMGET',
  'HGETALL',
  'HSET',
  'HMSET',
  'HINCRBY',
  'HDEL',
  'ZADD',
  'ZCARD',
  'ZCOUNT',
  'ZSCORE',
  'ZRANGE',
  'ZRANGEBYSCORE',
  'ZREM',
  'ZREMRANGEBYSCORE',
  'WATCH',
  'UNWATCH',
  'MULTI',
  'EXEC',
  'EVAL',
  'ASK',
] as const;
export type CommandName = (typeof COMMANDS)[number];

/** A name and its arguments, the first of which is the key, if there is one. Numbers are sent with all digits. */
export type Command = readonly [name: CommandName, ...args: readonly (string | number)[]];

/** Of what they name, all are keys. */
const OF_SEVERAL_KEYS: ReadonlySet<string> = new Set(['DEL', 'EXISTS', 'WATCH', 'MGET']);

export function keysOfCommand([name, ...args]: readonly [
  name: string,
  ...args: readonly unknown[],
]): readonly string[] {
  return args.slice(0, OF_SEVERAL_KEYS.has(name) ? args.length : 1).map(String);
}

/** As in RESP2: a status is a string, a hash is a flat list. */
export type Reply = null | number | string | StoreError | readonly Reply[];

/** An error reply of the store. It is thrown into the program and ends it unless caught. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  /** Of a script that failed: where, from 1, if that is known. */
  readonly line: number | null;

  constructor(message: string, line: number | null = null) {
    super(message);
    this.line = line;
  }
}

/** Thrown into the program if no reply came within the scheme's `timeout`. The message may still take effect. */
export class NoReplyError extends Error {
  override readonly name = 'NoReplyError';
}

/**
 * Runs one command within a script. `TIME` replies with the store's clock, as text: whole seconds, and the microseconds
 * of the current one.
 * @throws {StoreError} which ends the script unless caught
 */
export type RedisCall = (...command: Command | readonly ['TIME']) => Reply;

/** A script: the Lua text that a real Redis runs, and an equivalent function with the same replies. */
export interface LuaScript {
  readonly name: string;
  /** The command of a module that the script stands for, with the same keys and arguments: `CL.THROTTLE`. */
  readonly moduleCommand?: string;
  readonly lua: string;
  /** Whether a user wrote it, so that a real server must be guarded against it. */
  readonly isUsers?: true;
  /**
   * @param args as they were sent, while Redis passes all as text: what a function does with them may not depend on which.
   * A run took twice as long when each number was written as text and read again.
   */
  run(call: RedisCall, keys: readonly string[], args: readonly (string | number)[]): Reply;
}

/** One round trip to the store. Its commands run atomically. */
export type Message =
  | { readonly kind: 'command'; readonly command: Command }
  /**
   * Commands written at once, without waiting for each other's replies; the reply is a list of replies. Redis takes what
   * it has read of a connection one after the other, so they run together here.
   */
  | { readonly kind: 'pipeline'; readonly commands: readonly [Command, ...Command[]] }
  /** MULTI … EXEC. The reply is a list of replies, or null if a watched key was written to. */
  | { readonly kind: 'transaction'; readonly commands: readonly Command[] }
  | {
      readonly kind: 'script';
      readonly script: LuaScript;
      readonly keys: readonly string[];
      readonly args: readonly (string | number)[];
    }
  /** A request to the scheme's own server; arguments and reply are numbers. */
  | { readonly kind: 'ask'; readonly key: string; readonly args: readonly number[] };

export function send(...command: Command): Message {
  return { kind: 'command', command };
}

export function pipeline(...commands: readonly [Command, ...Command[]]): Message {
  return { kind: 'pipeline', commands };
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

/** The name of a message as its sender writes it: a script that stands for a module's command has that command's name. */
export function messageName(message: Message): string {
  return (message.kind === 'script' && message.script.moduleCommand) || commandNameOf(message);
}

/** The name of a message: that of its (first) command, `EXEC` for a transaction, `EVAL` for a script, `ASK` for a server. */
export function commandNameOf(message: Message): CommandName {
  switch (message.kind) {
    case 'command':
      return message.command[0];
    case 'pipeline':
      return message.commands[0][0];
    case 'transaction':
      return 'EXEC';
    case 'script':
      return 'EVAL';
    default:
      return 'ASK';
  }
}
