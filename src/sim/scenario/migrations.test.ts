import { describe, expect, it } from 'vitest';
import { migrate, MIGRATIONS, type Migration } from './migrations.ts';

/** A made-up past: version 1 had minutes, version 2 called lanes rows. */
const table: readonly Migration[] = [
  ({ minutes, ...rest }) => (typeof minutes === 'number' ? { ...rest, seconds: minutes * 60 } : rest),
  ({ rows, ...rest }) => (rows === undefined ? rest : { ...rest, lanes: rows }),
];

describe('an old document', () => {
  it.each<[string, object, object]>([
    ['of version 1 takes both steps', { version: 1, minutes: 2, rows: [] }, { version: 3, seconds: 120, lanes: [] }],
    ['without a version is of version 1', { minutes: 2 }, { version: 3, seconds: 120 }],
    ['of version 2 takes the second', { version: 2, minutes: 2, rows: [] }, { version: 3, minutes: 2, lanes: [] }],
    ['of the newest version stays', { version: 3, rows: [] }, { version: 3, rows: [] }],
  ])('%s', (_, document, migrated) => expect(migrate(document, table)).toEqual({ ok: true, document: migrated }));

  it('is not written to', () => {
    const document = Object.freeze({ version: 1, minutes: 2 });
    migrate(document, table);
    expect(document).toEqual({ version: 1, minutes: 2 });
  });

  it('takes the steps in their order', () => {
    const taken: number[] = [];
    const steps = [1, 2, 3].map((from): Migration => (document) => {
      taken.push(from);
      expect(document['version']).toBe(from);
      return { ...document };
    });
    expect(migrate({ version: 1 }, steps)).toEqual({ ok: true, document: { version: 4 } });
    expect(taken).toEqual([1, 2, 3]);
  });
});

describe('a newer document', () => {
  it.each([
    [3, MIGRATIONS, 'scenario', 'This scenario was made by a newer Spillway (format 3; this one reads up to 1).'],
    [3, MIGRATIONS, 'link', 'This link was made by a newer Spillway (format 3; this one reads up to 1).'],
    [4, table, 'scenario', 'This scenario was made by a newer Spillway (format 4; this one reads up to 3).'],
  ])('of version %i is refused', (version, migrations, what, words) => {
    expect(migrate({ version }, migrations, what)).toMatchObject({
      ok: false,
      problem: { path: 'version', message: words },
    });
  });
});

describe('what has no version that one could start from', () => {
  it.each([null, 5, 'text', [], { version: 0 }, { version: 1.5 }, { version: '1' }, { version: null }])(
    '%o is handed on to the reader',
    (document) => {
      expect(migrate(document, table)).toMatchObject({ ok: true });
    },
  );
});
