/** The real systems, in the order in which the picker shows them. */
import { apisixLimitCount } from './apisixLimitCount.ts';
import { awsApiGateway } from './awsApiGateway.ts';
import { bucket4j } from './bucket4j.ts';
import { caddyRatelimit } from './caddyRatelimit.ts';
import { cloudflare } from './cloudflare.ts';
import { envoyLocal } from './envoyLocal.ts';
import { envoyRatelimit } from './envoyRatelimit.ts';
import { exponential } from './exponential.ts';
import { expressRateLimit } from './expressRateLimit.ts';
import { golangRate } from './golangRate.ts';
import { governor } from './governor.ts';
import { guavaBursty } from './guavaBursty.ts';
import { guavaWarmingUp } from './guavaWarmingUp.ts';
import { haproxyRate } from './haproxyRate.ts';
import { kong } from './kong.ts';
import { nftLimit } from './nftLimit.ts';
import { nginxLimitReq } from './nginxLimitReq.ts';
import { npmLimiter } from './npmLimiter.ts';
import { pThrottle } from './pThrottle.ts';
import { pythonLimits } from './pythonLimits.ts';
import { rackAttack } from './rackAttack.ts';
import { rateLimiterFlexible } from './rateLimiterFlexible.ts';
import { redisCell } from './redisCell.ts';
import { resilience4j } from './resilience4j.ts';
import { rollingRateLimiter } from './rollingRateLimiter.ts';
import { sentinel } from './sentinel.ts';
import { springGateway } from './springGateway.ts';
import type { System } from './system.ts';
import { throttled } from './throttled.ts';
import { traefik } from './traefik.ts';
import { upstash } from './upstash.ts';
import { vsthrottle } from './vsthrottle.ts';

export const systems: readonly System[] = [
  nginxLimitReq,
  guavaBursty,
  guavaWarmingUp,
  exponential,
  // Proxies and gateways
  haproxyRate,
  envoyLocal,
  envoyRatelimit,
  traefik,
  caddyRatelimit,
  vsthrottle,
  nftLimit,
  kong,
  apisixLimitCount,
  springGateway,
  awsApiGateway,
  cloudflare,
  // Redis
  redisCell,
  upstash,
  // Libraries
  golangRate,
  throttled,
  governor,
  bucket4j,
  resilience4j,
  sentinel,
  expressRateLimit,
  rateLimiterFlexible,
  npmLimiter,
  rollingRateLimiter,
  pThrottle,
  rackAttack,
  pythonLimits,
];
