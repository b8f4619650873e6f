/** How a product's rule is made from a limiter that decides like it: its clock, its costs, its choice of an algorithm. */
import type { BoundSetting, Gauge, KeyState, Limiter, Options, Params } from '../limiters/limiter.ts';
import { floorTo, NEVER, tickAfter, type Duration, type Instant } from '../time.ts';

/** A limiter that knows no costs: each request counts 1. */
export function costsOne<
  P extends Params,
  S extends KeyState,
  L extends Pick<Limiter<P, S>, 'decide' | 'retryAfter' | 'explain'>,
>(limiter: L & Pick<Limiter<P, S>, 'decide' | 'retryAfter' | 'explain'>) {
  // Taken out once: a property of objects of so many shapes takes longer to find than the decision takes.
  const { decide } = limiter;
  return {
    ...limiter,
    maxCost: () => Infinity,
    decide: (state: S, params: P, now: Instant) => decide(state, params, now, 1),
    retryAfter: (state: S, params: P, now: Instant) => limiter.retryAfter(state, params, now, 1),
    explain: (state: S, params: P, now: Instant) => limiter.explain(state, params, now, 1),
  };
}

/**
 * A limiter whose clock reads whole units only. What it counts must be over on whole units, too.
 * @param moves whether its level moves by itself between jumps: on this clock, once a unit
 */
export function onClock<P extends Params, S extends KeyState>(
  limiter: Limiter<P, S>,
  unit: Duration,
  moves: 'moves' | 'stands',
): Limiter<P, S> {
  const read = (now: Instant) => floorTo(now, unit);
  const { decide } = limiter;
  /** An instant of its own clock, seen from `now`: the first microsecond at which the clock has got there. */
  const shown = (at: Instant) => Math.ceil(at / unit) * unit;
  return {
    ...limiter,
    decide: (state, params, now, cost) => decide(state, params, read(now), cost),
    level: (state, params, now) => limiter.level(state, params, read(now)),
    nextBreakpoint(state, params, now) {
      const next = limiter.nextBreakpoint(state, params, read(now));
      if (next === NEVER) return NEVER;
      return moves === 'moves' ? tickAfter(now, unit) : shown(next);
    },
    retryAfter(state, params, now, cost) {
      const wait = limiter.retryAfter(state, params, read(now), cost);
      return wait === 0 || wait === NEVER ? wait : shown(read(now) + wait) - now;
    },
    explain: (state, params, now, cost) => limiter.explain(state, params, read(now), cost),
    readouts: (state, params, now) => limiter.readouts(state, params, read(now)),
    picture: (state, params, now) => limiter.picture(state, params, read(now)),
    // Instants that are so far apart by the clock are at most a unit closer in truth.
    bound: (params, length) => (length <= 0 ? 0 : limiter.bound(params, shown(length - 1) + 1)),
  };
}

/** Parameters of a system that offers several rules: the rule that a lane has chosen, with its own. */
export type ChosenParams = {
  readonly rule: Limiter;
  readonly own: Params;
  /** The rule’s, where it is found at once. */
  readonly decide: Limiter['decide'];
};

/** The rule of the chosen one; everything else is handed on to it. */
export function chosenRule(choose: (options: Options) => Limiter) {
  return {
    prepare(config) {
      const rule = choose(config.options);
      return { rule, own: rule.prepare(config), decide: rule.decide };
    },
    maxCost: ({ rule, own }) => rule.maxCost(own),
    init: ({ rule, own }) => rule.init(own),
    decide: (state, { own, decide }, now, cost) => decide(state, own, now, cost),
    level: (state, { rule, own }, now) => rule.level(state, own, now),
    nextBreakpoint: (state, { rule, own }, now) => rule.nextBreakpoint(state, own, now),
    retryAfter: (state, { rule, own }, now, cost) => rule.retryAfter(state, own, now, cost),
    explain: (state, { rule, own }, now, cost) => rule.explain(state, own, now, cost),
    readouts: (state, { rule, own }, now) => rule.readouts(state, own, now),
    picture: (state, { rule, own }, now) => rule.picture(state, own, now),
    bound: ({ rule, own }, length) => rule.bound(own, length),
    gaugeFor: ({ rule, own }) => boundTo(rule.gauge, own),
  } satisfies Partial<Limiter<ChosenParams>>;
}

/** The gauge of the rule, with its own parameters whatever it is given. */
function boundTo(gauge: Gauge, own: Params): Gauge {
  return {
    unit: gauge.unit,
    denySide: gauge.denySide,
    full: () => gauge.full(own),
    low: () => gauge.low(own),
    ...(gauge.boundBy === undefined ? {} : { boundBy: () => gauge.boundBy?.(own) as BoundSetting }),
  };
}
