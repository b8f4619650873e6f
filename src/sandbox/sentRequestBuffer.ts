/** The requests that a script sent, as they come out of its machine: one block at a time, and every value is checked. */
import { microsFromSeconds, NO_KEY, type SentRequests } from '../sim/index.ts';
import { MAX_COST, MAX_KEY_LENGTH, MAX_KEY_CHARACTERS, MAX_SECONDS } from './limits.ts';
import { BLOCK_SIZE } from './prelude.ts';

const TOO_MANY_KEYS =
  `send: the keys of this script have more than ${MAX_KEY_CHARACTERS.toLocaleString('en-US')} characters in total. ` +
  'Use fewer keys, or shorter ones.';

interface RequestBlock {
  readonly at: Float64Array;
  readonly key: Uint32Array;
  readonly cost: Uint32Array;
}

export class SentRequestBuffer {
  readonly #blocks: RequestBlock[] = [];
  readonly #keys = new Map<string, number>();
  #keyText = 0;

  /**
   * @param numbers `BLOCK_SIZE` instants in seconds, then as many costs
   * @param keys JSON list with one key or null per request; null if no request has a key
   * @returns the error message for every later `send`, or null
   */
  addBlock(numbers: Float64Array, count: number, keys: string | null): string | null {
    const key = keys === null ? new Uint32Array(count).fill(NO_KEY) : this.#keyNumbers(keys, count);
    const at = numbers.subarray(0, count).map(checkedMicros);
    const cost = Uint32Array.from(numbers.subarray(BLOCK_SIZE, BLOCK_SIZE + count), checkedCost);
    this.#blocks.push({ at, key, cost });
    return this.#keyText > MAX_KEY_CHARACTERS ? TOO_MANY_KEYS : null;
  }

  toSentRequests(): SentRequests {
    const count = this.#blocks.reduce((sum, { at }) => sum + at.length, 0);
    const at = new Float64Array(count);
    const key = new Uint32Array(count);
    const cost = new Uint32Array(count);
    let from = 0;
    for (const block of this.#blocks) {
      at.set(block.at, from);
      key.set(block.key, from);
      cost.set(block.cost, from);
      from += block.at.length;
    }
    return { at, key, keys: [...this.#keys.keys()], cost };
  }

  #keyNumbers(keys: string, count: number): Uint32Array {
    const names = JSON.parse(keys) as readonly unknown[];
    const key = new Uint32Array(count);
    for (let i = 0; i < count; i++) key[i] = names[i] === null ? NO_KEY : this.#keyNumber(checkedKey(names[i]));
    return key;
  }

  #keyNumber(key: string): number {
    let number = this.#keys.get(key);
    if (number === undefined) {
      number = this.#keys.size;
      this.#keys.set(key, number);
      this.#keyText += key.length;
    }
    return number;
  }
}

/** The prelude checks all of this with proper messages; this guards against scripts that bypass the prelude. */
function checkedMicros(seconds: number): number {
  // No −0.
  return microsFromSeconds(checked('an instant', seconds, seconds >= 0 && seconds <= MAX_SECONDS)) + 0;
}

/** 0: none. */
export function checkedCost(cost: number): number {
  return checked('a cost', cost, Number.isInteger(cost) && cost >= 0 && cost <= MAX_COST);
}

export function checkedKey(key: unknown): string {
  return checked('a key', key as string, typeof key === 'string' && key.length >= 1 && key.length <= MAX_KEY_LENGTH);
}

function checked<T>(what: string, value: T, valid: boolean): T {
  if (!valid) throw new Error(`the sandbox let ${what} out that is ${typeof value} ${String(value)}`);
  return value;
}
