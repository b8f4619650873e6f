/** Which node a request goes to: one of those that are up. */
import { fnv1aOfString } from '../fnv.ts';
import { nextBelow, nextWeightedIndex, type RandomStream } from '../random.ts';

export type Routing = 'round-robin' | 'random' | 'sticky' | { readonly weights: readonly number[] };

/** A node that is added gets as much as one of weight 1. */
const ADDED_NODE_WEIGHT = 1;

export class Router {
  readonly #routing: Routing;
  readonly #random: RandomStream;
  /** By node: whether it is part of the cluster, and whether it is up. */
  readonly #present: boolean[];
  readonly #up: boolean[];
  /** Those that take requests, by number; renewed when one comes or goes. */
  #available: number[] = [];
  #cumulative = new Float64Array();
  #lastNode = -1;

  /** @param random its own: drawn from once a request where the routing is by chance */
  constructor(nodes: number, routing: Routing, random: RandomStream) {
    this.#routing = routing;
    this.#random = random;
    this.#present = Array.from({ length: nodes }, () => true);
    this.#up = [...this.#present];
    this.#refresh();
  }

  /** @returns the new node's number */
  add(): number {
    this.#present.push(true);
    this.#up.push(true);
    this.#refresh();
    return this.#up.length - 1;
  }

  remove(node: number): void {
    this.#present[node] = false;
    this.#refresh();
  }

  setNodeUp(node: number, up: boolean): void {
    this.#up[node] = up;
    this.#refresh();
  }

  /** The node that takes a request of that key; null where none does. */
  route(key: string): number | null {
    const available = this.#available;
    if (available.length === 0) return null;
    if (this.#routing === 'random') return available[nextBelow(this.#random, available.length)] as number;
    if (this.#routing === 'sticky') return this.#sticky(key);
    if (this.#routing === 'round-robin') {
      this.#lastNode = available.find((node) => node > this.#lastNode) ?? (available[0] as number);
      return this.#lastNode;
    }
    if (this.#cumulative.at(-1) === 0) return null;
    return available[nextWeightedIndex(this.#random, this.#cumulative)] as number;
  }

  /** The key's own node among those present; while that is down, the next one that is up. */
  #sticky(key: string): number {
    const present = [...this.#present.keys()].filter((node) => this.#present[node] === true);
    const own = present[fnv1aOfString(key) % present.length] as number;
    return this.#available.find((node) => node >= own) ?? (this.#available[0] as number);
  }

  #refresh(): void {
    this.#available = [...this.#up.keys()].filter((node) => this.#up[node] === true && this.#present[node] === true);
    if (typeof this.#routing !== 'object') return;
    const { weights } = this.#routing;
    let sum = 0;
    this.#cumulative = Float64Array.from(this.#available, (node) => (sum += weights[node] ?? ADDED_NODE_WEIGHT));
  }
}
