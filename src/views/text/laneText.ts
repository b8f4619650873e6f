/** Names of lanes. */
import type { Lane, LaneInfo } from '../../sim/index.ts';
import { defaultLaneName } from '../../store/defaultLaneName.ts';
import { formatCount } from '../format/numbers.ts';
import { formatLimitShort } from '../format/rates.ts';

/** A lane's name: its own, or what its options say, or its limiter's. */
export function laneName(lane: Lane): string {
  return lane.label ?? defaultLaneName(lane);
}

/** The same, with † if the lane runs the published edition. */
export function laneNameWithEdition(lane: Lane): string {
  return lane.edition === 'published' ? `${laneName(lane)} †` : laneName(lane);
}

/** The limiter of a lane whose name does not say it; null where it does. */
export function unnamedLimiter(lane: Lane): string | null {
  const limiter = defaultLaneName(lane);
  return laneName(lane).toLowerCase().includes(limiter.toLowerCase()) ? null : limiter;
}

export interface LanePolicyPart {
  readonly text: string;
  /** Set by the lane, not inherited. */
  readonly overridden: boolean;
}

/** `10 per 10 s` in parts, marked if the lane's own. */
export function lanePolicyParts(
  { policy }: Lane,
  { n, T, capacity }: Pick<LaneInfo, 'n' | 'T' | 'capacity'>,
  usesCapacity: boolean,
): readonly LanePolicyPart[] {
  const parts: LanePolicyPart[] = [
    { text: formatLimitShort({ n, T: T / 1e6 }), overridden: policy.n !== undefined || policy.T !== undefined },
  ];
  if (usesCapacity && (capacity !== n || policy.capacity !== undefined)) {
    parts.push({ text: `capacity ${formatCount(capacity)}`, overridden: policy.capacity !== undefined });
  }
  return parts;
}
