/** The random streams of many clients, in one block of memory: 16 bytes each, initialised at the first draw. */
import { makeStream, type RandomStream } from '../random.ts';
import { substreamOf, type Purpose } from './trafficGenerator.ts';

/** 32-bit words in a stream's state. */
const WORDS_PER_STATE = 4;

export class ClientStreams {
  readonly #seed: number;
  readonly #stream: number;
  readonly #purpose: Purpose;
  readonly #states: Uint32Array;
  readonly #initialised: Uint8Array;
  readonly #current: RandomStream = new Uint32Array(WORDS_PER_STATE);
  #client = 0;

  /** Streams for clients 1 to `count` of an entry, for one purpose. */
  constructor(count: number, seed: number, stream: number, purpose: Purpose) {
    this.#seed = seed;
    this.#stream = stream;
    this.#purpose = purpose;
    this.#states = new Uint32Array(WORDS_PER_STATE * (count + 1));
    this.#initialised = new Uint8Array(count + 1);
  }

  /** A client's stream, valid until the next call. */
  forClient(client: number): RandomStream {
    const current = this.#current;
    const states = this.#states;
    if (client === this.#client) return current;
    // Word by word: for only four words, a call to `set` would dominate the cost.
    const oldOffset = WORDS_PER_STATE * this.#client;
    states[oldOffset] = current[0] as number;
    states[oldOffset + 1] = current[1] as number;
    states[oldOffset + 2] = current[2] as number;
    states[oldOffset + 3] = current[3] as number;
    this.#client = client;
    if (this.#initialised[client] === 0) {
      this.#initialised[client] = 1;
      current.set(makeStream(this.#seed, this.#stream, substreamOf(this.#purpose, client)));
      return current;
    }
    const newOffset = WORDS_PER_STATE * client;
    current[0] = states[newOffset] as number;
    current[1] = states[newOffset + 1] as number;
    current[2] = states[newOffset + 2] as number;
    current[3] = states[newOffset + 3] as number;
    return current;
  }
}
