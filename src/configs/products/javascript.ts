/** Packages for Node that get their settings as an object. */
import { MILLISECOND, microsFromSeconds, SECOND, secondsFromMicros, type Duration } from '../../sim/index.ts';
import type { Findings } from '../findings.ts';
import type { ConfigProduct } from '../product.ts';
import { limitsOnly } from '../commonNotes.ts';
import { sharedObject } from '../shared.ts';
import { decimal, millisText, secondsText, MINUTE } from '../text/durations.ts';
import type { Call, Value } from '../text/expressions.ts';
import { lookUp } from '../text/lookUp.ts';
import { recordsIn } from '../text/records.ts';
import { callsIn, variableOf } from '../text/source.ts';
import { brief, flagIn, numberIn, objectOf, timeIn, unknownName } from '../values.ts';

const LONGEST: Duration = 2_147_483_647 * MILLISECOND;
export const SOURCE = {
  fileName: 'limit.js',
  language: 'javascript',
  understands: 'calls with numbers, in an object in its place',
};

/** The options of a package, as its last release has them. */
export interface Known {
  readonly read: readonly string[];
  /** A name of one that does not change what is counted. */
  readonly others: RegExp;
  /** What each of the rest does that a lane does not: a sentence. */
  readonly notes?: Readonly<Record<string, string>>;
}

