/** What a lane without code runs: it never changes, for links depend on it. */
export const tokenBucket = `// Token bucket: n tokens every T, and at most capacity.
// It counts in ticks, n in a microsecond and T in a token, so that nothing is ever rounded.
export const about = { unit: 'tokens' };

const micros = (seconds) => Math.round(seconds * 1e6);

export const start = ({ T, capacity }) => ({ ticks: capacity * micros(T), at: 0 });

const ticksAt = (state, at, token, { n, capacity }) =>
  Math.min(capacity * token, state.ticks + Math.max(0, at - state.at) * n);

export function decide(state, now, cost, policy) {
  const at = micros(now);
  const token = micros(policy.T);
  state.ticks = ticksAt(state, at, token, policy);
  state.at = Math.max(state.at, at);
  if (state.ticks < cost * token) return false;
  state.ticks -= cost * token;
  return true;
}

export const level = (state, now, policy) =>
  ticksAt(state, micros(now), micros(policy.T), policy) / micros(policy.T);

export function retryAfter(state, now, cost, policy) {
  const token = micros(policy.T);
  if (cost > policy.capacity) return Infinity;
  return Math.max(0, cost * token - ticksAt(state, micros(now), token, policy)) / policy.n / 1e6;
}

export const bound = ({ n, T, capacity }, seconds) =>
  capacity + Math.floor(((micros(seconds) - 1) * n) / micros(T));
`;
