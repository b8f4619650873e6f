import { describe, expect, it } from 'vitest';
import {
  catalogue,
  catalogueEntryById,
  knownSchemes,
  schemes,
  type CatalogueEntry,
  type Limiter,
} from '../../sim/index.ts';
import { editionsOf } from '../../store/scenarioEdits.ts';
import { profileKey } from '../../store/selectors.ts';
import {
  outcomesInOrder,
  formatBytes,
  formatNanoseconds,
  pickerEntries,
  worstCaseTexts,
  nextSorting,
  sectionsOf,
  type SortColumn,
  type Sorting,
  unmeasuredCount,
  unmeasuredReason,
} from './limiterPicker.ts';

const NONE = new Map();

const ids = (limiters: readonly { readonly id: string }[]): readonly string[] => limiters.map(({ id }) => id);

describe('the picker', () => {
  it('lists whole families, each once, when unsorted', () => {
    const sections = sectionsOf(pickerEntries(), null, NONE);
    expect(new Set(sections.map(({ family }) => family)).size).toBe(sections.length);
    expect(ids(sections.flatMap(({ entries }) => entries)).toSorted()).toEqual(ids(pickerEntries()).toSorted());
    expect(sections[0]?.family).toBe(catalogue[0]?.family);
    expect(sections.at(-1)).toEqual({ family: 'Distributed', entries: knownSchemes() });
  });

  it('sorts ascending and descending by what a column shows', () => {
    const names = (sorting: Sorting) =>
      sectionsOf(pickerEntries(), sorting, NONE).flatMap(({ entries: limiters }) => limiters.map(({ name }) => name));
    const up = names({ by: 'name', direction: 'ascending' });
    expect(up).toEqual([...up].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
    expect(names({ by: 'name', direction: 'descending' })).toEqual([...up].reverse());
    // The sort is stable.
    expect(names({ by: 'outcomes', direction: 'descending' })).toHaveLength(pickerEntries().length);
    expect(sectionsOf([], { by: 'name', direction: 'ascending' }, NONE)).toEqual([]);
  });

  it('sorts by measured figures and puts unmeasured entries last', () => {
    const [first, second, third] = catalogue as readonly [Limiter, Limiter, Limiter];
    const measured = (bytes: number, worst: number) => ({
      stateBytes: bytes,
      claimedBound: 20,
      worstFound: worst,
      trafficsTried: 1,
      nanoseconds: bytes,
    });
    const own = (limiter: Limiter) => profileKey(limiter.id, editionsOf(limiter)[0]);
    const surveys = new Map([
      [own(second), measured(16, 11)],
      [own(third), measured(8, 12)],
      // Another edition follows its limiter.
      [profileKey(third.id, 'published'), measured(99, 99)],
    ]);
    const sorted = (by: SortColumn, direction: Sorting['direction']) =>
      sectionsOf([first, second, third], { by, direction }, surveys).flatMap(({ entries: limiters }) => ids(limiters));
    expect(sorted('stateBytes', 'ascending')).toEqual(ids([third, second, first]));
    expect(sorted('stateBytes', 'descending')).toEqual(ids([second, third, first]));
    expect(sorted('worstFound', 'ascending')).toEqual(ids([second, third, first]));
    expect(worstCaseTexts(measured(8, 12))).toEqual(['claims 20', 'found 12']);
    expect(worstCaseTexts({ ...measured(8, 12), claimedBound: Infinity })).toEqual(['claims none', 'found 12']);
    expect([8, 816, 4_112].map(formatBytes)).toEqual(['8 B', '816 B', '4.1 kB']);
  });

  it('shows of a time what its measurement is good for: two digits', () => {
    expect([4.4, 24.26, 127, 1_342].map(formatNanoseconds)).toEqual(['4', '24', '130', '1,300']);
  });

  it('returns to families on the third press', () => {
    const first = nextSorting(null, 'name');
    const second = nextSorting(first, 'name');
    expect([first, second, nextSorting(second, 'name')]).toEqual([
      { by: 'name', direction: 'ascending' },
      { by: 'name', direction: 'descending' },
      null,
    ]);
    expect(nextSorting(second, 'stateBytes')).toEqual({ by: 'stateBytes', direction: 'ascending' });
  });

  it('lists the outcomes of each entry', () => {
    for (const entry of pickerEntries()) expect(outcomesInOrder(entry)).toHaveLength(entry.outcomes.length);
  });

  it('counts what is still to be measured: each edition of a limiter, but no scheme', () => {
    const limiters = pickerEntries().filter((entry) => unmeasuredReason(entry) === null);
    const editions = limiters.flatMap(({ id, editions: each }) => each.map((edition) => profileKey(id, edition)));
    expect(unmeasuredCount(new Map())).toBe(editions.length);
    const figures = { stateBytes: 8, claimedBound: 20, worstFound: 20, trafficsTried: 1, nanoseconds: 8 };
    const measured = (keys: readonly string[]) => new Map(keys.map((key) => [key, figures]));
    expect(unmeasuredCount(measured(editions.slice(1)))).toBe(1);
    expect(unmeasuredCount(measured(editions))).toBe(0);
  });

  it('says why what the user writes is not measured, nor a distributed scheme', () => {
    const unmeasured = (entry: CatalogueEntry): boolean => unmeasuredReason(entry) !== null;
    expect(catalogue.filter(unmeasured)).toEqual([]);
    expect(schemes.filter(unmeasured)).toEqual(schemes);
    expect(unmeasuredReason(catalogueEntryById('own') as CatalogueEntry)).toContain('code');
  });
});
