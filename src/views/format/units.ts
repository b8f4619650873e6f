import { NBSP } from './short.ts';

/** Where lines break by themselves, a unit stays with its number. */
export function withUnits(text: string): string {
  return text.replace(/(?<=\d) (?=(?:µs|ms|s|min|h|d)(?!\p{L})|%)/gu, NBSP);
}
