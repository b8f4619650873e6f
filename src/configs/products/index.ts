/** All products, in the order in which the picker shows their limiters; nginx first. */
import { limiterName } from '../../sim/index.ts';
import type { ConfigProduct, ConfigReader } from '../product.ts';
import { apisix } from './apisix.ts';
import { aspNetCore } from './aspNetCore.ts';
import { aspNetCoreRateLimit } from './aspNetCoreRateLimit.ts';
import { awsApiGateway } from './awsApiGateway.ts';
import { awsWaf } from './awsWaf.ts';
import { azureApiManagement } from './azureApiManagement.ts';
import { bucket4j } from './bucket4j.ts';
import { caddy } from './caddy.ts';
import { cloudArmor } from './cloudArmor.ts';
import { cloudflare } from './cloudflare.ts';
import { djangoRatelimit } from './djangoRatelimit.ts';
import { djangoRest } from './djangoRest.ts';
import { envoyLocal } from './envoyLocal.ts';
import { envoyRatelimit } from './envoyRatelimit.ts';
import { exim } from './exim.ts';
import { fiber } from './fiber.ts';
import { golangRate } from './golangRate.ts';
import { governor } from './governor.ts';
import { guavaBursty, guavaWarmingUp } from './guava.ts';
import { haproxy } from './haproxy.ts';
import { httprate } from './httprate.ts';
import { expressRateLimit, pThrottle, rateLimiterFlexible, rollingRateLimiter, upstash } from './javascript.ts';
import { jujuRatelimit } from './jujuRatelimit.ts';
import { koaRatelimit } from './koaRatelimit.ts';
import { kong } from './kong.ts';
import { laravel } from './laravel.ts';
import { nest } from './nest.ts';
import { nft } from './nft.ts';
import { nginx } from './nginx.ts';
import { npmLimiter } from './npmLimiter.ts';
import { pythonLimits } from './pythonLimits.ts';
import { aiolimiter, fastapiLimiter, pyrateLimiter, pythonRatelimit } from './pythonPackages.ts';
import { rackAttack } from './rackAttack.ts';
import { rails } from './rails.ts';
import { redisCell } from './redisCell.ts';
import { redisRate } from './redisRate.ts';
import { resilience4j } from './resilience4j.ts';
import { sentinel } from './sentinel.ts';
import { springGateway } from './springGateway.ts';
import { symfony } from './symfony.ts';
import { throttled } from './throttled.ts';
import { traefik } from './traefik.ts';
import { ululeLimiter } from './ululeLimiter.ts';
import { vsthrottle } from './vsthrottle.ts';

export const products: readonly ConfigProduct[] = [
  // Proxies and gateways
  nginx,
  haproxy,
  envoyLocal,
  envoyRatelimit,
  traefik,
  caddy,
  vsthrottle,
  nft,
  kong,
  apisix,
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
  guavaBursty,
  guavaWarmingUp,
  expressRateLimit,
  rateLimiterFlexible,
  npmLimiter,
  rollingRateLimiter,
  pThrottle,
  rackAttack,
  pythonLimits,
  // Mail
  exim,
];

/** All that config text is read by. */
export const readers: readonly ConfigReader[] = [
  ...products,
  // Their limits are lanes of other limiters
  laravel,
  rails,
  djangoRest,
  aspNetCore,
  aspNetCoreRateLimit,
  nest,
  symfony,
  djangoRatelimit,
  fastapiLimiter,
  pythonRatelimit,
  aiolimiter,
  pyrateLimiter,
  ululeLimiter,
  httprate,
  redisRate,
  jujuRatelimit,
  fiber,
  koaRatelimit,
  awsWaf,
  azureApiManagement,
  cloudArmor,
];

const byName = new Map(products.flatMap((product) => [product.id, ...product.aliases].map((name) => [name, product])));

/** The product with this id or alias. */
export function productNamed(name: string): ConfigProduct | undefined {
  return byName.get(name);
}

/** The same. @throws {RangeError} for a name that none has */
export function productOf(name: string): ConfigProduct {
  const product = byName.get(name);
  if (product === undefined) throw new RangeError(`${name} is not a product with a config here.`);
  return product;
}

/** Its own name, or what its limiter is called. */
export function nameOf({ id, name }: Pick<ConfigReader, 'id' | 'name'>): string {
  return name ?? limiterName(id);
}
