/** A scenario to begin with: a token bucket of one's own, with a bug that many write, beside the textbook's. */

/** At each request it rounds what came since the last down to whole tokens, and never makes up for it. */
const LOST_FRACTION = `// A token bucket with a bug. Ask Why? of a request that it refuses, and fix it.
export const about = { name: 'My bucket', unit: 'tokens' };

export const start = ({ capacity }) => ({ tokens: capacity, at: 0 });

export function decide(state, now, cost, { n, T, capacity }) {
  const gained = Math.floor(((now - state.at) * n) / T);
  state.tokens = Math.min(capacity, state.tokens + gained);
  state.at = now;
  if (state.tokens < cost) return false;
  state.tokens -= cost;
  return true;
}

export const level = (state) => state.tokens;
`;

export const ownExample = {
  title: 'A bucket of my own',
  notes:
    'A token a second, and a request every 0.8 s: the textbook’s bucket admits 69 of 75, the one in lane 2 ten and then none. ' +
    'Which line of its code is wrong?',
  policy: { n: 10, T: 10 },
  duration: 60,
  traffic: [{ kind: 'steady', rate: 1.25 }],
  lanes: [{ limiter: 'token-bucket' }, { limiter: 'own', options: { code: LOST_FRACTION } }],
};
