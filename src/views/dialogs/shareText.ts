/** Texts of the share dialog. */
import { formatCount } from '../format/numbers.ts';

/** Beyond this, some programs cut a link. */
export const LONG_LINK = 2_000;

export type CopyState = 'yes' | 'refused' | 'not yet';

/** `Link copied, 412 characters.` */
export function copiedText(length: number): string {
  return `Link copied, ${formatCount(length)} characters.`;
}

/** The paragraph under the link. */
export function shareText(length: number, copied: CopyState): string {
  const first = {
    yes: copiedText(length),
    refused: `Press Ctrl+C to copy the selected link. It has ${formatCount(length)} characters.`,
    'not yet': `The link has ${formatCount(length)} characters.`,
  }[copied];
  return (
    `${first} It replays these exact decisions. ` +
    'Everything is in the link, including your notes; nothing is sent to a server.'
  );
}
