/** Words about lanes. */
import { limiterById, type Lane, type LaneFrame } from '../../sim/index.ts';
import { count } from '../format/numbers.ts';
import { limitShort } from '../format/rates.ts';
import { duration } from '../format/time.ts';

/** A lane's name: its own, or its limiter's. */
export function laneLabel({ label, limiter }: Lane): string {
  return label ?? limiterById(limiter)?.name ?? limiter;
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

/** Options that differ from their defaults: `start empty`. */
export function optionWords({ limiter, options }: Lane): readonly string[] {
  return (limiterById(limiter)?.knobs ?? [])
    .filter(({ id, default: usual }) => options[id] !== undefined && options[id] !== usual)
    .map(({ id, label, ...knob }) => {
      const value = options[id];
      const unit = knob.kind === 'number' && typeof value === 'number' && knob.unit === 's';
      return `${label.toLowerCase()} ${unit ? duration(value) : JSON.stringify(value).replaceAll('"', '')}`;
    });
}
