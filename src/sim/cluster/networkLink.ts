/** The link between a node and the store: each message has a latency, and messages in one direction stay in order. */
import { nextExponential, nextFloat, type RandomStream } from '../random.ts';
import { microsFromSeconds, type Duration, type Instant } from '../time.ts';

/** One-way latency, in seconds. */
export type Latency =
  | { readonly kind: 'fixed'; readonly mean: number }
  | { readonly kind: 'uniform'; readonly from: number; readonly to: number }
  | { readonly kind: 'exponential'; readonly mean: number };

export class NetworkLink {
  readonly #latency: Latency;
  readonly #random: RandomStream;
  #lastArrivalAtStore: Instant = 0;
  #lastArrivalAtNode: Instant = 0;

  /** @param random a stream used only here: one draw per message, in the order of sending, unless the latency is fixed */
  constructor(latency: Latency, random: RandomStream) {
    this.#latency = latency;
    this.#random = random;
  }

  copy(): NetworkLink {
    const link = new NetworkLink(this.#latency, this.#random.slice());
    link.#lastArrivalAtStore = this.#lastArrivalAtStore;
    link.#lastArrivalAtNode = this.#lastArrivalAtNode;
    return link;
  }

  /**
   * When a message to the store arrives; never before those sent earlier.
   * @param at when it is sent
   * @param slowdown factor on the latency
   * @param addedDelay by how much the user has delayed this message, microseconds
   */
  arrivalAtStore(at: Instant, slowdown: number, addedDelay: Duration): Instant {
    this.#lastArrivalAtStore = Math.max(this.#lastArrivalAtStore, at + this.#drawDelay(slowdown) + addedDelay);
    return this.#lastArrivalAtStore;
  }

  /** The same for the reply. */
  arrivalAtNode(at: Instant, slowdown: number): Instant {
    this.#lastArrivalAtNode = Math.max(this.#lastArrivalAtNode, at + this.#drawDelay(slowdown));
    return this.#lastArrivalAtNode;
  }

  #drawDelay(factor: number): Duration {
    const latency = this.#latency;
    switch (latency.kind) {
      case 'fixed':
        return microsFromSeconds(latency.mean * factor);
      case 'uniform':
        return microsFromSeconds((latency.from + nextFloat(this.#random) * (latency.to - latency.from)) * factor);
      default:
        return microsFromSeconds(latency.mean * nextExponential(this.#random) * factor);
    }
  }
}
