/** A template: see `index.ts`. */
export const gcra = `// GCRA: only the theoretical arrival time, which each request moves on by its cost · T/n.
export const about = { name: 'My GCRA', unit: 'seconds ahead' };

const micros = (seconds) => Math.round(seconds * 1e6);

export const start = () => ({ tat: 0 });

export function decide(state, now, cost, { n, T, capacity }) {
  // In ticks: n in a microsecond, and T in an emission interval.
  const tick = micros(now) * n;
  const next = Math.max(tick, state.tat) + cost * micros(T);
  if (next - capacity * micros(T) > tick) return false;
  state.tat = next;
  return true;
}

export const level = (state, now, { n }) => Math.max(0, state.tat - micros(now) * n) / n / 1e6;
`;
