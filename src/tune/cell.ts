/** What is known of a cell of the map. */
export const CELL = { unknown: 0, met: 1, failed: 2, cannotRun: 3 } as const;
