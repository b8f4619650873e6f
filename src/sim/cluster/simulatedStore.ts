/**
 * The simulated store: the subset of Redis that schemes use, in virtual time. It processes one message at a time, in zero
 * time. Its replies are those of Redis 7; tests run the same messages against a real one.
 */
import type { Explanation, KeyState } from '../limiters/limiter.ts';
import { copyOfStates, type CopyOfState } from './node.ts';
import { SECOND, type Instant } from '../time.ts';
import { divFloor } from '../math.ts';
import { formatNumber } from '../numberFormat.ts';
import { StoreError, type Command, type CommandName, type Message, type Reply } from './command.ts';
import { keyCommands, type KeyCommand, type KeyCommandName } from './keyCommands.ts';
import { Keyspace, type AccessRecord } from './keyspace.ts';
import type { ValueFormat, SchemeServer } from './scheme.ts';
import { SortedSet } from './sortedSet.ts';
import { ListValue, scalarText, wrongArityError } from './values.ts';

export type { AccessRecord } from './keyspace.ts';

/** A map, because an object would be searched anew for every command: which one comes next is hard to tell. */
const keyCommandsByName: ReadonlyMap<CommandName, KeyCommand> = new Map(
  Object.entries(keyCommands) as [KeyCommandName, KeyCommand][],
);

/** A hash with more fields than this is described only by their number. */
const MAX_FIELDS_LISTED = 6;

export class SimulatedStore {
  #space = new Keyspace();
  readonly #server: SchemeServer | null;
  /** The server's states, by key. */
  #serverStates = new Map<string, KeyState>();

  /** @param server answers `ASK`; with null, `ASK` replies with an error */
  constructor(server: SchemeServer | null) {
    this.#server = server;
  }

  /** Keys, fields, members and states: what a copy takes. */
  get weight(): number {
    return this.#space.weight + this.#serverStates.size;
  }

