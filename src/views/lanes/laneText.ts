/** Words about lanes. */
import { describedById, type Lane, type LaneFrame } from '../../sim/index.ts';
import { count } from '../format/numbers.ts';
import { limitShort } from '../format/rates.ts';

/** A lane's name: its own, or its limiter's. */
export function laneLabel({ label, limiter }: Lane): string {
  return label ?? describedById(limiter)?.name ?? limiter;
}

export interface PolicyPart {
  readonly text: string;
  /** Set by the lane itself, not inherited. */
  readonly own: boolean;
}

/** `10 per 10 s`, and what of it is the lane's own. */
export function policyParts(
  { policy }: Lane,
  { n, T, capacity }: Pick<LaneFrame, 'n' | 'T' | 'capacity'>,
  usesCapacity: boolean,
): readonly PolicyPart[] {
  const parts: PolicyPart[] = [
    { text: limitShort({ n, T: T / 1e6 }), own: policy.n !== undefined || policy.T !== undefined },
  ];
  if (usesCapacity && (capacity !== n || policy.capacity !== undefined)) {
    parts.push({ text: `capacity ${count(capacity)}`, own: policy.capacity !== undefined });
  }
  return parts;
}
