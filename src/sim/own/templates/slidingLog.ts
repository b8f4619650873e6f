/** A template: see `index.ts`. */
export const slidingLog = `// Sliding log: at most n in any T. It keeps the time and the cost of each request that still counts.
export const about = { name: 'My log', unit: 'requests' };

const micros = (seconds) => Math.round(seconds * 1e6);

export const start = () => ({ times: [], costs: [], total: 0 });

export function decide(state, now, cost, { n, T }) {
  const { times, costs } = state;
  while (times.length > 0 && times[0] <= micros(now) - micros(T)) {
    times.shift();
    state.total -= costs.shift();
  }
  if (state.total + cost > n) return false;
  times.push(micros(now));
  costs.push(cost);
  state.total += cost;
  return true;
}

export function level({ times, costs }, now, { T }) {
  let sum = 0;
  for (let i = 0; i < times.length; i++) if (times[i] > micros(now) - micros(T)) sum += costs[i];
  return sum;
}

export const bound = ({ n, T }, seconds) => n * Math.ceil(micros(seconds) / micros(T));
`;
