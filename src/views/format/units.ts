import { NBSP } from './short.ts';

/** Where lines break by themselves, a unit stays with its number, and a minus sign with what is on either side of it. */
export function withUnits(text: string): string {
  return text.replace(/(?<=\d) (?=(?:µs|ms|s|min|h|d)(?!\p{L})|%)| (?=− )|(?<= −) /gu, NBSP);
}
