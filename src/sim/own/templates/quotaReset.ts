/** A template: see `index.ts`. */
export const quotaReset = `// Quota reset: a client's first request opens a window of T with n tokens; the first one after it opens the next.
export const about = { name: 'My quota', unit: 'tokens' };

const micros = (seconds) => Math.round(seconds * 1e6);

export const start = ({ n }) => ({ opened: -Infinity, tokens: n });

const isOpen = (state, now, { T }) => micros(now) < state.opened + micros(T);

export function decide(state, now, cost, policy) {
  if (cost > policy.n) return false;
  if (!isOpen(state, now, policy)) {
    state.opened = micros(now);
    state.tokens = policy.n;
  }
  if (state.tokens < cost) return false;
  state.tokens -= cost;
  return true;
}

export const level = (state, now, policy) => (isOpen(state, now, policy) ? state.tokens : policy.n);
`;
