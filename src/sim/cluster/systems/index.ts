/** The programs of real systems in a cluster: those that send something, by id. All others count in their own process. */
import type { Limiter } from '../../limiters/limiter.ts';
import type { Scheme } from '../scheme.ts';
import { envoyRatelimit } from './envoyRatelimit.ts';
import { perProcess } from './perProcess.ts';
import { rackAttack } from './rackAttack.ts';
import { redisCell } from './redisCell.ts';
import { springGateway } from './springGateway.ts';
import { upstash } from './upstash.ts';

const inRedis: Readonly<Record<string, (limiter: Limiter) => Scheme>> = {
  'redis-cell': redisCell,
  upstash,
  'spring-gateway': springGateway,
  'envoy-ratelimit': envoyRatelimit,
  'rack-attack': rackAttack,
};

/**
 * How a real system runs on several nodes.
 * @throws {TypeError} if it runs in Redis, and there is no program for it
 */
export function systemProgram(limiter: Limiter): Scheme {
  if (limiter.story?.runs !== 'in Redis') return perProcess(limiter);
  const program = inRedis[limiter.id];
  if (program === undefined) throw new TypeError(`no program for ${limiter.id} in Redis`);
  return program(limiter);
}
