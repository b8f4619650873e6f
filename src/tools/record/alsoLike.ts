/**
 * Recordings from before a system had a rule of its own here: the system that each is of, beside the limiters that its
 * file names. Those files stay as they are.
 */
import type { LimiterMatch } from './recording.ts';

export const alsoLike: Readonly<Record<string, LimiterMatch>> = {
  'express-rate-limit-5-per-second.json': { limiter: 'express-rate-limit' },
  'express-rate-limit-3-per-minute.json': { limiter: 'express-rate-limit' },
  'express-rate-limit-100-per-quarter.json': { limiter: 'express-rate-limit' },
  'limiter-bucket-from-empty.json': { limiter: 'npm-limiter', options: { class: 'TokenBucket' } },
  'rate-limiter-flexible-memory.json': { limiter: 'rate-limiter-flexible' },
  'rolling-rate-limiter-counting-all.json': { limiter: 'rolling-rate-limiter' },
};
