/**
 * A connection to a real Redis: sends the messages of programs, and converts the replies to those of the simulated store.
 * Every key gets a prefix. The client library is loaded on demand.
 */
import { createHash } from 'node:crypto';
import { keysOfCommand, StoreError, type Command, type CommandName, type Message, type Reply } from '../sim/engine.ts';
import { connectionProblem, type RedisAddress } from './redisAddress.ts';
import { guardedScript } from './redisScriptGuard.ts';
import { UserError } from './userError.ts';

/** There will be no more replies. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError';
}

/** How long to wait for the server's first answer, milliseconds. */
const CONNECT_TIMEOUT_MS = 3_000;
/** How long to wait for outstanding replies when a connection is closed, milliseconds. */
const DRAIN_TIMEOUT_MS = 1_000;
/** Keys that the server examines per SCAN. */
const SCAN_COUNT = 1_000;

type WireCommand = readonly string[];
type LuaScript = Extract<Message, { readonly kind: 'script' }>['script'];
type RedisClient = Awaited<ReturnType<typeof createRedisClient>>;

async function createRedisClient({ url }: RedisAddress) {
  const library = await import('@redis/client');
  const { createClient, ErrorReply, ClientClosedError, DisconnectsClientError, SocketClosedUnexpectedlyError } =
    library;
  // What ends the socket reaches commands as one of these, because `open` then destroys the client.
  const ends = [ClientClosedError, DisconnectsClientError, SocketClosedUnexpectedlyError];
  const client = createClient({
    url,
    RESP: 2,
    disableClientInfo: true,
    maintNotifications: 'disabled',
    // The caller sets its own timeouts.
    commandOptions: { timeout: 0 },
    socket: { reconnectStrategy: false, connectTimeout: CONNECT_TIMEOUT_MS },
  });
  return {
    client,
    isReply: (error: unknown) => error instanceof ErrorReply,
    isEnd: (error: unknown) => ends.some((kind) => error instanceof kind),
  };
}

export class RedisConnection {
  readonly #client: RedisClient['client'];
  readonly #isReply: RedisClient['isReply'];
  readonly #isEnd: RedisClient['isEnd'];
  readonly #prefix: string;

  private constructor({ client, isReply, isEnd }: RedisClient, prefix: string) {
    this.#client = client;
    this.#isReply = isReply;
    this.#isEnd = isEnd;
    this.#prefix = prefix;
  }

