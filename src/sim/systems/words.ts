/**
 * What the format says of the real systems, of stacks and of limiters that users write: ids, names and options, with their defaults. Every reader of a
 * document needs that; the rules themselves, and all that is said of them, are loaded when a scenario names one (`load.ts`),
 * and are built on these words (`systemOf`).
 */
import type { AlgorithmInfo, CodeKnob, Edition, Knob } from '../limiters/limiter.ts';
import { nameInCode } from './nameInCode.ts';

export interface SystemWords<Id extends string = string, Option extends string = string> extends Pick<
  AlgorithmInfo,
  'laneName'
> {
  readonly id: Id;
  readonly name: string;
  readonly usesCapacity: boolean;
  readonly editions: readonly Edition[];
  /** Options without their texts: the label is the id. */
  readonly knobs: readonly Named<Option>[];
}

type NumberKnob = Extract<Knob, { kind: 'number' }>;

/** An option whose id the compiler knows. */
type Named<Option extends string, K extends Knob = Knob> = K & { readonly id: Option };

function choice<Id extends string>(id: Id, ...choices: readonly [string, string, ...string[]]): Named<Id> {
  return { kind: 'choice', id, label: id, choices, default: choices[0], help: '' };
}

/** @param initial the default: a number, or a word that may stand in its place */
function number<Id extends string>(
  id: Id,
  min: number,
  max: number,
  unit: string,
  initial: number | string,
  integer = false,
): Named<Id, NumberKnob> {
  const special = typeof initial === 'string' ? { specialValue: initial } : {};
  return { kind: 'number', id, label: id, min, max, integer, unit, default: initial, ...special, help: '' };
}

function whole<Id extends string>(
  id: Id,
  min: number,
  max: number,
  unit: string,
  initial: number | string,
): Named<Id, NumberKnob> {
  return number(id, min, max, unit, initial, true);
}

/** The program of a limiter that a user writes. */
function code(language: CodeKnob['language']): Named<'code', CodeKnob> {
  return { kind: 'code', id: 'code', label: 'code', language, help: '' };
}

/** Whether it runs a program that its user writes. */
export function hasCodeKnob({ knobs }: { readonly knobs: readonly { readonly kind: string }[] }): boolean {
  return knobs.some(({ kind }) => kind === 'code');
}

function words<Id extends string, Option extends string = never>(
  id: Id,
  name: string,
  capacity: 'capacity' | '–',
  ...knobs: readonly Named<Option>[]
): SystemWords<Id, Option> {
  return { id, name, usesCapacity: capacity === 'capacity', editions: ['corrected'], knobs };
}

/** Of both of Guava's limiters, after their own. */
const GUAVA_KNOBS = [choice('mode', 'acquire', 'tryAcquire'), number('timeout', 0, 86_400, 's', 0)] as const;

