/**
 * What the stamps of a log can tell. Requests of one stamp may have come in any order and at any time within it, so figures
 * that depend on less than ten stamps say more of the reading than of the traffic: they are not identifiable.
 */
import {
  catalogueEntryById,
  resolvePolicy,
  secondsFromMicros,
  type Lane,
  type Measure,
  type Scenario,
} from '../sim/index.ts';

const STAMPS = 10;

/** @param seconds a window, or how long a burst takes to refill @param resolution seconds between two stamps */
export function isIdentifiable(seconds: number, resolution: number): boolean {
  return seconds >= leastIdentifiable(resolution);
}

/** The shortest window or burst that can be told, in seconds. */
export function leastIdentifiable(resolution: number): number {
  return STAMPS * resolution;
}

/** The coarsest stamps of the scenario's logs, in seconds; 0 where all times are exact. */
export function coarsestStamps({ traffic }: Pick<Scenario, 'traffic'>): number {
  return Math.max(0, ...traffic.map((entry) => (entry.kind === 'recording' ? entry.resolution : 0)));
}

/**
 * The shortest time that a lane's answers depend on, in seconds: its window, or how long its burst takes to refill; of a stack
 * the shortest of its limits'.
 */
export function decidingTime({ policy }: Pick<Scenario, 'policy'>, { of: limits = [], ...lane }: Lane): number {
  // What a limit leaves open is the stack's, or the scenario's.
  if (limits.length > 0)
    return Math.min(
      ...limits.map((limit) =>
        decidingTime({ policy }, { ...lane, ...limit, policy: { ...lane.policy, ...limit.policy } }),
      ),
    );
  const { n, T, capacity } = resolvePolicy({ policy, lanes: [lane] }, 0);
  const seconds = secondsFromMicros(T);
  // Guava stores permits by the time that they took.
  const stored = optionOf(lane, 'maxBurstSeconds');
  if (stored !== null) return Math.min(seconds, stored);
  const burst = burstOf(lane, capacity);
  return burst === null ? seconds : Math.min(seconds, (burst * seconds) / n);
}

/** The permits that a lane admits at once; null where only its window bounds them. */
function burstOf(lane: Lane, capacity: number): number | null {
  if (catalogueEntryById(lane.limiter)?.usesCapacity === true) return capacity;
  // As nginx counts it: beyond the request that causes no excess.
  const burst = optionOf(lane, 'burst');
  return burst === null ? null : burst + 1;
}

/** A number that the lane sets, or else its limiter's default; null where its limiter has no such option. */
function optionOf({ limiter, options }: Lane, id: string): number | null {
  const knob = catalogueEntryById(limiter)?.knobs.find((each) => each.id === id);
  const value = options[id] ?? (knob?.kind === 'number' ? knob.default : null);
  return knob !== undefined && typeof value === 'number' ? value : null;
}

/** Whether a lane's figure can be told. @param time the lane's `decidingTime` */
export function isFigureIdentifiable(measure: Measure, time: number, resolution: number): boolean {
  return isIdentifiable(measure === 'peakSecond' ? Math.min(1, time) : time, resolution);
}
