/** Routes each request to one of the nodes that are up. */
import { fnv1aOfString } from '../fnv.ts';
import { nextBelow, nextWeightedIndex, type RandomStream } from '../random.ts';

export type Routing = 'round-robin' | 'random' | 'sticky' | { readonly weights: readonly number[] };

/** The weight of a node that is added later. */
const ADDED_NODE_WEIGHT = 1;

export class Router {
  readonly #routing: Routing;
  readonly #random: RandomStream;
  /** Indexed by node: whether it is part of the cluster, and whether it is up. */
  readonly #present: boolean[];
  readonly #up: boolean[];
  /** Numbers of the nodes that accept requests; rebuilt by `#refresh`. */
  #available: number[] = [];
  #cumulative = new Float64Array();
  #lastNode = -1;

  /** @param random a stream used only here: one draw per request if the routing is random or weighted */
  constructor(nodes: number, routing: Routing, random: RandomStream) {
    this.#routing = routing;
    this.#random = random;
    this.#present = Array.from({ length: nodes }, () => true);
    this.#up = [...this.#present];
    this.#refresh();
  }

  copy(): Router {
    const router = new Router(0, this.#routing, this.#random.slice());
    router.#present.push(...this.#present);
    router.#up.push(...this.#up);
    router.#lastNode = this.#lastNode;
    router.#refresh();
    return router;
  }

  /** Adds a node that is up. @returns its number */
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

  /** The node for a request of that key; null if none accepts it. */
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

  /** The key's own node among those present; while that is down, the next node that is up. */
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
