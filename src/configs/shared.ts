/** Limits that all clients share, by the nature of their product, and what is said of those that not all requests have. */
import { brief } from './values.ts';

/** Of a product whose limit counts all requests together, whoever sends them. */
export interface SharedLimit {
  /** What it is: `one bucket for all clients of a process`. */
  readonly is: string;
  /** How each client gets a limit of its own: a sentence. */
  readonly perClient: string;
  /** Whether it is an object of a program, which may well keep one for each client. */
  readonly isObject?: true;
}

/**
 * A limiter that is an object of a program, and limits all who call it.
 * @param object `one limiter`
 */
export function sharedObject(object: string): SharedLimit {
  return {
    is: `${object} for all who call it`,
    perClient: 'Code that keeps one for each client, in a map, limits each of them.',
    isObject: true,
  };
}

/** Of limits that are alternatives. */
export const CHOSEN = 'Which limit of these a request has, the code decides; the lane limits all.';
/** Of what passes a product without being counted, behind its name. */
export const PASSES = 'lets requests pass whatever their rate, which is not part of the lane.';

/** Of a limit that counts by something else than the client. @param key as the text has it */
export function countsBy(key: string): string {
  return `It counts by ${brief(key)}; the lane counts for each client.`;
}

/** Of a limit that not all requests have. @param what `requests of POST` */
export function limitsOnly(what: string): string {
  return `It limits only ${what}; the lane limits all.`;
}
