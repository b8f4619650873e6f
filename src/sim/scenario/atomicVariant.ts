/** The lane without the race: which variant of its scheme that is, and the lane as that variant. */
import type { AtomicVariant, SchemeInfo } from '../cluster/scheme.ts';
import { schemeById } from '../cluster/schemes/index.ts';
import { laneSchema, scalarOptions, type Lane, type LimiterSpec } from './lanes.ts';

/** @param scheme the lane's, where the list of schemes does not have it; what runs on one process has no race */
export function atomicVariantOf(
  spec: LimiterSpec,
  scheme: SchemeInfo | undefined = schemeById(spec.limiter),
): AtomicVariant | null {
  const variantWithin = (option: string): AtomicVariant | null => atomicVariantOf(spec.options[option] as LimiterSpec);
  return scheme?.atomicVariant(scalarOptions(spec), variantWithin) ?? null;
}

/** On the same policy. A limiter of one process is as if it had been chosen: without a label, with its own defaults. */
export function withAtomicVariant<T extends LimiterSpec>(spec: T, variant: AtomicVariant): T | Lane {
  if ('limiter' in variant) {
    const chosen = laneSchema.parse({ limiter: variant.limiter }, '', () => undefined) as Lane;
    return { ...chosen, policy: spec.policy };
  }
  const changed =
    'held' in variant
      ? { [variant.option]: withAtomicVariant(spec.options[variant.option] as LimiterSpec, variant.held) }
      : variant.options;
  return { ...spec, options: { ...spec.options, ...changed } };
}
