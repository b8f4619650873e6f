/** A template: see `index.ts`. */
export const leakyQueue = `// Leaky bucket as a queue: one leaves every T/n, at most capacity wait. decide returns how long a request waits.
export const about = { name: 'My queue', unit: 'waiting' };

const micros = (seconds) => Math.round(seconds * 1e6);

export const start = () => ({ end: 0, leaves: [] });

const waitingAt = ({ end, leaves }, now, { n, T }) => {
  const first = leaves.find((tick) => tick > micros(now) * n);
  return first === undefined ? 0 : (end - first) / micros(T);
};

export function decide(state, now, cost, policy) {
  const { n, T, capacity } = policy;
  const tick = micros(now) * n;
  const length = cost * micros(T);
  if (cost > capacity) return false;
  const ahead = state.end - tick;
  if (ahead <= 0) {
    state.end = tick + length;
    state.leaves = [];
    return true;
  }
  while (state.leaves[0] <= tick) state.leaves.shift();
  if (waitingAt(state, now, policy) + cost > capacity) return false;
  state.leaves.push(state.end);
  state.end += length;
  return Math.ceil(ahead / n) / 1e6;
}

export const level = waitingAt;
`;
