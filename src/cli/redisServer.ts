/** A real Redis on loopback, started and stopped by a test file, the benchmark or the recorder. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { createClient } from '@redis/client';
import { MILLISECOND, type Duration } from '../sim/index.ts';
import { parseRedisAddress, type RedisAddress } from './redisAddress.ts';
import { freePort } from '../tools/port.mjs';

const SERVER_COMMAND = 'redis-server';

/** Whether redis-server can be started. In CI it is assumed, so that tests fail rather than skip if it is missing. */
export const hasRedis = spawnSync(SERVER_COMMAND, ['--version']).status === 0 || process.env['CI'] !== undefined;

export class RedisServer {
  readonly port: number;
  readonly url: string;
  readonly #process: ChildProcess;

  private constructor(port: number, child: ChildProcess) {
    this.port = port;
    this.url = `redis://127.0.0.1:${port}`;
    this.#process = child;
  }

  /** @param options command-line options, in addition to those that keep it small and local */
  static start(...options: readonly string[]): Promise<RedisServer> {
    return RedisServer.startIn({}, ...options);
  }

  /** @param env variables in addition to our own */
  static async startIn(env: Readonly<Record<string, string>>, ...options: readonly string[]): Promise<RedisServer> {
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
    const child = spawn(SERVER_COMMAND, [...baseArgs, ...options], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...env },
    });
    const outputLines: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      outputLines.push(line);
      if (line.includes('Ready to accept connections')) break;
    }
    // Later output is discarded, so that it does not fill the pipe.
    child.stdout.resume();
    if (child.exitCode !== null) throw new Error(`${SERVER_COMMAND} did not start:\n${outputLines.join('\n')}`);
    return new RedisServer(port, child);
  }

  get address(): RedisAddress {
    return parseRedisAddress(this.url);
  }

  /** Kills the process immediately, without a shutdown. */
  async stop(): Promise<void> {
    const exited = once(this.#process, 'exit');
    if (!this.#process.kill('SIGKILL')) return;
    await exited;
  }

  /** A plain client, to inspect the data. */
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

/** Simulates the passage of time at the server: every key's time to live is shortened. */
export async function passTime(client: TestRedisClient, time: Duration): Promise<void> {
  for (const key of await keysIn(client)) {
    const left = Number(await client.sendCommand(['PTTL', key])) - time / MILLISECOND;
    // Without an expiry it was −1.
    if (left + time / MILLISECOND >= 0)
      await client.sendCommand(['PEXPIRE', key, String(Math.max(0, Math.round(left)))]);
  }
}
