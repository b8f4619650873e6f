/** A template: see `index.ts`. */
export const slidingCounter = `// Sliding counter: the count of this window, and of the one before as much as the last T still covers.
export const about = { name: 'My sliding counter', unit: 'requests' };

const micros = (seconds) => Math.round(seconds * 1e6);

export const start = () => ({ index: 0, previous: 0, current: 0 });

const countsAt = (state, now, { T }) => {
  const index = Math.max(state.index, Math.floor(micros(now) / micros(T)));
  const passed = index - state.index;
  return {
    index,
    previous: passed === 0 ? state.previous : passed === 1 ? state.current : 0,
    current: passed === 0 ? state.current : 0,
    // Of the window before, what the last T still covers, in microseconds.
    covered: Math.min(micros(T), (index + 1) * micros(T) - micros(now)),
  };
};

export function decide(state, now, cost, policy) {
  if (cost > policy.n) return false;
  const { covered, ...counts } = countsAt(state, now, policy);
  Object.assign(state, counts);
  const room = policy.n - cost - state.current;
  if (state.previous * covered > room * micros(policy.T)) return false;
  state.current += cost;
  return true;
}

export function level(state, now, policy) {
  const { previous, current, covered } = countsAt(state, now, policy);
  return current + (previous * covered) / micros(policy.T);
}
`;
