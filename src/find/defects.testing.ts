/** For tests only: well-known defects, each planted in a limiter of the catalogue. */
import { send } from '../sim/cluster/command.ts';
import type { Scheme } from '../sim/cluster/scheme.ts';
import { schemePrograms } from '../sim/cluster/schemes/programs.ts';
import { limiterById, SECOND } from '../sim/index.ts';
import { cloneState, type Limiter, type Params } from '../sim/limiters/limiter.ts';
import { ALLOW, DELAY, DENY } from '../sim/verdict.ts';
import { floorTo } from '../sim/time.ts';

const limiter = (id: string): Limiter => limiterById(id) as Limiter;
const [fixedWindow, slidingLog, tokenBucket, gcra, leakyQueue] = [
  'fixed-window',
  'sliding-log',
  'token-bucket',
  'gcra',
  'leaky-queue',
].map(limiter) as [Limiter, Limiter, Limiter, Limiter, Limiter];
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
  /** A queue in which everyone waits a microsecond more than the one before, for ever. */
  waitsLonger: {
    ...leakyQueue,
    init: (params) => ({ ...leakyQueue.init(params), seen: 0 }),
    decide(state, params, now, cost) {
      const verdict = leakyQueue.decide(state, params, now, cost);
      state['seen'] = (state['seen'] as number) + 1;
      if (verdict === DELAY) state['wait'] = (state['wait'] as number) + state['seen'];
      return verdict;
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
  /** A count for each window under a key of its own, of which none is ever removed. */
  unboundedKeys: {
    ...fixedWindow,
    init: (params) => ({ ...fixedWindow.init(params), windows: new Float64Array() }),
    decide(state, params, now, cost) {
      const windows = state['windows'] as Float64Array<ArrayBuffer>;
      const window = Math.floor(now / T(params));
      if (windows.at(-1) !== window) state['windows'] = Float64Array.from([...windows, window]);
      return fixedWindow.decide(state, params, now, cost);
    },
  },
  costsOne: { ...slidingLog, decide: (state, params, now) => slidingLog.decide(state, params, now, 1) },
} satisfies Record<string, Limiter>;

const redisIncr = schemePrograms.find(({ id }) => id === 'redis-incr') as Scheme;

/** The same of programs that count in a store. */
export const schemeDefects = {
  /** It reads the count, and later writes what it read and one more. */
  getThenSet: {
    ...redisIncr,
    *decide({ key }, params) {
      const used = Number(yield send('GET', key));
      if (used >= n(params)) return { verdict: DENY, level: used, retryAfter: null };
      yield send('SET', key, used + 1, 'PX', T(params) / 1_000);
      return { verdict: ALLOW, level: used + 1, retryAfter: null };
    },
  },
  /** A key for each window, and no time to live. */
  keysWithoutExpiry: {
    ...redisIncr,
    *decide({ key, now }, params) {
      const used = Number(yield send('INCR', `${key}:${Math.floor(now / T(params))}`));
      return { verdict: used > n(params) ? DENY : ALLOW, level: used, retryAfter: null };
    },
  },
} satisfies Record<string, Scheme>;
