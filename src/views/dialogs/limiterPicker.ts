/** Everything a lane can run, as the picker lists it: searched and sorted; by family unless sorted. */
import { knownLimiters, knownSchemes, runsUserCode, type CatalogueEntry, type Outcome } from '../../sim/index.ts';
import { editionsOf } from '../../store/scenarioEdits.ts';
import { profileKey } from '../../store/selectors.ts';
import type { MeasuredProfile } from '../../store/state.ts';
import { formatNumber } from '../format/numbers.ts';

export type SortColumn =
  | 'name'
  | 'summary'
  | 'storedPerKey'
  | 'stateBytes'
  | 'nanoseconds'
  | 'worstFound'
  | 'pacing'
  | 'outcomes';

/** Limiters, then schemes. */
export function pickerEntries(): readonly CatalogueEntry[] {
  return [...knownLimiters(), ...knownSchemes()];
}

/** What has been measured so far, by `profileKey`. */
export type Profiles = ReadonlyMap<string, MeasuredProfile>;

export interface Sorting {
  readonly by: SortColumn;
  readonly direction: 'ascending' | 'descending';
}

/** Limiters under a family's name; null when the list is sorted by a column. */
export interface PickerSection {
  readonly family: string | null;
  readonly entries: readonly CatalogueEntry[];
}

const OUTCOME_ORDER: readonly Outcome[] = ['allow', 'delay', 'deny'];

/** The outcomes that it can give, in the same order for all entries. */
export function outcomesInOrder({ outcomes }: CatalogueEntry): readonly Outcome[] {
  return OUTCOME_ORDER.filter((outcome) => outcomes.includes(outcome));
}

/** What a column is sorted by: the limiter's default edition; its other edition follows it. Undefined: not known yet. */
function sortKey(entry: CatalogueEntry, by: SortColumn, profiles: Profiles): string | number | undefined {
  const measured = profiles.get(profileKey(entry.id, editionsOf(entry)[0]));
  switch (by) {
    case 'outcomes':
      return outcomesInOrder(entry).join(' ');
    case 'stateBytes':
    case 'nanoseconds':
    case 'worstFound':
      return measured?.[by];
    default:
      return entry[by].toLowerCase();
  }
}

/** The most admitted within T: what the limiter claims, and what the search found. */
export function worstCaseTexts({
  claimedBound,
  worstFound: worst,
}: MeasuredProfile): readonly [claimed: string, found: string] {
  return [
    claimedBound === Infinity ? 'claims none' : `claims ${formatNumber(claimedBound)}`,
    `found ${formatNumber(worst)}`,
  ];
}

/** Why a distributed scheme, or a limiter of the user's own, has no measured figures; null for others, which have them. */
export function unmeasuredReason({ family, id }: CatalogueEntry): string | null {
  if (family === 'Distributed')
    return 'Not measured: the cost and admissions of a distributed scheme depend on its nodes, store and links.';
  return runsUserCode(id) ? 'Not measured: its cost and admissions depend on its code.' : null;
}

/** How many editions of limiters that can be measured have not been yet: it takes a minute or two. */
export function unmeasuredCount(profiles: Profiles): number {
  const keys = pickerEntries()
    .filter((entry) => unmeasuredReason(entry) === null)
    .flatMap((entry) => editionsOf(entry).map((edition) => profileKey(entry.id, edition)));
  return keys.filter((key) => !profiles.has(key)).length;
}

/** `9`, `24`, `130`: it is measured to about a tenth. */
export function formatNanoseconds(nanoseconds: number): string {
  return formatNumber(Number(nanoseconds.toPrecision(2)), 0);
}

/** `816 B`, `1.2 kB` */
export function formatBytes(bytes: number): string {
  return bytes < 1_000 ? `${bytes} B` : `${formatNumber(bytes / 1_000, 1)} kB`;
}

/** One section if there is a sorting; else one per family, families and limiters in the catalogue's order. */
export function sectionsOf(
  entries: readonly CatalogueEntry[],
  sorting: Sorting | null,
  profiles: Profiles,
): readonly PickerSection[] {
  if (sorting !== null) {
    const sign = sorting.direction === 'ascending' ? 1 : -1;
    const sorted = [...entries].sort((a, b) => {
      const [left, right] = [sortKey(a, sorting.by, profiles), sortKey(b, sorting.by, profiles)];
      // Unknown values come last in both directions.
      if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
      return left === right ? 0 : left < right ? -sign : sign;
    });
    return sorted.length === 0 ? [] : [{ family: null, entries: sorted }];
  }
  const families = [...new Set(entries.map(({ family }) => family))];
  return families.map((family) => ({ family, entries: entries.filter((entry) => entry.family === family) }));
}

/** Pressing a column header cycles: ascending, descending, back to families. */
export function nextSorting(sorting: Sorting | null, by: SortColumn): Sorting | null {
  if (sorting?.by !== by) return { by, direction: 'ascending' };
  return sorting.direction === 'ascending' ? { by, direction: 'descending' } : null;
}
