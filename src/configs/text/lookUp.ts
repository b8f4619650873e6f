/** What a table has under a word of somebody's text: `constructor` is a word too, and every object has one of its own. */
export function lookUp<T>(table: Readonly<Record<string, T>>, word: string): T | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}
