/** A template: see `index.ts`. */
export const simpleWindow = `// Simple window: the first request more than T after the window began opens the next one.
export const about = { name: 'My window', unit: 'requests' };

const micros = (seconds) => Math.round(seconds * 1e6);

export const start = () => ({ opened: 0, count: 0 });

export function decide(state, now, cost, { n, T }) {
  if (cost > n) return false;
  if (micros(now) - state.opened > micros(T)) {
    state.opened = micros(now);
    state.count = 0;
  }
  if (state.count + cost > n) return false;
  state.count += cost;
  return true;
}

export const level = ({ opened, count }, now, { T }) => (micros(now) - opened > micros(T) ? 0 : count);
`;
