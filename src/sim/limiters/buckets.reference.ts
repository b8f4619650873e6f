/** For tests only: see `reference.ts`. */
import type { Maker } from './kit.reference.ts';

export const buckets: Readonly<Record<string, Maker>> = {};
