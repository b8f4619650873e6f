/** Words of others, such as an error's message, as a sentence with one full stop. */
export function asSentence(text: string): string {
  return `${text.trimEnd().replace(/\.$/, '')}.`;
}