/** In the order in which the picker shows them. */
export const systemWords = [
  words(
    'nginx-limit-req',
    'nginx limit_req',
    '–',
    // With the request that causes no excess, as many as the capacity are admitted at once.
    { ...whole('burst', 0, 1_000_000, 'requests', 0), fitting: (capacity) => capacity - 1 },
    { ...whole('delay', 0, 1_000_000, 'requests', 0), specialValue: 'none' },
  ),
  words('guava-bursty', 'Guava bursty', '–', number('maxBurstSeconds', 0, 86_400, 's', 1), ...GUAVA_KNOBS),
  words(
    'guava-warming-up',
    'Guava warming up',
    '–',
    number('warmup', 0.001, 86_400, 's', 10),
    number('coldFactor', 1, 100, '', 3),
    ...GUAVA_KNOBS,
  ),
  words('exponential', 'Exponential', '–', choice('update', 'leaky', 'strict')),
  words('haproxy-rate', 'HAProxy http_req_rate', '–', number('expire', 0.001, 2_147_483, 's', 'none')),
  words('envoy-local', 'Envoy local', 'capacity', choice('refill', 'continuous', 'timer')),
  words('envoy-ratelimit', 'Envoy rate limit service', '–'),
  words('traefik', 'Traefik rateLimit', 'capacity'),
  words('caddy-ratelimit', 'Caddy rate_limit', '–'),
  words('vsthrottle', 'Varnish vsthrottle', '–', number('block', 0, 2_592_000, 's', 0)),
  words('nft-limit', 'nftables limit', 'capacity'),
  words('kong', 'Kong rate-limiting', '–'),
  words('apisix-limit-count', 'APISIX limit-count', '–', choice('windowType', 'fixed', 'sliding')),
  words('spring-gateway', 'Spring Cloud Gateway', 'capacity'),
  words('aws-api-gateway', 'Amazon API Gateway', 'capacity'),
  words('cloudflare', 'Cloudflare rules', '–', whole('mitigationTimeout', 0, 86_400, 's', 10)),
  words('redis-cell', 'redis-cell', 'capacity'),
  words(
    'upstash',
    'Upstash Ratelimit',
    'capacity',
    choice('algorithm', 'slidingWindow', 'fixedWindow', 'tokenBucket'),
    choice('ephemeralCache', 'true', 'false'),
  ),
  words(
    'golang-rate',
    'Go x/time/rate',
    'capacity',
    choice('mode', 'allow', 'wait'),
    number('maxWait', 0, 86_400, 's', 'none'),
  ),
  words('throttled', 'throttled', 'capacity'),
  words('governor', 'governor', 'capacity'),
  words(
    'bucket4j',
    'Bucket4j',
    'capacity',
    choice('refill', 'greedy', 'intervally', 'aligned'),
    whole('initialTokens', 0, 1_000_000, 'tokens', 'capacity'),
    number('timeOfFirstRefill', 0, 2_592_000, 's', 'T'),
    choice('useAdaptiveInitialTokens', 'false', 'true'),
    choice('precision', 'milliseconds', 'nanoseconds'),
  ),
  words('resilience4j', 'resilience4j', '–', number('timeoutDuration', 0, 86_400, 's', 5)),
  words(
    'sentinel',
    'Sentinel',
    '–',
    choice('behavior', 'default', 'throttling', 'warm-up', 'warm-up-throttling'),
    number('maxQueueingTime', 0, 3600, 's', 0.5),
    whole('warmUpPeriod', 1, 86_400, 's', 10),
    whole('coldFactor', 2, 1000, '', 3),
  ),
  words('express-rate-limit', 'express-rate-limit', '–'),
  words(
    'rate-limiter-flexible',
    'rate-limiter-flexible',
    '–',
    number('blockDuration', 0, 2_592_000, 's', 0),
    whole('burstPoints', 1, 1_000_000, 'permits', 'none'),
    number('burstDuration', 0.001, 2_592_000, 's', 'T'),
  ),
  words('npm-limiter', 'limiter (npm)', 'capacity', choice('class', 'RateLimiter', 'TokenBucket')),
  words('rolling-rate-limiter', 'rolling-rate-limiter', '–', number('minDifference', 0, 2_592_000, 's', 0)),
  words('p-throttle', 'p-throttle', '–', choice('strict', 'false', 'true')),
  words('rack-attack', 'Rack::Attack', '–'),
  words(
    'python-limits',
    'limits for Python',
    '–',
    choice('strategy', 'fixed-window', 'moving-window', 'sliding-window-counter'),
  ),
];

type AnySystem = (typeof systemWords)[number];
export type SystemId = AnySystem['id'];
/** The ids of a system's options. */
export type SystemOption<Id extends SystemId> = Extract<AnySystem, { readonly id: Id }>['knobs'][number]['id'];

/** Several limits in a row, each a limiter of one process. */
export const stackWords = words('stack', 'Stack of limits', 'capacity', choice('charge', 'together', 'in-order'));

/** A limiter that the user writes, in JavaScript. */
export const ownWords = {
  ...words('own', 'Your own', 'capacity', code('javascript'), choice('clock', 'exact', 'ms', 's')),
  laneName: ({ code: text }: Readonly<Record<string, unknown>>) =>
    typeof text === 'string' ? nameInCode(text) : undefined,
};

const STORE_KNOBS = [number('timeout', 0.000001, 3_600, 's', 0.1), choice('fallback', 'deny', 'allow')] as const;

/** A scheme that the user writes: a program of commands to a store. */
export const ownSchemeWords = words('own-scheme', 'Your own scheme', 'capacity', code('javascript'), ...STORE_KNOBS);

/** A Redis script that the user writes. */
export const ownLuaWords = words('own-lua', 'Your own Redis script', 'capacity', code('lua'), ...STORE_KNOBS);

/** What the user writes against a store. */
export const ownStoreWords: readonly SystemWords[] = [ownSchemeWords, ownLuaWords];

/** The limits of a stack that names none. */
export const DEFAULT_STACK = ['token-bucket', 'fixed-window'] as const;

const byId = new Map<string, SystemWords>(systemWords.map((system) => [system.id, system]));
const others = new Map<string, SystemWords>([stackWords, ownWords, ...ownStoreWords].map((each) => [each.id, each]));

export function systemWordsById(id: string): SystemWords | undefined {
  return byId.get(id);
}

/** Of everything that is loaded when it is named. */
export function laterWordsById(id: string): SystemWords | undefined {
  return others.get(id) ?? byId.get(id);
}
