/** The same as `useHeld`, for what is drawn without React: the value; while `held`, the one that it had when that began. */
export class Held<T> {
  #kept: { readonly value: T } | null = null;

  of(value: T, held: boolean): T {
    this.#kept = held ? (this.#kept ?? { value }) : null;
    return this.#kept === null ? value : this.#kept.value;
  }
}
