/** Requests of one node that wait, under a name, until another one wakes them. */
export class Waiters<T> {
  readonly #byName = new Map<string, T[]>();

  add(name: string, waiter: T): void {
    const others = this.#byName.get(name);
    if (others === undefined) this.#byName.set(name, [waiter]);
    else others.push(waiter);
  }

  /** Those who wait under that name, in the order in which they came: they wait no longer. */
  take(name: string): readonly T[] {
    const waiters = this.#byName.get(name) ?? [];
    this.#byName.delete(name);
    return waiters;
  }

  clear(): void {
    this.#byName.clear();
  }
}