  /** @throws {UserError} why the server cannot be used */
  static async open(address: RedisAddress, prefix: string): Promise<RedisConnection> {
    const opened = await createRedisClient(address);
    const { client } = opened;
    let broken: Error | null = null;
    client.on('error', (error: Error) => {
      broken ??= error;
      // Do not wait for a server that is not Redis.
      client.destroy();
    });
    const connection = new RedisConnection(opened, prefix);
    try {
      await client.connect();
      const answer = await withTimeout(CONNECT_TIMEOUT_MS, connection.#request(['PING']));
      if (answer === undefined) throw new Error(`no answer within ${CONNECT_TIMEOUT_MS / 1_000} s`);
      if (answer instanceof StoreError) throw answer;
    } catch (error) {
      client.destroy();
      throw new UserError(connectionProblem(address, broken ?? (error as Error)));
    }
    return connection;
  }

  /**
   * @param onSent called when the message has been written to the socket
   * @throws {ConnectionLostError}
   */
  send(message: Message, onSent: () => void = () => undefined): Promise<Reply> {
    const reply = this.#send(message);
    // The client writes what it has in an immediate of its own, which by now comes before this one.
    setImmediate(onSent);
    return reply;
  }

  #send(message: Message): Promise<Reply> {
    switch (message.kind) {
      case 'command':
        return this.#request(this.#toWire(message.command));
      case 'pipeline':
        // Requested together, they are written together.
        return Promise.all(message.commands.map((command) => this.#request(this.#toWire(command))));
      case 'transaction':
        return this.#sendTransaction(message.commands);
      case 'script':
        return this.#evaluate(message.script, [
          String(message.keys.length),
          ...message.keys.map((key) => this.#prefix + key),
          ...message.args.map(String),
        ]);
      default:
        throw new TypeError('ASK is not a Redis command');
    }
  }

  /** Writes a key under this connection's prefix. @throws {StoreError | ConnectionLostError} if the server takes no writes */
  async probe(): Promise<void> {
    const written = await this.#request(['SET', `${this.#prefix}probe`, '1', 'PX', '1000']);
    if (written instanceof StoreError) throw written;
  }

  /** Removes every key with this connection's prefix. @throws {StoreError | ConnectionLostError} */
  async removeKeys(): Promise<void> {
    let cursor = '0';
    do {
      const found = await this.#request(['SCAN', cursor, 'MATCH', `${this.#prefix}*`, 'COUNT', String(SCAN_COUNT)]);
      if (found instanceof StoreError) throw found;
      const [next, keys] = found as readonly [string, readonly string[]];
      if (keys.length > 0) {
        const removed = await this.#request(['UNLINK', ...keys]);
        if (removed instanceof StoreError) throw removed;
      }
      cursor = next;
    } while (cursor !== '0');
  }

  /** Briefly waits for outstanding replies, so that nothing that was sent takes effect later. */
  async close(): Promise<void> {
    // The client may wait for ever if the server disappears at that moment.
    if (this.#client.isOpen) await withTimeout(DRAIN_TIMEOUT_MS, this.#client.close());
    this.#client.destroy();
  }

  async #sendTransaction(commands: readonly Command[]): Promise<Reply> {
    const wires: WireCommand[] = [['MULTI'], ...commands.map((command) => this.#toWire(command)), ['EXEC']];
    // Requested together, they are sent together, with nothing from this connection in between.
    const replies = await Promise.all(wires.map((wire) => this.#request(wire)));
    return replies.at(-1) as Reply;
  }

  async #evaluate(script: LuaScript, words: WireCommand): Promise<Reply> {
    const { hash, text } = sentScript(script);
    const reply = await this.#request(['EVALSHA', hash, ...words]);
    const unknown = reply instanceof StoreError && reply.message.startsWith('NOSCRIPT');
    return unknown ? this.#request(['EVAL', text, ...words]) : reply;
  }

  /** @throws {ConnectionLostError} */
  async #request(wire: WireCommand): Promise<Reply> {
    try {
      return replyOf(await this.#client.sendCommand(wire));
    } catch (error) {
      if (this.#isReply(error)) return replyOf(error);
      throw this.#isEnd(error) ? new ConnectionLostError((error as Error).message) : error;
    }
  }

  #toWire(command: Command): WireCommand {
    const [name, ...args] = command;
    const keys = keysOfCommand(command);
    return [WIRE_NAMES[name] ?? name, ...keys.map((key) => this.#prefix + key), ...args.slice(keys.length).map(String)];
  }
}

/** Memory that threads share is kept in Redis as well. */
const WIRE_NAMES: Readonly<Partial<Record<CommandName, string>>> = { READ: 'GET', WRITE: 'SET', ADD: 'INCRBY' };

/** The promise's value, or undefined if it takes longer than `timeoutMs`. */
function withTimeout<T>(timeoutMs: number, promise: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), timeoutMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Redis appends the location in the script at which a command failed. */
const SCRIPT_LOCATION = / script: [0-9a-f]{40}, on @user_script:(\d+)\.$/;
/** And begins with it where the script itself failed. */
const SCRIPT_ERROR = /^ERR (?:Error compiling script \(new function\): )?user_script:(\d+): /;

function replyOf(raw: unknown): Reply {
  if (raw instanceof Error) return storeErrorOf(raw.message);
  return Array.isArray(raw) ? raw.map(replyOf) : (raw as Reply);
}

function storeErrorOf(message: string): StoreError {
  const line = (SCRIPT_ERROR.exec(message) ?? SCRIPT_LOCATION.exec(message))?.[1];
  const said = message.replace(SCRIPT_LOCATION, '').replace(SCRIPT_ERROR, '');
  return new StoreError(said, Number(line ?? 0) || null);
}

interface SentScript {
  readonly text: string;
  readonly hash: string;
}

const sentScripts = new WeakMap<LuaScript, SentScript>();

function sentScript(script: LuaScript): SentScript {
  let sent = sentScripts.get(script);
  if (sent === undefined) {
    const text = script.isUsers === true ? guardedScript(script.lua) : script.lua;
    sent = { text, hash: createHash('sha1').update(text).digest('hex') };
    sentScripts.set(script, sent);
  }
  return sent;
}
