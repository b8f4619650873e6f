/** What the share dialog says of a link. */
import { count } from '../format/numbers.ts';

/** Beyond this, some programs cut a link. */
export const LONG = 2_000;

export type Copied = 'yes' | 'refused' | 'not yet';

/** `Link copied, 412 characters.` */
export function copiedWords(length: number): string {
  return `Link copied, ${count(length)} characters.`;
}

/** The paragraph under the link. */
export function shareWords(length: number, copied: Copied): string {
  const first = {
    yes: copiedWords(length),
    refused: `Press Ctrl+C to copy the selected link. It has ${count(length)} characters.`,
    'not yet': `The link has ${count(length)} characters.`,
  }[copied];
  return (
    `${first} It replays these exact decisions. ` +
    'Everything is in the link, your notes too; nothing is sent to a server.'
  );
}
