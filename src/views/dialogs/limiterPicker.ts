/** All that a lane may be, as the picker lists it: searched, sorted, by family at first. */
import { catalogue, citation, schemes, type CatalogueEntry, type Outcome } from '../../sim/index.ts';
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
export const pickerEntries: readonly CatalogueEntry[] = [...catalogue, ...schemes];

/** What has been measured so far, by `surveyKey`. */
export type Profiles = ReadonlyMap<string, MeasuredProfile>;

export interface Sorting {
  readonly by: SortColumn;
  readonly direction: 'ascending' | 'descending';
}

/** Limiters under a family's name, or under none. */
export interface PickerSection {
  readonly family: string | null;
  readonly entries: readonly CatalogueEntry[];
}

/** Every word that was typed stands somewhere in its name, id, family, idea, rule or defects. */
export function filterEntries(entries: readonly CatalogueEntry[], search: string): readonly CatalogueEntry[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter((entry) => {
    const text = searchText(entry);
    return words.every((word) => text.includes(word));
  });
}

function searchText({
  id,
  name,
  family,
  summary,
  rule,
  storedPerKey,
  pacing,
  sources,
  outcomes,
  errata,
}: CatalogueEntry): string {
  // Who looks for one that makes requests wait knows it by any of these.
  const waits = outcomes.includes('delay') ? 'delays waits shaper pacing' : '';
  return [
    id,
    name,
    family,
    summary,
    rule,
    storedPerKey,
    pacing,
    ...sources.map(citation),
    waits,
    ...errata.map((erratum) => erratum.name),
  ]
    .join(' ')
    .toLowerCase();
}

const OUTCOME_ORDER: readonly Outcome[] = ['allow', 'delay', 'deny'];

/** Which answers it gives, in one order. */
export function outcomesInOrder({ outcomes }: CatalogueEntry): readonly Outcome[] {
  return OUTCOME_ORDER.filter((outcome) => outcomes.includes(outcome));
}

/** What a column is sorted by: a limiter by its own edition, and the others go with it. Undefined: not known yet. */
function sortKey(entry: CatalogueEntry, by: SortColumn, surveys: Profiles): string | number | undefined {
  const measured = surveys.get(profileKey(entry.id, editionsOf(entry)[0]));
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

/** The worst case within T: what it claims, and what the search found. */
export function worstCaseTexts({
  claimedBound,
  worstFound: worst,
}: MeasuredProfile): readonly [claimed: string, found: string] {
  return [
    claimedBound === Infinity ? 'claims none' : `claims ${formatNumber(claimedBound)}`,
    `found ${formatNumber(worst)}`,
  ];
}

/** Why a scheme of several processes has none of the measured figures; null for a limiter, which has them. */
export function unmeasuredReason({ family }: CatalogueEntry): string | null {
  return family === 'Several processes'
    ? 'Not measured: what a scheme takes and lets in hangs on its nodes, their store and the way there.'
    : null;
}

/** `816 B`, `1.2 kB` */
export function formatBytes(bytes: number): string {
  return bytes < 1_000 ? `${bytes} B` : `${formatNumber(bytes / 1_000, 1)} kB`;
}

/** Without a sorting by family, both families and limiters in the catalogue's own order. */
export function sectionsOf(
  entries: readonly CatalogueEntry[],
  sorting: Sorting | null,
  surveys: Profiles,
): readonly PickerSection[] {
  if (sorting !== null) {
    const sign = sorting.direction === 'ascending' ? 1 : -1;
    const sorted = [...entries].sort((a, b) => {
      const [left, right] = [sortKey(a, sorting.by, surveys), sortKey(b, sorting.by, surveys)];
      // What is not known yet comes last either way.
      if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
      return left === right ? 0 : left < right ? -sign : sign;
    });
    return sorted.length === 0 ? [] : [{ family: null, entries: sorted }];
  }
  const families = [...new Set(entries.map(({ family }) => family))];
  return families.map((family) => ({ family, entries: entries.filter((entry) => entry.family === family) }));
}

/** A press on a column's head: up, down, and back to the families. */
export function nextSorting(sorting: Sorting | null, by: SortColumn): Sorting | null {
  if (sorting?.by !== by) return { by, direction: 'ascending' };
  return sorting.direction === 'ascending' ? { by, direction: 'descending' } : null;
}
