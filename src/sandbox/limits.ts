/** How much a script may take. */

/** The latest instant, as a scenario's longest: 30 days. */
export const MOST_SECONDS = 2_592_000;
export const MOST_KEY_LENGTH = 200;
export const MOST_COST = 1_000_000;

/** Requests that the top level may send. */
export const MOST_SENT = 1_000_000;
/** Characters of all the different keys that it names. */
export const MOST_KEY_TEXT = 20_000_000;
export const MOST_CLIENTS = 10_000;

export interface Budget {
  readonly turnPolls: number;
  /** Of all turns together. */
  readonly allPolls: number;
  readonly turnMs: number;
}

/**
 * Work is counted in polls: the machine polls at every call and every jump of a script, so that a count ends a script at
 * the same place everywhere, as a clock would not. A poll stands for 25 to 60 ns here, an empty loop's for 4.
 *
 * Milliseconds are the last resort, where polls are slow: built-in functions do much between two of them when values are
 * enormous.
 */
export const BUDGET: Budget = { turnPolls: 40_000_000, allPolls: 300_000_000, turnMs: 15_000 };

const MEGABYTE = 1_048_576;
export const MOST_MEGABYTES = 64;
const MOST_BYTES = MOST_MEGABYTES * MEGABYTE;
const PAGE = 65_536;
/** Above the limit there is room to end a script in an orderly way; beyond this, the machine gets nothing any more. */
const HARD_BYTES = 96 * MEGABYTE;
const FIRST_BYTES = 16 * MEGABYTE;

/** 370 nested calls of a small function. The machine's parser takes more of the host's stack than it counts. */
export const STACK_BYTES = 64 * 1_024;

/**
 * The library's own limit of memory counts allocations and not their sizes in this build (its allocator cannot tell the
 * size of a block), so the memory itself is made to end.
 */
export function limitedMemory(): WebAssembly.Memory {
  return new WebAssembly.Memory({ initial: FIRST_BYTES / PAGE, maximum: HARD_BYTES / PAGE });
}

/** Whether more than the limit is in use, or was: a memory never shrinks. */
export function isOverfull(memory: WebAssembly.Memory): boolean {
  return memory.buffer.byteLength > MOST_BYTES;
}

export function hasGrown(memory: WebAssembly.Memory): boolean {
  return memory.buffer.byteLength > FIRST_BYTES;
}
