/** Links that our own page would never write. */
import { deflateRawSync } from 'node:zlib';

/** A link that holds any document at all, compressed without our dictionary, as somebody else's program would. */
export function foreignLinkOf(document: unknown): string {
  return `#1.${deflateRawSync(JSON.stringify(document)).toString('base64url')}`;
}
