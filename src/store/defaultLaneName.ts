import { catalogueEntryById, type Lane } from '../sim/index.ts';

/** The name of a lane without a label: the one that its options say, or its limiter's. */
export function defaultLaneName({ limiter, options }: Lane): string {
  const entry = catalogueEntryById(limiter);
  return entry?.laneName?.(options) ?? entry?.name ?? limiter;
}
