/** Typed arrays that grow, for columns whose final length is not known in advance. */

type NumericArray = Float64Array | Int32Array | Uint32Array | Uint16Array | Uint8Array;

/** A copy of the column with room for `length` numbers. */
export function resized<C extends NumericArray>(column: C, length: number): C {
  const larger = new (column.constructor as new (length: number) => C)(length);
  larger.set(column);
  return larger;
}

/** The next capacity after `length`: doubled, so that the amortised cost per row is constant. */
export function grownLength(length: number): number {
  return Math.max(64, 2 * length);
}
