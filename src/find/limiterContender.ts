/** A lane of one limiter as a contender. */
import { cloneState, type KeyState, type LimiterPlan } from '../sim/engine.ts';
import { outcomeOf } from '../sim/index.ts';
import type { Contender, LaneState } from './contender.ts';

/** By number of the key; a key without requests has none. */
type KeyStates = (KeyState | undefined)[];

/** A lane of one limiter, whose keys have states of their own. */
export function limiterContender(plan: LimiterPlan): Contender {
  const { algorithm: limiter, params, label, policy, edition } = plan;
  const { decide } = limiter;
  const of = (state: LaneState, key: number): KeyState => ((state as KeyStates)[key] ??= limiter.init(params));
  return {
    name: label,
    policy,
    edition,
    plan,
    maxCost: limiter.maxCost(params),
    delays: limiter.outcomes.includes('delay'),
    init: () => [],
    copy: (from, into) => copyStates(from as KeyStates, into as KeyStates),
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
    isSame: (one, other) => isSameState(one as KeyStates, other as KeyStates),
    hasNaN: (state) => (state as KeyStates).some((one) => one !== undefined && numbersOf(one).some(Number.isNaN)),
  };
}

function copyStates(from: KeyStates, into: KeyStates): void {
  into.length = from.length;
  for (let key = 0; key < from.length; key++) {
    const source = from[key];
    const target = into[key];
    if (source === undefined || target === undefined) into[key] = source && cloneState(source);
    else overwrite(target, source);
  }
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
function isSameState(one: KeyStates, other: KeyStates): boolean {
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

function numbersOf(state: KeyState): readonly number[] {
  return Object.values(state).flatMap((value) => {
    if (typeof value === 'number') return value;
    return 'byteLength' in value ? [...value] : value.flatMap(numbersOf);
  });
}
