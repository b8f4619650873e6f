/**
 * npm's `express-rate-limit`: its middleware with its own store in memory, called with made-up requests and responses. It
 * opens a key's window at the key's first request and the next one at the first request T later or after. Its clock is
 * `Date`, in whole milliseconds.
 */
import { join } from 'node:path';
import { rateLimit, type RateLimitInfo } from 'express-rate-limit';
import { MILLISECOND } from '../../sim/time.ts';
import { root } from '../run.mjs';
import { underFalseClock } from './clock.ts';
import type { Recorder } from './recorder.ts';
import type { Recording } from './recording.ts';
import { ask, type Answer } from './traffic.ts';
import { packageIn } from './versions.ts';

const SYSTEM = packageIn(join(root, 'node_modules'), 'express-rate-limit');

/** What of the middleware's ways is used, and what of a request and a response it touches. */
interface Request {
  readonly user: string;
  rateLimit?: RateLimitInfo;
}
interface Response {
  status(code: number): void;
  send(): void;
}
type Middleware = (request: Request, response: Response, next: (error?: Error) => void) => Promise<void>;

async function call(middleware: Middleware, user: string): Promise<{ admitted: boolean; info: RateLimitInfo }> {
  const request: Request = { user };
  let status = 200;
  let passed = false;
  const response = { status: (code: number) => void (status = code), send() {} };
  await middleware(request, response, (error) => {
    if (error) throw error;
    passed = true;
  });
  const { rateLimit: info } = request;
  if (passed === (status === 429) || info === undefined) throw new Error('The middleware neither passed nor refused.');
  return { admitted: passed, info };
}

function run(limit: number, windowMs: number, keys: number, stream: number): Promise<Recording> {
  const policy = { n: limit, T: windowMs * MILLISECOND, capacity: limit };
  const unit = MILLISECOND;
  return underFalseClock(async (clock) => {
    const middleware = rateLimit({
      limit,
      windowMs,
      legacyHeaders: false,
      keyGenerator: (request) => (request as unknown as Request).user,
    }) as unknown as Middleware;
    const rows = await ask({ policy, unit, keys, mostCost: 1, stream, aims: true }, async ({ at, key }) => {
      clock.set(at);
      const { admitted, info } = await call(middleware, `user ${key}`);
      const wait = ((info.resetTime as Date).getTime() - Date.now()) * MILLISECOND;
      const answer: Answer = admitted ? { outcome: 'A' } : { outcome: 'D', wait, edge: wait };
      return { ...answer, remaining: info.remaining };
    });
    return {
      system: SYSTEM,
      setting: `rateLimit({ limit: ${limit}, windowMs: ${windowMs} }), MemoryStore; remaining and resetTime of request.rateLimit`,
      clock: 'Date.now and timers are replaced, in whole ms',
      like: [{ limiter: 'quota-reset' }],
      policy,
      unit,
      rows,
    };
  });
}

export const expressRateLimit: Recorder = {
  name: 'express-rate-limit',
  record: async () =>
    new Map([
      ['5-per-second', await run(5, 1_000, 1, 11)],
      ['3-per-minute', await run(3, 60_000, 4, 12)],
      ['100-per-quarter', await run(100, 900_000, 2, 13)],
    ]),
};
