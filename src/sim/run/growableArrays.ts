/** Columns of numbers that grow, where their final length is not known beforehand. */

type NumericArray = Float64Array | Int32Array | Uint32Array | Uint16Array | Uint8Array;

/** The same numbers with room for `length`. */
export function resized<C extends NumericArray>(column: C, length: number): C {
  const larger = new (column.constructor as new (length: number) => C)(length);
  larger.set(column);
  return larger;
}

/** Room for at least one row more than `length`: twice as much, so that growing costs little a row. */
export function grownLength(length: number): number {
  return Math.max(64, 2 * length);
}
