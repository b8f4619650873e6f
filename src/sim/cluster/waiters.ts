/** Requests of one node that wait under a name until another request wakes them. */
export class Waiters<T> {
  readonly #byName = new Map<string, T[]>();

  /** @param waiterOf the copy of a waiter */
  copy(waiterOf: (waiter: T) => T): Waiters<T> {
    const copy = new Waiters<T>();
    for (const [name, waiting] of this.#byName) copy.#byName.set(name, waiting.map(waiterOf));
    return copy;
  }

  add(name: string, waiter: T): void {
    const others = this.#byName.get(name);
    if (others === undefined) this.#byName.set(name, [waiter]);
    else others.push(waiter);
  }

  /** Removes and returns the waiters of that name, in order of arrival. */
  take(name: string): readonly T[] {
    const waiters = this.#byName.get(name) ?? [];
    this.#byName.delete(name);
    return waiters;
  }

  clear(): void {
    this.#byName.clear();
  }
}
