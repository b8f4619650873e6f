/** How much a script may take. */

/** The latest instant: 30 days. The longest scenario (`sim/scenario/policy.ts`) is as long, but this is a copy. */
export const MAX_SECONDS = 2_592_000;
export const MAX_KEY_LENGTH = 200;
export const MAX_COST = 1_000_000;

/** Requests that the top level may send. */
export const MAX_SENT_REQUESTS = 1_000_000;
/** Characters of all the different keys that it names. */
export const MAX_KEY_CHARACTERS = 20_000_000;
export const MAX_CLIENTS = 10_000;

export interface ScriptBudget {
  readonly pollsPerTurn: number;
  /** Of all turns together. */
  readonly totalPolls: number;
  readonly msPerTurn: number;
}

/**
 * Work is counted in polls: the machine polls at every call and every jump of a script, so that a count ends a script at
 * the same place everywhere, as a clock would not. A poll stands for 25 to 60 ns here, an empty loop's for 4.
 *
 * Milliseconds are the last resort, where polls are slow: built-in functions do much between two of them when values are
 * enormous.
 */
export const SCRIPT_BUDGET: ScriptBudget = { pollsPerTurn: 40_000_000, totalPolls: 300_000_000, msPerTurn: 15_000 };

const MEGABYTE = 1_048_576;
export const MAX_MEGABYTES = 64;
const MAX_BYTES = MAX_MEGABYTES * MEGABYTE;
const PAGE_BYTES = 65_536;
/** Above the limit there is room to end a script in an orderly way; beyond this, the machine gets nothing any more. */
const HARD_MAX_BYTES = 96 * MEGABYTE;
const INITIAL_BYTES = 16 * MEGABYTE;

/** 370 nested calls of a small function. The machine's parser takes more of the host's stack than it counts. */
export const STACK_BYTES = 64 * 1_024;

/**
 * The library's own limit of memory counts allocations and not their sizes in this build (its allocator cannot tell the
 * size of a block), so the memory itself is made to end.
 */
export function createLimitedMemory(): WebAssembly.Memory {
  return new WebAssembly.Memory({ initial: INITIAL_BYTES / PAGE_BYTES, maximum: HARD_MAX_BYTES / PAGE_BYTES });
}

/** Whether more than the limit is in use, or was: a memory never shrinks. */
export function exceedsLimit(memory: WebAssembly.Memory): boolean {
  return memory.buffer.byteLength > MAX_BYTES;
}

export function hasGrown(memory: WebAssembly.Memory): boolean {
  return memory.buffer.byteLength > INITIAL_BYTES;
}
