/** Limits that all clients share, by the nature of their product. */

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
