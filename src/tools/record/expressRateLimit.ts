/**
 * npm's `express-rate-limit`: its middleware with its own store in memory, called with made-up requests and responses. It
 * opens a key's window at the key's first request and the next one at the first request T later or after. Its clock is
 * `Date`, in whole milliseconds.
 */
import { join } from 'node:path';
import { rateLimit, type RateLimitInfo } from 'express-rate-limit';
import { MILLISECOND } from '../../sim/time.ts';
import { root } from '../run.mjs';
import { withFakeClock } from './fakeClock.ts';
import type { Recorder } from './recorder.ts';
import type { Recording } from './recording.ts';
import { probe, type ProbeAnswer } from './probeTraffic.ts';
import { packageVersion } from './packageVersion.ts';

const SYSTEM = packageVersion(join(root, 'node_modules'), 'express-rate-limit');

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

async function callMiddleware(
  middleware: Middleware,
  user: string,
): Promise<{ admitted: boolean; info: RateLimitInfo }> {
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

function recordRun(limit: number, windowMs: number, keys: number, stream: number): Promise<Recording> {
  const policy = { n: limit, T: windowMs * MILLISECOND, capacity: limit };
  const unit = MILLISECOND;
  return withFakeClock(async (clock) => {
    const middleware = rateLimit({
      limit,
      windowMs,
      legacyHeaders: false,
      keyGenerator: (request) => (request as unknown as Request).user,
    }) as unknown as Middleware;
    const rows = await probe({ policy, unit, keys, maxCost: 1, stream, aimsAtEdges: true }, async ({ at, key }) => {
      clock.advanceTo(at);
      const { admitted, info } = await callMiddleware(middleware, `user ${key}`);
      const wait = ((info.resetTime as Date).getTime() - Date.now()) * MILLISECOND;
      const answer: ProbeAnswer = admitted ? { outcome: 'A' } : { outcome: 'D', wait, retryIn: wait };
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
      ['5-per-second', await recordRun(5, 1_000, 1, 11)],
      ['3-per-minute', await recordRun(3, 60_000, 4, 12)],
      ['100-per-quarter', await recordRun(100, 900_000, 2, 13)],
    ]),
};
