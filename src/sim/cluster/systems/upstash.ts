/**
 * @upstash/ratelimit: one script in Redis for each request, and a cache in each process that remembers whom it refused, and
 * until when. So what one process has refused, another still asks for. All times are those of the process's own clock, in
 * whole ms. When Redis does not answer within 5 s, the request passes.
 */
import type { KeyState, Limiter } from '../../limiters/limiter.ts';
import { divFloor } from '../../math.ts';
import { formatNumber } from '../../numberFormat.ts';
import { MILLISECOND, SECOND } from '../../time.ts';
import { ALLOW, DENY } from '../../verdict.ts';
import { evaluate, type Message, type Reply } from '../command.ts';
import type { RequestContext, Scheme, SchemeDecision } from '../scheme.ts';
import { explainFit, listFromReply, numberFromReply } from '../schemes/common.ts';
import { denial, embeddedSystem, infoOf, SYSTEM_SCHEME, unixMicros, type SystemParams } from './systemScheme.ts';
import { fixedWindowScript, slidingWindowScript, tokenBucketScript } from './upstashScripts.ts';

type UpstashAlgorithm = 'slidingWindow' | 'fixedWindow' | 'tokenBucket';

export type UpstashParams = SystemParams & {
  readonly algorithm: UpstashAlgorithm;
  readonly n: number;
  /** Milliseconds. */
  readonly window: number;
  readonly capacity: number;
  readonly cache: boolean;
  readonly epoch: number;
};

/** What a script found: a decision's two sides, and when a refused key may try again, Unix ms. */
interface Finding {
  readonly allowed: boolean;
  readonly operands: readonly [left: number, right: number];
  readonly level: number;
  readonly reset: number;
}

interface AlgorithmProgram {
  message(context: RequestContext, params: UpstashParams, now: number): Message;
  read(reply: Reply, context: RequestContext, params: UpstashParams, now: number): Finding;
  readonly code: readonly string[];
}

const windowEnd = (now: number, window: number) => (divFloor(now, window) + 1) * window;
const counter = (key: string, now: number, window: number) => `${key}:${divFloor(now, window)}`;

const ALGORITHMS: Readonly<Record<UpstashAlgorithm, AlgorithmProgram>> = {
  fixedWindow: {
    message: ({ key, cost }, { window }, now) =>
      evaluate(fixedWindowScript, [counter(key, now, window)], [window, cost]),
    read(reply, _, { n, window }, now) {
      const count = numberFromReply(reply);
      return { allowed: count <= n, operands: [count, n], level: count, reset: windowEnd(now, window) };
    },
    code: ['  count = INCRBY key:⌊now/window⌋ cost'],
  },
  slidingWindow: {
    message: ({ key, cost }, { n, window }, now) =>
      evaluate(
        slidingWindowScript,
        [counter(key, now, window), counter(key, now - window, window)],
        [n, now, window, cost],
      ),
    read(reply, { cost }, { n, window }, now) {
      const [weighed = 0, counted = 0] = listFromReply(reply).map(numberFromReply);
      return {
        allowed: weighed + cost <= n,
        operands: [weighed + cost, n],
        level: weighed + counted * cost,
        reset: windowEnd(now, window),
      };
    },
    code: [
      '  count = ⌊(1 − elapsed/window) · GET previous⌋ + GET current',
      '  if count < tokens: INCRBY current cost, even what is refused',
    ],
  },
  tokenBucket: {
    message: ({ key, cost }, { n, window, capacity }, now) =>
      evaluate(tokenBucketScript, [key], [capacity, window, n, now, cost]),
    read(reply, { cost }, _) {
      const [allowed = 0, tokens = 0, reset = 0] = listFromReply(reply).map(numberFromReply);
      return { allowed: allowed === 1, operands: [tokens, cost], level: tokens - allowed * cost, reset };
    },
    code: ['  tokens = HGETALL key, and refillRate for each interval since', '  if tokens ≥ cost: HSET tokens − cost'],
  },
};

/** Until when a process refuses a key unseen, Unix ms. */
interface Shut extends KeyState {
  until: number;
}

export function upstash(limiter: Limiter): Scheme<UpstashParams> {
  return {
    ...infoOf(limiter),
    ...SYSTEM_SCHEME,
    outage: { timeout: 5 * SECOND, fallback: 'allow' },

    // A bucket that has expired is refilled from another instant on than one that was full by then.
    supportsVirtualTime: ({ algorithm }) => algorithm !== 'tokenBucket',

    prepare(config) {
      const { policy, options, epoch } = config;
      return {
        embedded: embeddedSystem(limiter, config),
        algorithm: options['algorithm'] as UpstashAlgorithm,
        n: policy.n,
        window: policy.T / MILLISECOND,
        capacity: policy.capacity,
        cache: options['ephemeralCache'] === 'true',
        epoch,
      };
    },

    *decide(context, params) {
      const { key, cost, memory } = context;
      const { algorithm, n, capacity, epoch } = params;
      const micros = unixMicros(context.now, epoch);
      const now = divFloor(micros, MILLISECOND);
      const refusal = denial(cost, algorithm === 'tokenBucket' ? capacity : n);
      // A block holds through the millisecond of its end.
      const retryAfter = (reset: number) =>
        refusal === DENY ? (reset + (params.cache ? 1 : 0)) * MILLISECOND - micros : null;
      const shut = memory.get(`cache/${key}`) as Shut | undefined;
      if (shut !== undefined && now <= shut.until)
        return { verdict: refusal, level: null, retryAfter: retryAfter(shut.until) };
      const program = ALGORITHMS[algorithm];
      const found = program.read(yield program.message(context, params, now), context, params, now);
      const { operands, level, reset } = found;
      if (found.allowed) return { verdict: ALLOW, level, retryAfter: null, operands };
      if (params.cache) memory.set(`cache/${key}`, { until: reset });
      return { verdict: refusal, level, retryAfter: retryAfter(reset), operands };
    },

    code: ({ algorithm, cache }) => [
      ...(cache ? ['if now ≤ end of the block in this process: deny'] : []),
      'EVAL, atomically at the store:',
      ...ALGORITHMS[algorithm].code,
      algorithm === 'tokenBucket' ? 'if tokens ≥ cost: allow' : 'if count + cost ≤ tokens: allow',
      cache ? 'else deny, and shut the key out in this process' : 'else deny',
    ],

    explain: (decision, { cost }, params) => explainFinding(decision, cost, params),
  };
}

function explainFinding({ operands }: SchemeDecision, cost: number, { algorithm }: UpstashParams) {
  if (operands === undefined)
    return {
      sentence: 'This process has refused the key before, and shuts it out for a while; Redis is not asked.',
      condition: 'now > end of the block',
      evaluatedCondition: '',
      holds: false,
    };
  if (algorithm !== 'tokenBucket') return explainFit('count + cost ≤ tokens', 'The script found', operands, cost);
  const [tokens] = operands;
  return {
    sentence: `The bucket holds ${formatNumber(tokens)}, and the request needs ${formatNumber(cost)}.`,
    condition: 'tokens ≥ cost',
    evaluatedCondition: `${formatNumber(tokens)} ≥ ${formatNumber(cost)}`,
    holds: tokens >= cost,
  };
}
