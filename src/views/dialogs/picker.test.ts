import { describe, expect, it } from 'vitest';
import { catalogue, schemes, type Choosable, type Limiter } from '../../sim/index.ts';
import { editionsOf } from '../../store/edits.ts';
import { surveyKey } from '../../store/selectors.ts';
import {
  answersOf,
  bytesWords,
  choosable,
  found,
  mostWords,
  nextSorting,
  sectionsOf,
  type SortBy,
  type Sorting,
  whyUnmeasured,
} from './picker.ts';

const NONE = new Map();

const ids = (limiters: readonly { readonly id: string }[]): readonly string[] => limiters.map(({ id }) => id);

describe('the picker', () => {
  it('finds by any words of it, in any order', () => {
    expect(ids(found(catalogue, 'token-bucket'))).toContain('token-bucket');
    expect(ids(found(catalogue, ' BUCKET  token '))).toContain('token-bucket');
    expect(ids(found(catalogue, 'double drain'))).toEqual(['leaky-meter']);
    expect(found(catalogue, 'no such thing')).toEqual([]);
    expect(found(catalogue, '  ')).toEqual(catalogue);
    expect(ids(found(choosable, 'several processes'))).toEqual(ids(schemes));
    expect(ids(found(choosable, 'lease centre'))).toEqual(['quota-lease']);
  });

  it('lists families at first, each once and whole', () => {
    const sections = sectionsOf(choosable, null, NONE);
    expect(new Set(sections.map(({ family }) => family)).size).toBe(sections.length);
    expect(ids(sections.flatMap(({ limiters }) => limiters)).toSorted()).toEqual(ids(choosable).toSorted());
    expect(sections[0]?.family).toBe(catalogue[0]?.family);
    expect(sections.at(-1)).toEqual({ family: 'Several processes', limiters: schemes });
  });

  it('sorts up and down by what a column shows', () => {
    const names = (sorting: Sorting) =>
      sectionsOf(choosable, sorting, NONE).flatMap(({ limiters }) => limiters.map(({ name }) => name));
    const up = names({ by: 'name', direction: 'ascending' });
    expect(up).toEqual([...up].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
    expect(names({ by: 'name', direction: 'descending' })).toEqual([...up].reverse());
    // Equals stay in the list's order.
    expect(names({ by: 'answers', direction: 'descending' })).toHaveLength(choosable.length);
    expect(sectionsOf([], { by: 'name', direction: 'ascending' }, NONE)).toEqual([]);
  });

  it('sorts by what was measured, and puts last what was not', () => {
    const [first, second, third] = catalogue as readonly [Limiter, Limiter, Limiter];
    const measured = (bytes: number, worst: number) => ({
      bytes,
      claimed: 20,
      found: worst,
      tried: 1,
      nanoseconds: bytes,
    });
    const own = (limiter: Limiter) => surveyKey(limiter.id, editionsOf(limiter)[0]);
    const surveys = new Map([
      [own(second), measured(16, 11)],
      [own(third), measured(8, 12)],
      // Another edition goes where its limiter goes.
      [surveyKey(third.id, 'published'), measured(99, 99)],
    ]);
    const sorted = (by: SortBy, direction: Sorting['direction']) =>
      sectionsOf([first, second, third], { by, direction }, surveys).flatMap(({ limiters }) => ids(limiters));
    expect(sorted('bytes', 'ascending')).toEqual(ids([third, second, first]));
    expect(sorted('bytes', 'descending')).toEqual(ids([second, third, first]));
    expect(sorted('most', 'ascending')).toEqual(ids([second, third, first]));
    expect(mostWords(measured(8, 12))).toEqual(['claims 20', 'found 12']);
    expect(mostWords({ ...measured(8, 12), claimed: Infinity })).toEqual(['claims none', 'found 12']);
    expect([8, 816, 4_112].map(bytesWords)).toEqual(['8 B', '816 B', '4.1 kB']);
  });

  it('comes back to the families with the third press', () => {
    const first = nextSorting(null, 'name');
    const second = nextSorting(first, 'name');
    expect([first, second, nextSorting(second, 'name')]).toEqual([
      { by: 'name', direction: 'ascending' },
      { by: 'name', direction: 'descending' },
      null,
    ]);
    expect(nextSorting(second, 'bytes')).toEqual({ by: 'bytes', direction: 'ascending' });
  });

  it('knows the answers of each', () => {
    for (const limiter of choosable) expect(answersOf(limiter)).toHaveLength(limiter.outcomes.length);
  });

  it('says why a scheme of several processes is not measured', () => {
    const unmeasured = choosable.filter((limiter: Choosable) => whyUnmeasured(limiter) !== null);
    expect(unmeasured).toEqual(schemes);
  });
});
