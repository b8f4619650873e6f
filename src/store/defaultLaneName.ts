import { catalogueEntryById, type Lane } from '../sim/index.ts';

/** The name of a lane without a label: the one that its options say, or its limiter's. Of a single limit for all keys, that one's. */
export function defaultLaneName({ limiter, options, of = [] }: Lane): string {
  const [only, ...others] = of;
  if (only?.key === 'all' && others.length === 0) return `${only.label ?? defaultLaneName(only)}, all keys`;
  const entry = catalogueEntryById(limiter);
  return entry?.laneName?.(options) ?? entry?.name ?? limiter;
}
