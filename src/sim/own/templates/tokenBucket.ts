/** What a lane without code runs: it never changes, for links depend on it. */
export const tokenBucket = `// Token bucket: n tokens every T, and at most capacity.
// It counts in ticks, n in a microsecond and T in a token, so that nothing is ever rounded.
export const about = { name: 'My token bucket', unit: 'tokens' };

const micros = (seconds) => Math.round(seconds * 1e6);

export const start = ({ T, capacity }) => ({ ticks: capacity * micros(T), at: 0 });

const ticksAt = (state, now, { n, T, capacity }) =>
  Math.min(capacity * micros(T), state.ticks + Math.max(0, micros(now) - state.at) * n);

export function decide(state, now, cost, policy) {
  state.ticks = ticksAt(state, now, policy);
  state.at = Math.max(state.at, micros(now));
  const price = cost * micros(policy.T);
  if (state.ticks < price) return false;
  state.ticks -= price;
  return true;
}

export const level = (state, now, policy) => ticksAt(state, now, policy) / micros(policy.T);

export function retryAfter(state, now, cost, policy) {
  if (cost > policy.capacity) return Infinity;
  return Math.max(0, cost * micros(policy.T) - ticksAt(state, now, policy)) / policy.n / 1e6;
}

export const bound = ({ n, T, capacity }, seconds) =>
  capacity + Math.floor(((micros(seconds) - 1) * n) / micros(T));
`;
