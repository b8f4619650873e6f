/** The way between one node and the store: each message takes its time, and none overtakes another. */
import { nextExponential, nextFloat, type RandomStream } from '../random.ts';
import { microsFromSeconds, type Duration, type Instant } from '../time.ts';

/** One way to the store or back, seconds. */
export type Latency =
  | { readonly kind: 'fixed'; readonly mean: number }
  | { readonly kind: 'uniform'; readonly from: number; readonly to: number }
  | { readonly kind: 'exponential'; readonly mean: number };

export class NetworkLink {
  readonly #latency: Latency;
  readonly #random: RandomStream;
  #lastArrivalAtStore: Instant = 0;
  #lastArrivalAtNode: Instant = 0;

  /** @param random its own: one draw for each message, in the order of sending, where the latency is drawn at all */
  constructor(latency: Latency, random: RandomStream) {
    this.#latency = latency;
    this.#random = random;
  }

  /**
   * When a message that is sent to the store arrives, behind those that were sent before it.
   * @param factor by which the way is longer just now
   * @param moved by how much this message was made later by hand
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
