/** A template: see `index.ts`. */
export const fixedWindow = `// Fixed window: at most n in each window of T, which begin at 0, T, 2T and so on.
export const about = { name: 'My fixed window', unit: 'requests' };

const micros = (seconds) => Math.round(seconds * 1e6);

export const start = () => ({ index: 0, count: 0 });

const indexAt = (state, now, { T }) => Math.max(state.index, Math.floor(micros(now) / micros(T)));

export function decide(state, now, cost, policy) {
  const index = indexAt(state, now, policy);
  if (index > state.index) state.count = 0;
  state.index = index;
  if (state.count + cost > policy.n) return false;
  state.count += cost;
  return true;
}

export const level = (state, now, policy) => (indexAt(state, now, policy) > state.index ? 0 : state.count);

export function retryAfter(state, now, cost, policy) {
  if (cost > policy.n) return Infinity;
  if (level(state, now, policy) + cost <= policy.n) return 0;
  return ((state.index + 1) * micros(policy.T) - micros(now)) / 1e6;
}
`;
