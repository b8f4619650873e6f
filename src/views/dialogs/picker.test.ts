import { describe, expect, it } from 'vitest';
import { catalogue } from '../../sim/index.ts';
import { answersOf, found, nextSorting, sectionsOf, type Sorting } from './picker.ts';

const ids = (limiters: readonly { readonly id: string }[]): readonly string[] => limiters.map(({ id }) => id);

describe('the picker', () => {
  it('finds by any words of it, in any order', () => {
    expect(ids(found(catalogue, 'token-bucket'))).toContain('token-bucket');
    expect(ids(found(catalogue, ' BUCKET  token '))).toContain('token-bucket');
    expect(ids(found(catalogue, 'double drain'))).toEqual(['leaky-meter']);
    expect(found(catalogue, 'no such thing')).toEqual([]);
    expect(found(catalogue, '  ')).toEqual(catalogue);
  });

  it('lists families at first, each once and whole', () => {
    const sections = sectionsOf(catalogue, null);
    expect(new Set(sections.map(({ family }) => family)).size).toBe(sections.length);
    expect(ids(sections.flatMap(({ limiters }) => limiters)).toSorted()).toEqual(ids(catalogue).toSorted());
    expect(sections[0]?.family).toBe(catalogue[0]?.family);
  });

  it('sorts up and down by what a column shows', () => {
    const names = (sorting: Sorting) =>
      sectionsOf(catalogue, sorting).flatMap(({ limiters }) => limiters.map(({ name }) => name));
    const up = names({ by: 'name', direction: 'ascending' });
    expect(up).toEqual([...up].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
    expect(names({ by: 'name', direction: 'descending' })).toEqual([...up].reverse());
    // Equals stay in the catalogue's order.
    expect(names({ by: 'answers', direction: 'descending' })).toHaveLength(catalogue.length);
    expect(sectionsOf([], { by: 'name', direction: 'ascending' })).toEqual([]);
  });

  it('comes back to the families with the third press', () => {
    const first = nextSorting(null, 'name');
    const second = nextSorting(first, 'name');
    expect([first, second, nextSorting(second, 'name')]).toEqual([
      { by: 'name', direction: 'ascending' },
      { by: 'name', direction: 'descending' },
      null,
    ]);
    expect(nextSorting(second, 'source')).toEqual({ by: 'source', direction: 'ascending' });
  });

  it('knows the answers of each', () => {
    for (const limiter of catalogue) expect(answersOf(limiter)).toHaveLength(limiter.outcomes.length);
  });
});
