/** Written by `npm run record` from its recordings: what they hold of each real system. */
import type { Recorded } from '../limiters/story.ts';

export const recorded = {
  'express-rate-limit': { recorded: 'npm express-rate-limit 8.7.4', runs: 3, decisions: 6000 },
  'haproxy-rate': { recorded: 'HAProxy 2.6.12', runs: 6, decisions: 12000 },
  'nginx-limit-req': { recorded: 'nginx 1.22.1', runs: 8, decisions: 16000 },
  'npm-limiter': { recorded: 'npm limiter 4.1.0', runs: 1, decisions: 2000 },
  'p-throttle': { recorded: 'npm p-throttle 8.1.1', runs: 4, decisions: 8000 },
  'python-limits': { recorded: 'limits for Python 2.8.0', runs: 4, decisions: 8000 },
  'rack-attack': { recorded: 'Rack::Attack 6.6.1', runs: 3, decisions: 6000 },
  'rate-limiter-flexible': { recorded: 'npm rate-limiter-flexible 11.4.0', runs: 5, decisions: 10000 },
  'rolling-rate-limiter': { recorded: 'npm rolling-rate-limiter 0.4.2', runs: 1, decisions: 2000 },
  upstash: { recorded: 'npm @upstash/ratelimit 2.2.0', runs: 7, decisions: 14000 },
  vsthrottle: { recorded: 'Varnish vsthrottle 0.20.0', runs: 5, decisions: 10000 },
} as const satisfies Readonly<Record<string, Recorded>>;
