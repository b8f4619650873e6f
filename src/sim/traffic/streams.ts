/** The random streams of many clients, in one piece of memory: 16 bytes each, made when first drawn from. */
import { makeStream, type RandomStream } from '../random.ts';
import { actorOf, type Purpose } from './source.ts';

/** Words of a stream's state. */
const WORDS = 4;

export class ClientStreams {
  readonly #seed: number;
  readonly #stream: number;
  readonly #purpose: Purpose;
  readonly #states: Uint32Array;
  readonly #made: Uint8Array;
  readonly #open: RandomStream = new Uint32Array(WORDS);
  #client = 0;

  /** Those that a seed gives the clients of an entry, 1 to `count`, for one purpose. */
  constructor(count: number, seed: number, stream: number, purpose: Purpose) {
    this.#seed = seed;
    this.#stream = stream;
    this.#purpose = purpose;
    this.#states = new Uint32Array(WORDS * (count + 1));
    this.#made = new Uint8Array(count + 1);
  }

  /** A client's stream, to be drawn from until the next one is asked for. */
  of(client: number): RandomStream {
    const open = this.#open;
    const states = this.#states;
    if (client === this.#client) return open;
    // Word by word: for four of them a call to `set` takes longer than all the rest.
    const was = WORDS * this.#client;
    states[was] = open[0] as number;
    states[was + 1] = open[1] as number;
    states[was + 2] = open[2] as number;
    states[was + 3] = open[3] as number;
    this.#client = client;
    if (this.#made[client] === 0) {
      this.#made[client] = 1;
      open.set(makeStream(this.#seed, this.#stream, actorOf(this.#purpose, client)));
      return open;
    }
    const is = WORDS * client;
    open[0] = states[is] as number;
    open[1] = states[is + 1] as number;
    open[2] = states[is + 2] as number;
    open[3] = states[is + 3] as number;
    return open;
  }
}
