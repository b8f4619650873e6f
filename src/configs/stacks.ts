/** Several limits of the same requests as a product writes them, and a text's limits as lanes: those of one place stack. */
import { defaultsOf, limiterById, resolvePolicy, scalarOptions, type Lane, type Scenario } from '../sim/index.ts';
import type { Charge, FoundLimit } from './findings.ts';
import type { LaneOfLimiter } from './burst.ts';
import { CannotPrintError, type ConfigLane, type ConfigProduct } from './product.ts';
import { nameOf } from './products/index.ts';

/** A lane of several limits, each as a lane of its own. */
export interface ConfigStack {
  readonly charge: Charge;
  readonly limits: readonly LaneOfLimiter[];
}

type PolicyAndLanes = Pick<Scenario, 'policy' | 'lanes'>;

/** A lane with the policy and the options that it runs with. */
export function configLaneOf(scenario: PolicyAndLanes, index: number): LaneOfLimiter {
  const lane = scenario.lanes[index] as Lane;
  const defaults = defaultsOf(limiterById(lane.limiter)?.knobs ?? []);
  return {
    limiter: lane.limiter,
    policy: resolvePolicy(scenario, index),
    options: { ...defaults, ...scalarOptions(lane) },
  };
}

/** The limits of a stack, each as a lane of its own; null of any other lane. */
export function configStackOf({ policy, lanes }: PolicyAndLanes, index: number): ConfigStack | null {
  const { of, options, policy: own } = lanes[index] as Lane;
  if (of === undefined) return null;
  const inherited = { ...policy, ...own };
  return {
    charge: options['charge'] === 'in-order' ? 'in-order' : 'together',
    limits: of.map((limit) => ({ ...configLaneOf({ policy: inherited, lanes: [limit] }, 0), key: limit.key })),
  };
}

const CHARGES: Readonly<Record<Charge, string>> = {
  together: 'only if every limit admits the request',
  'in-order': 'as the request passes each limit',
};

/**
 * What the text leaves open.
 * @throws {CannotPrintError} where the product has no text for such limits
 */
export function notesOnStack(product: ConfigProduct, { charge, limits }: ConfigStack): readonly string[] {
  const { stack: form } = product;
  const name = nameOf(product);
  if (limits.length > 1 && form === undefined)
    throw new CannotPrintError(`No config of ${name} for several limits on the same requests is known here.`);
  const refused = keyRefusal(product, limits);
  if (refused !== null) throw new CannotPrintError(refused);
  return limits.length === 1 || charge === form?.charge
    ? []
    : [`Not the same: ${name} charges ${CHARGES[form?.charge ?? 'together']}; the lane charges ${CHARGES[charge]}.`];
}

/** Why the product cannot count for such keys, in a sentence; null if it can, or comes near with one limit for all. */
export function keyRefusal(product: ConfigProduct, limits: readonly Pick<ConfigLane, 'key'>[]): string | null {
  const shared = limits.findIndex(({ key }) => key === 'all');
  const canShare =
    product.shared === undefined ? product.sharesLimits === true : limits.every(({ key }) => key === 'all');
  if (shared === -1 || canShare) return null;
  return limits.length === 1
    ? `The limit is for all keys together, which no config of ${nameOf(product)} here says.`
    : `Limit ${shared + 1} is for all keys together, which no config of ${nameOf(product)} here says.`;
}

/** As many as a stack may have. */
const MOST_STACKED = 8;

/** The limits of a text, those of one group together, where the first of them stands. */
export function groupsOf(limits: readonly FoundLimit[]): readonly (readonly FoundLimit[])[] {
  const groups = new Map<unknown, FoundLimit[]>();
  for (const limit of limits) {
    const place = limit.group ?? limit;
    groups.set(place, [...(groups.get(place) ?? []), limit]);
  }
  return [...groups.values()].flatMap((group) => {
    if (group.length <= MOST_STACKED) return [group];
    const note = `The same requests pass ${group.length} limits here, and a lane stacks at most ${MOST_STACKED}.`;
    return group.map((limit) => [{ ...limit, notes: [...limit.notes, note] }]);
  });
}

/** What of a text can be one lane: the limits of each group together, and then each of them alone. */
export function choicesOf(limits: readonly FoundLimit[]): readonly (readonly FoundLimit[])[] {
  return groupsOf(limits).flatMap((group) => (group.length === 1 ? [group] : [group, ...group.map((one) => [one])]));
}
