/** A limiter of one process as part of a scheme: on a node, on a node's share, or behind a server. */
import type { Gauge, Params, Policy, State, Verdict } from '../../limiters/limiter.ts';
import { NEVER, type Duration, type Instant } from '../../time.ts';
import { number, permits, seconds } from '../../words.ts';
import type { Context, Part, Ruling, Scheme, SchemeSetting } from '../scheme.ts';
import { admitsNothing, shareOfPolicy, usable } from '../share.ts';
import { DENY } from './common.ts';

export const DELAY: Verdict = 1;

/** The limiter of an option for each node, on its share of that limiter's policy; null for a share of nothing. */
export function splitAmong(setting: SchemeSetting, option: string): (node: number) => Part | null {
  const { nodes } = setting;
  // One more for those that are added later.
  const parts = Array.from({ length: nodes + 1 }, (_, node) => {
    let share: Policy | undefined;
    const part = setting.part(option, (whole) => {
      share = shareOfPolicy(whole, nodes, node);
      return usable(share);
    });
    return share !== undefined && admitsNothing(share, part) ? null : part;
  });
  return (node) => parts[Math.min(node, nodes)] ?? null;
}

/** What a node runs by itself when the store is away: the limiter of an option, on its share. Only where that is asked for. */
export function localSplitOf(setting: SchemeSetting, option: string): (node: number) => Part | null {
  return setting.options['fallback'] === 'local' ? splitAmong(setting, option) : () => null;
}

/** What a limiter rules at that instant. Writes to `state`. */
export function decideBy({ limiter, params }: Part, state: State, now: Instant, cost: number): Ruling {
  const verdict = limiter.decide(state, params, now, cost);
  return {
    verdict,
    level: limiter.level(state, params, now),
    retryAfter: verdict < DENY ? null : finite(limiter.retryAfter(state, params, now, cost)),
    ...(verdict === DELAY ? { wait: state['wait'] as Duration } : {}),
  };
}

function finite(wait: Duration): Duration | null {
  return wait === NEVER ? null : wait;
}

/** The state of a limiter that the node runs itself; `place` tells it from others in the node's memory. */
export function stateOf({ limiter, params }: Part, place: string, { key, memory }: Context): State {
  const name = `${place}/${key}`;
  let state = memory.get(name);
  if (state === undefined) memory.set(name, (state = limiter.init(params)));
  return state;
}

/** What a limiter that the node runs itself rules on the request, by the node's clock, with why. Writes to `state`. */
export function decideHere(part: Part, state: State, { now, cost, explains }: Context): Ruling {
  if (!explains) return decideBy(part, state, now, cost);
  const explanation = part.limiter.explain(state, part.params, now, cost);
  return { ...decideBy(part, state, now, cost), explanation };
}

/** A gauge that knows its parameters, whatever it is handed. */
export function gaugeWith(gauge: Gauge, params: Params): Gauge {
  return { ...gauge, full: () => gauge.full(params), low: () => gauge.low(params) };
}

/** The gauge of such a scheme as long as nobody knows its limiter. */
export const ANY_GAUGE: Gauge = { unit: ['permit', 'permits'], wall: 'floor', full: () => 1, low: () => 0 };

/** What a limiter ruled, told by one who saw only its ruling. `who` begins the sentence. */
export function explainRuling(
  who: string,
  { verdict, retryAfter, wait = 0 }: Ruling,
  { cost }: Pick<Context, 'cost'>,
): ReturnType<Scheme['explain']> {
  const admitted = verdict < DENY;
  const when = retryAfter === null ? 'and knows no time to try again' : `and has room for it in ${seconds(retryAfter)}`;
  return {
    sentence: admitted
      ? `${who} gives ${permits(cost)}${wait === 0 ? '' : `, to be used ${seconds(wait)} later`}.`
      : `${who} does not give ${permits(cost)}, ${when}.`,
    rule: 'given ≥ cost',
    numbers: `${number(admitted ? cost : 0)} ≥ ${number(cost)}`,
    holds: admitted,
  };
}
