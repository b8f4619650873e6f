/**
 * @upstash/ratelimit itself on a real Redis, in place of our program of it: it sends its own scripts over the node's
 * connection, and each node has its own cache.
 */
import { createHash } from 'node:crypto';
import { Ratelimit } from '@upstash/ratelimit';
import {
  ALLOW,
  DENY,
  type Message,
  type Reply,
  type RequestContext,
  type SchemeDecision,
  type UpstashParams,
} from '../sim/engine.ts';
import { DENY_TOO_LARGE, MILLISECOND, SECOND } from '../sim/index.ts';

type LuaScript = Extract<Message, { readonly kind: 'script' }>['script'];
type Words = (string | number)[];
type Client = ConstructorParameters<typeof Ratelimit>[0]['redis'];

/** Sends a message. @throws {StoreError | NoReplyError} in place of a reply */
export type Send = (message: Message) => Promise<Reply>;

/** The first line of the package's scripts: its flag is one that only Upstash's own server knows. */
const SHEBANG = /^#!.*\n/;

/** The package as one node has it. */
export class UpstashPackage {
  readonly #params: UpstashParams;
  /** Whom this process shuts out, and until when; false if it remembers nobody. */
  readonly #cache: Map<string, number> | false;
  /** By the package's own hash. */
  readonly #scripts = new Map<string, LuaScript>();

  constructor(params: UpstashParams) {
    this.#params = params;
    this.#cache = params.cache ? new Map() : false;
  }

  /** @throws {StoreError | NoReplyError} when the package got no reply that it understands */
  async decide({ key, cost, now }: RequestContext, send: Send): Promise<SchemeDecision> {
    const { algorithm, n, window, capacity, cache, epoch } = this.#params;
    const limiter = {
      fixedWindow: () => Ratelimit.fixedWindow(n, `${window} ms`),
      slidingWindow: () => Ratelimit.slidingWindow(n, `${window} ms`),
      tokenBucket: () => Ratelimit.tokenBucket(n, `${window} ms`, capacity),
    }[algorithm]();
    const ratelimit = new Ratelimit({
      redis: this.#client(send),
      limiter,
      ephemeralCache: this.#cache,
      // The caller does what it does then: it stops waiting after 5 s, and lets the request pass.
      timeout: 0,
      analytics: false,
    });
    const micros = epoch * SECOND + now;
    const answer = await atTime(Math.floor(micros / MILLISECOND), () => ratelimit.limit(key, { rate: cost }));
    const { success, remaining, reset, reason } = answer;
    const isBucket = algorithm === 'tokenBucket';
    const level = isBucket ? remaining : n - remaining;
    if (success) return { verdict: ALLOW, level, retryAfter: null };
    const isTooLarge = cost > (isBucket ? capacity : n);
    return {
      verdict: isTooLarge ? DENY_TOO_LARGE : DENY,
      level: reason === 'cacheBlock' ? null : level,
      retryAfter: isTooLarge ? null : (reset + (cache ? 1 : 0)) * MILLISECOND - micros,
    };
  }

  /** What the package needs of a client. It falls back to `eval` for a script that the server has never seen. */
  #client(send: Send): Client {
    const client = {
      evalsha: async (hash: string, keys: string[], args: Words) => {
        const script = this.#scripts.get(hash);
        if (script === undefined) throw new Error('NOSCRIPT');
        return send({ kind: 'script', script, keys, args });
      },
      eval: (text: string, keys: string[], args: Words) => {
        const lua = text.replace(SHEBANG, '');
        const script = { name: '@upstash/ratelimit', lua, run: runsOnServerOnly };
        this.#scripts.set(createHash('sha1').update(text).digest('hex'), script);
        return send({ kind: 'script', script, keys, args });
      },
    };
    return client as unknown as Client;
  }
}

function runsOnServerOnly(): never {
  throw new TypeError('a script of the package runs on a real server only');
}

/** Calls something that reads the time before it first waits. @param now Unix ms */
function atTime<T>(now: number, call: () => Promise<T>): Promise<T> {
  const realNow = Date.now;
  Date.now = () => now;
  try {
    return call();
  } finally {
    Date.now = realNow;
  }
}
