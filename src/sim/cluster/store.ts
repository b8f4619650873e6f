/**
 * The store: Redis, as far as schemes use it, in virtual time. One message at a time, each done in no time. It answers as
 * Redis 7 does; a real one is asked the same questions by the tests.
 */
import type { Explanation, State } from '../limiters/limiter.ts';
import type { Instant } from '../time.ts';
import { number } from '../words.ts';
import { StoreError, type Command, type CommandName, type Message, type Reply } from './command.ts';
import { keyCommands, type KeyCommandName } from './keyCommands.ts';
import { Keyspace, type Touch } from './keyspace.ts';
import type { InWords, Server } from './scheme.ts';
import { SortedSet } from './sortedSet.ts';
import { List, textOf, wrongNumber } from './values.ts';

export type { Touch } from './keyspace.ts';

/** More fields of a hash than this are told by their number. */
const MOST_FIELDS = 6;

export class Store {
  readonly #space = new Keyspace();
  readonly #server: Server | null;
  /** The server's, by key. */
  readonly #states = new Map<string, State>();

  /** @param server answers `ASK`; without one, that is an error */
  constructor(server: Server | null) {
    this.#server = server;
  }

  /** Where keys that are read and written are noted down, in order; null: nowhere. */
  get touches(): Touch[] | null {
    return this.#space.touches;
  }

  set touches(touches: Touch[] | null) {
    this.#space.touches = touches;
  }

  /** Keys held, those included that have expired unseen, and states of the server. */
  get size(): number {
    return this.#space.size + this.#states.size;
  }

  /**
   * Runs a message at once. Errors are replies.
   * @param now true time, never earlier than before
   * @param session names the connection, for WATCH
   */
  execute(message: Message, now: Instant, session: number): Reply {
    this.#space.now = now;
    try {
      switch (message.kind) {
        case 'command':
          return this.#run(message.command, session);
        case 'transaction':
          return this.#transact(message.commands, session);
        case 'script': {
          const args = message.args.map(textOf);
          return message.script.run((...command) => this.#call(command), message.keys, args);
        }
        default:
          return this.#ask(message.key, message.args);
      }
    } catch (error) {
      if (error instanceof StoreError) return error;
      throw error;
    }
  }

  /** All data is lost; connections stay. */
  flush(): void {
    this.#space.clear();
    this.#states.clear();
  }

  /** Ends a connection. */
  disconnect(session: number): void {
    this.#space.unwatch(session);
  }

  /** What a key holds, in a few words: `–`, `3`, `tokens 2, time 500`, `3 entries`. Leaves no trace. */
  describe(key: string, now: Instant, said: InWords = () => null): string {
    const state = this.#states.get(key);
    if (state !== undefined) {
      const facts = this.#server?.facts?.(state, now);
      if (facts !== undefined) return facts.map(([name, value]) => `${name} ${value}`).join(', ');
      return fieldsInWords(Object.entries(state).filter(isNumber), said);
    }
    const value = this.#space.peek(key, now)?.value;
    if (value === undefined) return '–';
    if (value instanceof Map) return fieldsInWords([...value], said);
    if (value instanceof List) return entries(value.length);
    if (value instanceof SortedSet) return entries(value.size);
    return said(key, textOf(value)) ?? inWords(value);
  }

  /** What the server would decide on a question, in words; null where it is no limiter, or there is none. Leaves no trace. */
  explain(key: string, now: Instant, args: readonly number[]): Explanation | null {
    const server = this.#server;
    return server?.explain?.(this.#states.get(key) ?? server.init(), now, args) ?? null;
  }

  /** @throws {StoreError} */
  #run(command: Command, session: number): Reply {
    const [name] = command;
    switch (name) {
      case 'WATCH':
        if (command.length < 2) throw wrongNumber(name);
        for (let place = 1; place < command.length; place++) {
          this.#space.watch(session, textOf(command[place] as string | number));
        }
        return 'OK';
      case 'UNWATCH':
        if (command.length > 1) throw wrongNumber(name);
        this.#space.unwatch(session);
        return 'OK';
      default:
        return this.#onKey(command);
    }
  }

  /** Like Redis, it runs nothing where a command could not even be queued, and all where one then fails. */
  #transact(commands: readonly Command[], session: number): Reply {
    const unbroken = this.#space.unwatch(session);
    if (commands.some((command) => !canQueue(command))) {
      throw new StoreError('EXECABORT Transaction discarded because of previous errors.');
    }
    if (!unbroken) return null;
    // Redis says no to a WATCH here, and goes on without it.
    const queued = commands.filter(([name]) => name !== 'WATCH');
    return queued.map((command) => {
      try {
        return this.#run(command, session);
      } catch (error) {
        if (error instanceof StoreError) return error;
        throw error;
      }
    });
  }

  /** @throws {StoreError} which ends the script, unless it catches it */
  #call(command: Command): Reply {
    if (!isKeyCommand(command[0])) throw new StoreError('ERR This Redis command is not allowed from script');
    if (!fits(command)) throw new StoreError('ERR Wrong number of args calling Redis command from script');
    return this.#onKey(command);
  }

  #onKey(command: Command): Reply {
    const [name] = command;
    if (!isKeyCommand(name)) throw new StoreError(`ERR ${name} is a message of its own, not a command`);
    if (!fits(command)) throw wrongNumber(name);
    return keyCommands[name].run(this.#space, command);
  }

  #ask(key: string, args: readonly number[]): Reply {
    const server = this.#server;
    if (server === null) throw new StoreError('ERR there is no server that answers ASK');
    const { touches, now } = this.#space;
    touches?.push({ key, access: 'read' }, { key, access: 'write' });
    let state = this.#states.get(key);
    if (state === undefined) {
      state = server.init();
      this.#states.set(key, state);
    }
    return server.answer(state, now, args);
  }
}

function isKeyCommand(name: CommandName): name is KeyCommandName {
  return name in keyCommands;
}

function fits(command: Command): boolean {
  const { words } = keyCommands[command[0] as KeyCommandName];
  return words < 0 ? command.length >= -words : command.length === words;
}

/** What Redis takes between MULTI and EXEC. */
function canQueue(command: Command): boolean {
  const [name] = command;
  if (name === 'WATCH') return command.length > 1;
  return name === 'UNWATCH' ? command.length === 1 : isKeyCommand(name) && fits(command);
}

function isNumber(field: [string, State[string]]): field is [string, number] {
  return typeof field[1] === 'number';
}

function fieldsInWords(fields: readonly (readonly [string, string | number])[], said: InWords): string {
  if (fields.length > MOST_FIELDS) return `${number(fields.length)} fields`;
  return fields.map(([field, value]) => said(field, textOf(value)) ?? `${field} ${inWords(value)}`).join(', ');
}

function inWords(value: string | number): string {
  return /^-?\d+(?:\.\d+)?$/.test(textOf(value)) ? number(Number(value)) : textOf(value);
}

function entries(count: number): string {
  return `${number(count)} ${count === 1 ? 'entry' : 'entries'}`;
}
