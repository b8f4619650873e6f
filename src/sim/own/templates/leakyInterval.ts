/** A template: see `index.ts`. */
export const leakyInterval = `// Minimum interval: after a request of cost c the gate is shut for c · T/n.
export const about = { name: 'My interval', unit: 'seconds' };

const micros = (seconds) => Math.round(seconds * 1e6);

export const start = () => ({ passed: 0, cost: 0 });

const ticksLeft = ({ passed, cost }, now, { n, T }) => Math.max(0, cost * micros(T) - (micros(now) - passed) * n);

export function decide(state, now, cost, policy) {
  if (ticksLeft(state, now, policy) > 0) return false;
  state.passed = micros(now);
  state.cost = cost;
  return true;
}

export const level = (state, now, policy) => ticksLeft(state, now, policy) / policy.n / 1e6;

export const retryAfter = (state, now, cost, policy) => level(state, now, policy);
`;
