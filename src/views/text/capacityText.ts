/** Which lanes the capacity of the policy does not reach, as the catalogue knows it. */
import { capitalized, catalogueEntryById, joinWithAnd, type Lane } from '../../sim/index.ts';
import { lanesText } from '../../store/lanesText.ts';
import { laneName } from './laneText.ts';

type Spec = Pick<Lane, 'limiter' | 'options' | 'policy'>;

/** A scheme that runs other limiters uses capacity where one of these does. */
function usesCapacity({ limiter, options }: Spec): boolean {
  const inner = Object.values(options).filter((value): value is Extract<typeof value, { limiter: string }> => {
    return typeof value === 'object' && 'limiter' in value;
  });
  // A limiter that this version does not know may use anything.
  return inner.length > 0 ? inner.some(usesCapacity) : catalogueEntryById(limiter)?.usesCapacity !== false;
}

export interface CapacityNote {
  /** `not used by lanes 1 and 2` */
  readonly short: string;
  /** `Fixed window and Sliding log do not use capacity.` */
  readonly full: string;
}

/** The most lanes that are listed by number: of more, the list would be cut off. */
const MAX_LISTED = 2;

/** Null where the policy's capacity counts in every lane. */
export function capacityNote(lanes: readonly Lane[]): CapacityNote | null {
  const indexed = lanes.map((lane, index) => ({ lane, index }));
  const unused = indexed.filter(({ lane }) => !usesCapacity(lane));
  const own = indexed.filter(({ lane }) => usesCapacity(lane) && lane.policy.capacity !== undefined);
  if (unused.length + own.length === 0) return null;
  const names = [...new Set(unused.map(({ lane }) => laneName(lane)))];
  const inAll = unused.length === lanes.length && unused.length > MAX_LISTED;
  const short = [
    ...(unused.length === 0 ? [] : [`not used by ${inAll ? 'any lane' : someLanesText(unused, lanes.length)}`]),
    ...(own.length === 0
      ? []
      : [`${someLanesText(own, lanes.length)} ${own.length === 1 ? 'has its' : 'have their'} own`]),
  ];
  const full = [
    ...(unused.length === 0 ? [] : [`${joinWithAnd(names)} ${names.length === 1 ? 'does' : 'do'} not use capacity.`]),
    ...(own.length === 0
      ? []
      : [
          `${capitalized(someLanesText(own, lanes.length))} ${own.length === 1 ? 'has a capacity of its' : 'have capacities of their'} own.`,
        ]),
  ];
  return { short: short.join('; '), full: full.join(' ') };
}

/** `lane 1`, `lanes 1 and 2`, `4 of 6 lanes` */
function someLanesText(some: readonly { readonly index: number }[], all: number): string {
  return some.length > MAX_LISTED ? `${some.length} of ${all} lanes` : lanesText(some.map(({ index }) => index));
}
