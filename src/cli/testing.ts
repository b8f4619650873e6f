/** Links that our own page would never create. */
import { deflateRawSync } from 'node:zlib';

/** A link with an arbitrary document, compressed without our dictionary, as another program would create it. */
export function foreignLinkOf(document: unknown): string {
  return `#1.${deflateRawSync(JSON.stringify(document)).toString('base64url')}`;
}
