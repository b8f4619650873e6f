/** For which links there is a code. */
import { formatCount } from '../format/numbers.ts';

/** A code of more is so fine that a phone's camera may not read it from a slide. */
const MOST_QR_CHARACTERS = 600;

/** Why there is no code of a link, a sentence; null if there is one. */
export function noQrText(link: string): string | null {
  return link.length <= MOST_QR_CHARACTERS
    ? null
    : `This link has ${formatCount(link.length)} characters, and a QR code of more than ${MOST_QR_CHARACTERS} is too fine for many cameras.`;
}
