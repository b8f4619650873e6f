/** A lane of one limiter as a contender. */
import { paramsForRun, stateBytes, type KeyState, type LimiterPlan } from '../sim/engine.ts';
import { outcomeOf } from '../sim/index.ts';
import { silenceAfter, type Contender, type LaneState } from './contender.ts';

interface LimiterState {
  /** Those that keys share are in them. */
  readonly params: LimiterPlan['params'];
  /** By number of the key; a key without requests has none. */
  readonly keys: (KeyState | undefined)[];
}

/** Whether some of a lane's state is shared by all keys: a limit of a stack. */
function sharesStates({ algorithm, params }: LimiterPlan): boolean {
  return paramsForRun(algorithm, params) !== params;
}

/** A lane of one limiter. */
export function limiterContender(plan: LimiterPlan, silence = silenceAfter(plan.policy)): Contender {
  const { algorithm: limiter, params, label, policy, edition } = plan;
  const { decide } = limiter;
  const isShared = sharesStates(plan);
  const of = (state: LaneState, key: number): KeyState =>
    ((state as LimiterState).keys[key] ??= limiter.init((state as LimiterState).params));

  return {
    name: label,
    policy,
    edition,
    plan,
    silence,
    maxCost: limiter.maxCost(params),
    keysShare: isShared,
    delays: limiter.outcomes.includes('delay'),
    init() {
      const state: LimiterState = { params: isShared ? paramsForRun(limiter, params) : params, keys: [] };
      // With one key at least, so that what is shared is copied even before the first request.
      if (isShared) of(state, 0);
      return state;
    },
    copy(from, into) {
      const { keys } = from as LimiterState;
      const own = (into as LimiterState).keys;
      own.length = keys.length;
      for (let key = 0; key < keys.length; key++) {
        const source = keys[key];
        if (source === undefined) own[key] = undefined;
        else overwrite(of(into, key), source);
      }
    },
    decide: (state, key, at, cost) => decide(of(state, key), params, at, cost),
    waitOf: (state, key, verdict) => (outcomeOf(verdict) === 'delay' ? (of(state, key)['wait'] as number) : 0),
    retryAfter: (state, key, at, cost) => limiter.retryAfter(of(state, key), params, at, cost),
    look(state, key, at, cost) {
      const one = of(state, key);
      limiter.level(one, params, at);
      limiter.nextBreakpoint(one, params, at);
      limiter.retryAfter(one, params, at, cost);
      limiter.explain(one, params, at, cost);
      limiter.readouts(one, params, at);
      limiter.picture(one, params, at);
    },
    nextBreakpoint: (state, key, at) => limiter.nextBreakpoint(of(state, key), params, at),
    level: (state, key, at) => limiter.level(of(state, key), params, at),
    bound: (length) => limiter.bound(params, length),
    kept: (state) => ({
      count: (state as LimiterState).keys.reduce((bytes, one) => bytes + (one === undefined ? 0 : stateBytes(one)), 0),
      unit: 'bytes',
    }),
    isSame: (one, other) => isSameState((one as LimiterState).keys, (other as LimiterState).keys),
    hasNaN: (state) => (state as LimiterState).keys.some((one) => one !== undefined && hasNaN(one)),
  };
}

/** Without allocating, unless an array has another length. */
function overwrite(target: KeyState, source: KeyState): void {
  for (const field in source) {
    const value = source[field] as KeyState[string];
    const own = target[field] as KeyState[string];
    if (typeof value === 'number' || typeof own === 'number') target[field] = value;
    else if (!('byteLength' in value)) overwriteParts(own as readonly KeyState[], value);
    else if (own.length === value.length) (own as typeof value).set(value);
    else target[field] = value.slice();
  }
}

/** Of a stack, which has the same limits in every state. */
function overwriteParts(targets: readonly KeyState[], sources: readonly KeyState[]): void {
  for (const [part, source] of sources.entries()) overwrite(targets[part] as KeyState, source);
}

/** Whether two states hold the same numbers. */
function isSameState(one: LimiterState['keys'], other: LimiterState['keys']): boolean {
  return one.length === other.length && one.every((state, key) => isSameKeyState(state, other[key]));
}

function isSameKeyState(one: KeyState | undefined, other: KeyState | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return Object.entries(one).every(([field, value]) => {
    const same = other[field] as KeyState[string];
    if (typeof value === 'number' || typeof same === 'number') return Object.is(value, same);
    if (value.length !== same.length) return false;
    if (!('byteLength' in value)) return isSameState([...value], [...(same as readonly KeyState[])]);
    return value.every((each, index) => Object.is(each, same[index]));
  });
}

function hasNaN(state: KeyState): boolean {
  return Object.values(state).some((value) => {
    if (typeof value === 'number') return Number.isNaN(value);
    return 'byteLength' in value ? value.some(Number.isNaN) : value.some(hasNaN);
  });
}