  /** Keys, fields, members and list entries that exist at that instant, and what the server's states count as. */
  liveCount(now: Instant, countOf: (state: KeyState) => number): number {
    let count = this.#space.liveCount(now);
    for (const state of this.#serverStates.values()) count += countOf(state);
    return count;
  }

  copy(copyOf: CopyOfState): SimulatedStore {
    const store = new SimulatedStore(this.#server);
    store.#space = this.#space.copy();
    store.#serverStates = copyOfStates(this.#serverStates, copyOf);
    return store;
  }

  /** Receives keys as they are read and written, in order; null: none are recorded. */
  get accessLog(): AccessRecord[] | null {
    return this.#space.accessLog;
  }

  set accessLog(touches: AccessRecord[] | null) {
    this.#space.accessLog = touches;
  }

  /** Receives the names of the commands that scripts call, in order; null: none are recorded. */
  scriptCalls: string[] | null = null;

  /** Number of stored keys, including expired ones not yet removed, plus states of the server. */
  get size(): number {
    return this.#space.size + this.#serverStates.size;
  }

  /**
   * Runs a message atomically. Store errors are returned as replies.
   * @param now true time; never decreases between calls
   * @param connection number of the connection, for WATCH
   */
  execute(message: Message, now: Instant, connection: number): Reply {
    this.#space.now = now;
    try {
      switch (message.kind) {
        case 'command':
          return this.#run(message.command, connection);
        case 'pipeline':
          return this.#runEach(message.commands, connection);
        case 'transaction':
          return this.#transact(message.commands, connection);
        case 'script':
          return message.script.run((...command) => this.#callFromScript(command), message.keys, message.args);
        default:
          return this.#ask(message.key, message.args);
      }
    } catch (error) {
      if (error instanceof StoreError) return error;
      throw error;
    }
  }

  /** Deletes all data; connections and their watches stay. */
  flush(): void {
    this.#space.clear();
    this.#serverStates.clear();
  }

  /** Ends a connection and its watches. */
  disconnect(connection: number): void {
    this.#space.unwatch(connection);
  }

  /** Describes what a key holds: `–`, `3`, `tokens 2, time 500`, `3 entries`. Not recorded as an access. */
  describe(key: string, now: Instant, format: ValueFormat = () => null): string {
    const state = this.#serverStates.get(key);
    if (state !== undefined) {
      const facts = this.#server?.readouts?.(state, now);
      if (facts !== undefined) return facts.map(([name, value]) => `${name} ${value}`).join(', ');
      return formatFields(Object.entries(state).filter(isNumberField), format);
    }
    const value = this.#space.peek(key, now)?.value;
    if (value === undefined) return '–';
    if (value instanceof Map) return formatFields([...value], format);
    if (value instanceof ListValue) return entryCountText(value.length);
    if (value instanceof SortedSet) return entryCountText(value.size);
    return format(key, scalarText(value)) ?? formatScalar(value);
  }

  /** Explains what the server would decide; null if it is no limiter or there is none. Not recorded as an access. */
  explain(key: string, now: Instant, args: readonly number[]): Explanation | null {
    const server = this.#server;
    return server?.explain?.(this.#serverStates.get(key) ?? server.init(), now, args) ?? null;
  }

  /** @throws {StoreError} */
  #run(command: Command, session: number): Reply {
    const [name] = command;
    switch (name) {
      case 'WATCH':
        if (command.length < 2) throw wrongArityError(name);
        for (let place = 1; place < command.length; place++) {
          this.#space.watch(session, scalarText(command[place] as string | number));
        }
        return 'OK';
      case 'UNWATCH':
        if (command.length > 1) throw wrongArityError(name);
        this.#space.unwatch(session);
        return 'OK';
      default:
        return this.#runKeyCommand(command);
    }
  }

  /** Like Redis, runs nothing if a command cannot be queued, but runs the others if one fails at execution. */
  #transact(commands: readonly Command[], session: number): Reply {
    const unchanged = this.#space.unwatch(session);
    if (commands.some((command) => !canQueue(command))) {
      throw new StoreError('EXECABORT Transaction discarded because of previous errors.');
    }
    if (!unchanged) return null;
    // Redis rejects WATCH inside MULTI and continues without it.
    const queued = commands.filter(([name]) => name !== 'WATCH');
    return this.#runEach(queued, session);
  }

  /** One that fails does not keep the others from running. */
  #runEach(commands: readonly Command[], session: number): Reply {
    return commands.map((command) => {
      try {
        return this.#run(command, session);
      } catch (error) {
        if (error instanceof StoreError) return error;
        throw error;
      }
    });
  }

  /** @throws {StoreError} which ends the script unless caught */
  #callFromScript(command: Command | readonly ['TIME']): Reply {
    this.scriptCalls?.push(command[0]);
    if (isTime(command)) {
      const { now } = this.#space;
      return [`${divFloor(now, SECOND)}`, `${now % SECOND}`];
    }
    const [name] = command;
    const keyCommand = keyCommandsByName.get(name);
    if (keyCommand === undefined) throw new StoreError('ERR This Redis command is not allowed from script');
    if (!hasValidArity(keyCommand, command))
      throw new StoreError('ERR Wrong number of args calling Redis command from script');
    return keyCommand.run(this.#space, command);
  }

  #runKeyCommand(command: Command): Reply {
    const [name] = command;
    const keyCommand = keyCommandsByName.get(name);
    if (keyCommand === undefined) throw new StoreError(`ERR ${name} is a message of its own, not a command`);
    if (!hasValidArity(keyCommand, command)) throw wrongArityError(name);
    return keyCommand.run(this.#space, command);
  }

  #ask(key: string, args: readonly number[]): Reply {
    const server = this.#server;
    if (server === null) throw new StoreError('ERR there is no server that answers ASK');
    const { accessLog, now } = this.#space;
    accessLog?.push({ key, access: 'read' }, { key, access: 'write' });
    let state = this.#serverStates.get(key);
    if (state === undefined) {
      state = server.init();
      this.#serverStates.set(key, state);
    }
    return server.answer(state, now, args);
  }
}

function isTime(command: Command | readonly ['TIME']): command is readonly ['TIME'] {
  return command[0] === 'TIME';
}

function hasValidArity({ arity }: KeyCommand, command: Command): boolean {
  return arity < 0 ? command.length >= -arity : command.length === arity;
}

/** What Redis takes between MULTI and EXEC. */
function canQueue(command: Command): boolean {
  const [name] = command;
  if (name === 'WATCH') return command.length > 1;
  if (name === 'UNWATCH') return command.length === 1;
  const keyCommand = keyCommandsByName.get(name);
  return keyCommand !== undefined && hasValidArity(keyCommand, command);
}

function isNumberField(field: [string, KeyState[string]]): field is [string, number] {
  return typeof field[1] === 'number';
}

function formatFields(fields: readonly (readonly [string, string | number])[], format: ValueFormat): string {
  if (fields.length > MAX_FIELDS_LISTED) return `${formatNumber(fields.length)} fields`;
  return fields
    .map(([field, value]) => format(field, scalarText(value)) ?? `${field} ${formatScalar(value)}`)
    .join(', ');
}

function formatScalar(value: string | number): string {
  return /^-?\d+(?:\.\d+)?$/.test(scalarText(value)) ? formatNumber(Number(value)) : scalarText(value);
}

function entryCountText(count: number): string {
  return `${formatNumber(count)} ${count === 1 ? 'entry' : 'entries'}`;
}
