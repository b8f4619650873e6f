/** A real redis-server on a clock that stands still: keys expire when the recorder's clock says so. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RedisServer, hasRedis } from '../../cli/redisServer.ts';
import { ExpectedError } from '../run.mjs';
import { stoppedClock, type StoppedClock } from './stoppedClock.ts';

/**
 * Calls `work` with a server, which is gone afterwards.
 * @throws {Error} when there is no redis-server or no C compiler on this machine
 */
export async function withStoppedRedis<T>(work: (server: RedisServer, clock: StoppedClock) => Promise<T>): Promise<T> {
  if (!hasRedis) throw new ExpectedError('There is no redis-server on this machine: apt-get install redis-server.');
  const folder = mkdtempSync(join(tmpdir(), 'spillway-record-'));
  try {
    const clock = stoppedClock(folder);
    const server = await RedisServer.startIn(clock.env);
    try {
      return await work(server, clock);
    } finally {
      await server.stop();
      clock.close();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