/** What an option that has a note has where it is left out, too. */
const SILENT = /^(false$|undefined$|MemoryStore\()/;

/** The fields of the object that a call gets, and what of them a lane does not show; null where objectOf has none. */
export function optionsOf(call: Call, { read, others, notes = {} }: Known, findings: Findings) {
  const fields = objectOf(call, findings);
  if (fields === null) return null;
  const said: string[] = [];
  for (const [name, { line, text }] of fields) {
    const note = lookUp(notes, name);
    if (note === undefined && !read.includes(name) && !others.test(name))
      findings.problem(line, unknownName(name, call.name, read));
    if (note !== undefined && !SILENT.test(text)) said.push(note);
  }
  return { fields, notes: said };
}

const SHARED_STORE = 'Its store is shared: the lane counts as the store in memory does.';
const EXPRESS: Known = {
  read: ['windowMs', 'limit', 'max'],
  others:
    /^(message|statusCode|handler|headers|legacyHeaders|standardHeaders|identifier|request(Store)?PropertyName|ipv6Subnet|passOnStoreError|validate|logger)$/,
  notes: {
    skip: 'skip lets some requests pass without counting them; the lane counts all.',
    skipFailedRequests: 'skipFailedRequests does not count requests that fail; the lane counts all.',
    skipSuccessfulRequests: 'skipSuccessfulRequests does not count requests that succeed; the lane counts all.',
    requestWasSuccessful: 'requestWasSuccessful decides which requests succeed, which the lane does not know.',
    keyGenerator: 'keyGenerator decides whose requests count together; the lane counts those of each client.',
    store: SHARED_STORE,
  },
};

export const expressRateLimit: ConfigProduct = {
  ...SOURCE,
  id: 'express-rate-limit',
  aliases: ['express'],
  // Hono's has the same settings and the same store, and Fastify's counts alike.
  sign: /\b(rateLimit|expressRateLimit)\s*\(\s*\{|\brateLimiter\s*\(\s*\{[^}]{0,300}\bwindowMs\b|fastify\/rate-limit|fastify-rate-limit/,
  understands: 'calls with numbers, in an object in its place, also of rateLimiter of Hono and of Fastify’s plugin',
  timeGrid: { unit: MILLISECOND, most: LONGEST },
  print: ({ policy: { n, T } }) => `rateLimit({ windowMs: ${millisText(T)}, limit: ${n} })\n`,
  read(text, findings) {
    const isFastify = /\bfastify\b/.test(text);
    if (isFastify)
      for (const { fields } of recordsIn(text, 'javascript', ['rateLimit']))
        readFastifys(fields.get('rateLimit'), true, findings);
    for (const call of callsIn(
      text,
      'javascript',
      ['rateLimit', 'expressRateLimit', 'rateLimiter', 'register'],
      findings,
    )) {
      const [plugin, settings] = call.args;
      if (call.name === 'register' && /rate-?limit/i.test(plugin?.text ?? '')) readFastifys(settings, false, findings);
      // `preHandler: fastify.rateLimit({ … })`
      if (isFastify && call.name === 'rateLimit' && call.on !== null) {
        readFastifys(settings ?? plugin, true, findings);
        continue;
      }
      // Many a program has a function of that name.
      const isOther = call.name === 'rateLimiter' && !/\bwindowMs\b/.test(call.text.slice(0, MAX_LOOKED_AT));
      const other = otherSettingOf(call);
      if (other !== undefined)
        findings.problem(
          call.line,
          `${call.name} gets ${other}, which express-rate-limit does not have: another function of that name is not read.`,
        );
      const isSkipped = call.name === 'register' || isOther || other !== undefined;
      const options = isSkipped ? null : optionsOf(call, EXPRESS, findings);
      if (options === null) continue;
      const { fields, notes } = options;
      const T = timeIn(fields.get('windowMs'), 'windowMs', call.line, MILLISECOND, findings, MINUTE);
      const name = fields.has('limit') || !fields.has('max') ? 'limit' : 'max';
      const n = numberIn(fields.get(name), name, call.line, findings, 5);
      if (T !== null && n !== null) findings.limit(call.line, brief(call.text), { n, T, capacity: null }, {}, notes);
    }
  },
};

const MAX_LOOKED_AT = 1_000;
/** Other names for its time and its count: many a program has a function `rateLimit` of its own. */
const OTHERS =
  /interval|duration|period|ttl|seconds|minutes|window(?!ms)|^(?!skip).*(requests|points|tokens|attempts|count)$/i;

/** A setting that says in its own way what is left out: no default is in force then. */
function otherSettingOf({ name, args: [settings] }: Call): string | undefined {
  if (settings?.kind !== 'object' || name === 'rateLimiter' || name === 'register') return undefined;
  const { fields } = settings;
  const isWhole = fields.has('windowMs') && (fields.has('limit') || fields.has('max'));
  return isWhole ? undefined : [...fields.keys()].find((field) => OTHERS.test(field));
}
const FASTIFY: Known = {
  read: ['max', 'timeWindow'],
  others:
    /^(global|hook|cache|nameSpace|skipOnError|errorResponseBuilder|enableDraftSpec|addHeaders|addHeadersOnExceeding|onExceeding|onExceeded|onBanReach|groupId)$/,
  notes: {
    ...EXPRESS.notes,
    redis: SHARED_STORE,
    allowList: 'allowList lets some requests pass without counting them; the lane counts all.',
    ban: 'ban is not part of the lane.',
    continueExceeding: 'continueExceeding is not part of the lane.',
    exponentialBackoff: 'exponentialBackoff is not part of the lane.',
  },
};

/**
 * `fastify.register(import('@fastify/rate-limit'), { max: 100, timeWindow: '1 minute' })`, and of a route
 * `{ config: { rateLimit: { max: 3, timeWindow: '1 minute' } } }`, which has what it leaves out from the plugin.
 */
function readFastifys(settings: Value | undefined, isOfRoute: boolean, findings: Findings): void {
  if (settings === undefined || (isOfRoute && settings.kind !== 'object')) return;
  const { line } = settings;
  const call: Call = {
    ...settings,
    kind: 'call',
    name: 'the rate limit',
    on: null,
    args: [settings],
    named: new Map(),
  };
  const options = optionsOf(call, FASTIFY, findings);
  if (options === null) return;
  const { fields, notes } = options;
  const n = numberIn(fields.get('max'), 'max', line, findings, isOfRoute ? undefined : 1_000);
  const T = timeIn(fields.get('timeWindow'), 'timeWindow', line, MILLISECOND, findings, isOfRoute ? undefined : MINUTE);
  if (n !== null && T !== null)
    findings.limit(
      line,
      brief(`max ${n}, timeWindow ${fields.get('timeWindow')?.text ?? 'left out'}`),
      { n, T, capacity: null },
      {},
      [
        ...notes,
        isOfRoute && limitsOnly('requests of its route'),
        fields.get('global')?.text === 'false' && limitsOnly('routes that ask for it'),
      ],
      { isException: isOfRoute },
    );
}

/** Those in a store count alike. */
const STORES =
  'Memory|Redis|Valkey|ValkeyGlide|Mongo|MySQL|Postgres|SQLite|Memcache|Cluster|Prisma|Drizzle|Dynamo|Etcd';
const KEPT_IN = STORES.split('|').map((store) => `RateLimiter${store}`);
/** What is made of limiters. */
const AROUND = ['RateLimiterQueue', 'RateLimiterUnion'];

export const rateLimiterFlexible: ConfigProduct = {
  ...SOURCE,
  id: 'rate-limiter-flexible',
  aliases: [],
  sign: new RegExp(`\\b(RateLimiter(${STORES})|BurstyRateLimiter)\\s*\\(`),
  timeGrid: { unit: MILLISECOND },
  print({ policy: { n, T }, options }) {
    const { blockDuration, burstPoints, burstDuration } = options;
    const block = decimal(blockDuration as number);
    const main = [
      'new RateLimiterMemory({',
      `  points: ${n},`,
      `  duration: ${secondsText(T)},`,
      `  blockDuration: ${block},`,
      '})',
    ];
    if (burstPoints === 'none') return `${main.join('\n')}\n`;
    const duration = burstDuration === 'T' ? secondsText(T) : decimal(burstDuration as number);
    const burst = [
      'new RateLimiterMemory({',
      `  keyPrefix: 'burst',`,
      `  points: ${burstPoints},`,
      `  duration: ${duration},`,
      '})',
    ];
    return `new BurstyRateLimiter(\n  ${main.join('\n  ')},\n  ${burst.join('\n  ')},\n)\n`;
  },
  read(text, findings) {
    const calls = callsIn(text, 'javascript', [...KEPT_IN, 'BurstyRateLimiter', ...AROUND], findings);
    const inner = new Set<Value>(calls.filter(({ name }) => name === 'BurstyRateLimiter').flatMap(({ args }) => args));
    const insurances = calls.flatMap(({ args: [options] }) =>
      options?.kind === 'object' ? (options.fields.get('insuranceLimiter') ?? []) : [],
    );
    for (const call of calls) {
      if (inner.has(call)) continue;
      if (AROUND.includes(call.name)) {
        findings.problem(call.line, `${call.name} is not read: the lane is of a limiter alone.`);
        continue;
      }
      const name = variableOf(call, text);
      const isInsurance = insurances.some((one) => one === call || (one.kind === 'name' && one.name === name));
      const [main, burst] = call.name === 'BurstyRateLimiter' ? call.args : [call];
      if (main?.kind !== 'call' || (burst !== undefined && burst.kind !== 'call')) {
        findings.problem(call.line, 'The two limiters are read only where they are made in their places.');
        continue;
      }
      const [rule, extra] = [pointsOf(main, findings), burst === undefined ? undefined : pointsOf(burst, findings)];
      if (rule === null || extra === null) continue;
      findings.limit(
        call.line,
        brief(call.text),
        { n: rule.points, T: rule.duration, capacity: null },
        {
          blockDuration: secondsFromMicros(rule.block),
          burstPoints: extra?.points ?? 'none',
          ...(extra === undefined ? {} : { burstDuration: secondsFromMicros(extra.duration) }),
        },
        [
          ...new Set([...rule.notes, ...(extra?.notes ?? [])]),
          isInsurance && 'It is asked only while the store of another limiter fails.',
        ],
        { isException: isInsurance },
      );
    }
  },
};

const POINTS: Known = {
  read: ['points', 'duration', 'blockDuration'],
  others:
    /^(keyPrefix|execEvenlyMinDelayMs|inMemoryBlockOnConsumed|insuranceLimiter|rejectIf\w+|(useRedis|store|db|table|schema|model|clear|index|disable|timeout|dynamo|ttl)\w*)$/,
  notes: {
    storeClient: SHARED_STORE,
    execEvenly: 'execEvenly delays what it admits, to spread it over the duration; the lane does not.',
  },
};

function pointsOf(call: Call, findings: Findings) {
  const options = optionsOf(call, POINTS, findings);
  if (options === null) return null;
  const { fields, notes } = options;
  const points = numberIn(fields.get('points'), 'points', call.line, findings, 4);
  const duration = timeIn(fields.get('duration'), 'duration', call.line, SECOND, findings, SECOND);
  const block = timeIn(fields.get('blockDuration'), 'blockDuration', call.line, SECOND, findings, 0);
  return points === null || duration === null || block === null ? null : { points, duration, block, notes };
}

const ROLLING: Known = { read: ['interval', 'maxInInterval', 'minDifference'], others: /^$/ };

export const rollingRateLimiter: ConfigProduct = {
  ...SOURCE,
  id: 'rolling-rate-limiter',
  aliases: [],
  sign: /\bInMemoryRateLimiter\s*\(/,
  print({ policy: { n, T }, options }) {
    const least = microsFromSeconds(options['minDifference'] as number);
    return `new InMemoryRateLimiter({\n  interval: ${millisText(T)},\n  maxInInterval: ${n},\n  minDifference: ${millisText(least)},\n})\n`;
  },
  read(text, findings) {
    for (const call of callsIn(text, 'javascript', ['InMemoryRateLimiter'], findings)) {
      const { fields } = optionsOf(call, ROLLING, findings) ?? {};
      if (fields === undefined) continue;
      const T = timeIn(fields.get('interval'), 'interval', call.line, MILLISECOND, findings);
      const n = numberIn(fields.get('maxInInterval'), 'maxInInterval', call.line, findings);
      const least = timeIn(fields.get('minDifference'), 'minDifference', call.line, MILLISECOND, findings, 0);
      if (T === null || n === null || least === null) continue;
      findings.limit(
        call.line,
        brief(call.text),
        { n, T, capacity: null },
        { minDifference: secondsFromMicros(least) },
      );
    }
  },
};

const THROTTLE: Known = {
  read: ['limit', 'interval', 'strict'],
  others: /^(signal|onDelay)$/,
  notes: {
    weight: 'weight decides how much a call counts, from its arguments; in the lane it is the cost of a request.',
  },
};

export const pThrottle: ConfigProduct = {
  ...SOURCE,
  id: 'p-throttle',
  aliases: [],
  sign: /\bpThrottle\s*\(/,
  shared: sharedObject('one throttle'),
  timeGrid: { unit: MILLISECOND },
  print: ({ policy: { n, T }, options }) =>
    `pThrottle({ limit: ${n}, interval: ${millisText(T)}, strict: ${options['strict']} })\n`,
  read(text, findings) {
    for (const call of callsIn(text, 'javascript', ['pThrottle'], findings)) {
      const options = optionsOf(call, THROTTLE, findings);
      if (options === null) continue;
      const { fields, notes } = options;
      const n = numberIn(fields.get('limit'), 'limit', call.line, findings);
      const T = timeIn(fields.get('interval'), 'interval', call.line, MILLISECOND, findings);
      const strict = flagIn(fields.get('strict'), 'strict', findings, false);
      if (n !== null && T !== null && strict !== null)
        findings.limit(call.line, brief(call.text), { n, T, capacity: null }, { strict: `${strict}` }, notes);
    }
  },
};

const UPSTASH: Known = {
  read: ['limiter', 'ephemeralCache'],
  others: /^(redis|prefix|analytics|timeout|cacheScripts|denyListThreshold|enableTelemetry)$/,
  notes: {
    enableProtection: 'enableProtection refuses what is on a deny list, which the lane does not have.',
    dynamicLimits: 'dynamicLimits lets the limit be changed at run time; the lane’s stays.',
  },
};
const ALGORITHMS = new Set(['slidingWindow', 'fixedWindow', 'tokenBucket']);

export const upstash: ConfigProduct = {
  ...SOURCE,
  id: 'upstash',
  aliases: [],
  sign: /\b(MultiRegion)?Ratelimit\s*\.\s*\w+\s*\(/,
  timeGrid: { unit: MILLISECOND },
  print({ policy: { n, T, capacity }, options }) {
    const window = T % SECOND === 0 ? `"${secondsText(T)} s"` : `"${millisText(T)} ms"`;
    const size = options['algorithm'] === 'tokenBucket' ? `, ${capacity}` : '';
    const cache = options['ephemeralCache'] === 'false' ? '\n  ephemeralCache: false,' : '';
    return `new Ratelimit({\n  redis,\n  limiter: Ratelimit.${options['algorithm']}(${n}, ${window}${size}),${cache}\n})\n`;
  },
  read(text, findings) {
    for (const call of callsIn(text, 'javascript', ['Ratelimit', 'MultiRegionRatelimit'], findings)) {
      if (call.name !== 'Ratelimit') {
        findings.problem(call.line, `${call.name} counts by another rule, which is not among the lanes.`);
        continue;
      }
      const options = optionsOf(call, UPSTASH, findings);
      if (options === null) continue;
      const { fields, notes } = options;
      const limiter = fields.get('limiter');
      if (limiter?.kind !== 'call' || !ALGORITHMS.has(limiter.name)) {
        findings.problem(
          limiter?.line ?? call.line,
          `limiter is ${brief(limiter?.text ?? 'missing')}: only slidingWindow, fixedWindow and tokenBucket are understood.`,
        );
        continue;
      }
      const n = numberIn(limiter.args[0], 'tokens', limiter.line, findings);
      const T = timeIn(limiter.args[1], 'window', limiter.line, MILLISECOND, findings);
      const isBucket = limiter.name === 'tokenBucket';
      const size = isBucket ? numberIn(limiter.args[2], 'maxTokens', limiter.line, findings) : 0;
      if (n === null || T === null || size === null) continue;
      const isOff = fields.get('ephemeralCache')?.text === 'false';
      findings.limit(
        call.line,
        brief(limiter.text),
        { n, T, capacity: isBucket ? size : null },
        { algorithm: limiter.name, ephemeralCache: isOff ? 'false' : 'true' },
        notes,
      );
    }
  },
};
