/** `npm test` tries what finds most in a few minutes; `npm run test:long` tries everything. */
export const thorough = process.env['SPILLWAY_TEST_LONG'] !== undefined;

/** The whole list in `npm run test:long`; else every `step`-th of it, so that all parts of the list are met. */
export function everyNth<T>(list: readonly T[], step: number): readonly T[] {
  return thorough ? list : list.filter((_, index) => index % step === 0);
}
