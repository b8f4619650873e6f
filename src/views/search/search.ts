/** Finds what people type: every word must begin a word of what is searched, in any order; a result says why it is one. */

export interface SearchField {
  readonly text: string;
  /** Said of what is found by this field: `also called leaky bucket`; nothing for what is seen anyway, such as a name. */
  readonly why?: string;
}

export interface Found<T> {
  readonly item: T;
  readonly why: string | null;
}

/**
 * The items that match, in their order; all of them for an empty search.
 * @param fieldsOf what an item is found by, the most telling first: the first field that has all words says why
 */
export function searchItems<T>(
  items: readonly T[],
  search: string,
  fieldsOf: (item: T) => readonly SearchField[],
): readonly Found<T>[] {
  return rank(items, search, fieldsOf).map(({ item, why }) => ({ item, why }));
}

/** The same, those first that are found by a more telling field. */
export function searchBest<T>(
  items: readonly T[],
  search: string,
  fieldsOf: (item: T) => readonly SearchField[],
): readonly Found<T>[] {
  return rank(items, search, fieldsOf)
    .toSorted((a, b) => a.field - b.field)
    .map(({ item, why }) => ({ item, why }));
}

interface Ranked<T> extends Found<T> {
  /** The field that has all words, −1 if they are the whole first one; the number of fields if only all of them together do. */
  readonly field: number;
}

function rank<T>(
  items: readonly T[],
  search: string,
  fieldsOf: (item: T) => readonly SearchField[],
): readonly Ranked<T>[] {
  const words = plain(search).split(' ').filter(Boolean);
  if (words.length === 0) return items.map((item) => ({ item, why: null, field: 0 }));
  const hasAll = (text: string): boolean => words.every((word) => plain(text).includes(` ${word}`));
  return items.flatMap((item): Ranked<T>[] => {
    const fields = fieldsOf(item);
    const field = fields.findIndex(({ text }) => hasAll(text));
    const isName = field === 0 && plain(fields[0]?.text ?? '').trim() === words.join(' ');
    if (field >= 0) return [{ item, why: fields[field]?.why ?? null, field: isName ? -1 : field }];
    const together = hasAll(fields.map(({ text }) => text).join(' '));
    return together ? [{ item, why: null, field: fields.length }] : [];
  });
}

/** Lower case, and one space before each word: `token-bucket` is two words. */
function plain(text: string): string {
  return ` ${text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')}`.replace(/^ +/, ' ');
}
