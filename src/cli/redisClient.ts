/**
 * A connection to a real Redis: takes the messages that programs send, and gives the replies that they know. Every key gets
 * a prefix. The client is loaded when it is needed.
 */
import { createHash } from 'node:crypto';
import { StoreError, type Command, type Message, type Reply } from '../sim/engine.ts';
import type { Address } from './redisAddress.ts';

/** No reply comes any more: the server is gone, or never was there. */
export class Lost extends Error {
  override readonly name = 'Lost';
}

/** Milliseconds that a server may take to answer at all. */
const PATIENCE = 3_000;
/** Milliseconds that replies under way may take when a connection is closed. */
const DRAIN = 1_000;
/** Keys that the server looks at in one step. */
const SCANNED = 1_000;

type Wire = readonly string[];
type Script = Extract<Message, { readonly kind: 'script' }>['script'];
type Client = Awaited<ReturnType<typeof dial>>['client'];

async function dial({ url }: Address) {
  const { createClient, ErrorReply } = await import('@redis/client');
  const client = createClient({
    url,
    RESP: 2,
    disableClientInfo: true,
    maintNotifications: 'disabled',
    // Whoever waits says how long.
    commandOptions: { timeout: 0 },
    socket: { reconnectStrategy: false, connectTimeout: PATIENCE },
  });
  return { client, ErrorReply };
}

export class Connection {
  readonly #client: Client;
  readonly #isReply: (error: unknown) => boolean;
  readonly #prefix: string;

  private constructor(client: Client, isReply: (error: unknown) => boolean, prefix: string) {
    this.#client = client;
    this.#isReply = isReply;
    this.#prefix = prefix;
  }

  /** @throws {Error} that `whyNot` can tell of */
  static async open(address: Address, prefix: string): Promise<Connection> {
    const { client, ErrorReply } = await dial(address);
    let broken: Error | null = null;
    client.on('error', (error: Error) => {
      broken ??= error;
      // What is no Redis is not waited for.
      client.destroy();
    });
    const connection = new Connection(client, (error) => error instanceof ErrorReply, prefix);
    try {
      await client.connect();
      const answer = await within(PATIENCE, connection.#ask(['PING']));
      if (answer === undefined) throw new Error(`no answer within ${PATIENCE / 1_000} s`);
      if (answer instanceof StoreError) throw answer;
    } catch (error) {
      client.destroy();
      throw broken ?? error;
    }
    return connection;
  }

  /** @throws {Lost} */
  send(message: Message): Promise<Reply> {
    switch (message.kind) {
      case 'command':
        return this.#ask(this.#onWire(message.command));
      case 'transaction':
        return this.#transact(message.commands);
      case 'script':
        return this.#evaluate(message.script, [
          String(message.keys.length),
          ...message.keys.map((key) => this.#prefix + key),
          ...message.args.map(String),
        ]);
      default:
        throw new TypeError('ASK is no question for Redis');
    }
  }

  /** A key that nobody else uses is written, so that a server that takes no writes says so. */
  async probe(): Promise<Reply> {
    return this.#ask(['SET', `${this.#prefix}probe`, '1', 'PX', '1000']);
  }

  /** Removes every key with this connection's prefix. @throws {Error} */
  async removeKeys(): Promise<void> {
    let cursor = '0';
    do {
      const found = await this.#ask(['SCAN', cursor, 'MATCH', `${this.#prefix}*`, 'COUNT', String(SCANNED)]);
      if (found instanceof StoreError) throw found;
      const [next, keys] = found as readonly [string, readonly string[]];
      if (keys.length > 0) {
        const removed = await this.#ask(['UNLINK', ...keys]);
        if (removed instanceof StoreError) throw removed;
      }
      cursor = next;
    } while (cursor !== '0');
  }

  /** Waits a moment for replies under way: what was sent is then done, and not done later. */
  async close(): Promise<void> {
    // The client may wait for ever where the server went away at that moment.
    if (this.#client.isOpen) await within(DRAIN, this.#client.close());
    this.#client.destroy();
  }

  async #transact(commands: readonly Command[]): Promise<Reply> {
    const wires: Wire[] = [['MULTI'], ...commands.map((command) => this.#onWire(command)), ['EXEC']];
    // Asked in one go, they are sent in one go, and nothing of this connection comes between them.
    const replies = await Promise.all(wires.map((wire) => this.#ask(wire)));
    return replies.at(-1) as Reply;
  }

  async #evaluate(script: Script, words: Wire): Promise<Reply> {
    const reply = await this.#ask(['EVALSHA', shaOf(script), ...words]);
    const unknown = reply instanceof StoreError && reply.message.startsWith('NOSCRIPT');
    return unknown ? this.#ask(['EVAL', script.lua, ...words]) : reply;
  }

  /** @throws {Lost} */
  async #ask(wire: Wire): Promise<Reply> {
    try {
      return replyOf(await this.#client.sendCommand(wire));
    } catch (error) {
      if (this.#isReply(error)) return replyOf(error);
      throw new Lost((error as Error).message);
    }
  }

  #onWire([name, ...args]: Command): Wire {
    const words = args.map(String);
    switch (name) {
      case 'READ':
        return ['GET', ...this.#first(words)];
      case 'WRITE':
        return ['SET', ...this.#first(words)];
      case 'ADD':
        return ['INCRBY', ...this.#first(words)];
      case 'DEL':
      case 'EXISTS':
      case 'WATCH':
        return [name, ...words.map((key) => this.#prefix + key)];
      default:
        return [name, ...this.#first(words)];
    }
  }

  #first(words: Wire): Wire {
    const [key, ...others] = words;
    return key === undefined ? [] : [this.#prefix + key, ...others];
  }
}

/** What is promised, or nothing when it takes longer than so many milliseconds. */
function within<T>(time: number, promised: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), time);
    promised.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Where in a script a command failed is Redis's own addition. */
const PLACE = / script: [0-9a-f]{40}, on @user_script:\d+\.$/;

function replyOf(raw: unknown): Reply {
  if (raw instanceof Error) return new StoreError(raw.message.replace(PLACE, ''));
  return Array.isArray(raw) ? raw.map(replyOf) : (raw as Reply);
}

const shas = new WeakMap<Script, string>();

function shaOf(script: Script): string {
  let sha = shas.get(script);
  if (sha === undefined) shas.set(script, (sha = createHash('sha1').update(script.lua).digest('hex')));
  return sha;
}
