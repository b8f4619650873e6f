/** For tests only: well-known defects, each planted in a limiter of the catalogue. */
import { limiterById, SECOND } from '../sim/index.ts';
import { cloneState, type Limiter, type Params } from '../sim/limiters/limiter.ts';
import { ALLOW } from '../sim/verdict.ts';
import { floorTo } from '../sim/time.ts';

const limiter = (id: string): Limiter => limiterById(id) as Limiter;
const [fixedWindow, slidingLog, tokenBucket, gcra] = ['fixed-window', 'sliding-log', 'token-bucket', 'gcra'].map(
  limiter,
) as [Limiter, Limiter, Limiter, Limiter];
const n = (params: Params) => params['n'] as number;
const T = (params: Params) => params['T'] as number;

/** What `hidden` keeps outside its state. */
let calls = 0;

export const defects = {
  /** A fixed window that claims what a sliding one keeps. */
  edgeDoubling: {
    ...fixedWindow,
    bound: (params, length) => (length <= 0 ? 0 : n(params) * Math.ceil(length / T(params))),
  },
  /** Whoever is refused lengthens the refusal. */
  refusalsRecorded: {
    ...slidingLog,
    prepare: (config) => ({ ...slidingLog.prepare(config), recordsDenied: true }),
  },
  /** A clock of whole seconds. */
  wholeSeconds: {
    ...slidingLog,
    decide: (state, params, now, cost) => slidingLog.decide(state, params, floorTo(now, SECOND), cost),
    retryAfter: (state, params, now, cost) => slidingLog.retryAfter(state, params, floorTo(now, SECOND), cost),
  },
  /** `>` for `≥`: one more than n. */
  oneTooMany: {
    ...slidingLog,
    prepare: (config) => slidingLog.prepare({ ...config, policy: { ...config.policy, n: config.policy.n + 1 } }),
    bound: (params, length) => slidingLog.bound({ ...params, n: n(params) - 1 }, length),
  },
  /** A bucket that is as new when its clock steps back, as with an unsigned difference. */
  clockBack: {
    ...tokenBucket,
    init: (params) => ({ ...tokenBucket.init(params), latest: 0 }),
    decide(state, params, now, cost) {
      if (now < (state['latest'] as number)) Object.assign(state, tokenBucket.init(params));
      state['latest'] = now;
      return tokenBucket.decide(state, params, now, cost);
    },
  },
  /** A bucket that loses what has come since, whenever it refuses. */
  lostFractions: {
    ...gcra,
    init: (params) => ({ ...gcra.init(params), refusedAt: -1 }),
    decide(state, params, now, cost) {
      const tried = cloneState(state);
      const since = (state['refusedAt'] as number) < 0 ? 0 : now - (state['refusedAt'] as number);
      const verdict = gcra.decide(tried, params, since > 0 && since < 500_000 ? now - since : now, cost);
      Object.assign(state, tried, { refusedAt: verdict === ALLOW ? -1 : now });
      return verdict;
    },
  },
  looks: {
    ...slidingLog,
    level(state, params, now) {
      state['head'] = 0;
      state['size'] = 0;
      return slidingLog.level(state, params, now);
    },
  },
  /** A counter outside the state. */
  hidden: {
    ...slidingLog,
    decide: (state, params, now, cost) => (calls++ % 3 === 2 ? 2 : slidingLog.decide(state, params, now, cost)),
  },
  early: {
    ...slidingLog,
    retryAfter: (state, params, now, cost) => slidingLog.retryAfter(state, params, now, cost) - 1,
  },
  late: {
    ...slidingLog,
    retryAfter: (state, params, now, cost) => slidingLog.retryAfter(state, params, now, cost) + 1,
  },
  /** Whoever was refused once is refused for ever. */
  neverForgets: {
    ...slidingLog,
    init: (params) => ({ ...slidingLog.init(params), banned: 0 }),
    decide(state, params, now, cost) {
      if (state['banned'] === 1) return 2;
      const verdict = slidingLog.decide(state, params, now, cost);
      if (verdict !== ALLOW) state['banned'] = 1;
      return verdict;
    },
  },
  costsOne: { ...slidingLog, decide: (state, params, now) => slidingLog.decide(state, params, now, 1) },
} satisfies Record<string, Limiter>;
