/** What several readers say of limits that a lane has otherwise. */
import { brief } from './values.ts';

/** Of limits that are alternatives. */
export const CHOSEN = 'The code decides which of these limits a request has; the lane limits all.';
/** Of what passes a product without being counted, behind its name. */
export const PASSES = 'lets requests pass whatever their rate, which is not part of the lane.';

export const COUNTS_REFUSED = 'It counts refused requests, too, which the lane does not.';

/** Of a limit that counts by something else than the client. @param key as the text has it */
export function countsBy(key: string): string {
  return `It counts by ${brief(key)}; the lane counts for each client.`;
}

/** Of a limit that counts what a client asks for apart. @param what each of which has a count: `route` */
export function countsApart(what: string): string {
  return `It counts each ${what} separately; the lane counts all requests of a client together.`;
}

/** Of a limit that not all requests have. @param what `requests of POST` */
export function limitsOnly(what: string): string {
  return `It limits only ${what}; the lane limits all.`;
}
