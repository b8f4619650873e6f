/** What a lane without code runs: it never changes, for links depend on it. */
export const tokenBucket = `// Token bucket: n tokens every T, at most capacity.
export const about = { name: 'My token bucket', unit: 'tokens' };

export const start = ({ n, T, capacity }) => ({ tokens: capacity, at: 0 });

const tokensAt = (state, now, { n, T, capacity }) =>
  Math.min(capacity, state.tokens + Math.max(0, now - state.at) * (n / T));

export function decide(state, now, cost, policy) {
  const tokens = tokensAt(state, now, policy);
  state.at = Math.max(state.at, now);
  state.tokens = tokens;
  if (tokens + 1e-9 < cost) return false;
  state.tokens = Math.max(0, tokens - cost);
  return true;
}

export const level = tokensAt;

export const retryAfter = (state, now, cost, policy) =>
  cost > policy.capacity ? Infinity : Math.max(0, cost - tokensAt(state, now, policy)) * (policy.T / policy.n);

export const bound = ({ n, T, capacity }, seconds) => Math.floor(capacity + (n * seconds) / T + 1e-9);
`;
