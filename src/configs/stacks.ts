/** Several limits of the same requests as a product writes them, and a text's limits as lanes: those of one place stack. */
import type { FoundLimit } from './findings.ts';
import { CannotPrintError, type ConfigLane, type StackForm } from './product.ts';

type Charge = StackForm['charge'];

/** A lane of several limits, each as a lane of its own. */
export interface ConfigStack {
  readonly charge: Charge;
  readonly limits: readonly (ConfigLane & { readonly limiter: string; readonly key: 'each' | 'all' })[];
}

const CHARGES: Readonly<Record<Charge, string>> = {
  together: 'only if every limit admits the request',
  'in-order': 'as the request passes each limit',
};

/**
 * What the text leaves open.
 * @throws {CannotPrintError} where the product has no text for such limits
 */
export function notesOnStack(
  name: string,
  form: StackForm | undefined,
  { charge, limits }: ConfigStack,
): readonly string[] {
  if (form === undefined)
    throw new CannotPrintError(`No text of ${name} for several limits of the same requests is known here.`);
  const shared = limits.findIndex(({ key }) => key === 'all');
  if (shared >= 0) throw new CannotPrintError(`Limit ${shared + 1} is for all keys together, which no text here says.`);
  return charge === form.charge
    ? []
    : [`Not the same: ${name} charges ${CHARGES[form.charge]}; the lane charges ${CHARGES[charge]}.`];
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
  return [...groups.values()].flatMap((group) =>
    group.length <= MOST_STACKED ? [group] : group.map((limit) => [limit]),
  );
}
