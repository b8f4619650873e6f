/** The resource limits of a script. */
import { MAX_KEY_LENGTH, MAX_PERMITS, MAX_SECONDS } from '../sim/index.ts';

/** A script's requests are subject to the bounds of the format. */
export { MAX_KEY_LENGTH, MAX_PERMITS as MAX_COST, MAX_SECONDS };

/** Maximum number of requests sent by the top level. */
export const MAX_SENT_REQUESTS = 1_000_000;
/** Maximum total length of all distinct keys, characters. */
export const MAX_KEY_CHARACTERS = 20_000_000;
export const MAX_CLIENTS = 10_000;

/**
 * Work is counted in steps, because a count, unlike a clock, ends a script at the same place everywhere. A step is a call or
 * a jump of the script; or, where built-in functions do the work, as many units of work as a step rarely exceeds.
 */
export interface ScriptBudget {
  readonly stepsPerTurn: number;
  /** For all turns together. */
  readonly totalSteps: number;
  /** The last resort, for a computer that is far slower than most. */
  readonly msPerTurn: number;
  /** Called several times a second while a turn lasts. */
  readonly onWork?: () => void;
}

export const SCRIPT_BUDGET: ScriptBudget = { stepsPerTurn: 40_000_000, totalSteps: 300_000_000, msPerTurn: 15_000 };

/**
 * A unit is a call of a function or an iteration of a loop inside the machine: see `meter.ts`. An empty loop takes 2 in a
 * step, a call of a small function 4.
 */
export const WORK_PER_STEP = 10;

const MEGABYTE = 1_048_576;
export const MAX_MEGABYTES = 64;
const MAX_BYTES = MAX_MEGABYTES * MEGABYTE;
const PAGE_BYTES = 65_536;
/** Between the limit and this there is room to end a script properly; beyond this, allocation fails. */
const HARD_MAX_BYTES = 96 * MEGABYTE;
const INITIAL_BYTES = 16 * MEGABYTE;

/** Enough for 370 nested calls of a small function. The parser uses more of the host's stack than QuickJS counts. */
export const STACK_BYTES = 64 * 1_024;

/**
 * In this build, the library's own memory limit counts allocations rather than their sizes (its allocator cannot tell the
 * size of a block), so the memory itself is limited.
 */
export function createLimitedMemory(): WebAssembly.Memory {
  return new WebAssembly.Memory({ initial: INITIAL_BYTES / PAGE_BYTES, maximum: HARD_MAX_BYTES / PAGE_BYTES });
}

/** Whether more than the limit is or was in use: WebAssembly memory never shrinks. */
export function exceedsLimit(memory: WebAssembly.Memory): boolean {
  return memory.buffer.byteLength > MAX_BYTES;
}

export function hasGrown(memory: WebAssembly.Memory): boolean {
  return memory.buffer.byteLength > INITIAL_BYTES;
}
