/** A real Redis on loopback, started and stopped by a test file or by the benchmark. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { createClient } from '@redis/client';
import { parseRedisAddress, type RedisAddress } from './redisAddress.ts';

const SERVER_COMMAND = 'redis-server';

/** Whether there is one to start. Where `npm test` installs it, a missing one fails. */
export const hasRedis = spawnSync(SERVER_COMMAND, ['--version']).status === 0 || process.env['CI'] !== undefined;

/** A port of loopback on which nobody listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

export class RedisServer {
  readonly port: number;
  readonly url: string;
  readonly #process: ChildProcess;

  private constructor(port: number, child: ChildProcess) {
    this.port = port;
    this.url = `redis://127.0.0.1:${port}`;
    this.#process = child;
  }

  /** @param options of the command line, besides those that keep it small and to itself */
  static async start(...options: readonly string[]): Promise<RedisServer> {
    const port = await freePort();
    const baseArgs = [
      '--port',
      `${port}`,
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--databases',
      '4',
    ];
    const child = spawn(SERVER_COMMAND, [...baseArgs, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
    const outputLines: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      outputLines.push(line);
      if (line.includes('Ready to accept connections')) break;
    }
    // What it says later is nobody's, and must not fill the pipe.
    child.stdout.resume();
    if (child.exitCode !== null) throw new Error(`${SERVER_COMMAND} did not start:\n${outputLines.join('\n')}`);
    return new RedisServer(port, child);
  }

  get address(): RedisAddress {
    const address = parseRedisAddress(this.url);
    if (typeof address === 'string') throw new TypeError(address);
    return address;
  }

  /** At once, without a word to anybody. */
  async stop(): Promise<void> {
    const exited = once(this.#process, 'exit');
    if (!this.#process.kill('SIGKILL')) return;
    await exited;
  }

  /** A plain client, for looking at what is there. */
  async client() {
    const client = createClient({ url: this.url, RESP: 2, disableClientInfo: true });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }
}

export type TestRedisClient = Awaited<ReturnType<RedisServer['client']>>;

/** All keys, sorted. */
export async function keysIn(client: TestRedisClient): Promise<string[]> {
  const keys = (await client.sendCommand(['KEYS', '*'])) as unknown as string[];
  return keys.sort();
}
