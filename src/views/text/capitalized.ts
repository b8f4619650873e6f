/** Text as a sentence begins. A term of one letter stays as it is: n is not N. */
export function capitalized(text: string): string {
  return text.length === 1 ? text : text.charAt(0).toUpperCase() + text.slice(1);
}
