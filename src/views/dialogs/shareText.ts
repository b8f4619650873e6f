/** Texts of the share dialog. */
import { copiedText } from '../files/copyText.ts';
import { formatCount } from '../format/numbers.ts';
import { lackedRequestsText } from '../text/linkText.ts';

/** Beyond this, some programs cut a link. */
export const LONG_LINK = 2_000;

/** Where the traffic is from a log. */
export const NO_EMBED =
  'A link only names the recording, so a page that embeds this run would show it without its requests.';

export type CopyState = 'yes' | 'refused' | 'not yet';

/**
 * The paragraph under the link.
 * @param recordings the names of the logs in its traffic, which a link only names
 */
export function shareText(length: number, copied: CopyState, recordings: readonly string[] = []): string {
  const first = {
    yes: copiedText(length),
    // True, too, once the selection has moved away.
    refused: `The browser does not allow copying: with the link selected, press Ctrl+C. It has ${formatCount(length)} characters.`,
    'not yet': `The link has ${formatCount(length)} characters.`,
  }[copied];
  if (recordings.length > 0) return `${first} ${lackedRequestsText('It', recordings)} Nothing is sent to a server.`;
  return (
    `${first} It replays these exact decisions. ` +
    'Everything is in the link, including the sentence; nothing is sent to a server.'
  );
}
