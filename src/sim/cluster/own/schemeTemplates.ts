/** Schemes to begin with: ours, as a user would write them. Tests hold each against its twin. */

/** A program, and the scheme that decides alike. */
export interface StoreTemplate {
  readonly title: string;
  readonly twin: { readonly limiter: string; readonly options: Readonly<Record<string, string | number>> };
  readonly code: string;
}

export const schemeTemplates: readonly [StoreTemplate, ...StoreTemplate[]] = [
  {
    title: 'Counter that expires',
    twin: { limiter: 'redis-incr', options: { variant: 'set-then-get' } },
    code: `// A key counts the permits of a window and expires at its end. Count first, then decide by the new count.
export function* decide({ key, cost, policy: { n, T } }) {
  if (cost > n) return false;
  const count = yield incrby(key, cost);
  // A node that dies here leaves a key that never expires.
  if (count === cost) yield pexpire(key, 1000 * T);
  return { allowed: count <= n, level: count };
}
`,
  },
  {
    title: 'GET, then INCR: a race',
    twin: { limiter: 'redis-incr', options: { variant: 'incr-expire' } },
    code: `// Reads the count and adds to it later. What other nodes add in between is not seen: more than n pass.
export function* decide({ key, cost, policy: { n, T } }) {
  if (cost > n) return false;
  const count = Number(yield get(key));
  if (count > n) return { allowed: false, level: count };
  const added = yield incrby(key, cost);
  if (added === cost) yield pexpire(key, 1000 * T);
  return { allowed: true, level: count + cost };
}
`,
  },
  {
    title: 'Sub-windows in a hash',
    twin: { limiter: 'redis-sub-window', options: { variant: 'none', slices: 6 } },
    code: `// Each field of a hash counts the permits of one of the six slices of T. HGETALL, then HINCRBY: a race as well.
const slices = 6;

// The slice of an instant and its start, in whole microseconds, so that nothing is rounded away.
const micros = (seconds) => Math.round(1e6 * seconds);
const sliceAt = (now, T) => Math.floor((micros(now) * slices) / micros(T));
const startOf = (slice, T) => Math.ceil((slice * micros(T)) / slices) / 1e6;

export function* decide({ key, cost, now, policy: { n, T } }) {
  if (cost > n) return false;
  const slice = sliceAt(now, T);
  const fields = yield hgetall(key);
  const counts = [];
  for (let i = 0; i < fields.length; i += 2) {
    if (Number(fields[i]) > slice - slices) counts.push([Number(fields[i]), Number(fields[i + 1])]);
  }
  const sum = counts.reduce((total, [, count]) => total + count, 0);
  if (sum + cost > n) {
    // Enough is free again when the oldest slices that hold it have gone.
    let gone = 0;
    const last = counts.sort(([a], [b]) => a - b).find(([, count]) => (gone += count) >= sum + cost - n);
    return { allowed: false, retryAfter: Math.max(0, startOf(last[0] + slices, T) - now), level: sum };
  }
  yield hincrby(key, slice, cost);
  yield pexpire(key, 2000 * T);
  return { allowed: true, level: sum + cost };
}
`,
  },
  {
    title: 'Token bucket with WATCH',
    twin: { limiter: 'redis-token-bucket', options: { concurrency: 'watch' } },
    code: `// A bucket that fills at n/T. It is written back only if nobody has written it since it was read.
// One token is T in microseconds, and a microsecond brings n of these parts: all numbers are whole.
export function* decide({ key, cost, now, policy: { n, T, capacity } }) {
  if (cost > capacity) return false;
  const token = Math.round(1e6 * T);
  const full = capacity * token;
  const fills = Math.ceil(full / n);
  const micros = Math.round(1e6 * now);
  for (let tries = 0; tries <= 3; tries++) {
    yield watch(key);
    const stored = yield hgetall(key);
    const { tokens: held = full, time: last = micros - fills } = Object.fromEntries(
      [0, 2].filter((i) => i < stored.length).map((i) => [stored[i], Number(stored[i + 1])]),
    );
    const time = Math.max(micros, last);
    const elapsed = time - last;
    const tokens = elapsed >= fills ? full : Math.min(full, held + n * elapsed);
    const allowed = tokens >= cost * token;
    const left = allowed ? tokens - cost * token : tokens;
    const ttl = Math.max(1000, Math.ceil((2 * fills) / 1000));
    const written = yield multi(hset(key, 'tokens', left, 'time', time), pexpire(key, ttl));
    if (written === null) continue;
    const missing = Math.ceil((cost * token - tokens) / n);
    return {
      allowed,
      retryAfter: allowed ? null : (time - micros + missing) / 1e6,
      level: (full - left) / token,
    };
  }
  throw new NoReplyError('others wrote to the key during every try');
}
`,
  },
  {
    title: 'Sliding log in a sorted set',
    twin: { limiter: 'redis-sliding-log', options: { variant: 'multi' } },
    code: `// One entry a permit. The transaction adds the request before the count decides: what is refused stays in the log.
export function* decide({ key, cost, now, request, policy: { n, T } }) {
  if (cost > n) return false;
  const micros = Math.round(1e6 * now);
  const start = micros - Math.round(1e6 * T);
  const entries = Array.from({ length: cost }, (_, i) => [micros, request + ':' + (i + 1)]).flat();
  yield multi(zremrangebyscore(key, 0, start), zadd(key, ...entries), pexpire(key, 1000 * T));
  const size = yield zcount(key, '(' + start, '+inf');
  return { allowed: size <= n, level: size };
}
`,
  },
];
