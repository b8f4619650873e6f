/** A template: see `index.ts`. */
export const leakyMeter = `// Leaky bucket as a meter: each request pours its cost in, n leak out every T, and what would overflow is refused.
export const about = { name: 'My leaky bucket', unit: 'drops' };

const micros = (seconds) => Math.round(seconds * 1e6);

export const start = () => ({ ticks: 0, at: 0 });

const ticksAt = (state, now, { n }) => Math.max(0, state.ticks - Math.max(0, micros(now) - state.at) * n);

export function decide(state, now, cost, policy) {
  state.ticks = ticksAt(state, now, policy);
  state.at = Math.max(state.at, micros(now));
  const drop = micros(policy.T);
  if (state.ticks + cost * drop > policy.capacity * drop) return false;
  state.ticks += cost * drop;
  return true;
}

export const level = (state, now, policy) => ticksAt(state, now, policy) / micros(policy.T);
`;
