/** All that a lane may be, as the picker lists it: searched, sorted, by family at first. */
import { catalogue, schemes, type Choosable, type Outcome } from '../../sim/index.ts';
import { editionsOf } from '../../store/edits.ts';
import { surveyKey } from '../../store/selectors.ts';
import type { Measured } from '../../store/state.ts';
import { number } from '../format/numbers.ts';

export type SortBy = 'name' | 'idea' | 'kept' | 'bytes' | 'nanoseconds' | 'most' | 'shape' | 'answers';

/** Limiters, then schemes. */
export const choosable: readonly Choosable[] = [...catalogue, ...schemes];

/** What has been measured so far, by `surveyKey`. */
export type Surveys = ReadonlyMap<string, Measured>;

export interface Sorting {
  readonly by: SortBy;
  readonly direction: 'ascending' | 'descending';
}

/** Limiters under a family's name, or under none. */
export interface Section {
  readonly family: string | null;
  readonly limiters: readonly Choosable[];
}

/** Every word that was typed stands somewhere in its name, id, family, idea, rule or defects. */
export function found(limiters: readonly Choosable[], search: string): readonly Choosable[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return limiters.filter((limiter) => {
    const text = textOf(limiter);
    return words.every((word) => text.includes(word));
  });
}

function textOf({ id, name, family, idea, rule, kept, shape, source, outcomes, errata }: Choosable): string {
  // Who looks for one that makes requests wait knows it by any of these.
  const waits = outcomes.includes('delay') ? 'delays waits shaper pacing' : '';
  return [id, name, family, idea, rule, kept, shape, source, waits, ...errata.map((erratum) => erratum.name)]
    .join(' ')
    .toLowerCase();
}

const OUTCOMES: readonly Outcome[] = ['allow', 'delay', 'deny'];

/** Which answers it gives, in one order. */
export function answersOf({ outcomes }: Choosable): readonly Outcome[] {
  return OUTCOMES.filter((outcome) => outcomes.includes(outcome));
}

/** What a column is sorted by: a limiter by its own edition, and the others go with it. Undefined: not known yet. */
function keyOf(limiter: Choosable, by: SortBy, surveys: Surveys): string | number | undefined {
  const measured = surveys.get(surveyKey(limiter.id, editionsOf(limiter)[0]));
  switch (by) {
    case 'answers':
      return answersOf(limiter).join(' ');
    case 'bytes':
    case 'nanoseconds':
      return measured?.[by];
    case 'most':
      return measured?.found;
    default:
      return limiter[by].toLowerCase();
  }
}

/** The worst case within T: what it claims, and what the search found. */
export function mostWords({ claimed, found: worst }: Measured): readonly [claimed: string, found: string] {
  return [claimed === Infinity ? 'claims none' : `claims ${number(claimed)}`, `found ${number(worst)}`];
}

/** Why a scheme of several processes has none of the measured figures; null for a limiter, which has them. */
export function whyUnmeasured({ family }: Choosable): string | null {
  return family === 'Several processes'
    ? 'Not measured: what a scheme takes and lets in hangs on its nodes, their store and the way there.'
    : null;
}

/** `816 B`, `1.2 kB` */
export function bytesWords(bytes: number): string {
  return bytes < 1_000 ? `${bytes} B` : `${number(bytes / 1_000, 1)} kB`;
}

/** Without a sorting by family, both families and limiters in the catalogue's own order. */
export function sectionsOf(
  limiters: readonly Choosable[],
  sorting: Sorting | null,
  surveys: Surveys,
): readonly Section[] {
  if (sorting !== null) {
    const sign = sorting.direction === 'ascending' ? 1 : -1;
    const sorted = [...limiters].sort((a, b) => {
      const [left, right] = [keyOf(a, sorting.by, surveys), keyOf(b, sorting.by, surveys)];
      // What is not known yet comes last either way.
      if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
      return left === right ? 0 : left < right ? -sign : sign;
    });
    return sorted.length === 0 ? [] : [{ family: null, limiters: sorted }];
  }
  const families = [...new Set(limiters.map(({ family }) => family))];
  return families.map((family) => ({ family, limiters: limiters.filter((limiter) => limiter.family === family) }));
}

/** A press on a column's head: up, down, and back to the families. */
export function nextSorting(sorting: Sorting | null, by: SortBy): Sorting | null {
  if (sorting?.by !== by) return { by, direction: 'ascending' };
  return sorting.direction === 'ascending' ? { by, direction: 'descending' } : null;
}
